#!/usr/bin/env bash
# Installs what is missing, builds, runs the main study, prints its table and names the folder with rows, plots and a
# trace; then measures twenty products on this machine's cores. A second run finds what the first one made.
set -euo pipefail
cd "$(dirname "$0")"
. scripts/packages.sh

install_packages "${build_packages[@]}" "${test_packages[@]}"
try_packages "${plot_packages[@]}" "${probe_packages[@]}"

launcher=()
if command -v ccache >/dev/null; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release "${launcher[@]}" >/dev/null
cmake --build build --target mikpoly >&2

run="$(build/mikpoly run configs/experiments/quickstart.yaml --out out --resume --format json |
  sed -n 's/^ *"folder": "\(.*\)",$/\1/p')"

trace="$run/trace/4096x1024x4096_ascend910a.json"
if [ ! -f "$trace" ]; then
  mkdir -p "$run/trace"
  build/mikpoly trace 4096x1024x4096 --hardware ascend910a -o "$trace" >&2
fi

plots="$run/plots"
drawn="$plots/drawn_from.sha256"
if ! sha256sum --check --status "$drawn" 2>/dev/null; then
  if python="$(scripts/find_python.sh)"; then
    "$python" -B plots/all.py "$run" >&2
    sha256sum "$run/results.csv" >"$drawn"
  else
    plots="none: no Python with matplotlib, package python3-matplotlib"
  fi
fi

build/mikpoly compare "$run"
echo
echo "rows:  $run/results.csv"
echo "plots: $plots"
echo "trace: $trace (open in https://ui.perfetto.dev)"

echo
build/mikpoly bench peers-246 --backend cpu --peers onednn,openblas,blis,libxsmm,mkl,eigen \
  --limit 20 --rounds 2 --no-figure --out out --resume
