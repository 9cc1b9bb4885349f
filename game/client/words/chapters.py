"""The table in words for screen readers: chapters of sentences, told after what can be touched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.client.words.i18n import t
from game.platform import Element

NOWHERE = (0, 0, 0, 0)


class Chapter(NamedTuple):
    """A heading and the sentences below it."""

    title: str
    lines: tuple[str, ...]


def of_players(lines: tuple[str, ...]) -> Chapter:
    """The chapter on the players, one sentence each."""
    return Chapter(t("told.players"), lines)


def as_elements(chapters: Sequence[Chapter]) -> tuple[Element, ...]:
    """Chapters in the form the platform takes."""
    told: list[Element] = []
    for number, chapter in enumerate(chapters):
        told.append(Element(f"told.{number}", chapter.title, NOWHERE, kind="chapter"))
        told += [
            Element(f"told.{number}.{index}", line, NOWHERE, kind="note")
            for index, line in enumerate(chapter.lines)
            if line
        ]
    return tuple(told)


def nothing(parts: Sequence[str], between: str = ", ") -> str:
    """Several things joined, or a statement that there are none."""
    return between.join(parts) if parts else t("told.none")
