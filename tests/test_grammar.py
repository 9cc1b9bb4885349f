"""The grammar in the documents accepts every record, action, position and link of the corpus, and no other
text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lark import Lark, UnexpectedInput

from tests.compatibility.corpus import records, rows

PAGE = (Path(__file__).resolve().parents[1] / "docs/reference/grammar.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"^## ([^\n]+)\n.*?```text\n(.*?)```", PAGE, re.M | re.S))


def parser(section: str) -> Lark:
    """Return the parser of a section of the page."""
    start = BLOCKS[section].partition(":")[0]
    return Lark(BLOCKS[section] + BLOCKS["Words"], start=start, parser="earley", lexer="dynamic")


def without_comments(record: str) -> str:
    head, *lines = record.splitlines(keepends=True)
    return head + "".join(line for line in lines if not line.startswith("#"))


@pytest.mark.parametrize(("game", "section"), [("hansa-teutonica", "Hansa Teutonica"), ("hansa", "Hansa")])
def test_the_grammar_has_every_action_of_every_way_to_play(game: str, section: str) -> None:
    grammar = parser(f"Actions of {section}")
    ways = (row for row in rows("actions.jsonl.xz").values() if row["ruleset"] == game)
    shapes = {re.sub(r"\d+", "1", text): text for way in ways for text in way["actions"]}
    for shape, text in shapes.items():
        grammar.parse(text)
        with pytest.raises(UnexpectedInput):
            grammar.parse(f"{shape} !")
    for wrong in ("", "place", "income", "end-turn now", "buy", "sail Reval"):
        with pytest.raises(UnexpectedInput):
            grammar.parse(wrong)


def test_the_grammar_accepts_records_positions_and_links_of_earlier_versions() -> None:
    record, position, link = map(parser, ("Record", "Position", "Link"))
    for text in sorted(records().values(), key=len)[:8]:
        record.parse(without_comments(text))
        with pytest.raises(UnexpectedInput):
            record.parse(without_comments(text).replace("version", "edition", 1))
    for row in list(rows("positions.jsonl.xz").values())[::80]:
        position.parse(row["text"])
    links = [row["text"] for row in rows("links.jsonl.xz").values() if "game" in row]
    links = [text for text in links if text.startswith("game=")]
    assert len(links) > 20
    for text in links[::4]:
        link.parse(text)
        with pytest.raises(UnexpectedInput):
            link.parse(text[:-1])
