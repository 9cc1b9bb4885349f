"""The software bill of materials of a release, in the CycloneDX format: every third-party part with version,
licence, package URL and hashes.

Everything is read from the build's results: the bundle or the site, and the build information of the wheel.
"""

from __future__ import annotations

import importlib.metadata
import json
import platform
import re
import sys
import uuid
import warnings
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL
from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression
from PyInstaller.archive.readers import CArchiveReader

from web import pyodide
from web.cache import sha256
from web.release.libraries import libraries
from web.site import carried

RELEASED = datetime(2020, 1, 1, tzinfo=UTC)
"""A fixed timestamp, for reproducible output."""


class Part(NamedTuple):
    """A third-party part of a release."""

    name: str
    """Name of the project, and of its library if that differs: "libvorbis: vorbisfile"."""
    version: str
    licence: str
    """SPDX licence expression; "" if unknown, which the release reports."""
    files: tuple[Path, ...]
    """The part's files, or the file that contains it."""
    kind: str = "generic"
    """Type of the package URL (purl)."""
    release: str = ""
    """Version in the package URL if it differs from ``version``; "none" if unknown."""

    @property
    def address(self) -> PackageURL:
        """The package URL."""
        version = self.release or self.version
        space = "debian" if self.kind == "deb" else None
        project, _, library = self.name.partition(": ")
        number = None if version == "none" else version
        return PackageURL(self.kind, space, project, number, subpath=library or None)


LICENCES = {
    "libsdl2": "Zlib",
    "libsdl2-image": "Zlib",
    "libsdl2-ttf": "Zlib",
    "libsdl2-mixer": "Zlib",
    "freetype": "FTL",
    "pygame-ce": "LGPL-2.1-only",
    "platformdirs": "MIT",
    "websockets": "BSD-3-Clause",
    "segno": "BSD-3-Clause",
    "aiosignal": "Apache-2.0",
    "async-timeout": "Apache-2.0",
    "typing_extensions": "PSF-2.0",
}
"""Licences of projects whose metadata has no SPDX expression, by their names in lower case."""
PYTHON = "PSF-2.0"
LOADER = "GPL-2.0-or-later WITH Bootloader-exception"
PYGAME = r"^pygame-ce==(\S+)"


def licence_of(name: str) -> str:
    """Return the licence of an installed Python package as an SPDX expression, "" if it is unknown."""
    if name.lower() in LICENCES:
        return LICENCES[name.lower()]
    metadata = importlib.metadata.metadata(name)
    stated = [*(metadata.get_all("License-Expression") or []), *(metadata.get_all("License") or []), ""]
    try:
        return str(canonicalize_license_expression(stated[0]))
    except InvalidLicenseExpression:
        return ""


def fonts(folder: Path) -> list[Part]:
    """Return the typefaces among the assets."""
    return [
        Part("fira-sans", "4.203", "OFL-1.1", tuple(sorted(folder.glob("FiraSans*.ttf")))),
        Part("grenze", "1.003", "OFL-1.1", tuple(sorted(folder.glob("Grenze*.ttf")))),
    ]


def of_site(site: Path, buildinfo: Path, assets: Path) -> list[Part]:
    """Return the parts of a built site. `buildinfo` names the sources of the wheel in it."""
    if not buildinfo.is_file():
        raise RuntimeError("a wheel made elsewhere does not say what is in it; unset KONTOR_PYGAME_WHEEL")
    sources = buildinfo.read_text(encoding="utf-8")
    (runtime,) = site.glob("runtime-*")
    pygame = re.search(PYGAME, sources, re.M)
    assert pygame
    lock = json.loads((pyodide.pyodide() / "pyodide-lock.json").read_text(encoding="utf-8"))
    linked = (runtime / "pygame.pack",)
    interpreter = (runtime / "pyodide.asm.wasm", runtime / "stdlib.pack")
    return [
        Part("pyodide", pyodide.VERSION, "MPL-2.0", tuple(sorted(runtime.glob("pyodide*js"))), "npm"),
        Part("python", lock["info"]["python"], PYTHON, interpreter),
        Part("pygame-ce", pygame[1], LICENCES["pygame-ce"], linked, "pypi"),
        *(
            Part(name, version, LICENCES[name], linked, "deb")
            for name, version in re.findall(r"^([a-z0-9-]+)_(\S+)$", sources, re.M)
        ),
        Part("segno", carried.version(), LICENCES["segno"], (*site.glob("game-*/game.pack"),), "pypi"),
        *fonts(assets / "fonts"),
    ]


def of_bundle(bundle: Path, program: Path) -> list[Part]:
    """Return the parts of a desktop bundle made by this Python."""
    modules = CArchiveReader(str(program)).open_embedded_archive("PYZ.pyz").toc
    inside = next(bundle.glob("_internal"))
    python = [*_python(inside), *_packages(inside, program, modules)]
    return [*python, *fonts(inside / "assets/fonts"), *shared_libraries(inside)]


def shared_libraries(folder: Path) -> list[Part]:
    """Return the shared libraries below a directory."""
    found = list[Part]()
    for one in libraries(folder):
        name = one.library.name if one.library else one.stem
        own = one.stem.lower().replace("_", "-")
        part = name if own in (name, name.removeprefix("lib")) else f"{name}: {own}"
        licence = one.library.licence if one.library else ""
        version = one.release or f"interface {one.interface}"
        found.append(Part(part, version, licence, (one.path,), release=one.release or "none"))
    return found


def _python(inside: Path) -> list[Part]:
    files = [path for path in inside.rglob("*") if path.parent.name == "lib-dynload"]
    files += [*inside.glob("base_library.zip"), *inside.glob("*python3*"), *inside.glob("Python")]
    files = [path for path in files if path.is_file()]
    return [Part("python", platform.python_version(), PYTHON, tuple(sorted(files)))]


def _packages(inside: Path, program: Path, modules: Iterable[str]) -> list[Part]:
    """Return the Python packages: modules are packed into the program, other files are next to it."""
    tops = {name.partition(".")[0] for name in modules} - set(sys.stdlib_module_names)
    known = importlib.metadata.packages_distributions()
    names = {name: top for top in sorted(tops) for name in known.get(top, ())}
    found = [
        Part(
            name,
            importlib.metadata.version(name),
            licence_of(name),
            _beside(inside, name, top) or (program,),
            "pypi",
        )
        for name, top in names.items()
    ]
    loader = Part("pyinstaller", importlib.metadata.version("pyinstaller"), LOADER, (program,), "pypi")
    return [*found, loader]


def _beside(inside: Path, name: str, top: str) -> tuple[Path, ...]:
    """Return the files of a package that are next to the program: its own, and its metadata."""
    folders = [inside / top, *inside.glob(f"{name.replace('-', '_')}-*.dist-info")]
    return tuple(sorted(path for folder in folders for path in folder.rglob("*") if path.is_file()))


def merged(parts: Iterable[Part]) -> list[Part]:
    """Return parts of several places as one list: a part that is in two places has the files of both."""
    found: dict[tuple[str, str, str], Part] = {}
    for part in parts:
        key = part.name, part.version, part.kind
        found[key] = part._replace(files=found[key].files + part.files) if key in found else part
    return list(found.values())


def bill(kind: str, version: str, folder: Path, parts: list[Part]) -> str:
    """Return the bill of materials as JSON text; paths are relative to the built directory."""
    licences = LicenseFactory()
    own = Component(
        name=f"kontor-{kind}",
        version=version,
        type=ComponentType.APPLICATION,
        bom_ref="kontor",
        licenses=[licences.make_from_string("MIT")],
    )
    others = [_component(part, folder, licences) for part in parts]
    names = "".join(f"{part.name} {part.version}\n" for part in parts)
    bom = Bom(
        components=others, serial_number=uuid.uuid5(uuid.NAMESPACE_URL, f"kontor-{kind} {version}\n{names}")
    )
    bom.metadata.component, bom.metadata.timestamp = own, RELEASED
    bom.register_dependency(own, others)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return JsonV1Dot6(bom).output_as_string(indent=2) + "\n"


def _component(part: Part, folder: Path, licences: LicenseFactory) -> Component:
    """Return the component of a part: with its file's hash, or with its files, each with its hash."""
    hashes = {path: HashType(alg=HashAlgorithm.SHA_256, content=sha256(path)) for path in part.files}
    files = [
        Component(
            name=path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.name,
            type=ComponentType.FILE,
            bom_ref=f"{part.name} {part.version} {number}",
            hashes=[hashes[path]],
        )
        for number, path in enumerate(part.files)
    ]
    return Component(
        name=part.name,
        version=part.version,
        type=ComponentType.LIBRARY,
        bom_ref=f"{part.name} {part.version}",
        licenses=[licences.make_from_string(part.licence)] if part.licence else (),
        purl=part.address,
        hashes=list(hashes.values()) if len(hashes) == 1 else (),
        components=files,
    )
