"""Keys that an input method takes, as for Chinese or Japanese, do nothing else in the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from .conftest import Visit
from .game_page import scene, settled, start_game, touch

PRESS = """([target, key, composition]) => document.querySelector(target).dispatchEvent(
    new KeyboardEvent("keydown", { key, code: key, bubbles: true, cancelable: true, ...composition }))"""
DURING = {"isComposing": True, "keyCode": 229}
SAFARI = {"isComposing": False, "keyCode": 229}
"""The key that ends a composition, which Safari reports after the end."""


def press(page: Page, target: str, key: str, **composition: object) -> bool:
    """Press a key. Return whether the browser performs its default action."""
    done: bool = page.evaluate(PRESS, [target, key, composition])
    settled(page)
    return done


@pytest.mark.parametrize("how", [DURING, SAFARI], ids=["during", "safari"])
def test_a_key_that_an_input_method_takes_does_not_end_a_field(guest: Visit, how: dict[str, object]) -> None:
    page = guest.page
    for element in ("new", "game.hansa", "company.people"):
        touch(page, element)
    touch(page, "name.0")
    field = page.locator("#text-entry")
    for key in ("Enter", "Escape", "ArrowLeft"):
        assert press(page, "#text-entry", key, **how)
        assert field.is_visible() and page.evaluate("document.activeElement.id") == "text-entry"
    field.fill("安娜")
    page.keyboard.press("Enter")
    settled(page)
    assert field.is_hidden()
    assert "安娜" in page.locator("#mirror [data-id='name.0']").inner_text()


@pytest.mark.parametrize("how", [DURING, SAFARI], ids=["during", "safari"])
@pytest.mark.parametrize("target", ["#canvas", "#mirror"])
def test_a_key_that_an_input_method_takes_does_not_reach_the_game(
    guest: Visit, how: dict[str, object], target: str
) -> None:
    page = guest.page
    start_game(page)
    page.focus(target)
    for key in ("Escape", "ArrowLeft", "Enter"):
        assert press(page, target, key, **how)
    assert scene(page) == "table"
    page.keyboard.press("Escape")
    settled(page)
    assert scene(page) != "table"
