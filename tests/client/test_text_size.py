"""Larger text is never smaller, in any usual window, and displaces nothing from the table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game import engine
from game.client.app import routes
from game.client.app.app import App
from game.client.draw import paint
from game.client.draw.canvas import Canvas
from game.client.learn.courses import course
from game.client.table import drawing, table_parts
from game.client.table.table import TableScene
from game.client.views import make_view
from game.games.hansa_teutonica.view import desk as desk_module
from game.match import PlayerInfo
from tests.client.gallery import half_played

pytestmark = pytest.mark.usefixtures("unseen")
Open = Callable[..., App]
WINDOWS = [
    ((1280, 720), 1), ((1440, 900), 1), ((1024, 768), 1), ((768, 1024), 1), ((780, 1688), 2), ((360, 640), 1),
    ((844, 390), 1),
]  # fmt: skip


class Pens:
    """Records the size of every word drawn on a table; the number of lines of a log varies."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sizes: dict[str, set[int]] = defaultdict(set)
        self.logs, self.in_log = 0, False
        blit_text, draw_log = paint.blit_text, table_parts.draw_log

        def write(target: Any, words: str, role: str, pixels: float, *rest: Any, **more: Any) -> None:
            for word in [] if self.in_log else words.split():
                self.sizes[word].add(round(pixels))
            blit_text(target, words, role, pixels, *rest, **more)

        def log(*given: Any) -> None:
            self.in_log = True
            draw_log(*given)
            self.in_log, self.logs = False, self.logs + 1

        monkeypatch.setattr(paint, "blit_text", write)
        monkeypatch.setattr(drawing, "draw_log", log)

    def of(self, table: TableScene) -> tuple[dict[str, set[int]], bool]:
        """Return the texts of a table with their sizes, and whether it has a log."""
        app = table.app
        assert isinstance(app, App)
        self.sizes, self.logs = defaultdict(set), 0
        app.push(table)
        while table.unfinished or not self.sizes:
            app.step()
        app.pop()
        return self.sizes, bool(self.logs)


@pytest.mark.parametrize("game", engine.rulesets())
@pytest.mark.parametrize(("size", "ratio"), WINDOWS, ids=str)
def test_larger_text_is_never_smaller_and_hides_nothing(
    open_app: Open, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], ratio: float, game: str
) -> None:
    app, pens = open_app(size, ratio), Pens(monkeypatch)
    app.settings.played = "yes"
    app.home(routes.Title())
    written = {}
    for text in ("normal", "large", "largest"):
        app.settings.text = text
        app.keep_settings()
        written[text] = pens.of(TableScene(app, half_played(game)))
    normal, has_log = written.pop("normal")
    assert normal
    for text, (sizes, still_has_log) in written.items():
        arrows = app.metrics.upright  # their numbers at the board's edge depend on the view
        lost = [word for word in normal if word not in sizes and not (arrows and word.isdigit())]
        smaller = {
            word: (before, sizes[word])
            for word, before in normal.items()
            if word in sizes and (max(sizes[word]) < max(before) or min(sizes[word]) < min(before))
        }
        assert not lost and not smaller, (text, lost, smaller)
        assert still_has_log or not has_log or app.metrics.upright, (text, "on a phone the desk comes first")


@pytest.mark.parametrize(("size", "ratio"), WINDOWS, ids=str)
def test_larger_text_makes_no_lesson_smaller(open_app: Open, size: tuple[int, int], ratio: float) -> None:
    """The coach's text and the prompt; the player board may shrink for them."""
    app = open_app(size, ratio)
    app.home(routes.Title())
    units = []
    for text in ("normal", "large", "largest"):
        app.settings.text = text
        app.keep_settings()
        app.open(routes.LessonTable(course("hansa-teutonica")[0], 0))
        app.step()
        coach = [widget for widget in app.scene.widgets if getattr(widget, "role", "") == "text"]
        units.append(round(app.metrics.unit * min(widget.size for widget in coach)))  # type: ignore[attr-defined]
        app.pop()
    assert min(units) == units[0], units


@pytest.mark.parametrize("high", [0.7, 1.0])
def test_two_lines_on_the_plate_lie_within_it_however_low_the_tools_are(high: float) -> None:
    """The player to act, and the player whose turn it is."""
    pygame.font.init()
    unit, noted = 30.0, Canvas((900, 200))
    anna, ben = PlayerInfo("Anna", "red"), PlayerInfo("Ben", "blue")
    plate = pygame.FRect(50, 50, 600, table_parts.PLATE * unit * high)
    table_parts._draw_name(noted, "Jürgen", ben, plate, unit)
    table_parts._draw_name(noted, anna.name, ben, plate.move(300, 0), unit)
    for _, (_, top, _, height), *_ in noted.marks:
        assert plate.top - 2 <= top and top + height <= plate.bottom + 2


def figures(monkeypatch: pytest.MonkeyPatch, text: float) -> dict[str, list[float]]:
    """Return the sizes of all numbers on the tracks of a player board.

    text: factor by which text is larger than normal
    """
    match = half_played("hansa-teutonica")
    view, found = (
        make_view(match.ruleset, match.players, match.state.options),
        defaultdict[str, list[float]](list),
    )
    view.set_desk(0, pygame.FRect(0, 0, 300, 240), False, 20, text=20 * text)
    desk, drawn = view.desks[0], paint.blit_text

    def write(target: Any, words: str, role: str, pixels: float, colour: Any, rect: Any, *rest: Any) -> None:
        if rect.right < desk.box(13, 0, 0, 0).x and rect.y > desk.header.bottom:
            found[words].append(pixels)
        drawn(target, words, role, pixels, colour, rect, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(desk_module, "blit_text", write)
        view.draw_desk(Canvas((300, 240)), 0, match.state, frozenset())
    return found


@pytest.mark.parametrize("text", [1.2, 1.4])
def test_figures_of_the_desk_follow_the_text_size_for_the_present_and_the_next_step(
    monkeypatch: pytest.MonkeyPatch, text: float
) -> None:
    normal, large = figures(monkeypatch, 1.0), figures(monkeypatch, text)
    smallest = min(min(sizes) for sizes in normal.values())
    assert min(min(sizes) for sizes in large.values()) >= smallest * (text - 0.06)
    shown = sum(map(len, large.values()))
    assert shown <= 2 * 4 < sum(map(len, normal.values())), "of the four tracks with numbers"
