"""Descriptions of the table for screen readers: chapters of sentences, listed after the controls."""

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
    """Return the chapter about the players, one sentence each."""
    return Chapter(t("told.players"), lines)


def as_elements(chapters: Sequence[Chapter]) -> tuple[Element, ...]:
    """Convert chapters into elements of the accessibility list."""
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
    """Join the parts, or return the text for "none" if there are no parts."""
    return between.join(parts) if parts else t("told.none")
