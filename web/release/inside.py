"""What is inside a release, with version and licence, in the form of CycloneDX (an SBOM)."""

from __future__ import annotations

import importlib.metadata
import platform
import re
import uuid
import warnings
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6

from web import pyodide
from web.wheel import pins

LOCK = Path(__file__).resolve().parents[1] / "wheel.lock"
KINDS = ("site", "desktop")
RELEASED = datetime(2020, 1, 1, tzinfo=UTC)
"""A fixed time, so that the same sources give the same bytes."""


class Part(NamedTuple):
    """Something inside that is not our own."""

    name: str
    version: str
    licence: str


SDL = (("libsdl2", "Zlib"), ("libsdl2-image", "Zlib"), ("libsdl2-ttf", "Zlib"), ("libsdl2-mixer", "Zlib"))
FONTS = (Part("Fira Sans", "4.203", "OFL-1.1"), Part("Grenze", "1.003", "OFL-1.1"))


def parts(kind: str) -> list[Part]:
    """Everything inside the site, or the desktop game made on this machine."""
    if kind == "site":
        locked = dict(re.findall(r"^([a-z0-9-]+)_(\S+)$", LOCK.read_text(encoding="utf-8"), re.M))
        found = [
            Part("Pyodide", pyodide.VERSION, "MPL-2.0"),
            Part("CPython", pins.PYTHON, "PSF-2.0"),
            Part("pygame-ce", pins.PYGAME.partition("==")[2].split()[0], "LGPL-2.1-only"),
            *(Part(name, locked[name], licence) for name, licence in SDL),
            Part("freetype", locked["freetype"], "FTL"),
        ]
    else:
        import pygame  # its wheel brings SDL along

        found = [
            Part("CPython", platform.python_version(), "PSF-2.0"),
            Part("pygame-ce", pygame.version.ver, "LGPL-2.1-only"),
            Part("SDL", ".".join(map(str, pygame.version.SDL)), "Zlib"),
            Part("platformdirs", importlib.metadata.version("platformdirs"), "MIT"),
            Part("PyInstaller bootloader", importlib.metadata.version("pyinstaller"), "Apache-2.0"),
        ]
    return [*found, *FONTS]


def bill(kind: str, version: str) -> str:
    """The list as JSON text."""
    licences = LicenseFactory()
    own = Component(
        name=f"kontor-{kind}",
        version=version,
        type=ComponentType.APPLICATION,
        bom_ref="kontor",
        licenses=[licences.make_from_string("MIT")],
    )
    others = [
        Component(
            name=part.name,
            version=part.version,
            type=ComponentType.LIBRARY,
            bom_ref=part.name,
            licenses=[licences.make_from_string(part.licence)],
        )
        for part in parts(kind)
    ]
    names = "".join(f"{part.name} {part.version}\n" for part in parts(kind))
    bom = Bom(
        components=others, serial_number=uuid.uuid5(uuid.NAMESPACE_URL, f"kontor-{kind} {version}\n{names}")
    )
    bom.metadata.component, bom.metadata.timestamp = own, RELEASED
    bom.register_dependency(own, others)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return JsonV1Dot6(bom).output_as_string(indent=2) + "\n"
