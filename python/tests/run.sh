#!/usr/bin/env bash
# run.sh PYTHON: runs the tests of the Python package that PYTHONPATH leads to; exits 77 (skipped) without pytest.
set -euo pipefail

if ! "$1" -c 'import pytest' 2>/dev/null; then
  echo "skipped: no pytest for $1, package python3-pytest"
  exit 77
fi
exec "$1" -B -m pytest -q -p no:cacheprovider "$(dirname "$0")"
