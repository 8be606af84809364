#!/usr/bin/env bash
# install.sh PYTHON: installs the package with pip, without a network, into an environment of its own, and uses it from
# another folder. Builds in build-python.
set -euo pipefail
root="$(cd "$(dirname "$0")/../.." && pwd)"
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT

if command -v ccache >/dev/null; then export CMAKE_CXX_COMPILER_LAUNCHER=ccache; fi
if command -v ninja >/dev/null; then export CMAKE_GENERATOR=Ninja; fi
"$1" -m venv --system-site-packages "$place/venv"
"$place/venv/bin/pip" install --quiet --no-index "$root"
cd "$place"
unset PYTHONPATH
venv/bin/python - <<'END'
import mikpoly

assert "site-packages" in mikpoly.__file__, mikpoly.__file__
assert "site-packages" in mikpoly.hardware("toy").path, mikpoly.hardware("toy").path
assert mikpoly.Planner("ascend910a").plan(100, 70, 500)[0].text
run = mikpoly.run("quickstart", selectors=["mikpoly"], set={"limit": 1, "regret_all": False})
assert (run.rows, run.failed_rows) == (1, 0), run
END
