#!/usr/bin/env bash
# Runs the tests of the figures with a Python that has matplotlib; exits 77 (skipped) where there is none.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"

if ! python="$("$here/../../scripts/find_python.sh")"; then
  echo "skipped: no Python with matplotlib, package python3-matplotlib"
  exit 77
fi
"$python" -B "$here/plots_test.py"
"$python" -B "$here/bench_test.py"
exec "$python" -B "$here/validation_test.py"
