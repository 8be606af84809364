#!/usr/bin/env bash
# Prints a Python 3 that has matplotlib, the first on PATH or the distribution's own; exits 1 where there is none.
set -euo pipefail

for python in python3 /usr/bin/python3; do
  if command -v "$python" >/dev/null && "$python" -c 'import matplotlib' 2>/dev/null; then
    command -v "$python"
    exit 0
  fi
done
exit 1
