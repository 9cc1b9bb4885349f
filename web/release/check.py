"""Install every artifact of a release into an empty place and start it: ``./build.sh release --check``.

Debian package and desktop archive are tried in a minimal Debian without Python or a desktop, which needs root
and debootstrap. The wheel is tried in an empty virtual environment, which needs a network.
"""

from __future__ import annotations

import contextlib
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.request import urlopen

from game import VERSION
from web.cache import cache_dir, keep, sha256
from web.release import desktop, package
from web.release.running import run
from web.site.archive import files_below

TIMEOUT = 120.0
SURROUNDINGS = {"SDL_AUDIODRIVER": "dummy", "LC_ALL": "C.UTF-8"}
WINDOWS = ("libx11-6", "libxcursor1", "libxext6", "libxi6", "libxrandr2")
"""Packages that every desktop has, and the minimal Debian has not."""
DATA = "data"
VALIDATORS = {
    "applications/*.desktop": ("desktop-file-validate",),
    "metainfo/*.xml": ("appstreamcli", "validate", "--no-net"),
    "man/man1/kontor*.gz": ("mandoc", "-T", "lint", "-W", "warning"),
}


class Skipped(Exception):
    """A check that this machine cannot make; the message says what is missing."""


class Place:
    """A directory where an artifact is installed, and the words that run a command there."""

    def __init__(self, folder: Path, *enter: str) -> None:
        self.folder = folder
        self.enter = enter
        (folder / DATA).mkdir(exist_ok=True)

    def inside(self, path: str) -> str:
        """Return the name that a path below the directory has for its commands."""
        return f"/{path}" if self.enter else str(self.folder / path)

    def run(self, *words: str) -> str:
        """Run a command. Return its output. Raises `RuntimeError` if it fails."""
        return run([*self.enter, *words], self.folder)

    def apt(self, *words: str) -> None:
        """Install or remove Debian packages."""
        quiet = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-y", "--no-install-recommends")
        self.run(*quiet, *words)

    def start(self, *words: str, **variables: str) -> subprocess.Popen[str]:
        """Start a command with Kontor's data in this place. Its output is in `stdout`."""
        home = {"KONTOR_DATA": self.inside(DATA), "HOME": self.inside(DATA)}
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("SDL_", "PYTHON"))}
        environment = kept | SURROUNDINGS | home | variables
        return subprocess.Popen(
            [*self.enter, *words],
            cwd=self.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )


@contextlib.contextmanager
def screen() -> Iterator[str]:
    """Start a virtual screen. Yield its name. Raises `Skipped` without Xvfb and xdotool."""
    if not (shutil.which("Xvfb") and shutil.which("xdotool")):
        raise Skipped("needs Xvfb and xdotool")
    words = ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        try:
            yield f":{server.stdout.readline().strip()}"  # printed when it is ready
        finally:
            server.terminate()


def begins_a_game(place: Place, *command: str) -> None:
    """Start the game in a window and press keys until it has saved a new game: the first button of the title
    is Play, and a table saves its game immediately. Raises `RuntimeError`."""
    with screen() as display:
        process = place.start(*command, DISPLAY=display)
        try:
            end = time.monotonic() + TIMEOUT
            while not list((place.folder / DATA).glob("game*.txt")):
                run(["xdotool", "key", "Tab", "Return"], place.folder, {"DISPLAY": display})
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(0.5)
                if process.poll() is not None or time.monotonic() > end:
                    _end(process)
                    said = process.stdout.read() if process.stdout else ""
                    raise RuntimeError(f"{' '.join(command)} begins no game:\n{said[-2000:]}")
        finally:
            _end(process)


def hosts_a_table(place: Place, *command: str) -> None:
    """Start the room server, fetch its page, and wait until devices can play. Raises `RuntimeError`."""
    words = [*command, "rooms", "0", "--host", "127.0.0.1"]
    process = place.start(*words)
    try:
        assert process.stdout is not None
        address = next((found[0] for line in process.stdout if (found := re.search(r"http://\S+", line))), "")
        if not address:
            raise RuntimeError(f"{' '.join(words)} ended")
        for path, expected in {"": b'name="kontor-rooms" content="/"', "readyz": b"{"}.items():
            if expected not in _fetched(f"{address.rstrip('/')}/{path}"):
                raise RuntimeError(f"{address}{path} does not answer as expected")
    finally:
        _end(process)


def _fetched(url: str) -> bytes:
    """Fetch a URL of a server that is starting."""
    end = time.monotonic() + TIMEOUT
    while True:
        try:
            with urlopen(url, timeout=TIMEOUT) as answer:
                return bytes(answer.read())
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


def _end(process: subprocess.Popen[str]) -> None:
    """End a process and its children."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


# ---- places -------------------------------------------------------------------------------------


@contextlib.contextmanager
def empty_debian() -> Iterator[Place]:
    """Make a minimal Debian of the release that this machine runs. Raises `Skipped` without root or
    debootstrap."""
    release = platform.freedesktop_os_release() if sys.platform == "linux" else {}
    if release.get("ID") != "debian" or os.getuid() or not shutil.which("debootstrap"):
        raise Skipped("needs Debian, root and debootstrap")
    name = release["VERSION_CODENAME"]
    base = keep(cache_dir() / "root" / name, lambda folder: _bootstrap(name, folder))
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary, "root")
        run(["cp", "-a", str(base), str(folder)], base)
        enter = ("unshare", "--mount", "--pid", "--fork", f"--root={folder}", "--wd=/", "--mount-proc")
        shutil.copyfile("/etc/resolv.conf", folder / "etc/resolv.conf")
        place = Place(folder, *enter, "env", "PATH=/usr/sbin:/usr/bin:/sbin:/bin")
        place.run("apt-get", "-qq", "update")
        yield place


def _bootstrap(name: str, folder: Path) -> None:
    run(["debootstrap", "--variant=minbase", name, str(folder)], folder.parent)


@contextlib.contextmanager
def empty_environment() -> Iterator[Place]:
    """Make a virtual environment with nothing but pip."""
    with tempfile.TemporaryDirectory() as temporary:
        run([sys.executable, "-m", "venv", str(Path(temporary, "venv"))], Path(temporary))
        yield Place(Path(temporary))


# ---- checks -------------------------------------------------------------------------------------


def check_sums(folder: Path) -> None:
    """SHA256SUMS lists every file with its hash."""
    listed = dict(line.split("  ")[::-1] for line in (folder / "SHA256SUMS").read_text("utf-8").splitlines())
    found = {name: sha256(path) for name, path in files_below(folder) if name != "SHA256SUMS"}
    if listed != found:
        raise RuntimeError(f"SHA256SUMS does not fit: {sorted(listed.items() ^ found.items())}")


def check_sources(folder: Path) -> None:
    """The source distribution builds the wheel, byte by byte."""
    source, (wheel,) = folder / f"{package.NAME}-{VERSION}.tar.gz", folder.glob("*.whl")
    with tempfile.TemporaryDirectory() as temporary:
        if package.wheel(Path(temporary), source).read_bytes() != wheel.read_bytes():
            raise RuntimeError("the wheel of the source distribution has other bytes")


def check_metadata(folder: Path) -> None:
    """`twine check --strict` accepts both Python packages, so their description is shown on PyPI."""
    with empty_environment() as place:
        python = place.inside("venv/bin/python")
        place.run(python, "-m", "pip", "install", "-q", "twine")
        files = [str(path) for path in (*folder.glob("*.whl"), folder / f"{package.NAME}-{VERSION}.tar.gz")]
        place.run(python, "-m", "twine", "check", "--strict", *files)


def check_wheel(folder: Path) -> None:
    """The wheel runs in an empty environment: a game begins, and the server has the page."""
    (wheel,) = folder.glob("*.whl")
    with empty_environment() as place:
        place.run(place.inside("venv/bin/python"), "-m", "pip", "install", "-q", f"{wheel}[rooms]")
        begins_a_game(place, place.inside("venv/bin/kontor"))
        hosts_a_table(place, place.inside("venv/bin/kontor"))


def check_site(folder: Path) -> None:
    """The zip of the site contains every file that its page and its list of files name."""
    with zipfile.ZipFile(folder / f"kontor-{VERSION}-site.zip") as archive:
        names = set(archive.namelist())
        listed = set(re.findall(r'"((?:[\w.-]+/)+[\w.-]+)"', archive.read("service-worker.js").decode()))
    if not listed or (missing := listed - names):
        raise RuntimeError(f"the zip of the site lacks {sorted(missing)}")


def check_desktop(folder: Path) -> None:
    """The desktop archive runs on a Debian without Python."""
    (archive,) = folder.glob(f"kontor-{VERSION}-{desktop.system()}.tar.gz")
    with empty_debian() as place:
        with tarfile.open(archive) as tar:
            tar.extraction_filter = getattr(tarfile, "data_filter", lambda member, _path: member)
            tar.extractall(place.folder / "opt")
        place.apt("install", *WINDOWS)
        begins_a_game(place, f"/opt/{desktop.NAME}/{desktop.NAME}")


def check_debian(folder: Path) -> None:
    """The Debian package installs, runs, passes its validators, and leaves nothing behind."""
    (deb,) = folder.glob("*.deb") or [None]
    if deb is None:
        raise Skipped("there is no Debian package")
    with empty_debian() as place:
        shutil.copyfile(deb, place.folder / deb.name)
        place.apt("install", *WINDOWS)
        before = _files(place)
        place.apt("install", f"/{deb.name}")
        begins_a_game(place, "kontor")
        hosts_a_table(place, "kontor")
        for pattern, words in VALIDATORS.items():
            if shutil.which(words[0]):
                for path in (place.folder / "usr/share").glob(pattern):
                    run([*words, str(path)], place.folder)
        place.apt("purge", "kontor")
        left = {name for name in _files(place) - before if "kontor" in name.lower()}
        if left:
            raise RuntimeError(f"the package leaves behind {sorted(left)}")


def _files(place: Place) -> set[str]:
    """Return the files of a system except those of package managers and games."""
    parts = ("usr", "etc", "opt", "lib", "var/lib/systemd")
    found = (path for part in parts for path in (place.folder / part).rglob("*"))
    return {str(path.relative_to(place.folder)) for path in found}


CHECKS: tuple[Callable[[Path], None], ...] = (
    check_sums,
    check_sources,
    check_metadata,
    check_site,
    check_wheel,
    check_desktop,
    check_debian,
)


def check(folder: Path) -> bool:
    """Make all checks of the files in a directory. Print each with its result. Return True if none failed."""
    good = True
    for one in CHECKS:
        what, result = (one.__doc__ or "").partition("\n")[0], "ok"
        try:
            one(folder)
        except Skipped as reason:
            result = f"skipped ({reason})"
        except RuntimeError as error:
            good, result = False, f"FAILED\n{error}"
        print(f"  {what} {result}", flush=True)
    return good
