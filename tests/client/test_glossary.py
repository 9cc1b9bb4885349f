"""Consistent terms: the catalogues follow the tables in docs/developing/glossary.md."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest

from game.assets import ASSETS
from game.client.words.i18n import LANGUAGES

from .test_i18n import DOMAINS, Entry, entries, texts

pytestmark = pytest.mark.usefixtures("unseen")
GLOSSARY = ASSETS.parent / "docs/developing/glossary.md"
FIELD = re.compile(r"\{\w*\}")
# Texts that a section applies to: catalogues, and prefixes of keys (lessons teach both games).
SECTIONS = {
    "Both games": [(domain, "") for domain in DOMAINS],
    "*Hansa Teutonica*": [("hansa-teutonica", ""), ("lessons", "hansa-teutonica.")],
    "*Hansa*": [("hansa", ""), ("lessons", "hansa.")],
}


class Banned(NamedTuple):
    """A word the glossary rules out in some of a language's catalogues, and the phrases where it is right."""

    word: str
    language: str
    parts: list[tuple[str, str]]
    allowed: list[str]


def columns() -> tuple[str, ...]:
    """The languages of the columns: each is headed by its language's name, before the last one."""
    names = {language.name: tag for tag, language in LANGUAGES.items()}
    (heads,) = {
        line for line in GLOSSARY.read_text(encoding="utf-8").splitlines() if line.startswith("| English |")
    }
    return tuple(names[cell.strip()] for cell in heads.strip("|").split("|")[:-1])


COLUMNS = columns()


def rows() -> Iterator[tuple[list[str], list[tuple[str, str]]]]:
    """The cells of every row about texts, with the parts of catalogues it applies to."""
    parts: list[tuple[str, str]] = []
    for line in GLOSSARY.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            parts = SECTIONS.get(line[3:], [])
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if (
            parts
            and len(cells) == len(COLUMNS) + 1
            and cells[0] != "English"
            and not cells[0].startswith("-")
        ):
            yield cells, parts


def part_of(catalogue: tuple[str, str], language: str) -> dict[str, Entry]:
    domain, prefix = catalogue
    return {key: entry for key, entry in entries(domain, language).items() if key.startswith(prefix)}


def banned() -> Iterator[Banned]:
    for cells, parts in rows():
        for part in filter(None, cells[-1].split("; ")):
            written = re.fullmatch(rf"({'|'.join(COLUMNS)}): ([^()]+?)(?: \(but: ([^()]+)\))?", part)
            assert written, f"{cells[0]}: {part!r} is not 'language: words (but: phrases)'"
            language, words, allowed = written.groups()
            for word in words.split(", "):
                yield Banned(word, language, parts, allowed.split(", ") if allowed else [])


def uses(text: str, word: str) -> bool:
    """Return whether a text has the whole word; capitals must match (German), a small letter can match a
    capital."""
    first = word[0] if word[0].isupper() else f"[{word[0]}{word[0].upper()}]"
    return re.search(rf"(?<!\w){first}{re.escape(word[1:])}(?!\w)", text) is not None


def wrong(rule: Banned, text: str) -> bool:
    text = FIELD.sub("", text)
    for phrase in rule.allowed:
        text = re.sub(re.escape(phrase), "", text, flags=re.IGNORECASE)
    return uses(text, rule.word)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_catalogue_uses_a_word_the_glossary_rules_out(language: str) -> None:
    found = [
        f"{part[0]} {key}: {rule.word!r} in {text!r}"
        for rule in banned()
        if rule.language == language
        for part in rule.parts
        for key, entry in part_of(part, language).items()
        for text in texts(entry)
        if wrong(rule, text)
    ]
    assert not found, "\n".join(found)


def test_a_word_is_found_whole_and_outside_the_phrases_allowed() -> None:
    rule = Banned("Tafel", "de", [], ["Tafel von Coellen"])
    assert wrong(rule, "Die Tafel.") and wrong(rule, "die Tafel neben der Tafel von Coellen")
    assert not wrong(rule, "Die Tafel von Coellen") and not wrong(rule, "Tafelrunde")


def test_the_glossary_has_a_word_for_everything_in_every_language() -> None:
    assert len(list(rows())) > 70
    assert [cells for cells, _ in rows() if not all(cells[:-1])] == []
    assert {rule.language for rule in banned()} <= set(COLUMNS)
    lacking = LANGUAGES.keys() - COLUMNS
    assert not lacking, (
        f"docs/developing/glossary.md: add a column for {', '.join(sorted(lacking))} to each table of terms"
    )


@cache
def letters(text: str) -> str:
    """Return a text without placeholders, accents and capitals, so that "Häuser" begins as "Haus" does."""
    bare = unicodedata.normalize("NFKD", FIELD.sub("", text))
    return "".join(letter for letter in bare if not unicodedata.combining(letter)).lower()


def term(cell: str) -> str:
    """The first term of a cell, without its explanation."""
    return re.sub(r" \(.*?\)", "", cell).split(", ")[0]


def has_term(text: str, words: str) -> bool:
    """Return whether a text has every word of a term or variant, inflected or not, by comparing half of each
    word."""
    return any(
        all(letters(word)[: max(2, (len(word) + 1) // 2)] in letters(text) for word in variant.split())
        for variant in words.split("/")
    )


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_a_term_is_mostly_rendered_by_its_own_word(language: str) -> None:
    """Mostly, since a translation may well say "it"; a second word for one thing would be caught.

    Lessons are left out: they explain a word by others before they use it.
    """
    if language not in COLUMNS:
        pytest.skip(f"{language} has no column in docs/developing/glossary.md")
    for cells, parts in rows():
        english = re.compile(rf"(?<!\w){re.escape(letters(term(cells[0])))}s?(?!\w)")
        meant = [
            " ".join(texts(entries(part[0], language)[key]))
            for part in parts
            if part[1] == ""
            for key, entry in part_of(part, "en").items()
            if any(english.search(letters(text)) for text in texts(entry))
        ]
        rendered = [text for text in meant if has_term(text, term(cells[COLUMNS.index(language)]))]
        assert len(rendered) >= len(meant) / 2, (
            f"{cells[0]}: {[text for text in meant if text not in rendered]}"
        )
