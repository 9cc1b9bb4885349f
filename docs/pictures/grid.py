"""Draw every scene in windows of all sizes, for visual inspection: python -m docs.pictures.grid [scenes...]

The game is drawn without a window or a browser. Sizes, themes, text sizes and languages are combined pairwise
(`--few`: each size once). The images of a scene are placed next to each other on contact sheets of readable
size: `build/grid/<scene>.wide-1.png`, `.high-1.png` and so on. A prefix of its name selects a scene.
`--look light,large,de` draws one theme, text size and language in every window.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["LC_ALL"] = "en_GB.UTF-8"

import pygame

from docs.pictures.moments import Moment, Quick, moments, rest
from game.client.app import app as app_module
from game.client.app import routes
from game.client.app.app import App
from game.client.app.page import Page
from game.client.app.scene import Scene
from game.client.draw import theme
from game.client.storage.settings import Settings
from game.client.words.i18n import LANGUAGES
from tests.client.pairwise import pairwise

SIZES = ("1280x720", "1920x1080", "2560x1440", "768x1024", "390x844@3", "844x390@3", "320x568@2")
"""Window sizes in CSS pixels, with the number of device pixels per CSS pixel."""
WIDE, ROW, GAP, LINE = 1450, {"wide": 396, "high": 820}, 10, 16
"""Contact sheets in pixels: width, height of a row by shape, gap between images, height of a label."""
ROWS = {"wide": 2, "high": 1}
"""Rows of images on a contact sheet, by shape."""
SCREENS = 2
"""Maximum number of images of a scrolling scene."""


class Look(NamedTuple):
    """A window and a player's settings."""

    size: str
    theme: str
    text: str
    language: str

    @property
    def window(self) -> tuple[int, int, int]:
        """Width and height in device pixels, and their ratio to CSS pixels."""
        css, _, ratio = self.size.partition("@")
        width, height = map(int, css.split("x"))
        return width * int(ratio or 1), height * int(ratio or 1), int(ratio or 1)

    @property
    def kind(self) -> str:
        """The kind of contact sheet, by the window's shape."""
        width, height, _ = self.window
        return "wide" if width > height else "high"


def looks(sizes: Sequence[str], few: int | None, fixed: str = "") -> list[Look]:
    """Return the looks of a scene: all, or one in each size: `fixed`, or for its number `few` among the
    scenes."""
    if fixed:
        return [Look(size, *fixed.split(",")) for size in sizes]
    texts, languages = tuple(Settings.TEXT), tuple(LANGUAGES)
    if few is None:
        return [Look(*row) for row in pairwise(sizes, tuple(theme.THEMES), texts, languages)]
    found = []
    for number, size in enumerate(sizes, few):
        chosen = tuple(theme.THEMES)[number % 3], texts[(number + number // 3) % 3], languages[number % 4]
        found.append(Look(size, *chosen))
    return found


async def draw(moment: Moment, look: Look) -> list[pygame.Surface]:
    """Draw the scene in one look. Returns several images if it scrolls."""
    pygame.display.quit()
    width, height, ratio = look.window
    with tempfile.TemporaryDirectory() as folder:
        screen = Quick(Path(folder), (width, height), ratio)
        app = App(screen)
        pygame.event.clear()
        for name, value in look._asdict().items():
            if name != "size":
                setattr(app.settings, name, value)
        app.settings.speed = app.settings.look = app.settings.handover = "off"
        app.settings.played = "yes"
        app.keep_settings()
        app.home(routes.Title())
        app.step()
        await moment(app)
        await rest(app)
        pictures = [app.surface.copy()]
        while len(pictures) < SCREENS and scrolls(app.scene):
            app.refresh()
            await rest(app)
            pictures.append(app.surface.copy())
        screen.close()
    return pictures


def scrolls(scene: Scene) -> bool:
    """Scroll the scene by a window's height. Return whether it moved."""
    return isinstance(scene, Page) and scene._scroll_by(scene._body.height * 0.9)


def shrunk(picture: pygame.Surface, high: int) -> pygame.Surface:
    """Return an image scaled to a height."""
    width, height = picture.get_size()
    return pygame.transform.smoothscale(picture, (round(width * high / height), high))


def sheets(pictures: Sequence[tuple[Look, pygame.Surface]], kind: str) -> Iterator[pygame.Surface]:
    """Yield contact sheets of the images in rows, each labelled with its look."""
    letters, high = pygame.font.Font(None, LINE + 4), ROW[kind] + LINE + GAP
    rows: list[list[tuple[str, pygame.Surface]]] = []
    x = WIDE
    for look, picture in pictures:
        if x + picture.get_width() > WIDE - GAP:
            rows.append([])
            x = GAP
        rows[-1].append((" ".join(look), picture))
        x += picture.get_width() + GAP
    for first in range(0, len(rows), ROWS[kind]):
        some = rows[first : first + ROWS[kind]]
        made = pygame.Surface((WIDE, GAP + high * len(some)))
        made.fill((90, 90, 90))
        for y, row in enumerate(some):
            x = GAP
            for words, picture in row:
                made.blit(picture, (x, GAP + y * high))
                made.blit(letters.render(words, True, (255, 255, 255)), (x, (y + 1) * high - LINE))
                x += picture.get_width() + GAP
        yield made


def take(job: tuple[str, Path, Sequence[Look], bool]) -> str:
    """Draw a scene in all its looks. Return a progress message."""
    name, out, wanted, full = job
    app_module.HANDLING = float("inf")  # a change is drawn in the step that makes it
    moment = dict(moments())[name]
    taken: dict[str, list[tuple[Look, pygame.Surface]]] = {"wide": [], "high": []}
    failed = []
    for look in wanted:
        try:
            pictures = asyncio.run(draw(moment, look))
        except Exception as error:
            failed.append(f"{name} {' '.join(look)}: {error!r}")
            continue
        for number, picture in enumerate(pictures):
            taken[look.kind].append((look, shrunk(picture, ROW[look.kind])))
            if full:
                pygame.image.save(picture, out / f"{name}-{'-'.join(look)}-{number}.png")
    pygame.font.init()
    for kind, pictures_of in taken.items():
        for number, made in enumerate(sheets(pictures_of, kind), 1):
            pygame.image.save(made, out / f"{name}.{kind}-{number}.png")
    return "\n".join([f"drawn: {name}", *failed])


def main() -> None:
    """Draw the scenes given on the command line."""
    told = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    told.add_argument("scenes", nargs="*", help="what their names begin with; none: all")
    told.add_argument("--sizes", default=",".join(SIZES), help="default: %(default)s")
    told.add_argument("--few", action="store_true", help="each size once, other settings from scene to scene")
    told.add_argument(
        "--look", default="", help="theme,text size,language of all images, for example light,large,de"
    )
    told.add_argument("--full", action="store_true", help="keep each picture in its own size, too")
    told.add_argument("--jobs", type=int, default=1, help="processes")
    told.add_argument("--out", type=Path, default=Path("build/grid"))
    told.add_argument("--list", action="store_true", help="only name the scenes")
    asked = told.parse_args()
    names = [name for name, _ in moments()]
    if asked.scenes:
        names = [name for name in names if name.startswith(tuple(asked.scenes))]
    if asked.list:
        print("\n".join(names))
        return
    asked.out.mkdir(parents=True, exist_ok=True)
    sizes = asked.sizes.split(",")
    jobs = [
        (name, asked.out, looks(sizes, number if asked.few else None, asked.look), asked.full)
        for number, (name, _) in enumerate(moments())
        if name in names
    ]
    with multiprocessing.get_context("spawn").Pool(asked.jobs) as pool:
        for line in pool.imap_unordered(take, jobs):
            print(line, flush=True)
        pool.close()  # not terminate(): SDL takes the signal for a closed window
        pool.join()


if __name__ == "__main__":
    main()
