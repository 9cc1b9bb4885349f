"""The page around the game has the theme of its settings, or the system's, before anything is loaded."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .conftest import START, Host, Visit
from .game_page import keep, touch, until_so

pytestmark = pytest.mark.returning
Open = Callable[..., Visit]


def worn(page: Page) -> tuple[str, bool]:
    """Return the theme's name, and whether the page's background is light."""
    light = """() => {
        const ground = getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number);
        return ground[0] + ground[1] + ground[2] > 384;
    }"""
    return str(page.evaluate("document.documentElement.dataset.theme")), bool(page.evaluate(light))


@pytest.mark.passing
@pytest.mark.parametrize(
    ("system", "settings", "theme"),
    [
        ("light", "", "light"),
        ("dark", "", "dark"),
        ("dark", '{"theme": "light"}', "light"),
        ("light", '{"theme": "contrast"}', "contrast"),
        ("light", "[", "light"),
    ],
)
def test_the_page_that_loads_is_light_or_dark(
    visit: Open, host: Host, system: str, settings: str, theme: str
) -> None:
    one = visit(color_scheme=system)
    keep(one, {"settings": settings})
    one.page.route("**/pygame.pack", lambda route: None)
    one.page.goto(host.url)
    expect(one.page.locator("#step")).to_have_text("Loading the ship", timeout=START)
    assert worn(one.page) == (theme, theme == "light")


def test_the_game_follows_the_system_until_a_theme_is_chosen(visit: Open) -> None:
    page = visit(color_scheme="dark").open()
    assert worn(page) == ("dark", False)
    page.emulate_media(color_scheme="light")
    until_so(page, "document.documentElement.dataset.theme === 'light'")
    touch(page, "settings")
    touch(page, "theme.dark")
    assert worn(page) == ("dark", False)
    page.emulate_media(color_scheme="dark")
    page.emulate_media(color_scheme="light")
    page.evaluate("kontor.idle()")
    assert worn(page) == ("dark", False)


@pytest.mark.parametrize("asked", [{"contrast": "more"}, {"forced_colors": "active"}], ids=str)
def test_a_browser_that_asks_for_strong_contrast_gets_it(visit: Open, asked: dict[str, str]) -> None:
    """From the start, in the page and in the game, and only while the browser requests it."""
    page = visit(color_scheme="light", **asked).open()
    assert worn(page) == ("contrast", False)
    touch(page, "settings")
    touch(page, "theme.light")
    assert worn(page) == ("light", True)
    touch(page, "theme.system")
    assert worn(page) == ("contrast", False)
    page.emulate_media(contrast="no-preference", forced_colors="none")
    until_so(page, "document.documentElement.dataset.theme === 'light'")
