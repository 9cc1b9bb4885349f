"""A guided first game in a real page, on a phone in Italian: read, played, left, resumed, abandoned."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from .conftest import Visit
from .game_page import kept_games, scene, state, touch, touchable, until_so
from .test_lessons import tap

pytestmark = pytest.mark.returning

WORDS = json.loads((Path(__file__).parents[2] / "assets/i18n/guide.it.json").read_text(encoding="utf-8"))
HELLO, PLACING = WORDS["hansa.hello"], WORDS["hansa.placing"]
NEXT, STOP, TOWN = (
    f"document.querySelector('#mirror [data-id{name}]')"
    for name in ('="coach.next"', '="coach.stop"', '^="town."')
)
ASKED = f"{NEXT} || ({TOWN} && !{STOP})"
"""The guide's card has a next page, or there is no card and a town is a control."""


def read(page: Page) -> str:
    """Return the text that a screen reader finds on the page."""
    return str(page.evaluate("document.getElementById('mirror').textContent"))


def town_in_sight(page: Page) -> str:
    """Return a visible town that is a control: on a phone the board is larger than its window."""
    seen = (one["id"] for one in page.evaluate("kontor.elements()"))
    return str(next(one for one in seen if one.startswith("town.")))


def until_asked(page: Page) -> None:
    """Wait until the guide or the game prompts the player, and the table is at rest."""
    until_so(page, ASKED)
    page.evaluate("kontor.idle()")
    until_so(page, ASKED)


def test_a_guided_game_is_read_played_left_resumed_and_its_guide_dismissed(
    visit: Callable[..., Visit],
) -> None:
    phone = {"width": 390, "height": 844}
    # One pixel per CSS pixel; test_lessons.py uses a phone's pixel ratio.
    one = visit(reduced_motion="reduce", viewport=phone, has_touch=True, locale="it-IT")
    page = one.open()
    page.evaluate(
        """() => {
          window.heard = [];
          const live = document.querySelector("[aria-live]");
          const note = () => window.heard.push(live.textContent);
          new MutationObserver(note).observe(live, { childList: true, characterData: true, subtree: true });
        }"""
    )
    tap(page, "lessons")
    touch(page, "game.hansa")
    touch(page, "first.hansa")
    until_so(page, NEXT)
    assert scene(page) == "table" and HELLO in read(page)
    assert any(HELLO in words for words in page.evaluate("heard"))
    tap(page, "coach.next")
    assert HELLO not in read(page)
    until_asked(page)  # a computer may begin once the welcome has been read
    assert PLACING in read(page)
    played = state(page)["actions"]
    tap(page, town_in_sight(page))
    until_so(page, f"kontor.state().actions > {played}")
    until_asked(page)
    assert PLACING not in read(page), "it was read before the town was touched"

    page.reload()
    page = one.ready()
    tap(page, "continue")
    until_asked(page)
    for _ in range(12):  # markets are placed; then its first turn begins, with the guide's advice
        if "otresti " in read(page):
            break
        assert HELLO not in read(page) and PLACING not in read(page)
        tap(page, "coach.next" if "coach.next" in touchable(page) else town_in_sight(page))
        until_asked(page)
    assert "coach.next" in touchable(page) and "otresti " in read(page)
    tap(page, "coach.stop")
    assert "coach.next" not in touchable(page) and WORDS["title"] not in read(page)
    (text,) = kept_games(page).values()
    assert " off\n" in text and "tag guide yes hello placing" in text
    assert one.errors == []
