"""A shared page: each worker has one, which is at its title again when a test begins.

Starting a page and drawing the first board takes longer than most tests. So tests that need no fresh start,
settings or device use this page. Earlier tests leave no traces except caches in its memory: drawn images,
imported modules, an AI worker.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING

from playwright.sync_api import Error as PlaywrightError

from game.client.storage.settings import Settings

from .game_page import scene, touch, touchable

if TYPE_CHECKING:
    from .conftest import Visit
    from .returning import Memory

HABITS = '{"look": "off"}'
"""Settings of the shared page: play continues without a pause to look at computers' moves."""
ALL_HABITS = json.dumps(asdict(Settings()) | json.loads(HABITS))
"""All settings: those above, and defaults for the others, since a page caches settings that are not
stored."""


def in_game(python: str, then: str = "") -> str:
    """Return a script that runs Python among the modules of the game before it first reports its state.
    `then` is JavaScript with access to its `report` and its module names (`own`)."""
    return f"""
    let bridge;
    Object.defineProperty(globalThis, "kontor", {{
        get: () => bridge,
        set(made) {{
            const {{ setReport }} = made;
            made.setReport = (report) => {{
                const own = report.__func__.__globals__;
                own.get("__builtins__").get("exec")({json.dumps(python)}, own);
                {then}
                setReport(report);
            }};
            bridge = made;
        }},
    }});
"""


# The game's platform, as seen by the App that reports its state.
WATCHED = (
    in_game(
        "def begin(text, heard): return asyncio.ensure_future(app.platform.think(text, heard))",
        'own.set("app", report.__self__); globalThis.begin = own.get("begin").copy();',
    )
    + """
    globalThis.workers = [];
    const Plain = Worker;
    globalThis.Worker = class extends Plain {
        constructor(...given) {
            super(...given);
            if (String(given[0]).includes("thinking")) workers.push(this);
        }
    };
    globalThis.begun = (text) => new Promise((resolve) => {
        const task = begin(text, () => resolve({ task })); // a task by itself would be awaited
    });
"""
)
"""Script for tests that request choices by `begin(text, heard)` or `begun(text)`, or terminate `workers`."""

FORGET = """(habits) => {
    localStorage.clear();
    localStorage.setItem("kontor:/:settings", habits);
    dispatchEvent(new StorageEvent("storage", { key: null }));
    document.getElementById("canvas").focus();
}"""
OUT = ("home", "leave", "back", "menu")
"""Controls that leave a scene, best first."""


def isolated(script: str) -> str:
    """Isolate a script's names from those of other scripts."""
    return f"(() => {{ {script} }})();"


class GuestHouse:
    """The shared page of a worker, opened when first needed and replaced if it is lost."""

    def __init__(self, arrive: Callable[[Memory], Visit]) -> None:
        self._arrive = arrive
        self._guest: Visit | None = None

    def at_home(self, memory: Memory) -> Visit:
        """Return the shared page, at its title."""
        if self._guest is not None:
            try:
                go_home(self._guest)
            except (PlaywrightError, AssertionError):  # its browser was killed, or the last test broke it
                self.close()
        if self._guest is None:
            self._guest = self._arrive(memory)
        return self._guest

    def close(self) -> None:
        if self._guest is not None:
            with contextlib.suppress(PlaywrightError):
                self._guest.page.context.close()
        self._guest = None


def go_home(guest: Visit) -> None:
    """Return to the title from any scene, and clear the storage except the settings."""
    page = guest.page
    for _ in range(12):
        if scene(page) == "title":
            break
        offered = touchable(page)
        touch(page, next((way for way in OUT if way in offered), OUT[0]))
    assert scene(page) == "title"
    page.mouse.move(1, 1)
    page.evaluate(FORGET, ALL_HABITS)
    page.evaluate("kontor.idle()")
    guest.errors.clear()
