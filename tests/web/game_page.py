"""Operation of the game in a page by its accessibility list, as with a screen reader."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Page

from game.client.app.gestures import QUICK_SECONDS
from game.client.touch.chooser import ANSWER, Chooser
from game.engine.core import Action, State
from game.games import part

if TYPE_CHECKING:
    from .conftest import Visit

TOOLS = ("menu", "log", "undo", "back", "whole", "near", "pull", "results", "hint", "take", "replay")


LISTED = f"`#mirror :is([data-id='${{id}}'], [data-id='{ANSWER}${{id}}'])`"
"""Script expression for the selector of the control `id`, or of the button listed in its place."""
OFFERED = f"""async (id) => {{
    const end = performance.now() + 10000;
    while (!document.querySelector({LISTED})) {{
        if (performance.now() > end) return false;
        await new Promise((go) => setTimeout(go, 20));
    }}
    return true;
}}"""
ACTIVATE = f"""async (id) => {{
    const offered = await ({OFFERED})(id);
    if (offered) document.querySelector({LISTED}).click();
    return offered;
}}"""
"""Wait for a control and click it before the list can change."""


DELIBERATE = """async ([x, y, seconds]) => {
    const { x: before, y: above, since } = globalThis.pressed ?? { x: -1e9, y: -1e9, since: 0 };
    const wait = since + 1000 * seconds - performance.now();
    if (Math.hypot(x - before, y - above) < 40 && wait > 0) await new Promise((go) => setTimeout(go, wait));
    globalThis.pressed = { x, y, since: performance.now() };
}"""
PRESSED = "kontor.idle().then(() => { if (globalThis.pressed) pressed.since = performance.now(); })"


def press_at(page: Page, x: float, y: float, *, finger: bool = False) -> None:
    """Click or tap, and wait until the game has reacted. On the spot of the last tap, wait before as well:
    the second of two quick taps has no effect."""
    page.evaluate(DELIBERATE, [x, y, QUICK_SECONDS])
    (page.touchscreen.tap if finger else page.mouse.click)(x, y)
    page.evaluate(PRESSED)


def places(page: Page) -> dict[str, tuple[float, float]]:
    """Return the middle of every listed control, or of the button listed in its place."""
    found = page.evaluate("kontor.elements()")
    middles = {one["id"]: (one["x"] + one["w"] / 2, one["y"] + one["h"] / 2) for one in found}
    return {one.removeprefix(ANSWER): middle for one, middle in middles.items()} | middles


def state(page: Page) -> Any:
    """The game's report of its state."""
    return page.evaluate("kontor.state()")


def settled(page: Page) -> None:
    """Wait until the game has processed the last input and is at rest."""
    page.evaluate("new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")
    page.evaluate("kontor.idle()")


def scene(page: Page) -> str:
    return str(state(page)["scene"])


def touchable(page: Page) -> list[str]:
    """Return the ids of controls in reading order."""
    ids: list[str] = page.evaluate(
        "[...document.querySelectorAll('#mirror [data-id]')].map((b) => b.dataset.id)"
    )
    return ids


def touch(page: Page, element: str) -> None:
    """Activate a control once it is in the list, and wait until the game has reacted."""
    there = page.evaluate(ACTIVATE, element)  # the list, and a scene's name, are updated after drawing
    assert there, f"{element} is not among {touchable(page)} of {scene(page)}"
    page.evaluate("kontor.idle()")


def touches(native: State, action: Action) -> Iterator[str]:
    """Yield the elements that a player activates, in order, to perform `action`."""
    wide = part(native.ruleset.id, "view", "view").VIEW.wide
    chooser, said = Chooser(list(native.legal_actions()), wide), None
    while said is None:
        element = next(one for one in chooser.offered if action in chooser.actions_with(one))
        yield element
        said = chooser.touch(element)
    assert said == action


def until_so(page: Page, condition: str) -> None:
    """Wait for a JavaScript condition; `wait_for_function` would need eval, which the page forbids."""
    page.evaluate(f"async () => {{ while (!({condition})) await new Promise((go) => setTimeout(go, 20)); }}")


def start_game(page: Page, game: str = "hansa") -> None:
    """Start a game between people from the title."""
    for element in ("new", f"game.{game}", "company.people", "start"):
        touch(page, element)
    assert scene(page) == "table"


def opened_link(page: Page, fragment: str) -> Page:
    """Open the table of a game by a link while the page is open."""
    page.evaluate("(fragment) => { location.hash = fragment; }", fragment)
    until_so(page, "kontor.state().scene === 'arrival'")
    page.evaluate("kontor.idle()")
    touch(page, "continue")
    assert scene(page) == "table"
    return page


def play(page: Page, actions: int) -> None:
    """Play this many actions: always the first one offered."""
    goal = state(page)["actions"] + actions
    for _ in range(20 * actions):
        if state(page)["actions"] == goal:
            return
        offered = [one for one in touchable(page) if one not in TOOLS and not one.startswith("desk.")]
        touch(page, offered[0])
    raise AssertionError(f"{actions} actions could not be played")


def open_latest(page: Page) -> None:
    """Open the table of the latest game from the title."""
    touch(page, "continue")
    assert scene(page) == "table"


def kept_games(page: Page) -> dict[str, str]:
    """Return the saved games in the page's storage by key."""
    saves: dict[str, str] = page.evaluate(
        "Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('kontor:/:game/')))"
    )
    return saves


def keep(one: Visit, texts: dict[str, str]) -> None:
    """Write texts to the page's storage before it is opened for the first time."""
    kept = json.dumps({f"kontor:/:{key}": text for key, text in texts.items()})
    one.page.add_init_script(f"""
        if (!sessionStorage.visited) Object.assign(localStorage, {kept});
        sessionStorage.visited = true;
    """)


def break_script(page: Page, message: str) -> None:
    """Let a script of the page fail once."""
    page.evaluate(
        """(message) => {
          const get = () => {
            delete document.hidden;
            throw new Error(message);
          };
          Object.defineProperty(document, "hidden", { configurable: true, get });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        message,
    )


def break_python(page: Page, times: int) -> None:
    """Let the page functions that the game calls fail."""
    page.evaluate(
        """(times) => {
          const { take } = kontor;
          kontor.take = () => {
            if (times-- > 0) throw new Error("Anna broke it");
            return take();
          };
          dispatchEvent(new Event("focus"));
        }""",
        times,
    )
