"""Cards by mouse, keyboard and long touch, the board overlay, and placing by one touch, in a real page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from game import engine
from game.client.storage.link import encode
from game.engine.record import Record

from .conftest import Visit
from .game_page import opened_link, settled, state, touch, touchable, until_so

pytestmark = pytest.mark.returning
Open = Callable[..., Visit]

GAME = Record(engine.ruleset("hansa-teutonica"), 3, {}, 7)
HOUSE = "house.minden-hannover.1"


LINK = encode(GAME)
"""Link to a new game of Hansa Teutonica between people."""


@pytest.fixture
def table(guest: Visit) -> Page:
    """The shared page with that game on its table."""
    return opened_link(guest.page, LINK)


def place_of(page: Page, element: str) -> Any:
    """Return the middle of an element on the canvas, in CSS pixels."""
    box = page.evaluate("(id) => kontor.elements().find((one) => one.id === id)", element)
    assert box, f"{element} is nowhere to be seen"
    return box["x"] + box["w"] / 2, box["y"] + box["h"] / 2


def picture(page: Page) -> bytes:
    """Return the canvas as an image, once mouse input is processed and nothing moves."""
    settled(page)
    return page.locator("#canvas").screenshot()


def until_shown(page: Page, wanted: Callable[[bytes], bool]) -> None:
    """Wait until the canvas image meets a condition."""
    for _ in range(50):
        if wanted(picture(page)):
            return
    raise AssertionError("it is never shown")


def said(page: Page) -> str:
    """Return the last announcement."""
    return page.locator("#live > :last-child").inner_text()


def test_the_mouse_shows_a_card_as_long_as_it_points(table: Page) -> None:
    page = table
    page.mouse.move(5, 300)
    before = picture(page)
    x, y = place_of(page, HOUSE)
    page.mouse.move(x, y)
    until_shown(page, lambda now: now != before)
    page.mouse.move(5, 300)
    until_shown(page, lambda now: now == before)
    assert state(page)["actions"] == 0


def test_the_keyboard_hears_the_card_of_what_it_reaches(table: Page) -> None:
    page = table
    page.locator("#canvas").focus()
    page.keyboard.press("i")
    page.evaluate("kontor.idle()")
    things = [one for one in touchable(page) if one.startswith("town.")]
    assert "town.minden" in things, "what cannot be touched is in the list while looking around"
    page.keyboard.press("ArrowDown")
    page.evaluate("kontor.idle()")
    assert len(said(page)) > 20
    page.keyboard.press("Escape")
    page.evaluate("kontor.idle()")
    assert not [one for one in touchable(page) if one.startswith("town.")]


def test_a_long_touch_tells_and_does_nothing(visit: Open) -> None:
    one = visit(viewport={"width": 390, "height": 844}, has_touch=True)
    page = one.open(f"#{LINK}")
    touch(page, "continue")
    x, y = place_of(page, HOUSE)
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    until_so(page, "document.querySelector('#live').textContent.includes('Minden')")
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.evaluate("kontor.idle()")
    assert "Minden" in said(page) and state(page)["actions"] == 0


def test_b_reads_the_board_in_the_picture_and_in_words(table: Page) -> None:
    page = table
    page.locator("#canvas").focus()
    page.mouse.move(5, 300)
    before, words = picture(page), said(page)
    page.keyboard.press("b")
    assert picture(page) != before
    assert said(page) != words and state(page)["actions"] == 0
    page.keyboard.press("b")
    assert picture(page) == before


def test_one_touch_places_a_trader_and_the_merchant_is_one_touch_more(table: Page) -> None:
    page = table
    page.mouse.click(*place_of(page, HOUSE))
    page.evaluate("kontor.idle()")
    assert state(page)["record"].splitlines()[-2] == "place trader minden-hannover.1"
    page.mouse.click(*place_of(page, "instead.0"))
    page.evaluate("kontor.idle()")
    assert state(page)["actions"] == 1
    assert state(page)["record"].splitlines()[-2] == "place merchant minden-hannover.1"
