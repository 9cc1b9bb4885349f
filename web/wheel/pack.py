"""Pack the wheel: pygame's Python files, the module, and the licences of everything linked into it.

The wheel is reproducible: sorted names, one timestamp, one compression level.
"""

from __future__ import annotations

import base64
import hashlib
import zipfile
from collections.abc import Mapping
from pathlib import Path

from . import pins

EPOCH = (2020, 1, 1, 0, 0, 0)
LICENCES = ("LICENSE.txt", "LICENSE.TXT", "docs/FTL.TXT", "COPYING", "docs/LGPL.txt")
# Front ends of modules that the one-module build lacks.
LEFT_OUT = ("_sdl3_mixer.py", "_audio.py")


def package_files(work: Path, module: Path) -> dict[str, bytes]:
    """Return the files of the package ``pygame`` by their name in the wheel."""
    files = {f"pygame/{module.name}": module.read_bytes()}
    source = work / "pygame/src_py"
    for folder, package in ((source, "pygame"), (source / "_sdl2", "pygame/_sdl2")):
        for path in folder.iterdir():
            wanted = path.suffix in (".py", ".ttf") or path.name == "pygame_icon.bmp"
            if wanted and path.name not in LEFT_OUT:
                files[f"{package}/{path.name}"] = path.read_bytes()
    return files


def licence_files(work: Path) -> dict[str, bytes]:
    """Return the licences of pygame-ce and of every library, by ``<library>/<name>``."""
    found = {}
    for name in ("pygame", *pins.DEBIAN_SOURCES):
        texts = {f"{name}/{Path(text).name}": work / name / text for text in LICENCES}
        texts = {key: path for key, path in texts.items() if path.is_file()}
        if not texts:
            raise ValueError(f"{work / name} holds no licence text under a known name")
        found.update({key: path.read_bytes() for key, path in texts.items()})
    return found


def record(files: Mapping[str, bytes], name: str) -> bytes:
    """Return the wheel's table of contents, which lists itself under ``name``."""
    lines = []
    for file, content in sorted(files.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{file},sha256={digest},{len(content)}")
    return "\n".join([*lines, f"{name},,", ""]).encode()


def pack(work: Path, module: Path, folder: Path) -> Path:
    """Write the wheel into ``folder`` and return its path."""
    metadata = (work / "pygame/PKG-INFO").read_bytes()
    version = next(line.split()[1] for line in metadata.decode().splitlines() if line.startswith("Version:"))
    info = f"pygame_ce-{version}.dist-info"
    files = package_files(work, module)
    files |= {f"{info}/licenses/{name}": text for name, text in licence_files(work).items()}
    files[f"{info}/METADATA"] = metadata
    wheel = f"Wheel-Version: 1.0\nGenerator: kontor\nRoot-Is-Purelib: false\nTag: {pins.WHEEL_TAG}\n"
    files[f"{info}/WHEEL"] = wheel.encode()
    files[f"{info}/RECORD"] = record(files, f"{info}/RECORD")
    target = folder / f"pygame_ce-{version}-{pins.WHEEL_TAG}.whl"
    with zipfile.ZipFile(target, "w") as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, files[name], zipfile.ZIP_DEFLATED, compresslevel=9)
    return target
