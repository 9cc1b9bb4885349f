"""Boards of expansions in the page: chosen by their pictures, played by the canvas and by the page's list."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from game import engine
from game.client.keep.link import encode
from game.engine.record import Record, read, replay
from tests.client.conftest import hurried

from .conftest import Visit
from .game_page import opened_link, state, touch, touches
from .test_game import click_through, sit_down

pytestmark = pytest.mark.returning

FIRST, LAST = 12, 8
"""So many actions are played by hand at the beginning and at the end of a game."""


@pytest.mark.parametrize("board", ["east", "britannia"])
def test_a_board_is_chosen_by_its_picture_and_its_game_begins(guest: Visit, board: str) -> None:
    page, chance = guest.page, random.Random(board)
    for element in ("new", "game.hansa-teutonica", f"board.{board}", "option.favour.on", "company.people"):
        touch(page, element)
    touch(page, "start")
    native = read(state(page)["record"]).new_game()
    assert native.options["board"] == board and native.options["favour"] == "on"
    for number in range(FIRST):
        action = hurried(native, chance)
        if number % 2:
            click_through(page, native, number, [action])
            continue
        sit_down(page)
        for element in touches(native, action):
            touch(page, element)
        native.apply(action)
    assert state(page)["actions"] == FIRST and guest.errors == []


@pytest.mark.parametrize(("board", "seed"), [("east", 6), ("britannia", 12)])
def test_its_game_ends_on_the_canvas_as_it_does_natively(guest: Visit, board: str, seed: int) -> None:
    ruleset = engine.ruleset("hansa-teutonica")
    edition = next(values for values in ruleset.presets.values() if values.get("board") == board)
    native, chance = ruleset.new_game(3, edition, seed), random.Random(seed)
    record = Record.of(native)
    while native.actor is not None:
        record.append(hurried(native, chance))
        native.apply(record.actions[-1])
    left = len(record.actions) - LAST
    going = replace(record, actions=record.actions[:left])
    page = opened_link(guest.page, encode(going))
    click_through(page, replay(going), left, record.actions[left:])
    told = state(page)
    assert native.outcome is not None and told["actor"] is None
    assert told["outcome"]["totals"] == list(native.outcome.totals)
    assert guest.errors == []
