"""Game analysis, keyboard shortcuts against computers, and hurrying computers by touch, in a real page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from game.client.storage.link import encode
from game.engine.record import read

from .conftest import Visit
from .game_page import opened_link, scene, state, touchable, until_so
from .test_alone import alone, alone_in_own_page, choose, end_turn, persons_turn, until
from .wasted import FINISHED, store_analysed

pytestmark = pytest.mark.returning
Open = Callable[..., Visit]
HURRY = """async () => {
    const { actions } = kontor.state(), start = performance.now();
    const canvas = document.getElementById("canvas"), { width, height } = canvas.getBoundingClientRect();
    const at = { clientX: width / 2, clientY: height - 3, bubbles: true };
    for (const type of ["mousedown", "mouseup"]) canvas.dispatchEvent(new MouseEvent(type, at));
    while (kontor.state().actions === actions && performance.now() - start < 5000)
        await new Promise((go) => setTimeout(go, 5));
    return performance.now() - start;
}"""


def tap(page: Page, element: str) -> None:
    """Tap the middle of an element on the canvas; focus scrolls it into view."""
    page.evaluate("(id) => document.querySelector(`#mirror [data-id='${id}']`).focus()", element)
    page.evaluate("kontor.idle()")
    place = next(one for one in page.evaluate("kontor.elements()") if one["id"] == element)
    page.mouse.click(place["x"] + place["w"] / 2, place["y"] + place["h"] / 2)


def until_offered(page: Page, element: str) -> None:
    until_so(page, f"document.querySelector(`#mirror [data-id='{element}']`)")


def pick(page: Page, element: str) -> None:
    """Activate an element as soon as it is in the list."""
    until_offered(page, element)
    choose(page, element)


def until_scene(page: Page, name: str) -> None:
    until_so(page, f"kontor.state().scene === '{name}'")


def test_a_game_is_analysed_and_played_on_from_a_turning_point(guest: Visit) -> None:
    record = read(FINISHED)
    page = opened_link(guest.page, encode(record))
    for element in ("results", "analysis"):
        pick(page, element)
    until_so(page, "document.querySelector(`#mirror [data-id^='point.']`)")
    point = next(element for element in touchable(page) if element.startswith("point."))
    tap(page, point)
    until_offered(page, "better")
    tap(page, "try")
    until_scene(page, "table")
    tried = read(state(page)["record"])
    step = len(tried.actions)
    assert step < len(record.actions)
    assert tried.actions[:step] == record.actions[:step]
    tags = [tried.tags.get(f"player.{seat}", "person").split()[0] for seat in range(2)]
    assert sorted(tags) == ["computer", "person"]
    persons_turn(page)
    end_turn(page)
    persons_turn(page)
    assert len(read(state(page)["record"]).actions) > step, "the computer plays on"
    assert guest.errors == []


def test_a_mistake_is_played_again_and_its_answer_watched(guest: Visit) -> None:
    """From the results to the list of mistakes and to the table, where the better move is shown and
    animated. The analysis was stored earlier."""
    page = guest.page
    store_analysed(page)
    for element in ("games", "open.over", "results", "mistakes"):
        pick(page, element)
    for element in ("seat.0", "size.small", "begin"):
        pick(page, element)
    until_scene(page, "mistake")
    pick(page, "coach.answer")
    until_offered(page, "coach.watch")
    expect(page.locator("#mirror")).to_contain_text("Here is the answer")
    tap(page, "coach.watch")
    until_scene(page, "replay")
    page.keyboard.press("Escape")
    until_scene(page, "mistake")
    pick(page, "leave")
    until_scene(page, "mistakes")
    assert guest.errors == []


def test_hint_forecast_and_what_happened_by_keyboard(guest: Visit) -> None:
    page = alone(guest, "hansa")
    page.focus("#canvas")
    page.keyboard.press("f")
    until_scene(page, "forecast")
    page.keyboard.press("Escape")
    until_scene(page, "table")
    before = state(page)["actions"]
    page.keyboard.press("h")
    page.wait_for_selector("#mirror [data-id='take']", state="attached")
    page.keyboard.press("Enter")
    until_so(page, f"kontor.state().actions > {before}")
    end_turn(page)
    persons_turn(page)
    page.focus("#canvas")
    page.keyboard.press("r")
    until_scene(page, "replay")
    page.keyboard.press("Escape")
    until_scene(page, "table")
    page.keyboard.press("l")
    until_scene(page, "log")
    expect(page.locator("#mirror")).to_contain_text("Since your last turn")
    assert guest.errors == []


@pytest.mark.parametrize("start", ["list", "button"])
def test_enter_takes_a_hint_wherever_the_pages_focus_is(guest: Visit, start: str) -> None:
    """In the list without a button, as after a scene has gone, or on the button that requested it."""
    page = alone(guest, "hansa-teutonica")
    before = state(page)["actions"]
    if start == "list":
        page.focus("#mirror")
        page.keyboard.press("h")
    else:
        page.focus("#mirror [data-id='hint']")
        page.keyboard.press("Enter")
    page.wait_for_selector("#mirror [data-id='take']", state="attached")
    until_so(page, "document.activeElement.dataset.id === 'take' || document.activeElement.tagName === 'H1'")
    page.evaluate("kontor.idle()")
    assert state(page)["actions"] == before
    page.keyboard.press("Enter")
    until_so(page, f"kontor.state().actions === {before + 1}")


def test_computers_are_hurried_by_touch_and_stopped_by_the_menu(visit: Open) -> None:
    """At the slowest pace a computer's action is shown for more than a second: of several actions at least
    one comes within a second after a touch, which none does by itself."""
    _, page = alone_in_own_page(visit, "hansa", looking=True)
    for element in ("menu", "settings", "speed.slow", "back", "resume"):
        pick(page, element)
    end_turn(page)
    waits: list[float] = []
    while len(waits) < 6 and not (waits and min(waits) < 1000):
        page.evaluate(
            "async () => { while (!['timer', 'input'].includes(kontor.state().waits))"
            " await new Promise((go) => setTimeout(go, 5)); }"
        )
        if state(page)["waits"] == "input":
            break
        waits.append(page.evaluate(HURRY))
    assert waits and min(waits) < 1000, waits
    persons_turn(page)
    end_turn(page)
    until(page, "timer")
    pick(page, "menu")
    until_scene(page, "menu")
    page.evaluate("kontor.idle()")
    before = state(page)["actions"]
    assert scene(page) == "menu"
    pick(page, "log")
    until_scene(page, "log")
    page.evaluate("kontor.idle()")
    assert state(page)["actions"] == before, "nothing is played behind the menu"
    for element in ("back", "resume"):
        pick(page, element)
    persons_turn(page)
    assert state(page)["actions"] > before
