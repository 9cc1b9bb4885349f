"""Every text a person reads, by key and language.

The catalogues are JSON files `assets/i18n/<domain>.<language>.json`: "core" for the client, one for each
game (its ruleset id), "computers" for everything about computer players, "finished" for games that are over,
"lessons" for lessons and puzzles, "guide" for the guide through a first game, "rooms" for playing together at
several devices, and "command" for the command line, which the page does not have. An entry is a text with
`{name}` fields, or a pair {"one": ..., "other": ...} selected by the field `n`. A key missing from a language
is taken from English. A text that names a key of one character has a second entry, its key with
`WITHOUT_LETTERS` at the end, for when such keys are switched off.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from game.assets import ASSETS

LANGUAGES = {"en": "English", "it": "Italiano", "pt": "Português", "de": "Deutsch"}

WITHOUT_LETTERS = ".no-letters"

_Entry = str | dict[str, str]
_A_OR_E = re.compile(r"(?<!\w)([aAeE]) \{(\w+)\}")


class _Fields(dict[str, Any]):
    """Leaves an unfilled field visible in the text instead of failing in front of a player."""

    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


@cache
def catalogue(domain: str, language: str) -> dict[str, _Entry]:
    """The entries of one file; empty if the game has no file in that language."""
    path = ASSETS / "i18n" / f"{domain}.{language}.json"
    if not path.exists():
        return {}
    entries: dict[str, _Entry] | list[_Entry] = json.loads(path.read_text(encoding="utf-8"))
    if isinstance(entries, list):  # as the page has them: the keys are those of English (web/site/game.py)
        return dict(zip(catalogue(domain, "en"), entries, strict=True))
    return entries


class Translator:
    """Looks up texts in one domain, in the language chosen for all translators."""

    language = "en"
    """Shared by all translators; `use_language` sets it."""
    letters = True
    """Shared as well: whether keys of one character do something, and texts may name them."""

    def __init__(self, domain: str, after_colon: str = "") -> None:
        """`after_colon`: a field that is a sentence and follows a colon; there it begins small, but in
        German."""
        self.domain, self._after_colon = domain, after_colon

    def __call__(self, key: str, **fields: Any) -> str:
        """The text of `key` with its fields filled in; the key itself if there is no translation."""
        entry = self._find(key)
        if entry is None:
            return key
        if isinstance(entry, dict):
            entry = entry["one" if fields.get("n") == 1 else "other"]
        if self._after_colon in fields and Translator.language != "de":
            words = str(fields[self._after_colon])
            fields[self._after_colon] = words[:1].lower() + words[1:]
        return self._euphonic(entry, fields).format_map(_Fields(fields)) if "{" in entry else entry

    def has(self, key: str) -> bool:
        """Whether the key has a text."""
        return self._find(key) is not None

    @staticmethod
    def _euphonic(entry: str, fields: dict[str, Any]) -> str:
        """In Italian "a" and "e" take a d before their own vowel ("ad Aalborg"): the field decides."""
        if Translator.language != "it":
            return entry

        def before(found: re.Match[str]) -> str:
            word, field = found.groups()
            same = str(fields.get(field, ""))[:1].lower() == word.lower()
            return f"{word}d {{{field}}}" if same else found[0]

        return _A_OR_E.sub(before, entry)

    def _find(self, key: str) -> _Entry | None:
        if not Translator.letters and (instead := self._entry(key + WITHOUT_LETTERS)) is not None:
            return instead
        return self._entry(key)

    def _entry(self, key: str) -> _Entry | None:
        own = catalogue(self.domain, Translator.language).get(key)
        return own if own is not None else catalogue(self.domain, "en").get(key)


def use_language(*wanted: str) -> str:
    """Choose the first supported language of tags such as "pt-BR", else English. Returns the choice."""
    spoken = (tag.lower().replace("_", "-").split("-")[0] for tag in wanted)
    Translator.language = next((short for short in spoken if short in LANGUAGES), "en")
    return Translator.language


t = Translator("core")
"""The client's own texts."""

computers = Translator("computers", after_colon="why")
"""Texts on playing with computers: their names and levels, hints, the forecast."""

finished = Translator("finished", after_colon="clue")
"""Texts on games that are over: numbers, analysis, results."""

command = Translator("command")
"""What the command line says."""

lessons = Translator("lessons")
"""The lessons and puzzles, and what the coach says."""

guide = Translator("guide")
"""What the guide through a first game says; its own words, and by ruleset id what belongs to a game."""


rooms = Translator("rooms")
"""Texts on playing together, each at their own device."""


def dated(text: str) -> str:
    """A kept date ("2026-11-21", perhaps with the time) as the language writes it; other text as it is."""
    found = re.match(r"(\d{4})-(\d\d)-(\d\d)(?!\d)", text, re.ASCII)
    if found is None:
        return text
    year, month, day = found.groups()
    return t("date", year=year, month=month, day=day) + text[found.end() :]
