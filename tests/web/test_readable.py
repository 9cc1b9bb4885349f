"""Play without seeing the canvas and without a mouse, by the accessibility list alone (WCAG 2.1.2, 2.4.1)."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from game.engine.record import read, write

from .conftest import Visit
from .game_page import keep, scene, start_game, state, touch, touchable

pytestmark = pytest.mark.returning
Open = Callable[..., Visit]
RECORDS = Path(__file__).parents[1] / "engine/records"


def at(page: Page) -> str:
    """Return the focus: the id of an element of the list, or of the page."""
    found: str = page.evaluate("document.activeElement.dataset.id ?? document.activeElement.id")
    return found


def press(page: Page, key: str) -> str:
    page.keyboard.press(key)
    page.evaluate("kontor.idle()")
    return at(page)


def visible(page: Page) -> set[str]:
    """Return the ids of visible controls."""
    return set(page.evaluate("kontor.elements().map((one) => one.id)"))


def chapters(page: Page) -> dict[str, list[str]]:
    """Return the paragraphs of the list by the heading above them."""
    told: dict[str, list[str]] = page.evaluate("""() => {
        const told = {}; let title = "";
        for (const node of document.querySelectorAll("#mirror > h1, #mirror > h2, #mirror > p")) {
            if (node.tagName === "P") told[title].push(node.textContent);
            else told[title = node.tagName === "H1" ? "" : node.textContent] = [];
        }
        return told;
    }""")
    return told


def test_the_list_tells_players_towns_routes_and_the_end(guest: Visit) -> None:
    page = guest.page
    start_game(page, "hansa-teutonica")
    told = chapters(page)
    state = ["Players", "How near the end is", "Towns", "Routes", "Also on the board"]
    assert list(told)[1:] == ["More choices", "Desks and menu", "Questions", *state]
    assert len(told["Players"]) == 3 and len(told["How near the end is"]) == 3
    assert any(re.search(r"^Hamburg: office 1 .*Nobody controls it", line) for line in told["Towns"])
    house = next(one for one in touchable(page) if one.startswith("house."))
    before = told["Routes"]
    touch(page, "supply.trader")
    touch(page, house)
    changed = set(chapters(page)["Routes"]) - set(before)
    assert len(changed) == 1 and "’s trader" in changed.pop()


def test_tab_leaves_the_canvas_and_the_page(visit: Open) -> None:
    page = visit().open()
    assert page.evaluate("document.activeElement.tagName") == "H1", "the focus starts at the heading"
    page.evaluate("document.getElementById('canvas').focus()")
    assert press(page, "ArrowDown") in touchable(page), "an arrow leads from the picture into the list"
    page.evaluate("document.getElementById('mirror').querySelector('h1').focus()")
    first = press(page, "Tab")
    assert first in touchable(page)
    assert press(page, "Shift+Tab") == "canvas"
    assert press(page, "Shift+Tab") == "skip"
    press(page, "Enter")
    assert page.evaluate("document.activeElement.tagName") == "H1"
    assert press(page, "Tab") == first
    stops = 0
    while at(page) in touchable(page):
        press(page, "Tab")
        stops += 1
        assert stops < 30, "Tab goes round in the list"


def test_tab_stops_once_at_a_group_and_comes_back_to_where_it_left(guest: Visit) -> None:
    page = guest.page
    start_game(page, "hansa-teutonica")
    stops = "[...document.querySelectorAll('#mirror button')].filter((one) => one.tabIndex === 0).length"
    assert len(touchable(page)) > 100
    assert page.evaluate(stops) <= 15
    names = page.locator("#mirror > h3").all_text_contents()
    assert "Groningen–Emden" in names and len(names) == 32
    page.evaluate("document.getElementById('canvas').focus()")
    while not press(page, "Tab").startswith("house."):
        assert at(page) in touchable(page)
    houses = [one for one in touchable(page) if one.startswith("house.")]
    assert at(page) == houses[0]
    assert press(page, "ArrowDown") in houses[1:]
    assert press(page, "End") == houses[-1]
    assert press(page, "Home") == houses[0]
    left = press(page, "ArrowDown")
    assert not press(page, "Tab").startswith("house.")
    assert press(page, "Shift+Tab") == left
    assert page.evaluate(stops) <= 15
    assert not press(page, "Shift+Tab").startswith("house."), "no second stop among the houses"


def test_a_name_typed_and_entered_leads_to_its_place_and_a_key_held_down_presses_once(guest: Visit) -> None:
    page = guest.page
    start_game(page, "hansa-teutonica")
    page.evaluate("document.querySelector(\"[data-id='find']\").focus()")
    assert press(page, "Enter") == "text-entry"
    page.keyboard.type("Emden 1")
    found = press(page, "Enter")
    assert found.startswith("house.") and page.locator("#text-entry").is_hidden()
    for _ in range(3):
        page.keyboard.down("Enter")  # the second and third as the keyboard repeats a key
    page.keyboard.up("Enter")
    page.evaluate("kontor.idle()")
    assert state(page)["actions"] == 1 and at(page) == found


def test_what_has_the_focus_keeps_it_when_the_list_is_renewed(guest: Visit) -> None:
    page = guest.page
    start_game(page, "hansa-teutonica")
    page.evaluate("document.querySelector(\"[data-id='log']\").focus()")
    page.evaluate("kontor.idle()")
    before = touchable(page)
    page.evaluate("""
        globalThis.lost = 0;
        document.activeElement.addEventListener("blur", () => { lost += 1; });
    """)
    for element in ("supply.trader", next(one for one in before if one.startswith("house."))):
        touch(page, element)
        assert touchable(page) != before
        assert at(page) == "log"
    assert page.evaluate("lost") == 0, "a screen reader would have begun again"


def test_start_is_the_first_stop_of_a_new_game(guest: Visit) -> None:
    page = guest.page
    touch(page, "new")
    page.evaluate("document.getElementById('canvas').focus()")
    assert press(page, "Tab") == "start"
    press(page, "Enter")
    assert scene(page) == "table"


def test_arrows_move_among_the_values_of_a_choice_and_tab_goes_on(visit: Open) -> None:
    page = visit().open()
    touch(page, "settings")
    page.evaluate("document.querySelector(\"[data-id='speed.normal']\").focus()")
    assert press(page, "ArrowRight").startswith("speed.")
    assert not press(page, "Tab").startswith("speed.")


@pytest.mark.parametrize("game", ["hansa-teutonica", "hansa"])
def test_every_heading_is_a_heading_and_there_is_one_of_the_whole(guest: Visit, game: str) -> None:
    page = guest.page
    assert page.locator("#mirror > h1").count() == 1
    start_game(page, game)
    assert page.locator("#mirror > h1").count() == 1
    assert page.get_by_role("heading", level=2).count() >= 4


def test_a_list_that_is_scrolled_stays_whole_and_says_what_is_in_sight(visit: Open) -> None:
    one, record = visit(), read((RECORDS / "hansa-3.txt").read_text(encoding="utf-8"))
    texts = {}
    for number in range(40):
        record.tags["date"] = f"{1980 + number}-01-01 10:00"
        texts[f"game/{number:04}"] = write(record)
    keep(one, texts)
    page = one.open()
    touch(page, "games")
    whole, seen = touchable(page), visible(page)
    page.mouse.move(600, 300)
    page.mouse.wheel(0, 1500)
    page.evaluate("kontor.idle()")
    assert touchable(page) == whole and len(whole) > 80
    now = visible(page)
    assert "open.0039" in seen and "open.0039" not in now
    assert now - seen and len(now) < 30
    touch(page, "more.0000")
    assert scene(page) == "game-menu"
