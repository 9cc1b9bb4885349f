"""Errors in a link, a text or a save are explained in the reader's language, with the line."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.client.app import routes
from game.client.app.app import App
from game.client.pages.arrival import RefusalPage
from game.client.storage.link import LinkError, encode, received
from game.client.words.i18n import LANGUAGES
from game.client.words.trouble import Trouble
from tests.client.conftest import new_match


def text_of() -> str:
    match = new_match("hansa", 2)
    for _ in range(6):
        match.play(match.state.legal_actions()[0])
    return match.text()


def with_row(old: str, new: str) -> str:
    """Return the text with the first line that begins with `old` replaced."""
    rows = text_of().splitlines()
    rows[next(number for number, row in enumerate(rows) if row.startswith(old))] = new
    return "\n".join(rows) + "\n"


FIRST = next(row for row in text_of().splitlines() if row.startswith("place"))
LINK = encode(new_match("hansa", 2).record)
BROKEN = {
    "cut": ("\n".join(text_of().splitlines()[:-1]), "cut", ""),
    "cut link": (LINK[:-20], "cut", ""),
    "changed link": (LINK[:-1] + ("0" if LINK[-1] != "0" else "1"), "changed", ""),
    "no action": (with_row("place", "plaice reval"), "unreadable", "plaice reval"),
    "no seats": (with_row("seats", "seats many"), "unreadable", "seats many"),
    "illegal": (with_row("end", f"{FIRST}\nend 7"), "illegal", FIRST),
    "other game": (with_row("ruleset", "ruleset chess"), "version", "ruleset chess"),
    "other rules": (with_row("version", "version 99"), "version", "version 99"),
    "no game": ("Dear Anna, how are you?\nBen", "other", ""),
}


@pytest.mark.parametrize("case", BROKEN)
def test_the_fault_is_found_with_its_line(case: str) -> None:
    text, kind, quote = BROKEN[case]
    with pytest.raises(LinkError) as told:
        received(text)
    trouble = told.value.trouble
    assert trouble is not None and (trouble.kind, trouble.quote) == (kind, quote)
    if quote:
        rows = text.strip().splitlines()
        assert rows[trouble.line - 1] == quote


def test_the_page_says_it_in_every_language(open_app: Callable[..., App]) -> None:
    pages = {}
    for language in LANGUAGES:
        app = open_app()
        app.settings.language = language
        app.apply_settings()
        app.home(routes.Title())
        app.bring(with_row("place", "plaice reval"))
        assert isinstance(app.scene, RefusalPage)
        words = " ".join(widget.label for widget in app.scene.widgets)
        assert "plaice reval" in words and "expected" not in words
        pages[language] = words.replace("plaice reval", "")
    assert len(set(pages.values())) == len(LANGUAGES)


def test_a_long_line_is_quoted_in_part() -> None:
    with pytest.raises(LinkError) as told:
        received(with_row("place", "place " + "x" * 1000))
    trouble = told.value.trouble
    assert trouble is not None and len(trouble.quote) == 60


@pytest.mark.parametrize("kind", ["unreadable", "illegal", "cut", "changed", "version", "refused", "other"])
def test_every_kind_has_a_sentence(kind: str) -> None:
    assert Trouble(kind, 3, "x").words() and "trouble." not in Trouble(kind).words()
