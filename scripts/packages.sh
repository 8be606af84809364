# shellcheck shell=bash disable=SC2034
# Packages of the distribution that the scripts need. Sourced, not run.
# Debian 12, Ubuntu 22.04 and 24.04. Installs only what is missing; needs no network when nothing is.

build_packages=(g++ cmake ninja-build ccache libeigen3-dev libcli11-dev libyaml-cpp-dev libfmt-dev
  nlohmann-json3-dev libxxhash-dev libssl-dev)
test_packages=(catch2 libbenchmark-dev git)
# What an optional step needs; the step says so and is skipped where they cannot be had.
plot_packages=(python3-matplotlib)
schema_packages=(python3-jsonschema python3-yaml)
probe_packages=(libhwloc-dev)
python_packages=(pybind11-dev python3-dev python3-numpy python3-venv python3-pytest mypy)
check_packages=(clang clang-tidy clang-format libclang-rt-dev libomp-dev)

is_installed() {
  [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    echo "neither root nor sudo: cannot run \"$*\"" >&2
    return 1
  fi
}

# missing_packages NAME... : the ones that are not installed, one a line.
missing_packages() {
  local package
  for package in "$@"; do
    is_installed "$package" || echo "$package"
  done
}

package_lists_are_fresh=no
refresh_package_lists() {
  [ "$package_lists_are_fresh" = no ] || return 0
  package_lists_are_fresh=yes
  as_root apt-get update -qq >&2 || echo "apt-get update failed; going on with the package lists at hand" >&2
}

# install_packages NAME... : installs the missing ones; fails when one cannot be had.
install_packages() {
  if ! command -v dpkg-query >/dev/null; then
    echo "this is not a Debian or Ubuntu system; install what corresponds to: $*" >&2
    return 0
  fi
  local missing
  mapfile -t missing < <(missing_packages "$@")
  [ "${#missing[@]}" -gt 0 ] || return 0
  echo "installing ${missing[*]}" >&2
  refresh_package_lists
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
}

# try_packages NAME... : the same for optional steps, one at a time; names in one line what stays missing.
try_packages() {
  command -v dpkg-query >/dev/null || return 0
  local package
  for package in "$@"; do
    install_packages "$package" || echo "package $package cannot be installed; the steps that need it are skipped" >&2
  done
}
