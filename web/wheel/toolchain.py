"""A Debian with emscripten: this machine if it runs the pinned release, otherwise a chroot in the cache."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from web.cache import Progress, cache_dir, keep

from . import pins

LIBRARIES = "/usr/share/emscripten/cache/sysroot/lib"
"""Prebuilt system libraries, 1.5 GB. They are not unpacked: the wheel links none of them."""
PACKAGES = ("emscripten", "python3", "dpkg-dev", "patch", "xz-utils", "ca-certificates")


class ToolchainError(Exception):
    """A toolchain that cannot be set up; the message names a remedy."""


class Toolchain:
    """Runs commands on the system with emscripten. ``work`` is the build directory there, as a path of this
    machine.

    Commands run inside ``work`` and use relative file names, so that no path of this machine ends up in the
    result.
    """

    def __init__(self, root: Path | None) -> None:
        self.root = root
        self.work = (root or cache_dir() / "native") / "kontor"

    def command(self, *args: str, folder: str = ".") -> list[str]:
        """Return the command line that runs ``args`` in a directory below ``work``."""
        if self.root is None:
            return ["env", "-C", str(self.work / folder), *args]
        return ["chroot", str(self.root), "env", "-C", f"/kontor/{folder}", *args]

    def run(self, *args: str, folder: str = ".") -> str:
        """Run a command and return its output. Raises ToolchainError with the last output."""
        return checked(self.command(*args, folder=folder))


def checked(command: Sequence[str]) -> str:
    """Run a command and return its output. Raises ToolchainError with the last output."""
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).splitlines()[-20:])
        raise ToolchainError(f"this command failed ({done.returncode}): {' '.join(command)}\n{last}")
    return done.stdout


@cache
def mirror() -> str:
    """Return the Debian mirror in this machine's configuration."""
    listed = checked(["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"])
    main = [line for line in listed.splitlines() if "security" not in line]
    if not main:
        raise ToolchainError("apt knows no Debian mirror: is there a sources list under /etc/apt?")
    return main[0]


def apt_sources_options(folder: str) -> list[str]:
    """Return options with which apt-get reads the sources of the pinned release without changing the
    machine's lists."""
    return [
        "-o", f"Dir::Etc::sourcelist={folder}/sources.list",
        "-o", "Dir::Etc::sourceparts=-",
        "-o", f"Dir::State::lists={folder}/lists",
        "-o", "APT::Sandbox::User=root",
    ]  # fmt: skip


def make(progress: Progress) -> Toolchain:
    """Return a toolchain, installing missing packages. Raises ToolchainError if that is impossible."""
    release = platform.freedesktop_os_release() if Path("/etc/os-release").exists() else {}
    if release.get("ID") != "debian" or os.geteuid() != 0:
        raise ToolchainError(
            "the WebAssembly wheel of pygame-ce is compiled on Debian 12 or 13 as root.\n"
            "On another machine give a wheel made there: KONTOR_PYGAME_WHEEL=path ./build.sh build\n"
            "(the Debian machine keeps it under ~/.cache/kontor/wheel)."
        )
    if release.get("VERSION_CODENAME") == pins.DEBIAN:
        return make_native(progress)
    target = cache_dir() / "toolchain" / f"debian-{pins.DEBIAN}"
    keep(target, lambda root: make_chroot(root, progress))
    return Toolchain(target)


def make_native(progress: Progress) -> Toolchain:
    """Return this machine as the toolchain."""
    toolchain = Toolchain(None)
    if not shutil.which("emcc"):
        progress.step(f"emscripten from Debian {pins.DEBIAN} (about 400 MB, a minute)")
        checked(["apt-get", "update", "-qq"])
        checked(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *PACKAGES])
    toolchain.work.mkdir(parents=True, exist_ok=True)
    return toolchain


def make_chroot(root: Path, progress: Progress) -> None:
    """Create the chroot."""
    if not shutil.which("debootstrap"):
        checked(["apt-get", "update", "-qq"])
        checked(["apt-get", "install", "-y", "-qq", "--no-install-recommends", "debootstrap"])
    progress.step(f"a Debian {pins.DEBIAN} with emscripten (about 400 MB, a minute or two)")
    scripts = Path("/usr/share/debootstrap/scripts")
    script = scripts / (pins.DEBIAN if (scripts / pins.DEBIAN).exists() else "sid")
    minimal = ("--variant=minbase", "--include=ca-certificates")
    checked(["debootstrap", *minimal, pins.DEBIAN, str(root), mirror(), str(script)])
    options = f"force-unsafe-io\npath-exclude={LIBRARIES}/*\n"
    (root / "etc/dpkg/dpkg.cfg.d/kontor").write_text(options, encoding="utf-8")
    inside = ["chroot", str(root), "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
    checked([*inside, "install", "-y", "-qq", "--no-install-recommends", *PACKAGES])
    checked([*inside, "clean"])
    (root / LIBRARIES[1:]).mkdir(exist_ok=True)
    (root / "kontor").mkdir()
