#!/usr/bin/env bash
# find_python.sh [MODULE...]: prints a Python 3 that has the modules, matplotlib when none is named: the first on PATH or
# the distribution's own. Exits 1 where there is none.
set -euo pipefail

modules=("${@:-matplotlib}")
for python in python3 /usr/bin/python3; do
  if command -v "$python" >/dev/null && "$python" -c "import $(IFS=,; echo "${modules[*]}")" 2>/dev/null; then
    command -v "$python"
    exit 0
  fi
done
exit 1
