"""Localised error messages for a text that holds no valid game: the kind of error and its place."""

from __future__ import annotations

from typing import NamedTuple

from game.client.words.i18n import t
from game.engine.core import IllegalAction, ParseError
from game.engine.record import CutOff, OtherVersion, Untrue
from game.platform import StorageError

LONGEST_QUOTE = 60


class Trouble(NamedTuple):
    """An error in a text.

    kind: "unreadable", "illegal", "untrue", "cut", "changed", "version", "refused" or "other"
    line: line number, counted from 1; 0: unknown
    quote: content of that line
    """

    kind: str
    line: int = 0
    quote: str = ""

    def words(self) -> str:
        """Return the error as a sentence."""
        where = t("trouble.line", line=self.line) if self.line else ""
        told = f"{where}: {self.quote}" if where and self.quote else where
        return " ".join(filter(None, (t(f"trouble.{self.kind}"), f"({told})" if told else "")))


def trouble_of(error: ValueError | StorageError | None, text: str = "") -> Trouble:
    """Classify an error raised while `text` was read, parsed or replayed; None: unknown."""
    if isinstance(error, StorageError):
        return Trouble("refused")
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
