"""On a phone, the camera, the home bar and the keyboard cover no controls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from .conftest import Visit
from .game_page import settled, touch

pytestmark = pytest.mark.returning

KEYBOARD = """(height) => {
  Object.defineProperty(visualViewport, "height", { value: height, configurable: true });
  visualViewport.dispatchEvent(new Event("resize"));
}"""
"""A keyboard laid over the page, as on an iPhone: only the visual viewport shrinks."""
FIELD = """() => {
  const field = document.getElementById("text-entry");
  const { y, width, height } = field.getBoundingClientRect();
  return { y, width, height, font: parseFloat(getComputedStyle(field).fontSize) };
}"""


def rows(page: Page) -> list[Any]:
    found: list[Any] = page.evaluate("kontor.elements()")
    return [one for one in found if one["w"] > 0]


def typed_in(page: Page, top: float, bottom: float) -> None:
    """Check that the text field is visible, large enough to read, and where the game laid it out."""
    settled(page)
    field = page.evaluate(FIELD)
    assert top <= field["y"] and field["y"] + field["height"] <= bottom, field
    assert field["width"] >= 160 and field["height"] >= 40 and field["font"] >= 16
    (own,) = (one for one in rows(page) if one["id"] == "name.2")
    assert abs(own["y"] - field["y"]) < 1 and abs(own["h"] - field["height"]) < 1


def test_a_phone_shows_everything_between_camera_keyboard_and_home_bar(visit: Callable[..., Visit]) -> None:
    one = visit(viewport={"width": 390, "height": 844}, device_scale_factor=2, has_touch=True, is_mobile=True)
    session = one.page.context.new_cdp_session(one.page)
    insets = {"top": 59, "left": 0, "bottom": 34, "right": 0}
    session.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    page = one.open()
    for element in ("new", "company.people"):
        touch(page, element)
    clear = [row["y"] >= 59 and row["y"] + row["h"] <= 844 - 34 for row in rows(page)]
    assert clear and all(clear), "the page of a new game has its title at the top and its buttons at the foot"
    touch(page, "name.2")
    page.evaluate(KEYBOARD, 500)
    typed_in(page, 59, 500)
    page.evaluate("document.getElementById('canvas').focus()")
    page.evaluate(KEYBOARD, 844)
    settled(page)
    touch(page, "name.2")
    page.evaluate("delete visualViewport.height")
    page.set_viewport_size({"width": 390, "height": 500})
    typed_in(page, 59, 500)
    page.set_viewport_size({"width": 844, "height": 390})
    session.send(
        "Emulation.setSafeAreaInsetsOverride",
        {"insets": {"top": 0, "left": 59, "bottom": 21, "right": 59}},
    )
    page.evaluate("dispatchEvent(new Event('resize'))")
    settled(page)
    assert rows(page) and all(row["x"] >= 59 and row["x"] + row["w"] <= 844 - 59 for row in rows(page))
