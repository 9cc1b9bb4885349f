"""What is wrong with a text that should hold a game, in the reader's language: a kind, and where it is."""

from __future__ import annotations

from typing import NamedTuple

from game.client.words.i18n import t
from game.engine.core import IllegalAction, ParseError
from game.engine.record import CutOff, OtherVersion, Untrue

LONGEST_QUOTE = 60


class Trouble(NamedTuple):
    """What is wrong with a text.

    kind   "unreadable", "illegal", "untrue", "cut", "changed", "version", "refused" or "other"
    line   where, counted from 1; 0: nowhere in particular
    quote  what stands there
    """

    kind: str
    line: int = 0
    quote: str = ""

    def words(self) -> str:
        """A sentence."""
        where = t("trouble.line", line=self.line) if self.line else ""
        told = f"{where}: {self.quote}" if where and self.quote else where
        return " ".join(filter(None, (t(f"trouble.{self.kind}"), f"({told})" if told else "")))


def trouble_of(error: ValueError, text: str = "") -> Trouble:
    """What an error in reading or replaying `text` comes down to."""
    line = error.line or 0 if isinstance(error, ParseError | IllegalAction) else 0
    kind = "other"
    if isinstance(error, IllegalAction):
        kind = "illegal"
    elif isinstance(error, Untrue):
        kind = "untrue"
    elif isinstance(error, CutOff):
        return Trouble("cut")
    elif isinstance(error, OtherVersion):
        kind = "version"
    elif line > 1:
        kind = "unreadable"
    rows = text.split("\n")
    quote = " ".join(rows[line - 1].split()) if 0 < line <= len(rows) else ""
    if len(quote) > LONGEST_QUOTE:
        quote = quote[: LONGEST_QUOTE - 1] + "…"
    return Trouble(kind, line if kind != "other" else 0, quote if kind != "other" else "")
