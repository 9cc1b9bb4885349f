"""Themes: light, dark and high contrast, chosen or the system's, stored, and readable (WCAG 2.2, 1.4.3 and
1.4.11)."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from statistics import median_low

import pygame
import pytest

from game import engine
from game.client.app.app import App
from game.client.app.page import Page
from game.client.draw import paint, theme
from game.client.draw.canvas import Canvas
from game.client.draw.canvas import paint as paint_marks
from game.client.draw.theme import Colour
from game.client.draw.widgets import Button, ChoiceCard, Look, TextField, Widget
from game.client.learn.lessons import LessonsPage
from game.client.learn.puzzle import PuzzlesPage
from game.client.pages.arrival import ArrivalPage
from game.client.pages.new_game import NewGamePage
from game.client.pages.settings import SettingsPage
from game.client.pages.title import TitleScene
from game.client.rooms.together import DoorPage
from game.client.table.desks import Tab
from game.client.tables.page import TablesPage
from game.client.views import make_view
from game.client.views.standing import GaugeWidget, Standing
from game.match import COLOURS, PlayerInfo
from game.platform import Changed

from .conftest import Person
from .gallery import gallery
from .pairwise import pairwise

GAMES = engine.rulesets()
WITH_IMAGES = (ArrivalPage, DoorPage, TablesPage, LessonsPage, NewGamePage, PuzzlesPage)
"""Pages that draw images of boards over several frames."""


@pytest.fixture(autouse=True)
def dark_again() -> Iterator[None]:
    yield
    theme.use("dark")


def _linear(part: int) -> float:
    part_of_one = part / 255
    return part_of_one / 12.92 if part_of_one <= 0.04045 else ((part_of_one + 0.055) / 1.055) ** 2.4


LINEAR = [_linear(part) for part in range(256)]


def luminance(colour: Colour) -> float:
    """Return the relative luminance as WCAG defines it."""
    return 0.2126 * LINEAR[colour[0]] + 0.7152 * LINEAR[colour[1]] + 0.0722 * LINEAR[colour[2]]


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast ratio from 1 to 21."""
    ratio = (luminance(one) + 0.05) / (luminance(other) + 0.05)
    return max(ratio, 1 / ratio)


def ground_of(target: pygame.Surface, line: pygame.Rect) -> Colour:
    """Return the background of a line of text: the median by luminance of a grid of points."""
    line = line.clip(target.get_rect())
    if isinstance(target, Canvas):
        marks, target = target.marks, pygame.Surface(target.get_size())
        paint_marks(target, marks, line)
    points = []
    for x in range(1, 9):
        for y in range(1, 4):
            found = target.get_at((line.x + line.width * x // 9, line.y + line.height * y // 4))
            points.append((found.r, found.g, found.b))
    by_luminance = {luminance(point): point for point in points}
    return by_luminance[median_low([luminance(point) for point in points])]


class Reader:
    """Records every text drawn: its contrast, and the required one."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, ratio: float = 1) -> None:
        self.texts = 0
        self.faint: Counter[tuple[str, Colour, Colour, float]] = Counter()
        self._ratio, self._draw = ratio, paint.blit_text
        for game in GAMES:
            # Boards are imported on first use, and their modules name the function.
            make_view(engine.ruleset(game), [PlayerInfo("", colour) for colour in COLOURS[:3]])
        for module in [module for name, module in sys.modules.items() if name.startswith("game.client")]:
            if getattr(module, "blit_text", None) is self._draw:
                monkeypatch.setattr(module, "blit_text", self.blit_text)

    def blit_text(
        self,
        target: pygame.Surface,
        words: str,
        role: str,
        pixels: float,
        colour: Colour,
        rect: pygame.Rect | pygame.FRect,
        align: str = "left",
    ) -> None:
        line = pygame.Rect(rect)
        line.height = min(line.height, round(pixels))
        line.centery = round(rect.centery)
        wide = min(line.width, theme.font(role, round(pixels)).size(words)[0])
        line.x += {"left": 0, "center": (line.width - wide) // 2, "right": line.width - wide}[align]
        line.width = wide
        clip = target.get_clip()
        if words.strip() and line.colliderect(clip) and clip.contains(line):
            size = pixels * 0.8 / self._ratio
            large = size >= 24 or (size >= 18.66 and role != "text")
            ground = ground_of(target, line)
            reached = contrast(colour, ground)
            self.texts += 1
            if reached < (3 if large else 4.5):
                self.faint[words, colour, ground, round(reached, 2)] += 1
        self._draw(target, words, role, pixels, colour, rect, align)


@pytest.mark.parametrize(
    ("game", "chosen", "size"), pairwise(GAMES, theme.THEMES, [(1280, 720), (390, 844)]), ids=str
)
def test_every_text_of_every_screen_can_be_read(
    open_app: Callable[..., App],
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    chosen: str,
    size: tuple[int, int],
) -> None:
    app = open_app(size)
    app.settings.theme = chosen
    app.keep_settings()
    reader = Reader(monkeypatch, 1.0)
    for scene in gallery(app, game):
        app.refresh()
        app.step()
        assert not reader.faint, (scene.name, reader.faint)
    assert reader.texts > 500


TEXTS = """
on_ground ground_line ground_low gauge tool tool_hover tab
on_ground_soft ground_line ground_low
glint ground_line ground_low
ink paper paper_high paper_hover shade field
ink_soft paper paper_high paper_hover field
title paper paper_high
stress paper paper_high shade
on_accent accent accent_hover
on_chosen chosen chosen_hover
on_chosen_soft chosen
"""
"""Colours of texts, and the backgrounds they are used on."""
PAIRS = [(ink, ground) for ink, *grounds in map(str.split, TEXTS.split("\n")[1:-1]) for ground in grounds]


@pytest.mark.parametrize(("ink", "ground"), PAIRS)
@pytest.mark.parametrize(("chosen", "least"), [("dark", 4.5), ("light", 4.5), ("contrast", 7)])
def test_text_and_ground_of_a_theme_differ_enough(chosen: str, least: float, ink: str, ground: str) -> None:
    """The high-contrast theme meets the stricter rule (WCAG 2.2, 1.4.6)."""
    palette = theme.THEMES[chosen]
    assert contrast(getattr(palette, ink), getattr(palette, ground)) >= least


@pytest.mark.parametrize("line", ["gauge_filled", "gauge_near"])
@pytest.mark.parametrize("chosen", theme.THEMES)
def test_how_far_a_gauge_is_filled_can_be_seen(chosen: str, line: str) -> None:
    palette = theme.THEMES[chosen]
    assert contrast(getattr(palette, line), palette.gauge) >= 3


@pytest.mark.parametrize("ground", ["paper", "paper_high"])
@pytest.mark.parametrize("chosen", theme.THEMES)
@pytest.mark.parametrize("colour", theme.SEAT_COLOURS)
def test_the_colour_of_a_seat_or_its_edge_shows_on_every_sheet(colour: str, chosen: str, ground: str) -> None:
    seat, sheet = theme.SEAT_COLOURS[colour], getattr(theme.THEMES[chosen], ground)
    assert max(contrast(seat.fill, sheet), contrast(seat.edge_on(sheet), sheet)) >= 3


def edges_of(control: Widget, ground: Colour) -> float:
    """Return the greatest contrast to the ground across the left edge of a control."""
    target = pygame.Surface((160, 90))
    target.fill(ground)
    control.rect = pygame.FRect(20, 20, 120, 50)
    control.draw(target, Look(20))
    outside = {tuple(target.get_at((x, 45))[:3]) for x in range(16, 24)}
    return max(contrast(ground, (r, g, b)) for r, g, b in outside)


NOWHERE = pygame.FRect(0, 0, 0, 0)
STANDING = (Standing("", "2", "14"),)
ON_GROUND = {
    "tool": Button("", "", NOWHERE, print, tone="sea"),
    "locked tool": Button("", "", NOWHERE, tone="sea"),
    "tab": Tab("", "", NOWHERE, alike=STANDING),
    "chosen tab": Tab("", "", NOWHERE, state="chosen", alike=STANDING),
    "gauge": GaugeWidget("", "", NOWHERE, part=0.1, pixels=12),
    "brass": Button("", "", NOWHERE, print, tone="brass"),
    "primary": Button("", "", NOWHERE, print, tone="primary"),
}
ON_PAPER = {
    "button": Button("", "", NOWHERE, print),
    "locked button": Button("", "", NOWHERE),
    "primary": Button("", "", NOWHERE, print, tone="primary"),
    "chosen": Button("", "", NOWHERE, print, tone="chosen"),
    "card": ChoiceCard("", "", NOWHERE, print),
    "chosen card": ChoiceCard("", "", NOWHERE, print, state="chosen"),
    "field": TextField("", "", NOWHERE, print),
}


@pytest.mark.parametrize("chosen", theme.THEMES)
def test_the_edge_of_every_control_shows_on_its_ground(chosen: str) -> None:
    """A contrast of 3:1 between a control and its ground (WCAG 2.2, 1.4.11)."""
    pygame.font.init()
    theme.use(chosen)
    faint = {}
    for controls, grounds in (
        (ON_GROUND, ("ground_line", "ground_low")),
        (ON_PAPER, ("paper", "paper_high")),
    ):
        for name, control in controls.items():
            for ground in grounds:
                found = edges_of(control, getattr(theme.ui, ground))
                if found < 3:
                    faint[name, ground] = round(found, 2)
    assert not faint


@pytest.mark.parametrize("edge", ["frame", "paper_line", "tool_line"])
def test_with_strong_contrast_every_edge_is_strong(edge: str) -> None:
    palette = theme.CONTRAST
    grounds = (palette.paper, palette.paper_high, palette.ground_low)
    assert min(contrast(getattr(palette, edge), ground) for ground in grounds) >= 7
    assert palette.tool != palette.ground_low, "what is marked in the log"
    assert palette.edge > max(theme.DARK.edge, theme.LIGHT.edge)


@pytest.mark.parametrize("chosen", ["dark", "contrast"])
def test_sheets_are_dark_in_the_dark(open_app: Callable[..., App], chosen: str) -> None:
    """On a phone a panel covers the whole window."""
    app = open_app((390, 844))
    app.settings.theme = chosen
    app.keep_settings()
    sheets = 0
    for scene in gallery(app, "hansa"):
        if isinstance(scene, Page):
            seen = pygame.transform.average_color(app.surface)
            assert luminance((seen[0], seen[1], seen[2])) < 0.1, scene.name
            sheets += 1
    assert sheets > 15


@pytest.mark.parametrize("colour", theme.SEAT_COLOURS.values(), ids=lambda colour: colour.mark)
def test_a_name_can_be_read_on_its_seats_colour(colour: theme.SeatColour) -> None:
    assert contrast(colour.fill, colour.ink) >= 4.5


@pytest.mark.parametrize(
    "ground",
    [
        *((tone, tone, tone) for tone in range(0, 256, 15)),
        *(colour.fill for colour in theme.SEAT_COLOURS.values()),
        *(value for palette in theme.THEMES.values() for value in palette if isinstance(value, tuple)),
    ],
    ids=str,
)
def test_the_ring_of_the_keyboard_shows_on_any_ground(ground: Colour) -> None:
    """Across the ring's edge there is a line with a contrast of 3:1 to the ground."""
    target = pygame.Surface((120, 80))
    target.fill(ground)
    Widget("", "", pygame.FRect(40, 30, 40, 20)).draw_focus(target, Look(20, focus=True))
    crossed = {tuple(target.get_at((x, 40))[:3]) for x in range(40)}
    assert max(contrast(ground, (r, g, b)) for r, g, b in crossed) >= 3


def test_the_system_decides_until_a_person_does(open_app: Callable[..., App]) -> None:
    app = open_app()
    platform = app.platform
    app.push(TitleScene(app))
    app.step()
    assert theme.ui is theme.DARK
    platform.colour_scheme = lambda: "light"  # type: ignore[method-assign]
    app.handle(Changed("scheme"))
    app.step()
    assert theme.ui is theme.LIGHT
    platform.colour_scheme = lambda: "contrast"  # type: ignore[method-assign]
    app.handle(Changed("scheme"))
    app.step()
    assert theme.ui is theme.CONTRAST
    app.push(SettingsPage(app))
    app.step()
    app.scene.reveal(Person(app).widget("theme.dark"))
    app.refresh()
    Person(app).click("theme.dark")
    assert theme.ui is theme.DARK
    app.handle(Changed("scheme"))
    assert theme.ui is theme.DARK
    again = App(platform)
    assert again.settings.theme == "dark" and theme.ui is theme.DARK


@pytest.mark.parametrize("game", GAMES)
def test_no_picture_of_the_other_theme_is_left_over(open_app: Callable[..., App], game: str) -> None:
    """Cached drawings of one theme are redrawn in the other."""
    app = open_app((640, 480))

    def picture() -> bytes:
        app.refresh()
        app.step()
        while app.scene.unfinished or (
            isinstance(app.scene, WITH_IMAGES) and app.scene.update(0.0) is not None
        ):
            app.step()
        return pygame.image.tobytes(app.surface, "RGB")

    for scene in gallery(app, game):
        pictures = []
        for chosen in ("dark", "light", "contrast", "dark"):
            app.settings.theme = chosen
            app.keep_settings()
            pictures.append(picture())
        again, different = pictures[0] == pictures[3], len(set(pictures))
        assert again and different == 3, scene.name
