"""The end of a game: the points are counted row by row, unless that is skipped."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import dist

import pygame
import pytest

from game import engine
from game.client.app import routes
from game.client.app.app import App
from game.client.draw import theme
from game.client.draw.skyline import STOREYS, Counting, Skyline, storey
from game.client.draw.theme import Colour
from game.client.draw.widgets import Button
from game.client.pages.new_game import NewGamePage
from game.client.pages.title import TitleScene
from game.client.review.results import ResultsPage, ScoreRow
from game.client.table.table import TableScene
from game.client.table.table_mode import LocalGame
from tests.client.conftest import Person
from tests.client.test_theme import contrast
from tests.match.games import finished


def just_ended(app: App, game: str) -> ResultsPage:
    """The results, opened because the game has ended."""
    table = TableScene(app, finished(game))
    app.push(table)
    assert isinstance(table.table_mode, LocalGame)
    table.table_mode.results_shown = False
    for _ in range(100):  # until the board is drawn
        app.step()
        if isinstance(app.scene, ResultsPage):
            return app.scene
    raise AssertionError("the results do not open")


def test_every_row_of_the_scoring_has_a_colour_of_its_own() -> None:
    """In particular the countries of Britannia and the prestige track."""
    box = engine.ruleset("hansa-teutonica")
    games = [engine.ruleset("hansa").new_game(4, {}, 1), box.new_game(4, {"missions": "on"}, 1)]
    for state in (*games, *(box.new_game(4, preset, 1) for preset in box.presets.values())):
        rows = range(len(state.scores()))
        assert len({storey(row) for row in rows}) == len(rows), state.options


@pytest.mark.parametrize("game", engine.rulesets())
def test_every_point_is_counted_row_by_row(game: str) -> None:
    outcome = finished(game).state.outcome
    assert outcome is not None
    counting, seats, now = Counting(outcome, 1.0), range(len(outcome.totals)), 100.0
    counting.advance(now)
    totals, rows = [0.0 for _ in seats], list[int]()
    while counting.advance(now):
        before, totals = totals, [counting.total(seat) for seat in seats]
        assert all(new > old - 1e-9 for old, new in zip(before, totals, strict=True))
        row = counting.row()
        if row is not None and row not in rows:
            rows.append(row)
        now += 0.05
    assert rows == [index for index, line in enumerate(outcome.lines) if any(line.points)]
    assert [counting.total(seat) for seat in seats] == list(outcome.totals)


@pytest.mark.parametrize("game", engine.rulesets())
def test_the_scoring_opens_whenever_the_game_ends(open_app: Callable[..., App], game: str) -> None:
    app, whole = open_app(), finished(game)
    match = whole.branch("almost", len(whole.moves) - 1)
    app.home(routes.Title())
    app.open(routes.Table(match))
    table = app.scene
    assert isinstance(table, TableScene)
    for _ in range(2):
        table.play(whole.moves[-1].action)
        for _ in range(100):  # until the board is drawn
            app.step()
            if isinstance(app.scene, ResultsPage):
                break
        assert isinstance(app.scene, ResultsPage)
        app.pop()
        app.step()
        assert app.scene.name == "table", "once is enough"
        table.undo()


@pytest.mark.parametrize("how", ["touch", "key"])
def test_the_counting_is_skipped_by_touch_and_by_key(open_app: Callable[..., App], how: str) -> None:
    app = open_app(pace="slow")
    results = just_ended(app, "hansa")
    app.step()
    assert results.counting.running
    assert results.verdict() not in [widget.label for widget in results.widgets]
    if how == "key":
        Person(app).key(pygame.K_SPACE)
    else:
        picture = next(widget for widget in results.widgets if isinstance(widget, Skyline))
        Person(app).click_at(*picture.rect.center)
    assert not results.counting.running
    assert results.verdict() in [widget.label for widget in results.widgets]
    assert not any(row.hidden() for row in results.widgets if isinstance(row, ScoreRow))


def test_nothing_is_counted_without_motion_nor_a_second_time(open_app: Callable[..., App]) -> None:
    app = open_app(pace="off")
    assert not just_ended(app, "hansa").counting.running
    app.settings.speed = "normal"
    app.pop()
    Person(app).click("results")
    assert isinstance(app.scene, ResultsPage) and not app.scene.counting.running


def test_what_is_not_counted_yet_is_read_out_all_the_same(open_app: Callable[..., App]) -> None:
    app = open_app(pace="slow")
    results = just_ended(app, "hansa")
    assert results.counting.running
    told = [element.label for element in app.elements()]
    for line in results.outcome.lines:
        named = zip(results.match.players, line.points, strict=True)
        each = [f"{player.name} {points}" for player, points in named]
        assert f"{results.view.score_label(line.id)}: {', '.join(each)}" in told


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
@pytest.mark.parametrize("game", engine.rulesets())
def test_the_results_scroll_as_a_whole(
    open_app: Callable[..., App], game: str, size: tuple[int, int]
) -> None:
    app = open_app(size)
    results = ResultsPage(app, finished(game))
    app.push(results)
    while results.statistics is None:
        app.step()
    window = pygame.FRect(0, 0, *size)
    assert all(pygame.FRect(widget.clip or (0, 0, 0, 0)) == window for widget in results.widgets)
    scores = [widget for widget in results.widgets if isinstance(widget, Skyline | ScoreRow)]
    total = next(widget for widget in scores if isinstance(widget, ScoreRow) and widget.strong)
    again = Person(app).widget("again")
    assert window.contains(total.rect) and window.contains(again.rect), "in sight without scrolling"
    before = {id(widget): widget.rect.y for widget in (again, total)}
    results.scroll = 100
    results.layout(app.metrics)
    assert Person(app).widget("again").rect.y == pytest.approx(before[id(again)] - 100, abs=0.5)


def test_rows_of_the_scoring_are_told_apart_by_colour_and_numbers_on_them_read() -> None:
    def linear(colour: Colour) -> list[float]:
        parts = [part / 255 for part in colour]
        return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]

    def lab(colour: Colour) -> tuple[float, float, float]:
        red, green, blue = linear(colour)
        x, y, z = (
            part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116
            for part in (
                (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
                0.2126 * red + 0.7152 * green + 0.0722 * blue,
                (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
            )
        )
        return 116 * y - 16, 500 * (x - y), 200 * (y - z)

    for one, other in combinations(STOREYS, 2):
        assert dist(lab(one), lab(other)) > 25, (one, other)
    assert all(contrast(storey, theme.INK) >= 4.5 for storey in STOREYS)


@pytest.mark.parametrize("size", [(1280, 720), (768, 1024), (390, 844), (320, 568)])
def test_the_board_comes_before_playing_again_and_all_buttons_are_equal(
    open_app: Callable[..., App], size: tuple[int, int]
) -> None:
    app = open_app(size)
    results = ResultsPage(app, finished("hansa"))
    app.push(results)
    app.step()
    buttons = [widget for widget in results.widgets if isinstance(widget, Button)]
    buttons.sort(key=lambda button: (round(button.rect.y), button.rect.x))
    assert [button.id for button in buttons][:2] == ["board", "again"]
    assert len({round(button.rect.width) for button in buttons}) == 1
    assert len({bool(button.icon) for button in buttons}) == 1, "icons on all or none"
    rows: dict[float, list[pygame.FRect]] = {}
    for button in buttons:
        rows.setdefault(round(button.rect.y), []).append(button.rect)
    middles = [(row[0].left + row[-1].right) / 2 for row in rows.values()]
    assert middles == pytest.approx([results._sheet.centerx] * len(rows), abs=1)


def test_back_from_the_new_game_of_the_results_leads_to_the_results(open_app: Callable[..., App]) -> None:
    app = open_app()
    app.push(TitleScene(app))
    app.push(ResultsPage(app, finished("hansa")))
    person = Person(app)
    app.step()
    person.click("new")
    assert isinstance(app.scene, NewGamePage) and app.scene.setup.ruleset_id == "hansa"
    person.click("back")
    assert isinstance(app.scene, ResultsPage)
    person.click("new")
    person.click("start")
    assert isinstance(app.scene, TableScene)
    assert [type(scene) for scene in app.scenes] == [TitleScene, TableScene], "the old game is left"
