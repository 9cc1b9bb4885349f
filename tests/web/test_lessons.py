"""A lesson in a real page, by touch on a phone: offered on the first visit, played, resumed after a
reload."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from game.client.learn.courses import puzzles

from .conftest import Visit
from .game_page import keep, places, press_at, scene, touch, touchable, touches, until_so

pytestmark = pytest.mark.returning


def tap(page: Page, element: str) -> None:
    """Tap the middle of an element."""
    found = places(page)
    assert element in found, f"{element} is not among {list(found)}"
    press_at(page, *found[element], finger=True)


def test_the_first_lesson_is_played_by_touch_and_kept(visit: Callable[..., Visit]) -> None:
    phone = {"width": 390, "height": 844}
    one = visit(viewport=phone, has_touch=True, device_scale_factor=2)
    page = one.open()
    tap(page, "lessons")
    tap(page, "hansa-teutonica.goal")
    assert scene(page) == "lesson"
    for element in ("coach.next", "coach.next", "supply.trader", "house.minden-hannover.3"):
        tap(page, element)
    page.reload()
    page = one.ready()
    tap(page, "lessons")
    tap(page, "hansa-teutonica.goal")
    for element in (
        "route.minden-hannover",
        "answer.office.minden.1",
        "coach.next",
        "coach.next",
        "button.end-turn",
    ):
        tap(page, element)
    until_so(page, "document.querySelector(`#mirror [data-id='coach.next']`)")  # the others have moved
    tap(page, "coach.next")
    assert "coach.after" in touchable(page), "the lesson is finished"
    assert one.errors == []


WAYS_ON = ("coach.next", "coach.do", "coach.after", "coach.play")


def test_all_lessons_lead_on_from_the_pages_list_to_the_first_game(visit: Callable[..., Visit]) -> None:
    """The coach shows the next step; after the last lesson a game begins."""
    one = visit(reduced_motion="reduce")
    keep(one, {"settings": '{"look": "off"}'})
    page = one.open()
    touch(page, "lessons")
    touch(page, "hansa-teutonica.goal")
    finished = 0
    while scene(page) == "lesson":
        until_so(page, " || ".join(f"document.querySelector(`#mirror [data-id='{way}']`)" for way in WAYS_ON))
        offered = touchable(page)
        way = next(way for way in WAYS_ON if way in offered)
        finished += way in ("coach.after", "coach.play")
        touch(page, way)
    assert finished == 10 and scene(page) == "table"
    assert one.errors == []


def test_a_puzzle_is_chosen_by_its_theme_and_leads_to_the_next_of_it(visit: Callable[..., Visit]) -> None:
    """Chosen by touch on a phone, solved by the accessibility list."""
    one = visit(viewport={"width": 390, "height": 844}, has_touch=True, device_scale_factor=3)
    page = one.open()
    touch(page, "lessons")
    touch(page, "game.hansa")
    touch(page, "puzzles.hansa")
    tap(page, "by.theme")
    tap(page, "theme.collect")
    of_theme = [puzzle for puzzle in puzzles("hansa") if "collect" in puzzle.themes]
    first, then = of_theme[:2]
    listed = {puzzle.id for puzzle in puzzles("hansa")} & {*touchable(page)}
    assert listed == {puzzle.id for puzzle in of_theme}
    tap(page, first.id)
    assert scene(page) == "puzzle"
    native = first.state()
    for text in first.answer:
        action = native.parse_action(text)
        for element in touches(native, action):
            touch(page, element)
        native.apply(action)
    touch(page, "coach.after")
    headline = f"Puzzle {puzzles('hansa').index(then) + 1} · Collecting"
    assert page.evaluate("(words) => document.querySelector('#mirror').textContent.includes(words)", headline)
    touch(page, "leave")
    touch(page, "back")
    card = page.evaluate("document.querySelector(`#mirror [data-id='theme.collect']`).textContent")
    assert f"1 of {len(of_theme)} solved" in card
    assert one.errors == []
