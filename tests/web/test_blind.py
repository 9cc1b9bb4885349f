"""Games played through the accessibility tree alone: by roles, names and announcements, and by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page

from game.engine.record import read, write
from web.cache import ROOT

from .blind import SpokenScreen, plays_hansa, plays_hansa_teutonica
from .conftest import Visit
from .game_page import keep

pytestmark = pytest.mark.returning
Open = Callable[..., Visit]
RECORDS = ROOT / "tests" / "engine" / "records"


class Listener:
    """A screen reader: the browser's accessibility tree, a focus, and the announcements of the live
    region."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._tree: CDPSession = page.context.new_cdp_session(page)
        self.heard: list[str] = []
        page.expose_function("heard", self._hear)
        page.evaluate("""
            for (const live of document.querySelectorAll("[aria-live]"))
                new MutationObserver((changes) => {
                    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
                    added.forEach((node) => heard(node.textContent));
                }).observe(live, { childList: true });
        """)

    def _hear(self, text: str) -> None:
        self.heard.append(text)

    def told(self) -> SpokenScreen:
        """Return the page's main part, from top to bottom."""
        nodes: list[dict[str, Any]] = self._tree.send("Accessibility.getFullAXTree")["nodes"]
        by_id = {node["nodeId"]: node for node in nodes}
        question, title = "", ""
        buttons: dict[str, list[str]] = {}
        lines: dict[str, list[str]] = {}

        def visit(node: dict[str, Any]) -> None:
            nonlocal question, title
            role, name = node.get("role", {}).get("value"), node.get("name", {}).get("value", "")
            if role == "heading":
                level = next(one["value"]["value"] for one in node["properties"] if one["name"] == "level")
                question, title = (name, "") if level == 1 else (question, name)
            elif role == "button":
                buttons.setdefault(title, []).append(name)
            elif role == "StaticText":
                lines.setdefault(title, []).append(name)
            else:
                for child in node.get("childIds", ()):
                    visit(by_id[child])

        visit(next(node for node in nodes if node.get("role", {}).get("value") == "main"))
        return SpokenScreen(question, buttons, lines)

    def press(self, name: str) -> None:
        """Focus a button and press it; announcements are in `heard`."""
        self.heard.clear()
        self.page.get_by_role("main").get_by_role("button", name=name, exact=True).first.focus()
        self.page.keyboard.press("Enter")
        self.page.evaluate("kontor.idle()")


def nearly_over(name: str, left: int) -> str:
    """Return a recorded game without its last actions."""
    record = read((RECORDS / f"{name}.txt").read_text())
    tags = {"name.0": "Anna", "name.1": "Ben", "over": "no"}
    return write(replace(record, actions=record.actions[:-left], tags=tags))


@pytest.mark.parametrize(
    ("record", "left", "plays"),
    [("hansa-2", 60, plays_hansa), ("hansa-teutonica-2-neutral", 30, plays_hansa_teutonica)],
    ids=["hansa", "hansa-teutonica"],
)
def test_who_sees_nothing_plays_a_game_to_its_end(
    visit: Open, record: str, left: int, plays: Callable[[SpokenScreen], str]
) -> None:
    one = visit()
    keep(one, {"game/begun": nearly_over(record, left)})
    reader = Listener(one.open())
    going_on = next(name for name in reader.told().offered if "Anna, Ben" in name or "Continue" in name)
    reader.press(going_on)
    presses, told = 0, reader.told()
    while "Players" in told.lines and "Results" not in told.offered:
        reader.press(plays(told))
        assert any(reader.heard), "every step is answered"
        told = reader.told()
        ended = "Players" not in told.lines
        assert len(reader.heard) <= 2 + ended, "at the button, when it is pressed, and the result"
        presses += 1
        assert presses < 150, "the game does not come to its end"
    assert presses > 20
    points = [line for lines in told.lines.values() for line in lines if line.startswith("Total")]
    assert told.question and points, "the results are read out"
    assert one.errors == []
