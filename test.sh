#!/usr/bin/env bash
# Installs what is missing, builds and runs every test. The last line is the sum: "N passed, N failed[, N skipped]".
# Exit status 0 when nothing failed.
set -euo pipefail
cd "$(dirname "$0")"
. scripts/packages.sh

export CMAKE_BUILD_PARALLEL_LEVEL="${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}"
export CCACHE_SLOPPINESS=pch_defines,time_macros # without these it does not cache what uses precompiled headers
passed=0 failed=0 skipped=0

print_sum() {
  local sum="$passed passed, $failed failed"
  [ "$skipped" -eq 0 ] || sum+=", $skipped skipped"
  echo "$sum"
}

section() { printf '\n== %s (after %d s)\n' "$1" "$SECONDS"; }

# check NAME COMMAND... : one check of its own in the sum.
check() {
  local name="$1"
  shift
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $name"
    return 1
  fi
}

skip() {
  skipped=$((skipped + 1))
  echo "skipped: $1"
}

configure() {
  local folder="$1" launcher=()
  shift
  if command -v ccache >/dev/null; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
  cmake -S . -B "$folder" -G Ninja "${launcher[@]}" "$@" >/dev/null
}

# configure_and_build FOLDER OPTION... : everything in it.
configure_and_build() { configure "$@" && cmake --build "$1"; }

# count ATTRIBUTE FILE : of the only test suite of a JUnit file.
count() { grep -o "\b$1=\"[0-9]*\"" "$2" | head -n 1 | tr -dc 0-9; }

# run_ctest FOLDER OPTION... : adds its tests to the sum.
run_ctest() {
  local junit="$PWD/$1/ctest.xml" total failures missed
  rm -f "$junit"
  ctest --test-dir "$1" "${@:2}" --no-tests=error --output-on-failure -j "$CMAKE_BUILD_PARALLEL_LEVEL" \
    --output-junit "$junit" || true
  if [ ! -f "$junit" ]; then
    failed=$((failed + 1))
    echo "FAILED: ctest in $1 wrote no result"
    return
  fi
  total=$(count tests "$junit")
  failures=$(count failures "$junit")
  missed=$(($(count skipped "$junit") + $(count disabled "$junit")))
  failed=$((failed + failures))
  skipped=$((skipped + missed))
  passed=$((passed + total - failures - missed))
}

# is_version_14 TOOL : other versions format and warn differently.
is_version_14() { command -v "$1" >/dev/null && "$1" --version | grep -q 'version 14\.'; }

install_packages "${build_packages[@]}" "${test_packages[@]}"
try_packages "${plot_packages[@]}" "${probe_packages[@]}" "${python_packages[@]}" "${check_packages[@]}" "${schema_packages[@]}"
trap print_sum EXIT

# all_formatted FILE... : names the files that clang-format would change.
all_formatted() {
  local file status=0
  for file in "$@"; do
    clang-format --dry-run -Werror "$file" 2>/dev/null || { echo "not formatted: $file" && status=1; }
  done
  return "$status"
}

section "format"
if is_version_14 clang-format; then
  mapfile -t sources < <(git ls-files '*.cpp' '*.hpp' '*.cuh')
  check "clang-format" all_formatted "${sources[@]}" || true
else
  skip "format: needs clang-format 14"
fi

has_fuzzer() {
  local target='extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }' program status=0
  command -v clang++ >/dev/null || return 1
  program="$(mktemp)"
  clang++ -fsanitize=fuzzer,address,undefined -x c++ - -o "$program" <<<"$target" 2>/dev/null || status=1
  rm -f "$program"
  return "$status"
}

# clang builds what is sanitized, GCC what is released, with warnings as errors and each source for itself. What only
# checks is built several sources at a time: that takes half as long, and a name in an unnamed namespace stands once in
# a library.
unity_options=(-DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=10 -DMIKPOLY_MICROBENCH=OFF)
section "debug build with address and undefined-behaviour sanitizers"
sanitize_options=(-DCMAKE_BUILD_TYPE=Debug "-DCMAKE_CXX_FLAGS_DEBUG=-O1 -g1" -DMIKPOLY_SANITIZE=ON "${unity_options[@]}")
fuzzer=no
if has_fuzzer; then
  fuzzer=yes
  sanitize_options+=(-DCMAKE_CXX_COMPILER=clang++ -DMIKPOLY_FUZZ=ON)
fi
if check "build-asan" configure_and_build build-asan "${sanitize_options[@]}"; then
  run_ctest build-asan -LE '^slow$'
fi

# fuzz TARGET : leaves TARGET.passed. What it finds goes into the first folder; the others are only read. The seed is
# fixed: a change is not refused for what chance finds in old code. Campaigns take others, and more time.
fuzz() {
  local folder="build-asan/tests/fuzz"
  mkdir -p "$folder/corpus/$1"
  rm -f "$folder/$1.passed"
  "$folder/$1" -seed=1 -max_total_time=10 -print_funcs=0 -verbosity=0 -artifact_prefix="$folder/$1." \
    "$folder/corpus/$1" configs/hardware configs/workloads >"$folder/$1.log" 2>&1 && touch "$folder/$1.passed"
}
export -f fuzz

section "fuzz targets, 10 s each"
if [ "$fuzzer" = no ]; then
  skip "fuzz: needs clang and libclang-rt-dev"
else
  mapfile -t targets < <(basename -s .cpp tests/fuzz/fuzz_*.cpp)
  printf '%s\n' "${targets[@]}" | xargs -P "$CMAKE_BUILD_PARALLEL_LEVEL" -I TARGET bash -c "fuzz TARGET" || true
  for target in "${targets[@]}"; do
    check "$target" test -e "build-asan/tests/fuzz/$target.passed" || cat "build-asan/tests/fuzz/$target.log"
  done
fi

# Tests with no label but unit were run with the sanitizers.
section "release build"
release_options=(-DCMAKE_BUILD_TYPE=Release -DMIKPOLY_WERROR=ON -DMIKPOLY_UNIT_TESTS=OFF)
if check "build" configure_and_build build "${release_options[@]}"; then
  run_ctest build
fi

section "pip install"
if [ -d build/python ] && python="$(scripts/find_python.sh numpy ensurepip)"; then
  # The same options: the compiler cache has it all.
  CMAKE_ARGS="${release_options[*]}" check "pip install" python/tests/install.sh "$python" || true
else
  skip "pip install: needs pybind11-dev, python3-dev, python3-numpy and python3-venv"
fi

section "thread sanitizer"
tsan_options=(-DCMAKE_BUILD_TYPE=RelWithDebInfo "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -g1 -DNDEBUG" -DMIKPOLY_TSAN=ON
  "${unity_options[@]}")
if check "configure build-tsan" configure build-tsan "${tsan_options[@]}"; then
  # A test has the name of its target.
  mapfile -t targets < <(ctest --test-dir build-tsan -N -L '^threads$' | sed -n 's/^ *Test *#[0-9]*: //p')
  if [ "${#targets[@]}" -eq 0 ]; then
    check "a test has the label threads" false || true
  elif check "build-tsan" cmake --build build-tsan --target "${targets[@]}"; then
    run_ctest build-tsan -L '^threads$'
  fi
fi

section "clang-tidy"
if ! is_version_14 clang-tidy || ! command -v run-clang-tidy >/dev/null; then
  skip "clang-tidy: needs clang-tidy 14"
elif check "configure build-tidy" configure build-tidy -DCMAKE_CXX_COMPILER=clang++ -DMIKPOLY_TESTS=OFF \
  -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON "${unity_options[@]}" -DCMAKE_UNITY_BUILD_BATCH_SIZE=0; then # a library at once
  check "clang-tidy" run-clang-tidy -quiet -p build-tidy -j "$CMAKE_BUILD_PARALLEL_LEVEL" \
    "^$PWD/((core|sim|backends|experiments|python)/|build-tidy/.*/Unity/)" 2>build-tidy/tidy.log || true
fi

section "sum"
[ "$failed" -eq 0 ]
