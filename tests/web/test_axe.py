"""axe-core finds no violation in any scene: names, roles, headings, landmarks, contrast."""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, ViewportSize, expect

from game import client, engine
from game.client.app.scene import Scene
from game.client.storage.link import encode
from game.engine.record import Record, read, write
from game.match.learning import KnownMistake, KnownMistakes, Result, with_entries
from tests.client.conftest import finished_text
from web.cache import ROOT
from web.npm import package

from .conftest import START, Host, Visit
from .game_page import break_python, scene, touch, until_so
from .wasted import store_analysed

pytestmark = pytest.mark.returning
Open = Callable[..., Visit]
LEARNT = with_entries(
    "",
    (
        Result("2026-11-21", "hansa", 3, "hard", 2, 40, "8f3c0a12", "over"),
        KnownMistakes("8f3c0a12", "hansa", "over", (KnownMistake(9, "opening", "selling", 0.05),)),
    ),
)
AXE = ("axe-core", "4.14.1", "e6b0ce02b84d892e2e33e403485e7f3d6c29e2be6df65daf44d89ba564139745")

PUZZLE = json.loads((ROOT / "assets/games/hansa/puzzles.json").read_text(encoding="utf-8"))[0]["id"]
Walk = tuple[str, set[str]]
WALKS: dict[str, Walk] = {
    "from the title": (
        "games more.over note done back tally practise.hansa back back paste back back "
        "settings back about reader back kontor licences back host back back rules.hansa",
        {
            "title",
            "games",
            "game-menu",
            "note",
            "tally",
            "practice",
            "paste",
            "settings",
            "about",
            "reader",
            "rules",
            "kontor",
            "licences",
            "host",
        },
    ),
    "learning": (
        f"lessons hansa-teutonica.goal leave game.hansa puzzles.hansa {PUZZLE}",
        {"lessons", "lesson", "puzzles", "puzzle"},
    ),
    "among people": (
        "new company.people options back start menu log back replay leave "
        "forecast back seats back menu share code",
        {"new-game", "options", "table", "menu", "log", "replay", "forecast", "seats", "share", "code"},
    ),
    "against computers": ("new company.alone start menu teaching back advance", {"teaching", "answers"}),
    "after a game": (
        "games open.over results mistakes back replay first rollouts back leave analysis",
        {"results", "mistakes", "rollouts", "analysis"},
    ),
}
"""Controls activated in order from the title, with the scene that each opens for the first time."""
UNASKED = {"conflict", "arrival", "refusal", "loading", "take-in", "failure"}
"""Scenes that open without input."""

DESK, PHONE = ViewportSize(width=1280, height=720), ViewportSize(width=390, height=844)
WITHIN = {
    "a guided game": "lessons game.hansa first.hansa",
    "the reading layer": "new game.hansa-teutonica company.people start reading",
    "the legend": "legend",
    "one sign less": "sign.control",
    "a hint": "legend reading hint",
    "the menu of a guided game": "menu leave lessons game.hansa first.hansa menu",
}
"""Other states of a scene, with the controls that lead there from the state before."""

DELETED = """() => {
    const key = "kontor:/:game/over";
    localStorage.removeItem(key);
    dispatchEvent(new StorageEvent("storage", { key, newValue: null, storageArea: localStorage }));
}"""
"""The finished game is deleted, as in another window."""


HOLD = """() => {
    const { frame } = kontor;
    const held = [];
    kontor.frame = () => {
        if (document.querySelector("#mirror h1")?.textContent !== "Opening the game") return frame();
        globalThis.goOn = () => {
            Object.assign(kontor, { frame });
            for (const go of held) go(frame());
        };
        return new Promise((go) => held.push(go));
    };
}"""
"""The game stops drawing while it opens a long game, so that this does not end."""


def long_game() -> str:
    """Return the record of a game in which the ship has sailed about 10,000 times."""
    state = engine.ruleset("hansa").new_game(seats=2, seed=1)
    record = Record.of(state)
    while len(record.actions) < 12_000:
        legal = state.legal_actions()
        idle = [action for action in legal if action.text.startswith(("sail", "end-turn"))] or legal
        action = idle[len(record.actions) % len(idle)]
        state.apply(action)
        record.append(action)
    return write(record)


def violations(page: Page) -> list[tuple[str, list[str]]]:
    """Return the violated rules, each with its elements."""
    if not page.evaluate("'axe' in globalThis"):
        # The Content Security Policy forbids it as a script, but does not apply to evaluation by the test.
        page.evaluate((package(*AXE) / "axe.min.js").read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [(rule["id"], [node["html"][:120] for node in rule["nodes"]]) for rule in found["violations"]]


def scenes() -> dict[str, str]:
    """Return the names of all scenes, each with its package in the client."""
    found, kinds = dict[str, str](), [Scene]
    for module in pkgutil.walk_packages(client.__path__, f"{client.__name__}."):
        importlib.import_module(module.name)
    for kind in kinds:
        kinds += kind.__subclasses__()
        if kind.name and kind.__module__.startswith(client.__name__):
            found[kind.name] = kind.__module__.split(".")[2]
    return found


def scenes_of_rooms() -> set[str]:
    """Return the names of the scenes that need a room server. test_together.py covers them."""
    return {name for name, package in scenes().items() if package == "rooms"} | {"public-tables", "report"}


def with_finished_game(guest: Visit) -> Page:
    """Store a finished game with its analysis, the result of an earlier one, and a mistake in it."""
    store_analysed(guest.page)
    guest.page.evaluate("(text) => localStorage.setItem('kontor:/:results', text)", LEARNT)
    guest.page.evaluate("kontor.idle()")
    return guest.page


@pytest.mark.parametrize("walk", WALKS)
def test_axe_finds_nothing_in_any_scene(guest: Visit, walk: str) -> None:
    elements, fresh = WALKS[walk]
    page, seen = with_finished_game(guest), set[str]()
    for element in ("", *elements.split()):
        if element:
            touch(page, element)
        if scene(page) in fresh - seen:
            seen.add(scene(page))
            assert violations(page) == [], scene(page)
    assert seen == fresh


def until_scene(page: Page, *names: str) -> str:
    """Wait until one of these scenes is open and at rest."""
    until_so(page, f"{json.dumps(names)}.includes(kontor.state().scene)")
    page.evaluate("kontor.idle()")
    return scene(page)


def what_opens_by_itself(page: Page) -> Iterator[str]:
    """Open the scenes that need no input, one after the other. Yields their names."""
    touch(page, "games")
    touch(page, "open.over")
    page.evaluate(DELETED)
    yield until_scene(page, "conflict")
    touch(page, "leave")
    for text in (encode(read(finished_text("hansa-teutonica"))), "game=torn"):
        page.evaluate("(text) => { location.hash = text; }", text)
        yield until_scene(page, "arrival", "refusal")
        touch(page, "leave" if scene(page) == "arrival" else "back")
    page.evaluate(HOLD)
    file = FilePayload(name="long.txt", mimeType="text/plain", buffer=long_game().encode())
    page.locator("#file-entry").set_input_files(file)
    until_so(page, "globalThis.goOn")
    yield scene(page)
    page.evaluate("goOn()")
    touch(page, "back")
    games = "\n".join(finished_text(game) for game in ("hansa", "hansa-teutonica"))
    file = FilePayload(name="games.txt", mimeType="text/plain", buffer=games.encode())
    page.locator("#file-entry").set_input_files(file)
    yield until_scene(page, "take-in")
    break_python(page, 1)
    yield until_scene(page, "failure")
    touch(page, "home")


def test_axe_finds_nothing_in_what_opens_by_itself(guest: Visit) -> None:
    seen = set[str]()
    for name in what_opens_by_itself(with_finished_game(guest)):
        seen.add(name)
        assert violations(guest.page) == [], name
    assert seen == UNASKED


def test_axe_is_shown_every_scene() -> None:
    shown = UNASKED.union(*(fresh for _, fresh in WALKS.values()))
    assert shown == {
        "table",
        "lesson",
        "puzzle",
        *(scenes().keys() - scenes_of_rooms()),
    }


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=str)
def test_axe_finds_nothing_whatever_is_shown_at_a_table(
    visit: Open, viewport: ViewportSize, request: pytest.FixtureRequest
) -> None:
    """On a phone with its player board closed and open."""
    own = viewport is PHONE
    page = visit(viewport=viewport).open() if own else request.getfixturevalue("guest").page
    for name, walk in WITHIN.items():
        for element in walk.split():
            if element == "new":
                leave_table(page)
            touch(page, element)
        assert violations(page) == [], name
    touch(page, "resume")
    if viewport is PHONE:
        touch(page, "desk.0")  # the card covers the handle, not the tabs
        assert violations(page) == [], "the desk pulled up"
        touch(page, "pull")
        assert violations(page) == [], "the desk folded again"


def leave_table(page: Page) -> None:
    """Return to the title."""
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
