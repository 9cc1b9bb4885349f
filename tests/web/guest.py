"""A guest who never leaves: one page of each worker, which is at its title again when a test begins.

To start and to draw the first board takes a page longer than most tests. So whoever asks for no fresh start,
no settings and no device of their own is this guest. Nothing they did before is left but what a page has
in its memory anyway: pictures it has drawn, modules it has imported, a computer player that thinks.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING

from playwright.sync_api import Error as PlaywrightError

from game.client.keep.settings import Settings

from .game_page import scene, touch, touchable

if TYPE_CHECKING:
    from .conftest import Visit
    from .returning import Memory

HABITS = '{"look": "off"}'
"""The guest's settings: they do not look at what computers do before the next does something."""
ALL_HABITS = json.dumps(asdict(Settings()) | json.loads(HABITS))
"""The same with all others as they are at first: a page keeps its own for what is not stored."""


def in_game(python: str, then: str = "") -> str:
    """A script that runs Python among the modules of the game before it reports for the first time, `then`
    JavaScript that has its `report` and the names of its module (`own`)."""
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


# The game's own platform, as the App that reports its state has it.
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
"""For pages that a test has think by `begin(text, heard)` or `begun(text)`, or whose `workers` it ends."""

FORGET = """(habits) => {
    localStorage.clear();
    localStorage.setItem("kontor:/:settings", habits);
    dispatchEvent(new StorageEvent("storage", { key: null }));
    document.getElementById("canvas").focus();
}"""
OUT = ("home", "leave", "back", "menu")
"""What leads out of a scene, the best way first."""


def isolated(script: str) -> str:
    """For a page, beside other scripts: no name of it is theirs."""
    return f"(() => {{ {script} }})();"


class GuestHouse:
    """The guest of a worker, who has arrived once they are wanted; another one if their page was lost."""

    def __init__(self, arrive: Callable[[Memory], Visit]) -> None:
        self._arrive = arrive
        self._guest: Visit | None = None

    def at_home(self, memory: Memory) -> Visit:
        """The guest, whose page is at its title."""
        if self._guest is not None:
            try:
                go_home(self._guest)
            except (PlaywrightError, AssertionError):  # its browser was ended, or the last test broke it
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
    """To the title, with nothing kept but their habits, from wherever the last test was."""
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
