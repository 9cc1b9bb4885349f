"""What the page carries of a library in plain Python: the encoder of segno, for QR codes.

Of the package only what works out the modules of a code goes along: the game draws them itself. The files are
slimmed like the game's own, and beside them stands the licence, as it asks for.
"""

from __future__ import annotations

from importlib.metadata import distribution
from pathlib import Path

from .slim import slim

PACKAGE = "segno"
MODULES = ("consts.py", "encoder.py")


def version() -> str:
    """The version that is installed, and so carried."""
    return distribution(PACKAGE).version


def sources() -> list[Path]:
    """The modules as they are installed."""
    return [Path(str(distribution(PACKAGE).locate_file(f"{PACKAGE}/{name}"))) for name in MODULES]


def licence() -> str:
    """The text of the licence."""
    (file,) = (file for file in distribution(PACKAGE).files or () if file.name == "LICENSE")
    return file.read_text(encoding="utf-8")


def write(folder: Path) -> None:
    """Write the package into a folder that the page imports from."""
    package = folder / PACKAGE
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "LICENSE").write_text(licence(), encoding="utf-8")
    for path in sources():
        (package / path.name).write_text(slim(path.read_text(encoding="utf-8")), encoding="utf-8")
