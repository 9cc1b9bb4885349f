"""Typed text: accents, emoji and scripts stay whole, and invisible text is no name."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from game.match import sanitize
from game.match.graphemes import clusters, cut, is_mark, last
from game.match.players import player_name, typed_name

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
ENGLAND = "\U0001f3f4" + "".join(chr(0xE0000 + ord(sign)) for sign in "gbeng") + "\U000e007f"
WHOLE = {
    "letter": "a",
    "accent apart": "e\u0301",
    "family": FAMILY,
    "heart": "\u2764\ufe0f",
    "skin": "\U0001f44d\U0001f3fd",
    "flag": "\U0001f1ee\U0001f1f9",
    "flag of a region": ENGLAND,
    "keycap": "1\ufe0f\u20e3",
    "Hindi": "\u0915\u093f",
    "Thai": "\u0e01\u0e34",
    "Korean": "\u1112\u1161\u11ab",
    "two line ends": "\r\n",
}


@pytest.mark.parametrize("cluster", WHOLE.values(), ids=WHOLE)
def test_a_cluster_stays_whole_when_text_is_split_cut_or_deleted(cluster: str) -> None:
    assert clusters(f"x{cluster}{cluster}y") == ["x", cluster, cluster, "y"]
    assert last(f"x{cluster}") == cluster
    for most in range(len(cluster)):
        assert cut(f"x{cluster}y", 1 + most) == "x"
    assert cut(f"x{cluster}y", 1 + len(cluster)) == f"x{cluster}"


@pytest.mark.parametrize("cluster", [one for one in WHOLE.values() if one != "\r\n"])
def test_a_name_may_have_it(cluster: str) -> None:
    assert player_name(f"Anna {cluster} {cluster}") == f"Anna {cluster} {cluster}"
    assert player_name(cluster * 24) == cluster * (24 // len(cluster)) == typed_name(cluster * 24)


def test_joiners_stay_where_a_script_needs_them_and_nowhere_else() -> None:
    assert player_name("\u0646\u0627\u200c\u0645\u0647") == "\u0646\u0627\u200c\u0645\u0647"
    assert player_name("An\u200dna\u200c") == "Anna", "no two names that look alike differ by them"


@pytest.mark.parametrize(
    "nothing",
    ["\u3164", "\u115f\u1160", "\uffa0", "\u2800", "\u034f", "\u00ad", "\u200b", "\u200d", "\ufe0f", "\u0301",
     "\u180e",
     "\u17b4", "\U000e0041", "\U000e0100", "\U0001d159", "\u2063", "\u3164 \u2800\u200d"],
)  # fmt: skip
def test_what_nobody_can_see_is_no_name(nothing: str) -> None:
    assert player_name(nothing) == player_name(nothing * 30) == ""
    assert player_name(f"Anna{nothing}Marie").replace(" ", "") in ("AnnaMarie", f"Anna{nothing}Marie")


def test_marks_are_known_without_the_tables_of_unicode() -> None:
    """`unicodedata` is the reference; the page does not have it. A few old letters also count as marks."""
    signs = [chr(code) for code in range(0x300, sys.maxunicode) if not 0xD800 <= code < 0xE000]
    differ = [sign for sign in signs if is_mark(sign) != unicodedata.category(sign).startswith("M")]
    assert len(differ) < 20


def test_every_name_is_as_it_will_be_read_again() -> None:
    for text in (
        *WHOLE.values(),
        "a\u0301\u0301\u0301\u0301b",
        "\u200d".join("ab"),
        f"{FAMILY}\u200d",
        "  x ",
    ):
        assert sanitize(sanitize(text * 9, 24), 24) == sanitize(text * 9, 24)
