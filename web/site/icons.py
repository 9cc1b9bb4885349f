"""The site's icons, drawn from the game's own."""

from __future__ import annotations

from pathlib import Path

import pygame

from web.cache import ROOT

ICON = ROOT / "assets/icon.svg"
SHIP = ROOT / "assets/art/common/cog.svg"  # sails on the loading screen
SEA = (18, 37, 43)
FAVICON = "favicon.png"
FREE_STANDING = {FAVICON: 64, "icon-192.png": 192}
MASKED = {"icon-512.png": 512}
SAFE = 0.78  # of the width: platforms crop a maskable icon to their own shape


def free_standing(size: int) -> pygame.Surface:
    """The icon on a transparent ground."""
    return pygame.image.load_sized_svg(ICON, (size, size))


def masked(size: int) -> pygame.Surface:
    """The icon on a ground that fills the square."""
    picture = pygame.Surface((size, size), depth=24)
    picture.fill(SEA)
    inner = free_standing(round(size * SAFE))
    picture.blit(inner, inner.get_rect(center=(size / 2, size / 2)))
    return picture


def draw(folder: Path) -> None:
    """Write all icons into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, size in FREE_STANDING.items():
        pygame.image.save(free_standing(size), folder / name)
    for name, size in MASKED.items():
        pygame.image.save(masked(size), folder / name)
