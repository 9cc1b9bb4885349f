"""Links of 429bc39a lead to the same games and rooms."""

from __future__ import annotations

from tests.compatibility import reading
from tests.compatibility.corpus import differences, records, report, rows


def test_a_link_holds_the_same_game_or_leads_to_the_same_room() -> None:
    """Whole and broken ones, with words around them, and those that buttons of the title have."""
    found = {}
    for name, row in rows("links.jsonl.xz").items():
        now = reading.link_read(row["text"])
        expected = {field: value for field, value in row.items() if field != "text"}
        found[name] = differences(expected, now) or sorted(now.keys() - expected.keys())
    assert report(found) == ""


def test_a_link_to_a_saved_game_can_be_read_by_older_versions() -> None:
    """The text inside is the same; how it is compressed may depend on the machine."""
    for name, row in rows("links.jsonl.xz").items():
        if name in records():
            assert reading.link_read(reading.link_to(records()[name])) == {
                field: value for field, value in row.items() if field != "text"
            }
