"""The site's icons, drawn from the game's own ship."""

from __future__ import annotations

from pathlib import Path

import pygame

from web.cache import ROOT

SHIP = ROOT / "assets/art/common/cog.svg"
SHIP_SHAPE = (68, 48)
SEA = (18, 37, 43)
BRASS = (209, 165, 84)
FAVICON = "favicon.png"
SIZES = {FAVICON: 64, "icon-192.png": 192, "icon-512.png": 512}


def icon(size: int) -> pygame.Surface:
    """A square icon, filled to the edge; what matters stays clear of the corners, which platforms cut off."""
    picture = pygame.Surface((size, size), depth=24)
    picture.fill(SEA)
    pygame.draw.circle(picture, BRASS, (size / 2, size / 2), size * 0.39, max(1, round(size * 0.02)))
    width = size * 0.56
    ship = pygame.image.load_sized_svg(SHIP, (round(width), round(width * SHIP_SHAPE[1] / SHIP_SHAPE[0])))
    picture.blit(ship, ship.get_rect(center=(size / 2, size * 0.49)))
    return picture


def draw(folder: Path) -> None:
    """Write all icons into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, size in SIZES.items():
        pygame.image.save(icon(size), folder / name)
