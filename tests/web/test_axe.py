"""axe-core finds no violation in any scene: names, roles, headings, landmarks, contrast."""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, ViewportSize, expect

from game import client
from game.client.frame.scene import Scene
from game.client.keep.link import encode
from game.engine.record import read
from tests.client.conftest import finished_text
from web.cache import ROOT
from web.npm import package

from .conftest import START, Host, Visit
from .game_page import break_python, keep, scene, touch, until_so

pytestmark = pytest.mark.returning
Open = Callable[..., Visit]
AXE = ("axe-core", "4.14.1", "e6b0ce02b84d892e2e33e403485e7f3d6c29e2be6df65daf44d89ba564139745")

PUZZLE = json.loads((ROOT / "assets/puzzles/hansa.json").read_text(encoding="utf-8"))[0]["id"]
WALK = f"""
games more.over back tally back paste back back settings back about rules.hansa back back
lessons hansa-teutonica.goal leave puzzles.hansa {PUZZLE} leave back back
new company.people options back start
menu log back replay leave forecast back seats back share code back back leave
new company.alone start menu teaching back leave
games open.over results mistakes back analysis back board
"""
"""What is touched one after the other, from the title on; each touch opens a scene or leads back."""

DESK, PHONE = ViewportSize(width=1280, height=720), ViewportSize(width=390, height=844)
WITHIN = {
    "a guided game": "lessons first.hansa",
    "the reading layer": "new game.hansa-teutonica company.people start reading",
    "the legend": "legend",
    "one sign less": "sign.control",
    "a hint": "legend reading hint",
    "the menu of a guided game": "menu leave lessons first.hansa menu",
}
"""What a scene may also look like, with what is touched to get there from the look before."""

DELETED_ELSEWHERE = """
const key = Object.keys(localStorage).find((one) => one.endsWith("game/over"));
localStorage.removeItem(key);
dispatchEvent(new StorageEvent("storage", { key, newValue: null, storageArea: localStorage }));
"""
"""The game on the table is deleted, as in another window."""


def violations(page: Page) -> list[tuple[str, list[str]]]:
    """The rules that are broken, and by what."""
    if not page.evaluate("'axe' in globalThis"):
        # The page's policy forbids it as a script; it does not hold for what is evaluated from here.
        page.evaluate((package(*AXE) / "axe.min.js").read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [(rule["id"], [node["html"][:120] for node in rule["nodes"]]) for rule in found["violations"]]


def scenes() -> dict[str, str]:
    """The names of all scenes, each with the client's room it is in."""
    found, kinds = dict[str, str](), [Scene]
    for module in pkgutil.walk_packages(client.__path__, f"{client.__name__}."):
        importlib.import_module(module.name)
    for kind in kinds:
        kinds += kind.__subclasses__()
        if kind.name and kind.__module__.startswith(client.__name__):
            found[kind.name] = kind.__module__.split(".")[2]
    return found


def every_scene(page: Page) -> Iterator[str]:
    """Open one scene after the other; its name, each time it is one not seen before."""
    seen = {scene(page)}
    yield scene(page)
    for element in WALK.split():
        touch(page, element)
        if scene(page) not in seen:
            seen.add(scene(page))
            yield scene(page)
    page.evaluate(DELETED_ELSEWHERE)
    until_so(page, "kontor.state().scene === 'conflict'")
    page.evaluate("kontor.idle()")
    yield scene(page)
    touch(page, "leave")
    for text in (encode(read(finished_text("hansa-teutonica"))), "game=torn"):
        page.evaluate("(text) => { location.hash = text; }", text)
        until_so(page, "['arrival', 'refusal'].includes(kontor.state().scene)")
        page.evaluate("kontor.idle()")
        yield scene(page)
        touch(page, "leave" if scene(page) == "arrival" else "back")
    games = "\n".join(finished_text(game) for game in ("hansa", "hansa-teutonica"))
    file = FilePayload(name="games.txt", mimeType="text/plain", buffer=games.encode())
    page.locator("#file-entry").set_input_files(file)
    until_so(page, "kontor.state().scene === 'take-in'")
    page.evaluate("kontor.idle()")
    yield scene(page)
    break_python(page, 1)
    page.evaluate("kontor.idle()")
    yield scene(page)


def test_axe_finds_nothing_in_any_scene(visit: Open) -> None:
    one = visit()
    keep(one, {"game/over": finished_text("hansa")})
    page = one.open()
    seen = []
    for name in every_scene(page):
        seen.append(name)
        assert violations(page) == [], name
    missing = {"table", "lesson", "puzzle", *(name for name, room in scenes().items() if room != "rooms")}
    missing -= {*seen}
    assert not missing, missing
    assert len(seen) == len(set(seen))


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=str)
def test_axe_finds_nothing_whatever_is_shown_at_a_table(visit: Open, viewport: ViewportSize) -> None:
    """The desk of a phone folded and pulled up, too."""
    page = visit(viewport=viewport).open()
    for name, walk in WITHIN.items():
        for element in walk.split():
            if element == "new":
                leave_table(page)
            touch(page, element)
        assert violations(page) == [], name
    touch(page, "resume")
    if viewport is PHONE:
        touch(page, "pull")
        assert violations(page) == [], "the desk pulled up"


def leave_table(page: Page) -> None:
    """To the title."""
    touch(page, "menu")
    touch(page, "leave")


@pytest.mark.passing
@pytest.mark.parametrize(
    "wanted", [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"contrast": "more"}], ids=str
)
def test_axe_finds_nothing_in_the_pages_own_pages(visit: Open, host: Host, wanted: dict[str, str]) -> None:
    """While it loads, and when it cannot."""
    one = visit(**wanted)
    one.page.route("**/pygame.pack", lambda route: None)
    one.page.goto(host.url)
    expect(one.page.locator("#step")).to_have_text("Loading the ship", timeout=START)
    assert violations(one.page) == []
    host.file("*/game.pack").unlink()
    other = visit(**wanted)
    other.page.goto(host.url)
    expect(other.page.locator("#trouble")).to_be_visible(timeout=START)
    other.page.click("summary")
    assert violations(other.page) == []
