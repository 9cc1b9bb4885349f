"""A player with a screen reader at the headless client, who perceives the accessibility list and the
announcements only, and activates controls by their names."""

from __future__ import annotations

import re
from collections import Counter
from math import inf

from game.client.app.app import App
from game.platform import Element, Pick
from tests.client.conftest import Screen
from tests.web.blind import SpokenScreen

READ = ("heading", "chapter", "section", "note")
QUESTION = "question"
"""Id of the line with the question."""


class Reader:
    """A screen reader and its user.

    heard  everything announced since the last press
    """

    def __init__(self, app: App) -> None:
        self.app = app
        assert isinstance(app.platform, Screen)
        self._said = app.platform.said
        self.heard: list[str] = []
        self._at = 0
        self.settle()

    def settle(self) -> None:
        """Wait until nothing more happens by itself, and listen."""
        self.app.step()
        while self.app.scene.update(inf) == 0:
            self.app.step()
        self.app.step()
        self.heard, self._at = self._said[self._at :], len(self._said)

    def controls(self) -> list[Element]:
        return [one for one in self.app.elements() if one.kind not in READ]

    def told(self) -> SpokenScreen:
        """Return the list, part by part."""
        buttons: dict[str, list[str]] = {}
        lines: dict[str, list[str]] = {}
        first, title = self.app.elements()[0].label, ""
        for one in self.app.elements()[1:]:
            if one.kind in ("chapter", "section"):
                title = one.label
            elif one.kind == "note":
                lines.setdefault(title, []).append(one.label)
            else:
                buttons.setdefault(title, []).append(one.label)
        return SpokenScreen(first, buttons, lines)

    def question(self) -> str:
        """Return the question: the line below the heading or, without one, the heading."""
        line = next((one.label for one in self.app.elements() if one.id == QUESTION), "")
        return line or self.app.elements()[0].label

    def press(self, name: str) -> None:
        """Activate the control with this name, of which there is one."""
        (control,) = (one for one in self.controls() if one.label == name)
        self.app.handle(Pick(control.id))
        self.settle()


def words(text: str) -> Counter[str]:
    """Return the words of a text without their endings, so that "traders" is found in "trader"."""
    return Counter(word[:5] for word in re.findall(r"\w+", text.lower()))


def nearest(names: list[str], *texts: str) -> str:
    """Return the name that has most in common with the first text that mentions any of them."""
    for text in texts:
        wanted = words(text)
        shared = [sum((words(name) & wanted).values()) for name in names]
        if max(shared, default=0):
            return names[shared.index(max(shared))]
    return names[0]
