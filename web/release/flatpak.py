"""The Flatpak of the desktop game: a manifest with all its sources, which builds without a network."""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

import yaml
from packaging.utils import canonicalize_name

from web.cache import ROOT, sha256
from web.release import debian, linux
from web.release.running import run

RUNTIME, PYTHON = "25.08", "3.13"
"""Version of the Freedesktop runtime, and that of its Python."""
ARCHITECTURES = ("x86_64", "aarch64")
PLATFORMS = ("manylinux_2_28", "manylinux_2_17", "manylinux2014")
PERMISSIONS = (
    *("--device=dri", "--share=ipc", "--socket=fallback-x11", "--socket=pulseaudio", "--socket=wayland"),
    "--share=network",  # tables on other devices
)
INSTALL = "pip3 install --no-index --no-deps --prefix=${FLATPAK_DEST} *.whl"


def build(folder: Path, wheel: Path, repository: str = "") -> Path:
    """Write the manifest and all wheels into a new directory below `folder`. Return the manifest. Raises
    `RuntimeError` if a library cannot be downloaded."""
    name = linux.application_id(repository)
    target = folder / "flatpak"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    shutil.copyfile(wheel, target / wheel.name)
    sources = {wheel.name: list(ARCHITECTURES)}
    for architecture in ARCHITECTURES:
        for library in download(target, architecture):
            sources.setdefault(library.name, []).append(architecture)
    described = manifest(name, {file: (sha256(target / file), sources[file]) for file in sorted(sources)})
    path = target / f"{name}.yaml"
    path.write_text(yaml.safe_dump(described, sort_keys=False), encoding="utf-8")
    return path


def manifest(name: str, sources: dict[str, tuple[str, list[str]]]) -> dict[str, Any]:
    """Return the manifest of an application. `sources`: by file name, hash and architectures."""
    files = [
        {"type": "file", "path": file, "sha256": digest}
        | ({} if len(architectures) == len(ARCHITECTURES) else {"only-arches": architectures})
        for file, (digest, architectures) in sources.items()
    ]
    module = {"name": "kontor", "buildsystem": "simple", "build-commands": [INSTALL], "sources": files}
    return {
        "id": name,
        "runtime": "org.freedesktop.Platform",
        "runtime-version": RUNTIME,
        "sdk": "org.freedesktop.Sdk",
        "command": "kontor",
        "finish-args": list(PERMISSIONS),
        "modules": [module],
    }


def download(folder: Path, architecture: str) -> list[Path]:
    """Download the locked wheels of the game's libraries for the runtime's Python. Return them."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        requirements = tomllib.load(file)["project"]["dependencies"]
    names = {canonicalize_name(name) for name in debian.needed(requirements)}
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    entries = re.findall(r"^([a-z0-9-]+)(==.*(?:\n +--hash.*)+)", text, re.M)
    locked = "".join(f"{name}{rest}\n" for name, rest in entries if name in names)
    with tempfile.TemporaryDirectory() as temporary:
        wanted, fresh = Path(temporary, "locked.txt"), Path(temporary, "wheels")
        wanted.write_text(locked, encoding="utf-8")
        platforms = [f"--platform={platform}_{architecture}" for platform in PLATFORMS]
        words = [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps"]
        words += ["--only-binary=:all:", "--require-hashes", f"--python-version={PYTHON}", *platforms]
        run([*words, "-d", str(fresh), "-r", str(wanted)], Path(temporary))
        found = sorted(fresh.iterdir())
        for wheel in found:
            shutil.copyfile(wheel, folder / wheel.name)
    return [folder / wheel.name for wheel in found]
