"""Highlight animations: a claim, the link from west to east. They are short, can be skipped and change
nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise
from math import dist

import pygame
import pytest

from game.client.app.app import App
from game.client.stage.animator import Animator
from game.client.stage.moments import way_of
from game.client.table.table import TableScene
from game.client.views.view import Moment
from game.engine.core import Event
from game.engine.record import Record
from game.match import Match
from game.match import Person as Human
from tests.client.conftest import Person
from tests.engine.hansa_teutonica.ht_kit import at, full

CHAIN = "arnheim:0t+muenster:0m+minden:0t+brunswiek:0t"


def move(source: str, target: str) -> Event:
    return Event("move", 0, "trader", source, target)


def chain_table(app: App) -> TableScene:
    """Return a table on which the claim that joins west and east is one action away from its office."""
    state = at(3, houses=full("0t", "brunswiek-stendal", seats=3), offices=CHAIN)
    record = Record(state.ruleset, 3, dict(state.options), 0)
    table = TableScene(app, Match("", record, [Human()] * 3, start=state))
    app.push(table)
    app.step()
    return table


def play(table: TableScene, text: str) -> None:
    """Play an action by its text."""
    table.play(next(action for action in table.match.state.legal_actions() if action.text == text))


def test_what_follows_waits_for_a_moment_that_holds() -> None:
    animator = Animator(lambda event: 0.4)
    events = [move("a", "b"), Event("east-west", 0, amount=1), move("c", "d")]
    animator.show(events, 10.0, 1, [None, Moment(("x",), 0, 2.0, holds=True), None])
    (staged,) = animator.moments
    first, second = animator.flights
    assert staged.start == first.end and second.start == staged.end == pytest.approx(first.end + 2.0)
    assert animator.ends(10.0) == second.end


def test_a_piece_rises_when_it_has_landed() -> None:
    animator = Animator(lambda event: 0.4)
    animator.show([move("a", "b")], 0.0, 1, [Moment(("b",), 0, 0.5, piece="trader")])
    assert animator.moments[0].start == animator.flights[0].end


def test_there_are_no_moments_without_motion() -> None:
    animator = Animator(lambda event: 0.4)
    animator.show([Event("east-west", 0)], 0.0, 0, [Moment(("x",), 0, 2.0, holds=True)])
    assert not animator.busy


def test_a_claim_takes_at_most_one_and_a_half_seconds_and_the_chain_three_more(
    open_app: Callable[..., App],
) -> None:
    table = chain_table(open_app(pace="normal"))
    now = time.monotonic()
    play(table, "claim brunswiek-stendal")
    assert now < table.stage.animator.ends(now) <= time.monotonic() + 1.5
    play(table, "office stendal.1")
    ((chain, start, end),) = [one for one in table.stage.animator.moments if one.moment.words]
    assert end - start <= 3.0
    assert table.stage.animator.ends(now) - time.monotonic() <= 3.0 + 1.5
    assert chain.words.endswith(" +7")


def test_the_chain_runs_from_west_to_east_without_a_gap(open_app: Callable[..., App]) -> None:
    table = chain_table(open_app(pace="normal"))
    play(table, "claim brunswiek-stendal")
    play(table, "office stendal.1")
    path = next(one.moment.path for one in table.stage.animator.moments if one.moment.words)
    towns = [element for element in path if element.startswith("town.")]
    assert towns == [f"town.{town}" for town in ("arnheim", "muenster", "minden", "brunswiek", "stendal")]
    way = way_of(path, table.view, table.match.state)
    board = table.stage.camera.board
    assert all(dist(a, b) < board.width * 0.12 for a, b in pairwise(way.points))
    assert [along for along, _, _ in way.stops] == sorted(along for along, _, _ in way.stops)
    assert way.points[0][0] < board.centerx < way.points[-1][0]


@pytest.mark.parametrize("how", ["touch", "key"])
def test_a_moment_is_skipped_by_touch_and_by_key(open_app: Callable[..., App], how: str) -> None:
    app = open_app(pace="slow")
    table = chain_table(app)
    play(table, "claim brunswiek-stendal")
    play(table, "office stendal.1")
    app.step()
    assert table.stage.animator.busy
    if how == "key":
        Person(app).key(pygame.K_SPACE)
    else:
        Person(app).click_at(*table.stage.camera.window.move(3, -3).bottomleft)
    assert not table.stage.animator.busy
    assert table.match.state.points[0] == 8
