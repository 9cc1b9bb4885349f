"""Loader of the corpus in `corpus/`: files that a script made once with the code of commit 429bc39a.

The files are never written again. Where a corrected rule or a better computer player changes an answer,
`corpus/changes.json` holds the new one by file and id, and says why:
`{"choices": {"<id>": {"why": "...", "<field>": <new value>}}}`. The key "numbers" holds the numbers of
actions that a new rule changes, by ruleset, and "learning" the puzzles that were dropped. Nothing else
belongs there: any other difference is a broken promise, and the code has to be corrected.

No module of the game is imported here or by the tests: `reading.py` has all imports.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).with_name("corpus")
RECORD = "\n=== "
"""Begins the line that names a record in `records.txt.xz`."""

Row = Mapping[str, Any]


def text_of(name: str) -> str:
    """Return the text of a file; a name that ends in `.xz` is unpacked."""
    data = (FOLDER / name).read_bytes()
    return (lzma.decompress(data) if name.endswith(".xz") else data).decode()


@cache
def rows(name: str) -> dict[str, Row]:
    """Return the rows of a file of JSON lines by id, with what `changes.json` says of them."""
    found = {row.pop("id"): row for row in map(json.loads, text_of(name).splitlines())}
    for key, change in changes(name.partition(".")[0]).items():
        assert key in found and change["why"], f"changes.json: {name} {key}"
        found[key] |= {field: value for field, value in change.items() if field != "why"}
    return found


def changes(name: str) -> Mapping[str, Row]:
    """Return what `changes.json` says of a file, by id."""
    found: dict[str, Row] = json.loads(text_of("changes.json")).get(name, {})
    return found


@cache
def records() -> dict[str, str]:
    """Return the records by name."""
    text = "\n" + text_of("records.txt.xz").removesuffix("\n")
    parts = (part.partition("\n") for part in text.split(RECORD)[1:])
    return {name: f"{record}\n" for name, _, record in parts}


def data(name: str) -> Any:
    """Return the data of a JSON file."""
    return json.loads(text_of(name))


def differences(expected: Row, found: Row) -> list[str]:
    """Return the fields of `expected` that have another value in `found`, with both values."""
    now = plain(found)
    return [
        f"{name}: {_parting(value, now.get(name))}"
        for name, value in expected.items()
        if now.get(name) != value
    ]


def _parting(value: Any, now: Any) -> str:
    """Return how two values differ; for texts of as many words, the first words that do and their places."""
    words, others = (str(one).split(" ") for one in (value, now))
    if len(words) == len(others) > 20:
        pairs = enumerate(zip(words, others, strict=True))
        return ", ".join(
            [f"word {at}: {one} became {other}" for at, (one, other) in pairs if one != other][:9]
        )
    return f"{_short(value)} became {_short(now)}"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 200 else f"{text[:200]}..."


def extends(now: Any, value: Any) -> bool:
    """Return whether `now` is equal to `value`, except that mappings in it may have further keys."""
    if isinstance(now, Mapping) and isinstance(value, Mapping):
        return all(key in now and extends(now[key], one) for key, one in value.items())
    return bool(now == value)


def report(found: Mapping[str, Sequence[str]]) -> str:
    """Return a line for each difference, by the name of what differs; "" if nothing does."""
    return "\n".join(f"{name}: {one}" for name, told in found.items() for one in told)


def plain(value: Any) -> Any:
    """Return the value as JSON gives it back: tuples as lists, all keys as texts."""
    return json.loads(json.dumps(value))
