"""Cards by mouse, keyboard and long touch, the board read out, placing by one touch: in the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from game import engine
from game.client.keep.link import encode
from game.engine.record import Record

from .conftest import Visit
from .game_page import scene, state, touchable, until_so

pytestmark = pytest.mark.passing
Open = Callable[..., Visit]

GAME = Record(engine.ruleset("hansa-teutonica"), 3, {}, 7)
HOUSE = "house.minden-hannover.1"


def table(one: Visit) -> Page:
    """A new game of Hansa Teutonica, to be decided by a person."""
    page = one.open(f"#{encode(GAME)}")
    page.evaluate("(id) => document.querySelector(`#mirror [data-id='${id}']`).click()", "continue")
    page.evaluate("kontor.idle()")
    assert scene(page) == "table"
    return page


def place_of(page: Page, element: str) -> Any:
    """The middle of an element on the canvas, in CSS pixels."""
    box = page.evaluate("(id) => kontor.elements().find((one) => one.id === id)", element)
    assert box, f"{element} is nowhere to be seen"
    return box["x"] + box["w"] / 2, box["y"] + box["h"] / 2


def picture(page: Page) -> bytes:
    """What the canvas shows, once nothing moves."""
    page.evaluate("kontor.idle()")
    return page.locator("#canvas").screenshot()


def said(page: Page) -> str:
    """The last announcement."""
    return page.locator("#live").inner_text()


def test_the_mouse_shows_a_card_as_long_as_it_points(visit: Open) -> None:
    page = table(visit())
    x, y = place_of(page, HOUSE)
    page.mouse.move(5, 300)
    before = picture(page)
    page.mouse.move(x, y)
    assert picture(page) != before
    page.mouse.move(5, 300)
    assert picture(page) == before
    assert state(page)["actions"] == 0


def test_the_keyboard_hears_the_card_of_what_it_reaches(visit: Open) -> None:
    page = table(visit())
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
    page = table(one)
    x, y = place_of(page, HOUSE)
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    until_so(page, "document.querySelector('#live').textContent.includes('Minden')")
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.evaluate("kontor.idle()")
    assert "Minden" in said(page) and state(page)["actions"] == 0


def test_b_reads_the_board_in_the_picture_and_in_words(visit: Open) -> None:
    page = table(visit())
    page.locator("#canvas").focus()
    page.mouse.move(5, 300)
    before, words = picture(page), said(page)
    page.keyboard.press("b")
    assert picture(page) != before
    assert said(page) != words and state(page)["actions"] == 0
    page.keyboard.press("b")
    assert picture(page) == before


def test_one_touch_places_a_trader_and_the_merchant_is_one_touch_more(visit: Open) -> None:
    page = table(visit())
    page.mouse.click(*place_of(page, HOUSE))
    page.evaluate("kontor.idle()")
    assert state(page)["record"].splitlines()[-2] == "place trader minden-hannover.1"
    page.mouse.click(*place_of(page, "instead.0"))
    page.evaluate("kontor.idle()")
    assert state(page)["actions"] == 1
    assert state(page)["record"].splitlines()[-2] == "place merchant minden-hannover.1"
