"""Computer players in a real page: they think in a worker, and the person at the page is not held up."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from game.client.link import encode
from game.engine.registry import ruleset
from game.match import COLOURS, Computer, Match, Person, Player

from .conftest import Visit
from .game_page import play, scene, state, touch

Open = Callable[..., Visit]


def against_computers(game: str) -> str:
    """A link to a new game of a person against two computers."""
    players = [Player(name, colour) for name, colour in zip(("Anna", "Ben", "Cord"), COLOURS, strict=False)]
    computers = [Person(), Computer("easy", 1), Computer("easy", 2)]
    return encode(Match.start("", ruleset(game), players, {}, 5, controllers=computers).record)


def until_a_person_decides(page: Page) -> None:
    page.wait_for_function("JSON.stringify(kontor.state()).includes('touch')", timeout=90_000)
    page.evaluate("kontor.idle()")
    assert state(page)["waits"] == "touch" and state(page)["actor"] == 0


@pytest.mark.parametrize("game", ["hansa", "hansa-teutonica"])
def test_computers_play_until_the_person_decides_and_go_on_after_a_reload(visit: Open, game: str) -> None:
    visitor = visit()
    page = visitor.open("#" + against_computers(game))
    touch(page, "continue")
    assert scene(page) == "table"
    seats: set[int] = set()
    for _ in range(30):
        until_a_person_decides(page)
        seats = {move.seat for move in Match.resume("", state(page)["record"]).moves}
        if seats >= {0, 1, 2}:
            break
        play(page, 1)
    assert seats >= {0, 1, 2}
    assert visitor.errors == []
    while state(page)["waits"] == "touch":
        play(page, 1)
    before = state(page)["actions"]
    page.reload()
    visitor.ready()
    touch(page, "continue")
    until_a_person_decides(page)
    assert state(page)["actions"] > before, "the computers went on where they were"
