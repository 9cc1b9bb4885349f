"""The Debian package: game, tools and room server with all libraries in ``/usr/lib/kontor``.

Debian has no pygame-ce, and its versions of other libraries are older than those that Kontor needs, so the
package contains the locked ones. The compiled parts of pygame-ce need the Python version of the build.
"""

from __future__ import annotations

import email.utils
import gzip
import hashlib
import importlib.metadata
import os
import re
import shutil
import string
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

from packaging.requirements import Requirement

from game import VERSION
from web.cache import ROOT
from web.release import inside, licences
from web.release.package import EPOCH_VARIABLE, NAME, SOURCE_DATE_EPOCH
from web.release.running import run
from web.site.archive import files_below

HERE = Path(__file__).parent / "debian"
LIBRARY, DOCUMENTS = "usr/lib/kontor", "usr/share/doc/kontor"
MAINTAINER = "The Kontor developers <kontor@localhost>"
"""Debian requires an address. The sources name none."""
EXTRA = "rooms"
UNUSED = re.compile(
    r"pygame/(docs|examples|tests|__briefcase|__pyinstaller)/"
    r"|pygame/(pypm|_camera)\.|pygame/freesansbold\.ttf"  # MIDI, cameras, and a typeface under the GPL
    r"|pygame_ce\.libs/lib(portmidi|asound)|.*\.pyi$|.*/__pycache__/|\.\./"
)
"""Files of libraries that Kontor does not use."""
LICENCES = licences.Places(
    f"/{DOCUMENTS}/copyright", f"/{LIBRARY}/game/assets/fonts/OFL.txt", f"/{LIBRARY}", "-debian"
)
UNITS = ("kontor-rooms.service", "kontor-backup.service", "kontor-backup.timer")
PLACES = {"/opt/kontor/bin/kontor": "/usr/bin/kontor", "/usr/local/sbin/": "/usr/sbin/"}
"""Paths in the units of `deploy`, and those of the package."""


def build(folder: Path, wheel: Path, listed: Callable[[Path, list[inside.Part]], None]) -> Path:
    """Build the package from the wheel of a release and the libraries of this environment. Return it. Raises
    `RuntimeError`.

    listed: receives the unpacked package and its third-party parts
    """
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary)
        root.chmod(0o755)
        _unpack(wheel, root)
        for library in needed(_requirements(root / LIBRARY), EXTRA).values():
            _copy(library, root / LIBRARY)
        add_server(root)
        found = parts(root)
        listed(root, found)
        _document(root, found)
        _control(root)
        target = folder / f"kontor_{VERSION}-1_{architecture()}.deb"
        words = ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(root), str(target)]
        run(words, variables=EPOCH_VARIABLE)
    return target


def architecture() -> str:
    """Return Debian's name of this machine's processor."""
    return run(["dpkg", "--print-architecture"]).strip()


def needed(requirements: Iterable[str], extra: str = "") -> dict[str, importlib.metadata.Distribution]:
    """Return the installed libraries that meet requirements, directly or indirectly, by name."""
    found: dict[str, importlib.metadata.Distribution] = {}
    for requirement in map(Requirement, requirements):
        if not requirement.marker or requirement.marker.evaluate({"extra": extra}):
            library = importlib.metadata.distribution(requirement.name)
            found |= {library.name: library} | needed(library.requires or ())
    return found


def _unpack(wheel: Path, root: Path) -> None:
    """Unpack the modules of the wheel, and its shared files to where the system expects them."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(root / LIBRARY)
    (shared,) = (root / LIBRARY).glob("*.data")
    (shared / "data/share").rename(root / "usr/share")
    shutil.rmtree(shared)
    for page in (root / "usr/share/man").rglob("*.1"):
        _compress(page)


def _copy(library: importlib.metadata.Distribution, target: Path) -> None:
    """Copy the files of an installed library that Kontor uses."""
    for file in library.files or ():
        name, source = file.as_posix(), Path(str(file.locate()))
        if not UNUSED.match(name) and source.is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target / name)


def add_server(root: Path) -> None:
    """Add the command, and the units and settings of the room server. None of them is enabled."""
    _install(HERE / "kontor", root / "usr/bin/kontor", 0o755)
    _install(ROOT / "deploy/kontor-backup", root / "usr/sbin/kontor-backup", 0o755)
    _install(ROOT / "deploy/kontor.conf", root / "etc/kontor.conf")
    for unit in UNITS:
        target = root / "usr/lib/systemd/system" / unit
        _install(ROOT / "deploy" / unit, target)
        text = target.read_text(encoding="utf-8")
        for old, new in PLACES.items():
            text = text.replace(old, new)
        target.write_text(text, encoding="utf-8")


def _document(root: Path, parts: list[inside.Part]) -> None:
    """Add the licences of all parts, and the changelog."""
    documents = root / DOCUMENTS
    documents.mkdir(parents=True)
    _install(HERE / "copyright", documents / "copyright")
    _install(ROOT / "CHANGELOG.md", documents / "changelog")
    when = email.utils.formatdate(SOURCE_DATE_EPOCH)
    entry = (
        f"kontor ({VERSION}-1) stable; urgency=medium\n\n  * Release {VERSION}.\n\n -- {MAINTAINER}  {when}\n"
    )
    (documents / "changelog.Debian").write_text(entry, encoding="utf-8")
    for name in ("changelog", "changelog.Debian"):
        _compress(documents / name)
    _install(HERE / "overrides", root / "usr/share/lintian/overrides/kontor")
    licences.write(documents / "licences", parts, LICENCES)


def parts(root: Path) -> list[inside.Part]:
    """Return the third-party parts of an unpacked package."""
    folder = root / LIBRARY
    libraries = [
        inside.Part(
            library.name,
            library.version,
            inside.licence_of(library.name),
            tuple(
                sorted(path for file in library.files or () if (path := folder / file.as_posix()).is_file())
            ),
            "pypi",
        )
        for library in needed(_requirements(folder), EXTRA).values()
    ]
    return [*libraries, *inside.shared_libraries(folder), *inside.fonts(folder / "game/assets/fonts")]


def _control(root: Path) -> None:
    """Add the control files: description, checksums, settings files, and scripts."""
    files = [(name, path) for name, path in files_below(root) if not name.startswith("DEBIAN/")]
    for path in root.rglob("*"):
        if path.is_dir():
            path.chmod(0o755)
        elif not os.access(path, os.X_OK) or path.is_relative_to(root / LIBRARY):
            path.chmod(0o644)
    control, (major, minor) = root / "DEBIAN", sys.version_info[:2]
    described = string.Template((HERE / "control").read_text(encoding="utf-8")).substitute(
        version=f"{VERSION}-1",
        architecture=architecture(),
        maintainer=MAINTAINER,
        size=sum(path.stat().st_size for _, path in files) // 1024,
        python=f"{major}.{minor}",
        next_python=f"{major}.{minor + 1}",
    )
    control.mkdir()
    (control / "control").write_text(described, encoding="utf-8")
    sums = (f"{hashlib.md5(path.read_bytes()).hexdigest()}  {name}\n" for name, path in files)
    (control / "md5sums").write_text("".join(sums), encoding="utf-8")
    (control / "conffiles").write_text("/etc/kontor.conf\n", encoding="utf-8")
    for script in ("postinst", "prerm"):
        _install(HERE / script, control / script, 0o755)


def _requirements(folder: Path) -> list[str]:
    """Return the requirements of the Kontor in a directory."""
    (metadata,) = folder.glob(f"{NAME}-*.dist-info")
    return importlib.metadata.PathDistribution(metadata).requires or []


def _install(source: Path, target: Path, mode: int = 0o644) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(mode)


def _compress(path: Path) -> None:
    """Replace a file by its compressed form, with the same bytes at any time."""
    path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))
    path.unlink()
