"""The vendored subset of a pure Python library: the encoder of segno, for QR codes.

Only the part that computes the modules of a code is included, since the game draws them itself. The files are
stripped like those of the game, and the licence is included as it demands.
"""

from __future__ import annotations

from importlib.metadata import distribution
from pathlib import Path

from .slim import slim

PACKAGE = "segno"
MODULES = ("consts.py", "encoder.py")


def version() -> str:
    """Return the installed version, which is the one included."""
    return distribution(PACKAGE).version


def sources() -> list[Path]:
    """Return the included modules as they are installed."""
    return [Path(str(distribution(PACKAGE).locate_file(f"{PACKAGE}/{name}"))) for name in MODULES]


def licence() -> str:
    """Return the text of the licence."""
    (file,) = (file for file in distribution(PACKAGE).files or () if file.name == "LICENSE")
    return file.read_text(encoding="utf-8")


def write(folder: Path) -> None:
    """Write the package into a directory on the import path of the web app."""
    package = folder / PACKAGE
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "LICENSE").write_text(licence(), encoding="utf-8")
    for path in sources():
        (package / path.name).write_text(slim(path.read_text(encoding="utf-8")), encoding="utf-8")
