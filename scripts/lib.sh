# SPDX-License-Identifier: MIT
# Functions that the scripts share: they install packages, and configure and build. Source this file in bash. shellcheck
# shell=bash disable=SC2034

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)

# The list of packages that Zermelo needs to build and to draw tables, by their Debian 12 names.
packages=(
  cmake ninja-build g++ git pkg-config
  libboost1.81-dev libtbb-dev libhdf5-dev libdeflate-dev libcli11-dev libtomlplusplus-dev nlohmann-json3-dev libfmt-dev
  python3 python3-h5py python3-numpy python3-matplotlib
)
# Packages for the Python package and its readers of tables.
python_packages=(python3-dev pybind11-dev python3-xarray python3-netcdf4 python3-h5netcdf)
# Packages only for the tests and for building Debian packages.
test_packages=(
  libgtest-dev python3-pytest python3-networkx mypy netcdf-bin hdf5-tools graphviz dpkg-dev file
)
all_packages=("${packages[@]}" "${python_packages[@]}" "${test_packages[@]}")
# Optional: the ranks of zermelo-mpi, and tests of the page in a browser, of many requests at once and of an old
# processor.
rank_packages=(libopenmpi-dev openmpi-bin)
browser_packages=(chromium chromium-driver python3-selenium)
load_packages=(wrk)
old_processor_packages=(qemu-user)
# Packages only for the checks of style. The version of clang-format is fixed, since others format differently.
clang_format=clang-format-19
style_packages=("$clang_format" clang-tidy codespell)
# Packages only for the microbenchmarks.
bench_packages=(libbenchmark-dev)
# Packages only for the presets for Clang, asan-ubsan and tsan; llvm symbolizes the sanitizers' reports.
clang_packages=(clang-14 libclang-rt-14-dev llvm-14)

note() { printf 'zermelo: %s\n' "$*" >&2; }

die() {
  note "$*"
  exit 1
}

# install_missing PACKAGE...: installs missing packages. Does nothing if there are none.
install_missing() {
  # On systems without apt, users install the libraries; CMake reports missing ones.
  command -v dpkg-query > /dev/null || return 0
  local installed missing as_root=()
  installed=$(dpkg-query --show --showformat '${db:Status-Status} ${Package}\n' "$@" 2> /dev/null |
    sed -n 's/^installed //p') || true
  mapfile -t missing < <(comm -13 <(sort -u <<< "$installed") <(printf '%s\n' "$@" | sort -u))
  ((${#missing[@]})) || return 0
  if ((EUID != 0)); then
    command -v sudo > /dev/null ||
      die "missing packages: ${missing[*]}; install them as root or with sudo"
    as_root=(sudo)
  fi
  note "installing ${missing[*]}"
  as_root+=(env DEBIAN_FRONTEND=noninteractive apt-get -q)
  if ! { { [[ -n ${has_new_lists-} ]] || "${as_root[@]}" update; } &&
    "${as_root[@]}" install -y --no-install-recommends "${missing[@]}"; } >&2; then
    die "apt-get cannot install: ${missing[*]}"
  fi
  has_new_lists=1
}

# install_optional LOSS PACKAGE...: installs optional packages. If this fails, prints what is lost without them.
install_optional() {
  if ! (install_missing "${@:2}"); then note "without ${*:2} $1"; fi
}

# install_ranks: installs the optional packages for zermelo-mpi.
install_ranks() { install_optional "zermelo-mpi is not built, and the tests of ranks are skipped" "${rank_packages[@]}"; }

# in_git ARGUMENT...: runs git in this working tree.
in_git() { git -C "$root" "$@"; }

# expect_revision REVISION: fails unless git knows the revision.
expect_revision() {
  in_git rev-parse --quiet --verify "$1^{commit}" > /dev/null || die "--since: unknown revision '$1'"
}

# changed_since REVISION: prints the paths of changed files relative to the root, one per line, including uncommitted
# changes. A renamed file counts as new.
changed_since() {
  in_git diff --name-only --no-renames --diff-filter=d "$1"
  in_git ls-files --others --exclude-standard
}

# removed_since REVISION: prints the paths of removed files.
removed_since() { in_git diff --name-only --no-renames --diff-filter=D "$1"; }

# commit_of_the_day_before: prints the last commit that is at least a day older than HEAD, or nothing if the local
# history is too short.
commit_of_the_day_before() {
  local day=86400 committed
  committed=$(in_git log -1 --format=%ct 2> /dev/null) || return 0
  in_git rev-list -1 --first-parent --before="$((committed - day))" HEAD
}

# has_new_packages FOLDER: whether Debian packages have changed since the folder was configured, so that a missing one
# may be installed now.
has_new_packages() { [[ /var/lib/dpkg/status -nt $1/build.ninja ]]; }

# has_other_compiler FOLDER: whether a Clang preset was configured there for another compiler. With the new one, CMake
# would forget the rest of the preset.
has_other_compiler() {
  [[ $1 == *san && -e $1/CMakeCache.txt ]] && ! grep -q '^CMAKE_CXX_COMPILER:.*clang' "$1/CMakeCache.txt"
}

# configure PRESET: configures build/PRESET by CMake, or updates ZERMELO_WERROR there from the environment.
configure() {
  local folder=$root/build/$1 fresh=()
  if has_other_compiler "$folder"; then
    fresh=(--fresh)
  elif [[ -e $folder/build.ninja && -z ${ZERMELO_WERROR-} ]] && ! has_new_packages "$folder"; then
    return 0
  fi
  note "configuring build/$1"
  (cd "$root" && cmake --preset "$1" "${fresh[@]}" ${ZERMELO_WERROR:+"-DZERMELO_WERROR=$ZERMELO_WERROR"} >&2)
}

# compile PRESET [TARGET...]: runs ninja in build/PRESET. Prints nothing if everything is up to date.
compile() {
  ninja -C "$root/build/$1" "${@:2}" 2>&1 | sed -u -e '/^ninja: no work to do\.$/d' \
    -e '/^ninja: Entering directory/d' -e '/Re-checking globbed directories\.\.\.$/d' \
    -e '/Reading the git revision$/d' >&2
}

# can_write FOLDER: whether a folder is writable. Creates the folder if it is missing.
can_write() { { mkdir -p "$1" && [[ -w $1 ]]; } 2> /dev/null; }

# use_as_built PRESET TARGET...: for a read-only folder. Uses the existing programs and package; prints a source that is
# newer than one of them, and fails if one is missing.
use_as_built() {
  local folder=build/$1 program newer
  for program in "${@:2}"; do
    if [[ $program == zermelo_python ]]; then program=$folder/python/zermelo/_build.py; else program=$folder/bin/$program; fi
    [[ -e $root/$program ]] || die "cannot write $root/$folder, and $program is missing; build it on a writable copy"
    newer=$(cd "$root" && find framework games cmake CMakeLists.txt -type f -newer "$program" -print -quit)
    [[ -z $newer ]] || note "cannot write $root/$folder; using the old $program, although $newer is newer"
  done
}

# build PRESET [TARGET...]: configures and builds in build/PRESET. Messages go to stderr; there are none if everything
# is up to date.
build() {
  local folder=$root/build/$1
  if ! can_write "$folder"; then
    (($# > 1)) || die "cannot write $folder"
    use_as_built "$@"
    return
  fi
  # Two processes of ninja must not run in the same folder.
  (flock 9 && configure "$1" && compile "$@") 9> "$folder/.lock" || die "building build/$1 failed"
}
