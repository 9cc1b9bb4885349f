"""The board overlay shows the engine's data, on the board and as text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from game.client.app import routes
from game.client.app.app import App
from game.client.draw import paint, theme
from game.client.learn.courses import course
from game.client.table.table import TableScene
from game.client.touch.reading import Sign
from game.client.views import make_view
from game.client.views.view import Read
from game.client.words.i18n import LANGUAGES, use_language
from game.engine.core import State
from game.engine.record import read, replay
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.games.hansa_teutonica.view.reading import chain, claimable, controls, open_offices
from game.match import PlayerInfo
from game.platform import Pick
from tests.client.conftest import Person, Screen, new_match
from tests.client.gallery import half_played

RECORDS = Path(__file__).parents[1] / "engine" / "records"
COLOURS = ("red", "blue", "green", "yellow", "purple")


def position(name: str, part: float) -> State:
    record = read((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    return replay(replace(record, actions=record.actions[: int(len(record.actions) * part)]))


@pytest.mark.parametrize("part", [0.3, 0.6, 0.95])
def test_control_is_the_engines_and_ties_are_named(part: float) -> None:
    state = position("hansa-teutonica-4", part)
    assert isinstance(state, HansaTeutonicaState)
    found = {control.town: control for control in controls(state)}
    for town in state.board.towns:
        controller = state.controller(town.id)
        assert (controller is not None) == (town.id in found)
        if controller is not None:
            assert found[town.id].seat == controller
            assert found[town.id].offices >= found[town.id].next


def test_the_chain_goes_from_west_to_east_over_neighbours() -> None:
    state = position("hansa-teutonica-4", 0.6)
    assert isinstance(state, HansaTeutonicaState)
    for seat in range(state.seats):
        way = chain(state, seat)
        assert (way[0], way[-1]) == (state.board.west, state.board.east)
        assert all(state.board.town_mask[a] >> b & 1 for a, b in pairwise(way))


def test_what_the_active_player_could_claim_holds_in_play() -> None:
    """A route of own pieces only is offered by the engine as in the overlay."""
    tried = 0
    for part in (0.3, 0.5, 0.65, 0.8, 0.95):
        state = position("hansa-teutonica-4", part)
        assert isinstance(state, HansaTeutonicaState)
        if state.decision is None or state.decision.id != "turn" or not state.actions_left:
            continue
        offered = {
            a.text.removeprefix("claim ") for a in state.legal_actions() if a.text.startswith("claim ")
        }
        assert state.turn_seat is not None
        ready = {route for route, missing in claimable(state, state.turn_seat) if not missing}
        assert ready == offered
        tried += 1
    assert tried


def test_open_offices_are_next_in_their_town() -> None:
    state = position("hansa-teutonica-4", 0.6)
    assert isinstance(state, HansaTeutonicaState)
    for office in open_offices(state, 0):
        town, _, number = office.rpartition(".")
        assert state.office_piece(office) is None
        assert all(piece is not None for piece in state.town_offices(town)[: int(number) - 1])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["hansa-teutonica-2-neutral", "hansa-teutonica-5", "hansa-3"])
def test_the_same_is_drawn_and_said(name: str, language: str) -> None:
    use_language(language)
    pygame.init()
    pygame.display.set_mode((900, 600))
    target = pygame.Surface((900, 600))
    for part in (0.1, 0.5, 1.0):
        state = position(name, part)
        view = make_view(state.ruleset, [PlayerInfo(f"P{n}", COLOURS[n]) for n in range(state.seats)])
        view.set_board(pygame.FRect(0, 0, 900, 600))
        before, whole = pygame.image.tobytes(target, "RGB"), Read(0, frozenset(view.readable))
        view.draw_reading(target, state, whole)
        assert pygame.image.tobytes(target, "RGB") != before
        said = view.reading(state, whole)
        assert len(said) > state.seats
        assert all("{" not in sentence and "read." not in sentence for sentence in said)


@pytest.mark.parametrize("game", ["hansa", "hansa-teutonica"])
def test_one_key_reads_the_board_and_takes_it_away_again(open_app: Callable[..., App], game: str) -> None:
    app = open_app()
    app.home(routes.Table(new_match(game, 3, 7)))
    table = app.scene
    assert isinstance(table, TableScene) and isinstance(app.platform, Screen)
    person = Person(app)
    person.key(pygame.K_b)
    sentences = table.view.reading(table.match.state, Read(table.shown_seat, frozenset(table.view.readable)))
    assert table.stage.read is not None and table.stage.read.seat == table.shown_seat
    assert app.platform.said[-1] == " ".join(sentences)
    assert {element.label for element in app.elements()} >= set(sentences)
    person.click("reading")
    assert table.stage.read is None


def with_legend(app: App, game: str) -> TableScene:
    """Return a table in the middle of a game, with the overlay and its legend."""
    app.home(routes.Title())
    table = TableScene(app, half_played(game))
    app.push(table)
    app.step()
    Person(app).key(pygame.K_k)
    return table


def settled(app: App) -> bytes:
    app.refresh()
    app.step()
    while app.scene.unfinished:
        app.step()
    table = app.scene
    assert isinstance(table, TableScene)
    window = pygame.Rect(table.stage.camera.window)
    beside = pygame.Rect(window.x + window.width * 3 // 5, window.y, window.width * 2 // 5, window.height)
    return pygame.image.tobytes(app.surface.subsurface(beside), "RGB")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [((1280, 720), 1), ((780, 1688), 2), ((1688, 780), 2)], ids=str)
@pytest.mark.parametrize("game", ["hansa", "hansa-teutonica"])
def test_the_legend_says_what_each_sign_means_within_the_board_and_leaves_nothing_cut(
    open_app: Callable[..., App], game: str, size: tuple[tuple[int, int], float], language: str
) -> None:
    app = open_app(*size)
    app.settings.language = language
    app.apply_settings()
    table = with_legend(app, game)
    rows = [widget for widget in table.widgets if isinstance(widget, Sign)]
    assert [row.id for row in rows] == [f"sign.{part}" for part in table.view.readable]
    assert all(row.state == "chosen" for row in rows)
    window, unit = table.stage.camera.window.inflate(2, 2), app.metrics.unit
    for row in rows:
        assert window.contains(row.rect) and "{" not in row.label
        assert row.label in {element.label for element in app.elements()}
        room = row.words(unit)
        pixels, lines = paint.lines_within(row.label, "text", row.sizes(unit), int(room.width), room.height)
        assert all(theme.font("text", pixels).size(line)[0] <= room.width for line in lines), row.label
        assert "".join(lines).replace(" ", "") == row.label.replace(" ", ""), "all of it is there"
    assert len({row.fits(unit) for row in rows}) == 1, "all are written alike"
    for one, other in pairwise(rows):
        assert one.rect.bottom <= other.rect.y + 1


@pytest.mark.parametrize("how", ["click", "tap", "page", "key"])
@pytest.mark.parametrize("game", ["hansa", "hansa-teutonica"])
def test_each_part_of_the_layer_can_be_hidden_and_shown_again(
    open_app: Callable[..., App], game: str, how: str
) -> None:
    app = open_app()
    table, person = with_legend(app, game), Person(app)

    def touch(element: str) -> None:
        if how == "page":
            app.handle(Pick(element))
            app.step()
        elif how == "key":
            app.focus, app.show_focus = element, True
            person.key(pygame.K_RETURN)
        else:
            (person.click if how == "click" else person.tap)(element)

    for _ in range(2):
        touch("sign." + table.view.readable[0])  # the focus, or the mouse, is there now
    whole, said, differed = settled(app), len(app.elements()), 0
    for part in table.view.readable:
        touch(f"sign.{part}")
        assert table.stage.read is not None and part not in table.stage.read.parts
        assert person.widget(f"sign.{part}").state == ""
        differed += settled(app) != whole and len(app.elements()) <= said
        touch(f"sign.{part}")
        assert settled(app) == whole
    assert differed >= 2, "what it hides is no longer drawn, nor said"
    assert not table.match.record.actions[70:], "nothing on the board below was touched"


def test_the_legend_closes_alone_and_goes_with_the_layer(open_app: Callable[..., App]) -> None:
    app = open_app()
    table, person = with_legend(app, "hansa-teutonica"), Person(app)
    person.click("sign.network")
    person.key(pygame.K_ESCAPE)
    assert app.scene is table and not table.reading.legend and table.reading.on
    person.click("legend")
    assert person.widget("sign.network").state == "", "what was hidden still is"
    person.click("reading")
    assert not {"legend", "sign.network"} & {widget.id for widget in table.widgets}
    assert table.stage.read is None


@pytest.mark.parametrize("key", [pygame.K_b, pygame.K_k])
def test_a_lesson_has_neither_the_layer_nor_its_legend(open_app: Callable[..., App], key: int) -> None:
    """They contain terms not yet taught."""
    app = open_app()
    app.home(routes.Title())
    app.open(routes.LessonTable(course("hansa-teutonica")[0], 0))
    table = app.scene
    assert isinstance(table, TableScene)
    Person(app).key(key)
    assert not table.reading.on and not table.reading.legend
