"""Draw the images for link previews and app stores: python -m docs.pictures.preview

Run it from the project's directory when board or title have changed; `./build.sh test` installs the
requirements. The game is drawn without a window; Chromium encodes JPEG and WebP, for which pygame's files are
larger. The images are stored in `web/site/pictures`, where the build reads them.
"""

from __future__ import annotations

import base64
import os
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["LC_ALL"] = "en_GB.UTF-8"

import pygame
from playwright.sync_api import Page, sync_playwright

from game.client.app import routes
from game.client.app.app import App
from game.client.draw import paint, theme
from game.client.table.table import TableScene
from game.engine.record import read
from game.match import Match
from tests.client.conftest import Screen
from tests.web.conftest import launched
from web.site.icons import ICON
from web.site.manifest import SCREENSHOTS
from web.site.preview import CARD, GAMES, SENTENCE, SIZE

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "web/site/pictures"
RECORD, SHARE = ROOT / "tests/engine/records/hansa-teutonica-4.txt", 0.45
"""The recorded game in the link preview, and the share of it that has been played."""
TABLE = (3000, 1700)
"""Window size at which the board has the scale of the link preview."""
PART = (0.316, 0.243, 0.356)
"""Part of the board in the link preview: left and top edge and width, relative to the board's width."""
BOARD = 470
"""Horizontal position in the link preview at which the board begins."""
EDGE = 8
"""Width of the edge between the text and the board."""
NIGHT = (18, 37, 43)


class Form(NamedTuple):
    """An image format with its quality from 0 to 1."""

    kind: str
    quality: float


FORMS = {".jpg": Form("image/jpeg", 0.19), ".webp": Form("image/webp", 0.2)}
ENCODE = """async ([picture, kind, quality]) => {
    const image = new Image();
    image.src = "data:image/png;base64," + picture;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext("2d").drawImage(image, 0, 0);
    return canvas.toDataURL(kind, quality).split(",")[1];
}"""


def app_of(size: tuple[int, int]) -> App:
    """Return the game at its title, in a window of this size."""
    app = App(Screen(Path(tempfile.mkdtemp()), size))
    app.settings.speed, app.settings.theme, app.settings.played = "off", "dark", "yes"
    app.apply_settings()
    app.home(routes.Title())
    return app


def drawn(app: App) -> pygame.Surface:
    """Return the window after everything has been drawn."""
    app.step()
    while any(scene.unfinished for scene in app.scenes):
        app.step()
    app.step()
    return app.surface


def board() -> tuple[pygame.Surface, pygame.FRect]:
    """Return a window with a game, and the rectangle of its board."""
    record = read(RECORD.read_text(encoding="utf-8"))
    record = replace(record, actions=record.actions[: round(len(record.actions) * SHARE)])
    app = app_of(TABLE)
    app.open(routes.Table(Match("", record)))
    picture = drawn(app)
    assert isinstance(app.scene, TableScene)
    return picture, app.scene.stage.camera.board


def card() -> pygame.Surface:
    """Return the image for link previews: on the left the name and what it is, on the right part of the
    board."""
    window, on = board()
    card = pygame.Surface(SIZE, depth=24)
    card.fill(NIGHT)
    width, height = SIZE[0] - BOARD, SIZE[1]
    left, top, wide = (share * on.width for share in PART)
    part = window.subsurface(pygame.Rect(on.x + left, on.y + top, wide, wide * height / width))
    card.blit(pygame.transform.smoothscale(part, (width, height)), (BOARD, 0))
    card.fill(theme.BRASS, (BOARD, 0, EDGE, height))
    card.blit(pygame.image.load_sized_svg(ICON, (150, 150)), (56, 62))
    paint.blit_text(card, "Kontor", "display", 118, theme.BRASS_LIGHT, pygame.FRect(54, 226, 400, 130))
    y = 366
    for words, role, size in ((GAMES, "bold", 36), (SENTENCE, "text", 34)):
        for line in paint.wrap(words, role, size, BOARD - 2 * 56 + 30):
            paint.blit_text(card, line, role, size, theme.FOAM, pygame.FRect(58, y, BOARD - 70, size))
            y += size * 1.22
        y += 14
    return card


def write(page: Page, picture: pygame.Surface, name: str) -> None:
    """Write an image in the format of its suffix."""
    form = FORMS[Path(name).suffix]
    with tempfile.TemporaryDirectory() as scratch:
        plain = Path(scratch, "plain.png")
        pygame.image.save(picture, plain)
        given = base64.b64encode(plain.read_bytes()).decode()
    content = base64.b64decode(page.evaluate(ENCODE, [given, *form]))
    (PICTURES / name).write_bytes(content)
    print(f"drawn: web/site/pictures/{name}, {len(content)} bytes")


def main() -> None:
    """Draw and write all images."""
    pictures = {CARD: card()} | {shot.name: drawn(app_of(shot.size)).copy() for shot in SCREENSHOTS}
    with sync_playwright() as playwright, launched(playwright) as browser:
        page = browser.new_page()
        for name, picture in pictures.items():
            write(page, picture, name)


if __name__ == "__main__":
    main()
