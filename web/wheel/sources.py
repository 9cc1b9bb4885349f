"""Fetch the sources: C libraries from Debian (signed), pygame-ce and Cython through pip (pinned by hash)."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from urllib.parse import quote

from web.cache import Progress, cache_dir, discard, keep, key_of, sha256
from web.tarball import unpack

from . import patches, pins
from .toolchain import Toolchain, ToolchainError, apt_sources_options, mirror

HERE = Path(__file__).parent


def pip(*args: str, requirement: str) -> None:
    """Fetch one requirement with pip, which rejects a file whose hash is not the pinned one."""
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder, "requirements.txt")
        listed.write_text(requirement + "\n", encoding="utf-8")
        environment = os.environ | {"PYTHONPATH": str(HERE / "backend")}
        hashed = ("--no-deps", "--require-hashes", "-r", str(listed))
        command = [sys.executable, "-m", "pip", "-q", *args, *hashed]
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise ToolchainError(f"pip could not fetch {requirement.split(' ')[0]}:\n{done.stderr[-2000:]}")


def pygame_sdist() -> Path:
    """Return the directory that holds the source archive of pygame-ce."""

    def fetch(folder: Path) -> None:
        source = ("--no-binary", ":all:", "--no-build-isolation")
        pip("download", *source, "-d", str(folder), requirement=pins.PYGAME)

    return keep(cache_dir() / "download" / key_of([], pins.PYGAME), fetch)


def cython() -> Path:
    """Return the directory to import Cython from: its portable wheel, so that every machine runs equal
    code."""

    def fetch(folder: Path) -> None:
        pure = ("--only-binary", ":all:", "--platform", "any", "--implementation", "py", "--abi", "none")
        pip("install", *pure, "--target", str(folder), requirement=pins.CYTHON)

    return keep(cache_dir() / "download" / key_of([], pins.CYTHON), fetch)


def debian_sources(toolchain: Toolchain, progress: Progress) -> None:
    """Unpack Debian's source packages into ``work/<name>``, with Debian's patches applied.

    Versions are pinned, so that every machine makes an identical wheel. A version that Debian no longer
    provides is replaced by the current one.
    """
    gone = []
    for name, pinned in pins.DEBIAN_SOURCES.items():
        try:
            pinned_source(toolchain, *pinned.split())
        except ToolchainError as error:
            progress.step(f"{name}: the pinned source is not to be had, Debian's present one is taken")
            gone.append((name, error))
    if gone:
        try:
            present_sources(toolchain, [name for name, _ in gone])
        except ToolchainError as error:
            pinned = "\n".join(str(why) for _, why in gone)
            raise ToolchainError(f"{error}\nnor are the pinned sources to be had:\n{pinned}") from None
    for name in pins.DEBIAN_SOURCES:
        unpacked = [path for path in toolchain.work.glob(f"{name}-[0-9]*") if path.is_dir()]
        if len(unpacked) != 1:
            raise ToolchainError(f"the Debian source {name} gave {unpacked} instead of one folder")
        unpacked[0].rename(toolchain.work / name)


def pinned_source(toolchain: Toolchain, path: str, digest: str) -> None:
    """Unpack the source package of a .dsc file in the mirror's pool; each of its files is checked by hash."""
    folder, _, dsc = path.rpartition("/")
    pool = f"{mirror().rstrip('/')}/pool/main/{folder}"
    download(toolchain, pool, dsc, digest)
    for name, sha in files_of((toolchain.work / dsc).read_text(encoding="utf-8")):
        download(toolchain, pool, name, sha)
    toolchain.run("dpkg-source", "-q", "-x", dsc)


def download(toolchain: Toolchain, pool: str, name: str, digest: str) -> None:
    """Fetch a file into ``work`` with apt and the machine's configuration; apt rejects a wrong hash."""
    address = f"{pool}/{quote(name, safe='')}"
    toolchain.run("/usr/lib/apt/apt-helper", "download-file", address, name, f"SHA256:{digest}")


def files_of(dsc: str) -> list[tuple[str, str]]:
    """Return name and SHA-256 of the files of a source package."""
    _, _, rest = dsc.partition("\nChecksums-Sha256:\n")
    lines = takewhile(lambda line: line.startswith(" "), rest.splitlines())
    return [(name, sha) for sha, _, name in map(str.split, lines)]


def present_sources(toolchain: Toolchain, names: Sequence[str]) -> None:
    """Unpack the current source packages of the release with these names."""
    apt = toolchain.work / "apt"
    (apt / "lists/partial").mkdir(parents=True)
    (apt / "sources.list").write_text(f"deb-src {mirror()} {pins.DEBIAN} main\n", encoding="utf-8")
    options = apt_sources_options(str(apt) if toolchain.root is None else "/kontor/apt")
    toolchain.run("apt-get", *options, "update", "-qq")
    toolchain.run("apt-get", *options, "source", "-qq", "-y", *names)


def headers(toolchain: Toolchain) -> None:
    """Unpack Python's headers into ``work/include``."""
    archive = HERE / "headers" / pins.HEADERS
    if sha256(archive) != pins.HEADERS_SHA256:
        raise ToolchainError(f"{archive} is damaged: its SHA-256 is not the pinned one; restore it from git")
    unpack(archive, toolchain.work / "include")


def translate(toolchain: Toolchain, module: str) -> None:
    """Translate one of pygame's Cython modules to C."""
    folder = toolchain.work / "pygame/src_c/cython"
    files = (f"pygame/_sdl2/{module}.pyx", "-o", f"../cython_out/{module}.c")
    command = [sys.executable, "-m", "cython", "-3", *files]
    environment = os.environ | {"PYTHONPATH": str(cython())}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise ToolchainError(f"Cython failed on {module}.pyx:\n{done.stderr[-2000:]}")


def prepare(toolchain: Toolchain, progress: Progress) -> list[str]:
    """Fill ``work`` with patched sources. Return the exact Debian versions used."""
    for old in list(toolchain.work.iterdir()):
        discard(old)
    progress.step(f"C sources from Debian {pins.DEBIAN}: {', '.join(pins.DEBIAN_SOURCES)}")
    debian_sources(toolchain, progress)
    progress.step("pygame-ce, Cython and the Python headers")
    unpack(next(pygame_sdist().glob("*.tar.gz")), toolchain.work / "pygame")
    headers(toolchain)
    patches.apply(toolchain.work)
    (toolchain.work / "pygame/src_c/cython_out").mkdir()
    for module in ("audio", "mixer", "sdl2", "video"):
        translate(toolchain, module)
    return sorted(path.stem for path in toolchain.work.glob("*.dsc"))
