"""The site's icons, derived from the game's own: framed, full-bleed, and small."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pygame

from game.client.draw.svg import raster
from game.platform.desktop.platform import ICON
from web.cache import ROOT

SHIP = ROOT / "assets/art/common/cog.svg"  # the ship of the loading screen
GABLE = Path(__file__).with_name("gable.svg")
"""A simplified drawing for 16 pixels, on a grid of 16 so that edges fall between pixels."""
FAVICON = "favicon.png"
SMALL = {FAVICON: 32}
FRAMED = {"icon-192.png": 192, "icon-512.png": 512}
FULL = {"icon-maskable-512.png": 512, "apple-touch-icon.png": 180}
"""Icons that platforms crop, at most to a circle of 80 % of the width."""
HOUSE_SCALE = 0.96


def full_bleed(*, house: bool = True) -> str:
    """Return the house by a full-bleed sea as SVG elements in a square of 512; without `house` the sea
    alone."""
    drawing = ICON.read_text(encoding="utf-8")
    lights, walls = (
        re.search(part, drawing, re.DOTALL) for part in ("<defs>.*?</defs>", '<g id="house">.*?</g>')
    )
    if lights is None or walls is None:
        raise ValueError(f"{ICON.name} has no lights or no house")
    x, y = 256 * (1 - HOUSE_SCALE), 256 * (1 - HOUSE_SCALE) + 6
    placed = f'<g transform="translate({x:.2f} {y:.2f}) scale({HOUSE_SCALE})">{walls[0]}</g>'
    waves = "c34 -16 68 -16 102 0s68 16 102 0" * 3
    return (
        f'{lights[0]}<rect width="512" height="512" fill="url(#sky)"/>{placed if house else ""}'
        f'<path d="M-50 402{waves}V512H-50Z" fill="#4f8a92"/>'
        f'<path d="M-20 444{waves}" fill="none" stroke="#b9dcd8" stroke-width="8"/>'
    )


def draw(folder: Path) -> None:
    """Write all icons into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    for source, sizes in ((GABLE, SMALL), (ICON, FRAMED)):
        for name, size in sizes.items():
            pygame.image.save(pygame.image.load_sized_svg(source, (size, size)), folder / name)
    for name, size in FULL.items():
        pygame.image.save(raster(full_bleed(), (0, 0, 512, 512), (size, size)), folder / name)
    shutil.copyfile(GABLE, folder / "favicon.svg")
