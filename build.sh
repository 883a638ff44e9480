#!/usr/bin/env bash
# Builds, tests and installs the compiler. `./build.sh --help` lists the commands.
set -euo pipefail

usage() {
  cat <<'USAGE'
usage: ./build.sh [COMMAND] [OPTIONS]

commands
  build                 build build/bin/clang++, clang and opt (the default)
  demo                  build, then run the demonstration
  test                  build, then run every test; ends with "N passed, N failed"
  bench                 build, then run the benchmarks
  install --prefix DIR  build, then copy the compiler to DIR
  clean                 remove build/ (the shared cache stays)

options
  --llvm-project DIR    put the overlay and both patch series on a complete
                        llvm-project tree, to build it the usual way, and stop
  -j N                  parallel jobs (default: number of processors)
  -- ARGUMENT...        for the program that demo, test or bench runs; e.g.
                        `./build.sh test -- clang unit` runs two suites
  --help                this text

`./build.sh build TARGET...` builds only these targets of CMakeLists.txt.

environment
  ESCOP_CACHE_DIR       downloads, unpacked sources and compiler cache, shared by
                        all checkouts (default: ~/.cache/escop-clang)
USAGE
}

top=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
build=$top/build
logs=$build/log
tree=$build/llvm-project
cache=${ESCOP_CACHE_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/escop-clang}
jobs=$(nproc)

# versions.json is flat and ours: one key a line.
version_of() { sed -n "s/^ *\"$1\": \"\([^\"]*\)\".*/\1/p" "$top/versions.json"; }
llvm_version=$(version_of llvm)
llvm_major=${llvm_version%%.*}
source_package=$(version_of package)
llvm_prefix=/usr/lib/llvm-$llvm_major

packages=(
  "clang-$llvm_major" "llvm-$llvm_major" "llvm-$llvm_major-dev" "llvm-$llvm_major-tools"
  "libclang-$llvm_major-dev" "libclang-rt-$llvm_major-dev" "libpolly-$llvm_major-dev"
  "lld-$llvm_major" "libomp-$llvm_major-dev" cmake ninja-build ccache git python3 xz-utils g++
  libz3-dev zlib1g-dev libzstd-dev libxml2-dev
)

step=start
step_log=
say() { printf '==> %s\n' "$*"; }
die() { printf 'build.sh: %s\n' "$*" >&2; step=; exit 1; }

# Every end but a good one closes with one line that names the step and its log.
on_exit() {
  local status=$?
  if ((status != 0)) && [[ -n $step ]]; then
    local hint=
    if [[ $(df --output=avail "$top" "$cache" 2>/dev/null | sort -n | awk '/[0-9]/{print $1; exit}') -lt 10240 ]]; then
      hint=' (the disk is full)'
    fi
    printf 'build.sh: step "%s" failed%s%s\n' "$step" "$hint" \
      "${step_log:+; the log is $step_log}" >&2
  fi
}
trap on_exit EXIT
trap 'exit 130' INT TERM

# Runs a command as a named step; its output goes to the screen and to a log.
run_step() { # NAME COMMAND...
  step=$1
  shift
  mkdir -p "$logs"
  step_log=$logs/${step// /-}.log
  say "$step"
  "$@" 2>&1 | tee "$step_log"
  step_log=
}

# The same, but only the log gets the output.
quiet_step() { # NAME COMMAND...
  step=$1
  shift
  mkdir -p "$logs"
  step_log=$logs/${step// /-}.log
  say "$step"
  "$@" >"$step_log" 2>&1 || { local status=$?; tail -n 15 "$step_log" >&2; return "$status"; }
  step_log=
}

need_space() { # DIR MEGABYTES
  local free
  mkdir -p "$1"
  free=$(df --output=avail -m "$1" | tail -n 1)
  ((free >= $2)) || die "no room: $1 has ${free} MB free, $2 MB are needed"
}

install_packages() {
  step='install packages'
  local missing=() package
  [[ $(type -P apt-get) && $(type -P dpkg-query) ]] ||
    die 'this builds on Debian 12 or later (apt-get and dpkg-query are not there)'
  for package in "${packages[@]}"; do
    [[ $(dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null) == ii* ]] ||
      missing+=("$package")
  done
  ((${#missing[@]})) || return 0
  local command="apt-get install -y --no-install-recommends ${missing[*]}"
  if ((EUID != 0)); then
    die "packages are missing; run:  sudo $command"
  fi
  if ! apt-cache policy "clang-$llvm_major" 2>/dev/null | grep -q 'Candidate: [0-9]'; then
    run_step 'update package lists' apt-get update
  fi
  say "$command"
  # shellcheck disable=SC2086 # the words of the command as printed
  DEBIAN_FRONTEND=noninteractive run_step 'install packages' $command
}

# Downloads the source package of exactly the installed libraries. The package
# lists for sources live in the cache: the user's apt configuration stays as it is.
download_source() { # DIR VERSION
  local dir=$1 version=$2 uri suite
  if [[ ! -d /var/lib/apt/lists ]] || ! compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null; then
    if ((EUID == 0)); then apt-get update; fi
  fi
  # The line below the version's: "        500 http://host/debian bookworm/main amd64 Packages"
  read -r uri suite < <(apt-cache policy "clang-$llvm_major" |
    awk -v v="$(dpkg-query -W -f='${Version}' "clang-$llvm_major")" '
      $1 == v || $2 == v {on = 1; next}
      on && $2 ~ /:\// {sub(/\/.*/, "", $3); print $2, $3; exit}') ||
    die "apt does not know where clang-$llvm_major $version comes from"
  mkdir -p "$dir/apt/lists/partial" "$dir/apt/archives/partial"
  printf 'deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] %s %s main\n' \
    "$uri" "$suite" >"$dir/apt/sources.list"
  local options=(
    -o "Dir::Etc::SourceList=$dir/apt/sources.list" -o Dir::Etc::SourceParts=-
    -o "Dir::State::Lists=$dir/apt/lists" -o "Dir::Cache=$dir/apt"
    -o APT::Sandbox::User=root)
  apt-get "${options[@]}" update
  (cd "$dir" && apt-get "${options[@]}" source --download-only "$source_package=$version")
  rm -rf "$dir/apt"
}

check_hashes() { # DIR
  local file sum want
  for file in "$1"/*.tar.xz; do
    want=$(version_of "${file##*/}")
    sum=$(sha256sum "$file")
    sum=${sum%% *}
    if [[ -z $want && $file != *.orig.tar.xz ]]; then
      echo "note: ${file##*/} is a newer Debian revision than versions.json names; apt has checked its signature"
    elif [[ $sum != "$want" ]]; then
      rm -f "$file"
      echo "${file##*/}: SHA-256 is $sum, versions.json says $want; the file was removed"
      return 1
    fi
  done
}

# The parts of the release that the build and its tests read, as a git
# repository: branch `upstream` is the release, `distro` has Debian's patches.
unpack_source() { # DOWNLOADS DIR
  local from=$1 dir=$2 work=$2.part git name patch
  rm -rf "$work"
  mkdir -p "$work/debian"
  tar -xJf "$from"/*.debian.tar.xz -C "$work/debian" --strip-components=1
  mkdir -p "$work/tree"
  tar -xJf "$from"/*.orig.tar.xz -C "$work/tree" --strip-components=1 --wildcards --no-wildcards-match-slash \
    --exclude='*/polly/lib/External/isl/test_inputs' --exclude='*/polly/lib/External/isl/interface' \
    --exclude='*/polly/lib/External/isl/imath_wrap' --exclude='*/clang/lib/Headers' \
    '*/clang/include' '*/clang/lib' '*/clang/tools/driver' '*/clang/utils/TableGen' \
    '*/clang/test/CodeGenCXX' '*/clang/test/Driver' '*/clang/test/lit.cfg.py' '*/clang/test/lit.site.cfg.py.in' \
    '*/llvm/tools/opt' '*/llvm/utils/lit' '*/llvm/LICENSE.TXT' '*/polly' '*/third-party/unittest'
  git=(git -C "$work/tree" -c user.name=source -c user.email=source@localhost -c core.safecrlf=false -c gc.auto=0)
  git -C "$work/tree" init --quiet --initial-branch=upstream
  "${git[@]}" config core.autocrlf false
  "${git[@]}" add --all --force
  GIT_COMMITTER_DATE='2025-01-14T00:00:00Z' "${git[@]}" commit --quiet --date='2025-01-14T00:00:00Z' -m "llvmorg-$llvm_version"
  "${git[@]}" checkout --quiet -b distro
  while read -r name _; do
    [[ -n $name && $name != '#'* ]] || continue
    patch=$work/debian/patches/$name
    # A patch may edit files of other subprojects, too: only ours are unpacked.
    "${git[@]}" apply --whitespace=nowarn --include='clang/include/*' --include='clang/lib/*' \
      --exclude='clang/lib/Headers/*' --include='clang/tools/driver/*' --include='clang/utils/TableGen/*' \
      --include='clang/test/CodeGenCXX/*' --include='clang/test/Driver/*' --include='clang/test/lit*' --include='llvm/utils/lit/*' \
      --include='polly/*' --include='third-party/unittest/*' "$patch"
  done <"$work/debian/patches/series"
  "${git[@]}" add --all --force
  GIT_COMMITTER_DATE='2025-01-14T00:00:01Z' "${git[@]}" commit --quiet --date='2025-01-14T00:00:01Z' -m "Debian's patches"
  rm -rf "$dir"
  mv "$work" "$dir"
}

prepare_source() {
  local version downloads
  version=$(dpkg-query -W -f='${source:Version}' "libclang-$llvm_major-dev")
  [[ $version == *"$llvm_version"-* ]] ||
    die "libclang-$llvm_major-dev is $version, this compiler is built on $llvm_version"
  downloads=$cache/downloads/${version//[:~]/_}
  source=$cache/source-3/${version//[:~]/_}
  if [[ ! -f $source/debian/patches/series ]]; then
    need_space "$cache" 3000
    mkdir -p "$downloads"
    if ! compgen -G "$downloads/*.orig.tar.xz" >/dev/null || ! compgen -G "$downloads/*.debian.tar.xz" >/dev/null; then
      run_step 'download source' download_source "$downloads" "$version"
    fi
    run_step 'check hashes' check_hashes "$downloads"
    # Two checkouts may arrive here at the same time.
    exec 9>"$cache/source.lock"
    flock 9
    if [[ ! -f $source/debian/patches/series ]]; then
      quiet_step 'unpack source' unpack_source "$downloads" "$source"
    fi
    exec 9>&-
  fi
}

patch_tree() {
  if [[ ! -f $tree/.git/escop-ready-3 ]]; then
    rm -rf "$tree"
    git clone --quiet --local --no-checkout "$source/tree" "$tree"
    git -C "$tree" config gc.auto 0
    git -C "$tree" update-ref refs/heads/distro origin/distro
    git -C "$tree" update-ref refs/heads/upstream origin/upstream
    git -C "$tree" checkout --quiet --detach distro
    git -C "$tree" update-ref refs/series/applied HEAD
    touch "$tree/.git/escop-ready-3"
  fi
  "$top/tools/apply-patches" "$tree"
}

# Objects are shared by all checkouts: paths below the checkout count relatively,
# and of a precompiled header only its .sum file counts (cmake/make-pch).
configure() {
  cat >"$build/ccache.conf" <<CONF
cache_dir = $cache/ccache
max_size = 2G
base_dir = $top
hash_dir = false
compiler_check = content
sloppiness = pch_defines,time_macros
pch_external_checksum = true
CONF
  cmake -S "$top" -B "$build" -G Ninja \
    -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_CXX_COMPILER="$llvm_prefix/bin/clang++" \
    -DLLVM_PREFIX="$llvm_prefix" -DLLVM_TREE="$tree"
}

# The driver looks for its companions (ld.lld, the LTO plugin, libomp, libc++)
# beside itself: links to the distribution's.
link_companions() { # DIR
  local file
  mkdir -p "$1/bin" "$1/lib/clang" "$1/include"
  ln -sfn "$llvm_prefix/lib/clang/$llvm_major" "$1/lib/clang/$llvm_major"
  for file in clang clang++ clang-cpp clang-cl; do
    ln -sfn "clang-$llvm_major" "$1/bin/$file"
  done
  for file in "$llvm_prefix"/bin/* "$llvm_prefix"/lib/{LLVMgold.so,libomp*,libc++*,libunwind*} \
    "$llvm_prefix"/include/c++; do
    [[ ! -e $file || -e $1/${file#"$llvm_prefix"/} ]] || ln -sfn "$file" "$1/${file#"$llvm_prefix"/}"
  done
}

build_all() {
  install_packages
  prepare_source
  need_space "$build" 1500
  run_step 'apply patches' patch_tree
  if [[ ! -f $build/build.ninja ]]; then
    quiet_step configure configure
  fi
  run_step compile ninja -C "$build" -j "$jobs" "$@"
  if (($# == 0)); then link_companions "$build"; fi
  step=
}

# Copies the two programs; everything else is links to the packages, which the
# compiler needs anyway.
install_to() { # DIR
  local dir=$1 tool
  need_space "$dir" 400
  mkdir -p "$dir/bin"
  for tool in "clang-$llvm_major" opt; do
    # A running compiler keeps its file: the new one takes its name.
    cp "$build/bin/$tool" "$dir/bin/.$tool.new"
    mv -f "$dir/bin/.$tool.new" "$dir/bin/$tool"
  done
  link_companions "$dir"
  say "installed: $(cd "$dir" && pwd)/bin/clang++"
}

# Programs that the project's other parts bring along run as the last step.
run_program() { # NAME PROGRAM ARGUMENT...
  step=$1
  shift
  [[ -e $1 ]] || die "there is no ${1#"$top"/}"
  if [[ $1 == *.py ]]; then set -- python3 "$@"; fi
  "$@"
  step=
}

command=build
targets=()
prefix=
arguments=()
while (($#)); do
  case $1 in
  build | demo | test | bench | install | clean) command=$1 ;;
  --prefix) prefix=${2?--prefix needs a directory}; shift ;;
  --prefix=*) prefix=${1#*=} ;;
  --llvm-project) step=; exec "$top/tools/apply-patches" --full "${2?--llvm-project needs a directory}" ;;
  --llvm-project=*) step=; exec "$top/tools/apply-patches" --full "${1#*=}" ;;
  -j) jobs=${2?-j needs a number}; shift ;;
  -j[0-9]*) jobs=${1#-j} ;;
  -h | --help | help) usage; step=; exit 0 ;;
  --) shift; arguments=("$@"); break ;;
  -*) usage >&2; die "unknown option $1" ;;
  *)
    if [[ $command == build && $1 != *[!A-Za-z0-9_.-]* ]]; then targets+=("$1"); else usage >&2; die "unknown command $1"; fi
    ;;
  esac
  shift
done

case $command in
build) build_all "${targets[@]}" ;;
demo)
  build_all
  run_program demo "$top/test/demo/run" "${arguments[@]}"
  ;;
bench)
  build_all
  run_program bench "$top/bench/run.py" "${arguments[@]}"
  ;;
test)
  build_all
  # Its last line, "N passed, N failed", stays the last one.
  "$top/tools/run-tests" --jobs "$jobs" --cache "$cache" "${arguments[@]}" || exit 1
  ;;
install)
  [[ -n $prefix ]] || die 'install needs --prefix DIR'
  build_all
  step=install
  install_to "$prefix"
  step=
  ;;
clean)
  rm -rf "$build"
  step=
  ;;
esac
