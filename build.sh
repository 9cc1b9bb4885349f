#!/usr/bin/env bash
# The project's command line: ./build.sh help
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
export PYGAME_HIDE_SUPPORT_PROMPT=1
# Container images set it; here many Python processes start, and each would compile all its imports.
unset PYTHONDONTWRITEBYTECODE

. web/build-words.sh # usage, and say in the language of the system

fail() { say error "$(say "$@")" >&2; exit 1; } # KEY VALUE...

# need PACKAGE TEST...: install a Debian package unless the test command succeeds
missing=()
need() { local package=$1; shift; "$@" >/dev/null 2>&1 || missing+=("$package"); }
have() { command -v "$1"; }
has_library() { /sbin/ldconfig -p | grep -F "$1"; }
can_install() { [ "$(id -u)" = 0 ] && have apt-get >/dev/null; }

# Hash of the inputs of the .venv: it is rebuilt when one of these files changes.
wanted_venv() { sha256sum pyproject.toml requirements.lock; }
venv_is_current() { [ "$(cat .venv/made-for 2>/dev/null)" = "$(wanted_venv)" ] && .venv/bin/python -c '' 2>/dev/null; }

# List everything that will be installed, then install it: the missing packages found by need_*, and the
# .venv. What pip needs comes first; the other packages are installed while pip is busy.
install() {
  if [ ${#missing[@]} -gt 0 ]; then
    can_install || fail install "${missing[*]}"
    say apt "${missing[*]}"
  fi
  venv_is_current || say pip
  local package first=() others=() system
  for package in ${missing[@]+"${missing[@]}"}; do
    case $package in
      python3 | python3-venv | ca-certificates) first+=("$package") ;;
      *) others+=("$package") ;;
    esac
  done
  [ ${#missing[@]} = 0 ] || apt_get update
  [ ${#first[@]} = 0 ] || install_system "${first[@]}"
  if [ ${#others[@]} = 0 ]; then
    install_python
    return
  fi
  install_system "${others[@]}" &
  system=$!
  trap 'wait' EXIT # also after a failure or Ctrl-C: an interrupted apt-get would leave broken packages
  install_python
  wait "$system" || exit 1
  trap - EXIT
}

install_system() { apt_get install --no-install-recommends "$@"; } # PACKAGE...

apt_get() { # COMMAND [ARGUMENT...]
  local log
  log=$(mktemp)
  if ! DEBIAN_FRONTEND=noninteractive apt-get -y -qq "$@" >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    fail apt_failed "${missing[*]}" "$log"
  fi
  rm -f "$log"
}

# Return the first Python on the PATH that was built with optimisations, as those of distributions are, or
# else the first one. Without optimisations, pyenv's default, everything takes an eighth longer. KONTOR_PYTHON
# overrides it.
quick_python() {
  local each
  while read -r each; do
    if "$each" - <<'END' 2>/dev/null; then
import ensurepip, sys, sysconfig, venv
optimised = sys.base_prefix == "/usr" or "--enable-optimizations" in (sysconfig.get_config_var("CONFIG_ARGS") or "")
sys.exit(sys.version_info < (3, 11) or not optimised)
END
      echo "$each"
      return
    fi
  done < <(type -ap python3)
  echo python3
}

need_python() {
  python=${KONTOR_PYTHON:-$(quick_python)}
  need python3 have "$python"
  need python3-venv "$python" -c 'import ensurepip, venv'
  need ca-certificates test -e /etc/ssl/certs
}

need_compiler() { # for ./build.sh fast
  need_python
  need gcc have gcc
  need libc6-dev test -e /usr/include/stdio.h
  need python3-dev "$python" -c 'import os, sysconfig; open(os.path.join(sysconfig.get_paths()["include"], "Python.h"))'
}

need_web() {
  need_python
  need nodejs have node
  need npm have npm
}

has_python_library() {
  "$python" - <<'END'
import ctypes.util, os, sys, sysconfig
name = sysconfig.get_config_var("INSTSONAME") or ""
there = os.path.exists(os.path.join(sysconfig.get_config_var("LIBDIR") or "", name))
sys.exit(not there and not ctypes.util.find_library(f"python3.{sys.version_info.minor}"))
END
}

need_release() { # for PyInstaller
  need_web
  need binutils have objdump
  need "libpython3.$("$python" -c 'import sys; print(sys.version_info.minor)')" has_python_library
}

need_check() { # for release --check; elsewhere it skips what it cannot do
  need_release
  if can_install; then
    need debootstrap have debootstrap
    need appstream have appstreamcli
    need desktop-file-utils have desktop-file-validate
    need mandoc have mandoc
    need xvfb have Xvfb
    need xdotool have xdotool
  fi
}

need_browser() {
  need_release
  need chromium have chromium
  need libatomic1 has_library libatomic.so.1  # for the Node.js bundled with Playwright
  if can_install; then # elsewhere the Firefox tests are skipped
    need firefox-esr have firefox-esr
    need xvfb have Xvfb  # a screen and keys for the desktop game
    need xdotool have xdotool
    need redis-server have redis-server  # the store of two room servers that share rooms
  fi
}

# Without ensurepip, which has pip install pip and compile all of it: the wheel works when just unpacked.
make_venv() {
  "$python" -m venv --without-pip .venv
  .venv/bin/python - 2>/dev/null <<'END' || .venv/bin/python -m ensurepip >/dev/null
import ensurepip, pathlib, sysconfig, zipfile
folders = [pathlib.Path(ensurepip.__file__).with_name("_bundled")]
if shared := sysconfig.get_config_var("WHEEL_PKG_DIR"): # a distribution's
    folders.insert(0, pathlib.Path(shared))
wheel = next(wheel for folder in folders for wheel in folder.glob("pip-*.whl"))
new = pathlib.Path(sysconfig.get_path("purelib"), "new")
zipfile.ZipFile(wheel).extractall(new)
for part in sorted(new.iterdir(), reverse=True):  # metadata first, then pip, each moved atomically
    part.rename(new.with_name(part.name))
new.rmdir()
END
}

install_python() {
  "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || fail old_python "$("$python" --version)"
  ! venv_is_current || return 0
  # No pip, one truncated by an interruption (`import pip` then succeeds with half of it missing), or its
  # Python is gone.
  if ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
    rm -rf .venv
    make_venv
  fi
  # Compile our own modules meanwhile: otherwise each of many Pythons starting in parallel would do it.
  "$python" -m compileall -q game web >/dev/null 2>&1 &
  install_packages || fail pip_failed
  wanted_venv >.venv/made-for
}

# Packages that exist as source only, in pure Python, so that no compiler is needed.
SOURCE_ONLY=http-ece

# Install the locked packages, and nothing else, with two pip processes that each take every second package,
# as one is busy with unpacking. They are not compiled: that would double the time, and Python compiles the
# modules it imports. The pip of Debian 12 announces that a later one caches what it builds, twice.
install_packages() {
  local folder line half=0 pip pips=() status=0
  folder=$(mktemp -d)
  while IFS= read -r line; do
    [[ $line != [A-Za-z0-9]* ]] || half=$((1 - half))
    printf '%s\n' "$line" >>"$folder/$half"
  done <requirements.lock
  trap 'kill "${pips[@]}"; rm -rf "$folder"; exit 130' INT TERM # Ctrl-C does not reach what runs in the background
  for half in "$folder"/*; do
    .venv/bin/python -m pip install -q --disable-pip-version-check --require-hashes --no-deps --only-binary :all: \
      --no-binary "$SOURCE_ONLY" --use-pep517 --no-compile -r "$half" 2> >(grep -v '^DEPRECATION: --no-binary' >&2) &
    pips+=($!)
  done
  for pip in "${pips[@]}"; do wait "$pip" || status=1; done
  trap - INT TERM
  rm -rf "$folder"
  return $status
}

setup_python() { need_python; install; }
setup_compiler() { need_compiler; install; }
setup_web() { need_web; install; }
setup_release() { need_release; install; }
setup_check() { need_check; install; }
setup_browser() { need_browser; install; }

# Set up what the tests that pytest's arguments name need: only tests/web needs a browser, and the other directories
# need Python alone. Arguments without a path stand for all tests.
setup_tests() { # [ARGUMENT...]
  local word setup=
  for word in "$@"; do
    case $word in
      tests | tests/ | tests/web*) setup=; break ;;
      tests/test_*) setup=release ;;
      tests/*) setup=${setup:-python} ;;
    esac
  done
  "setup_${setup:-browser}"
}

# One version of each package, for all systems and every supported Python. Made by the newest uv, outside .venv: a lock
# that names withdrawn packages would prevent building it.
lock() {
  need_python
  [ ${#missing[@]} = 0 ] || { apt_get update; install_system "${missing[@]}"; }
  local venv index
  venv=$(mktemp -d)
  "$python" -m venv "$venv"
  "$venv/bin/python" -m pip install -q --disable-pip-version-check uv
  index=${PIP_INDEX_URL:-$("$venv/bin/python" -m pip config get global.index-url 2>/dev/null || true)} # uv reads none of pip's settings
  [ -z "$index" ] || export UV_DEFAULT_INDEX="$index"
  "$venv/bin/uv" pip compile --quiet --upgrade --universal --fork-strategy fewest --python-version 3.11 --all-extras \
    --only-binary :all: --no-binary "$SOURCE_ONLY" --generate-hashes --no-annotate --custom-compile-command "./build.sh lock" \
    --output-file requirements.lock pyproject.toml
  rm -rf "$venv"
}

# Check style, then types and tests with this number of workers: mypy is one of the tests
# (tests/test_types.py).
run_all() {
  local workers=$1
  shift
  .venv/bin/ruff check .
  # In CI, pytest would print compared values in full: the bytes of one image push the names of failures out
  # of the log.
  export KONTOR_CI=${CI-} # tests/conftest.py
  unset CI BUILD_NUMBER
  # Without a maximum, a test that terminates its worker would be restarted endlessly.
  exec .venv/bin/python -m pytest -n "$workers" --dist worksteal --max-worker-restart 2 --durations 20 "$@"
}

# at_most COUNT WORD...: exit if more words follow the command than it takes.
at_most() {
  local count=$1
  shift
  [ $# -gt "$count" ] || return 0
  shift "$count"
  misused "$1"
}

misused() { # WORD
  say error "$(say no_word "$command" "$1")" >&2
  usage >&2
  exit 2
}

command=${1:-help}
[ $# -eq 0 ] || shift
case $command in  # check all words before anything is installed
  serve)
    at_most 1 "$@"
    setup_web
    exec .venv/bin/python -m web.site serve "$@"
    ;;
  rooms)
    setup_web
    exec .venv/bin/python -m web.site rooms "$@"
    ;;
  build)
    at_most 0 "$@"
    setup_web
    exec .venv/bin/python -m web.site build
    ;;
  run)
    setup_python
    exec .venv/bin/python main.py "$@"
    ;;
  test)
    case "$*" in
      quick)
        setup_release
        run_all auto -m "not browser"
        ;;
      "")
        setup_browser
        run_all $(($(getconf _NPROCESSORS_ONLN) * 3 / 2))  # browsers leave the cores idle a tenth of their time
        ;;
      *)
        setup_tests "$@"
        exec .venv/bin/python -m pytest "$@"
        ;;
    esac
    ;;
  bench)
    setup_browser
    exec .venv/bin/python -m tests.bench "$@"
    ;;
  fuzz)
    at_most 1 "$@"
    setup_python
    case "${1:-}" in
      pairs) exec .venv/bin/python -m tests.engine.pairs "${@:2}" ;;
      *) exec .venv/bin/python -m tools.fuzz --seconds "${1:-60}" ;;
    esac
    ;;
  arena)
    setup_python
    exec .venv/bin/python -m tools.arena "$@"
    ;;
  fast)
    setup_compiler
    exec .venv/bin/python -m tools.native "$@"
    ;;
  docs)
    at_most 0 "$@"
    setup_python
    exec .venv/bin/python -m web.manual
    ;;
  release)
    at_most 1 "$@"
    case "${1:-}" in
      "")
        setup_release
        exec .venv/bin/python -m web.release
        ;;
      --check)
        setup_check
        exec .venv/bin/python -m web.release check
        ;;
      *) misused "$1" ;;
    esac
    ;;
  lock)
    at_most 0 "$@"
    lock
    ;;
  clean)
    at_most 1 "$@"
    [ "${1:---all}" = --all ] || misused "$1"
    rm -rf build .pytest_cache .mypy_cache .ruff_cache .hypothesis
    if [ "${1:-}" = --all ]; then
      rm -rf .venv "${KONTOR_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/kontor}"
    fi
    ;;
  help | -h | --help)
    usage
    ;;
  *)
    say error "$(say no_command "$command")" >&2
    usage >&2
    exit 2
    ;;
esac
