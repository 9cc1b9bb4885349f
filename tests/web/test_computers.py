"""Computer players in a real page: they run in a worker, and the page stays responsive."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from game.client.storage.link import encode
from game.engine.registry import ruleset
from game.match import COLOURS, Computer, Match, Person, PlayerInfo

from .conftest import Visit
from .game_page import TOOLS, keep, scene, state, touch, touchable
from .test_alone import AT_ONCE

pytestmark = pytest.mark.returning
Open = Callable[..., Visit]


def against_computers(game: str) -> str:
    """Return a link to a new game of a person against two computers."""
    players = [
        PlayerInfo(name, colour) for name, colour in zip(("Anna", "Ben", "Cord"), COLOURS, strict=False)
    ]
    computers = [Person(), Computer("easy", 1), Computer("easy", 2)]
    return encode(Match.start("", ruleset(game), players, {}, 5, controllers=computers).record)


UNTIL_TOUCH = """async () => {
    while (kontor.state().waits !== "input") await new Promise(requestAnimationFrame);
    await kontor.idle();
}"""


def until_a_person_decides(page: Page) -> None:
    page.evaluate(UNTIL_TOUCH)
    assert state(page)["actor"] == 0


def decide(page: Page) -> None:
    """Play the person's first legal action; computers may follow immediately."""
    before = state(page)["actions"]
    for _ in range(20):
        offered = [one for one in touchable(page) if one not in TOOLS and not one.startswith("desk.")]
        touch(page, offered[0])
        if state(page)["actions"] > before:
            return
    raise AssertionError("no action could be played")


def test_computers_play_until_the_person_decides_and_go_on_after_a_reload(visit: Open) -> None:
    """The other game, and a reload while they think, are covered by test_alone.py."""
    visitor = visit()
    keep(visitor, AT_ONCE)
    page = visitor.open("#" + against_computers("hansa"))
    touch(page, "continue")
    assert scene(page) == "table"
    seats: set[int] = set()
    for _ in range(30):
        until_a_person_decides(page)
        seats = {move.seat for move in Match.resume("", state(page)["record"]).moves}
        if seats >= {0, 1, 2}:
            break
        decide(page)
    assert seats >= {0, 1, 2}
    assert visitor.errors == []
    while (told := state(page))["waits"] == "input":
        decide(page)
    before = told["actions"]
    page.reload()
    visitor.ready()
    touch(page, "continue")
    until_a_person_decides(page)
    assert state(page)["actions"] > before, "the computers went on where they were"
