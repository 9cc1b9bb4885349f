"""The licences of everything inside a desktop bundle, as a directory of texts next to the program."""

from __future__ import annotations

import importlib.metadata
import re
import shutil
import sysconfig
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from web.release.inside import Part, licence_of

TEXTS = Path(__file__).parent / "texts"
"""Licence texts of libraries with all copyright holders, as Debian lists them, and the full licences they
cite."""
WHOLE = ("Apache-2.0", "GPL-2", "GPL-3", "LGPL-2", "LGPL-2.1")
ABOUT = """\
What Kontor is made of, and under which licences. Kontor itself is under the MIT licence ({own}),
its typefaces under the SIL Open Font License ({fonts}). Next to this file are the texts
for everything else in the directory {libraries}. Versions and files are in the list of contents that is
published with this package (its name ends in {kind}.cdx.json).

pygame-ce, FluidSynth, mpg123 and libsndfile are under the GNU Lesser General Public License. They are used
as they were published, and as separate libraries: each is a file in {libraries} that can be
replaced by another build of the same library. Their projects publish the sources under the versions in the
list.
"""


class Places(NamedTuple):
    """Places of the licence of Kontor, that of the typefaces, and the libraries in a package; and the kind of
    its bill of materials."""

    own: str
    fonts: str
    libraries: str
    kind: str


BUNDLE = Places("_internal/LICENSE", "_internal/assets/fonts/OFL.txt", "_internal", "-desktop")


def write(folder: Path, parts: Iterable[Part], places: Places = BUNDLE) -> None:
    """Write the texts of every part into a new directory. Parts without a text here are listed by the
    release."""
    folder.mkdir()
    (folder / "README.txt").write_text(ABOUT.format(**places._asdict()), encoding="utf-8")
    (folder / "python.txt").write_text(_python(), encoding="utf-8")
    for name in WHOLE:
        shutil.copyfile(TEXTS / f"{name}.txt", folder / f"{name}.txt")
    for part in parts:
        name = part.name.partition(":")[0]
        if (TEXTS / f"{name}.txt").is_file():
            shutil.copyfile(TEXTS / f"{name}.txt", folder / f"{name}.txt")
        elif part.kind == "pypi":
            (folder / f"{name}.txt").write_text(of_distribution(name), encoding="utf-8")


def of_distribution(name: str) -> str:
    """Return the licence in a Python package's metadata. pygame-ce has none there and is under the LGPL
    2.1."""
    if name == "pygame-ce":
        return "pygame-ce is under the GNU Lesser General Public License, version 2.1: LGPL-2.1.txt\n"
    files = importlib.metadata.files(name) or []
    texts = [file for file in files if re.search(r"licen[cs]e|copying|notice", file.name, re.IGNORECASE)]
    if not texts:
        return f"{name} is under the licence {licence_of(name)}. Its package contains no text of it.\n"
    return "\n".join(file.read_text(encoding="utf-8") for file in texts)


def _python() -> str:
    """Return Python's licence from the place where python.org or Debian install it."""
    version = sysconfig.get_python_version()
    own = Path(sysconfig.get_path("stdlib"), "LICENSE.txt")
    places = (own, Path(f"/usr/share/doc/python{version}/copyright"))
    found = [place for place in places if place.is_file()]
    if not found:
        raise RuntimeError(f"the licence of Python is in none of {', '.join(map(str, places))}")
    return found[0].read_text(encoding="utf-8")
