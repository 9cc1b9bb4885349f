"""The reading layer shows what the engine has, on the board and in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from game.client.frame import to
from game.client.frame.app import App
from game.client.table.table import Table
from game.client.views import make_view
from game.client.views.hansa_teutonica.reading import chain, claimable, controls, open_offices
from game.client.words.i18n import LANGUAGES, use_language
from game.engine.core import State
from game.engine.hansa_teutonica.state import HansaTeutonicaState
from game.engine.record import read, replay
from game.match import Player
from tests.client.conftest import Person, Screen, new_match

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
    """A route of own pieces only is offered by the engine as the layer has it."""
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
        view = make_view(state.ruleset, [Player(f"P{n}", COLOURS[n]) for n in range(state.seats)])
        view.set_board(pygame.FRect(0, 0, 900, 600))
        before = pygame.image.tobytes(target, "RGB")
        view.draw_reading(target, state, 0)
        assert pygame.image.tobytes(target, "RGB") != before
        said = view.reading(state, 0)
        assert len(said) > state.seats
        assert all("{" not in sentence and "read." not in sentence for sentence in said)


@pytest.mark.parametrize("game", ["hansa", "hansa-teutonica"])
def test_one_key_reads_the_board_and_takes_it_away_again(open_app: Callable[..., App], game: str) -> None:
    app = open_app()
    app.home(to.Table(new_match(game, 3, 7)))
    table = app.scene
    assert isinstance(table, Table) and isinstance(app.platform, Screen)
    person = Person(app)
    person.key(pygame.K_b)
    sentences = table.view.reading(table.match.state, table.shown_seat)
    assert table.stage.read_by == table.shown_seat
    assert app.platform.said[-1] == " ".join(sentences)
    assert {element.label for element in app.elements()} >= set(sentences)
    person.click("reading")
    assert table.stage.read_by is None
