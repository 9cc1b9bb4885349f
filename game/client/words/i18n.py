"""Message catalogues: the texts of the user interface by key and language.

The catalogues are JSON files `assets/i18n/<domain>.<language>.json`: "core" for the client, "computers" for
computer players, "finished" for finished games, "lessons" for lessons and puzzles, "guide" for the guided
first game, "rooms" for multiplayer rooms, "notices" for the room server's notifications, "command" for the
command line, "page" for the web page before the game runs, and "desktop" for menus and software centres of
desktops. The web app contains none of the last four. Each game is a domain named by its ruleset id, with
files `texts.<language>.json` in its data (`assets.of_game`). A game without catalogues shows its ids
(`readable`). `languages.json` lists the languages with their grammar: a new language is data only.

An entry is a text with `{name}` placeholders, or one text for each plural category of the field `n`:
{"one": ..., "other": ...}. A key missing from a language falls back to English. A text that mentions a
keyboard shortcut of one character has a second entry, with `WITHOUT_LETTERS` appended to its key, for when
such shortcuts are switched off.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from game.assets import ASSETS, of_game
from game.client.words import plurals
from game.games import GAMES

WITHOUT_LETTERS = ".no-letters"

_Entry = str | dict[str, str]


class Language(NamedTuple):
    """A language as `languages.json` describes it.

    name               what it calls itself
    locale             language and the country whose usage the texts follow ("pt_PT")
    plurals            rules of the plural categories (tools/plurals.py); "other" has none
    after_colon        how a sentence begins after a colon: "small" or "capital"
    before_same_vowel  words that change before a word that begins with their own letter: Italian "ad Aalborg"
    """

    name: str
    locale: str
    plurals: Mapping[str, str]
    after_colon: str = "small"
    before_same_vowel: Mapping[str, str] = MappingProxyType({})

    @classmethod
    def read(cls) -> dict[str, Language]:
        """Read all languages, by their tags."""
        told = json.loads((ASSETS / "i18n/languages.json").read_text(encoding="utf-8"))
        return {tag: cls(**language) for tag, language in told.items()}


LANGUAGES = Language.read()


class _Fields(dict[str, Any]):
    """Fields of a text. A missing field leaves its placeholder visible and does not raise an error."""

    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


@cache
def _changing_words(language: str) -> re.Pattern[str]:
    """Return a pattern of the words that change before the same vowel, each with the field after it."""
    words = "|".join(LANGUAGES[language].before_same_vowel)
    return re.compile(rf"(?<!\w)({words}) \{{(\w+)\}}", re.IGNORECASE)


@cache
def plural_category(language: str, number: int) -> str:
    """Return the plural category of a number in a language ("one", "few", "other" ...)."""
    return plurals.category(LANGUAGES[language].plurals, number)


def file_of(domain: str, language: str) -> Path:
    """Return the path of a catalogue. The file need not exist."""
    if domain in GAMES:
        return of_game(domain) / f"texts.{language}.json"
    return ASSETS / "i18n" / f"{domain}.{language}.json"


@cache
def catalogue(domain: str, language: str) -> dict[str, _Entry]:
    """Load the entries of one file; empty if the domain has no file in that language."""
    path = file_of(domain, language)
    if not path.exists():
        return {}
    entries: dict[str, _Entry] | list[_Entry] = json.loads(path.read_text(encoding="utf-8"))
    if isinstance(entries, list):  # web app: the keys are those of the English file (web/site/game.py)
        return dict(zip(catalogue(domain, "en"), entries, strict=True))
    return entries


class Translator:
    """A lookup of texts in one domain, in the language common to all translators."""

    language = "en"
    """Language of all translators, set by `use_language`."""
    letters = True
    """True if keyboard shortcuts of one character are enabled, so that texts can mention them. Common to all
    translators."""

    def __init__(self, domain: str, after_colon: str = "") -> None:
        """Create a translator.

        after_colon: name of a field that holds a sentence after a colon, which starts in lower case except in
        languages whose `after_colon` is "capital"
        """
        self.domain, self._after_colon = domain, after_colon

    def __call__(self, key: str, **fields: Any) -> str:
        """Return the text of `key` with its placeholders interpolated, or the key itself if there is no
        text. For a missing text of a game, return its readable id, or nothing if the text is optional."""
        entry = self._find(key)
        if entry is None:
            return self._missing(key) if self.domain in GAMES else key
        if isinstance(entry, dict):
            number = fields.get("n")
            category = plural_category(Translator.language, number) if isinstance(number, int) else "other"
            entry = entry.get(category, entry["other"])
        if self._after_colon in fields and LANGUAGES[Translator.language].after_colon == "small":
            words = str(fields[self._after_colon])
            fields[self._after_colon] = words[:1].lower() + words[1:]
        return self._euphonic(entry, fields).format_map(_Fields(fields)) if "{" in entry else entry

    def _missing(self, key: str) -> str:
        """Return what stands for a text that a game does not have."""
        if key == "game.name":
            return readable(self.domain)
        return "" if key == "game.summary" or key.endswith(".text") else readable(key)

    def has(self, key: str) -> bool:
        """Return True if the key has a text."""
        return self._find(key) is not None

    @staticmethod
    def _euphonic(entry: str, fields: dict[str, Any]) -> str:
        """Change words before a field that begins with the same vowel, as Italian does ("ad Aalborg")."""
        changed = LANGUAGES[Translator.language].before_same_vowel
        if not changed:
            return entry

        def before(found: re.Match[str]) -> str:
            word, field = found.groups()
            same = str(fields.get(field, ""))[:1].lower() == word.lower()
            if not same:
                return found[0]
            instead = changed[word.lower()]
            return f"{instead if word.islower() else instead.capitalize()} {{{field}}}"

        return _changing_words(Translator.language).sub(before, entry)

    def _find(self, key: str) -> _Entry | None:
        if not Translator.letters and (instead := self._entry(key + WITHOUT_LETTERS)) is not None:
            return instead
        return self._entry(key)

    def _entry(self, key: str) -> _Entry | None:
        return catalogue(self.domain, Translator.language).get(key) or catalogue(self.domain, "en").get(key)


def use_language(*wanted: str) -> str:
    """Select the first supported language among tags such as "pt-BR", otherwise English. Return its code."""
    spoken = (tag.lower().replace("_", "-").split("-")[0] for tag in wanted)
    Translator.language = next((short for short in spoken if short in LANGUAGES), "en")
    return Translator.language


t = Translator("core")
"""The client's own texts."""

computers = Translator("computers", after_colon="why")
"""Texts about computer players: names, levels, hints and the forecast."""

finished = Translator("finished", after_colon="clue")
"""Texts about finished games: statistics, analysis and results."""

command = Translator("command")
"""Texts of the command line."""

lessons = Translator("lessons")
"""Lessons and puzzles with the coach's texts."""

guide = Translator("guide")
"""Texts of the guide through a first game; those of a game begin with its ruleset id."""

rooms = Translator("rooms")
"""Texts about multiplayer rooms."""


def capitalised(words: str) -> str:
    """Return the text with a capital first letter; the others stay."""
    return words[:1].upper() + words[1:]


def readable(name: str) -> str:
    """Return an id in place of its text, without the kinds before its last dot.

    >>> readable("reason.route-not-full"), readable("salt-road")
    ('Route not full', 'Salt road')
    """
    return capitalised(name.rpartition(".")[2].replace("-", " ").replace("_", " "))


def dated(text: str) -> str:
    """Format a stored date ("2026-11-21", optionally with the time) for the language. Other text is returned
    unchanged."""
    found = re.match(r"(\d{4})-(\d\d)-(\d\d)(?!\d)", text, re.ASCII)
    if found is None:
        return text
    year, month, day = found.groups()
    return t("date", year=year, month=month, day=day) + text[found.end() :]
