"""Write tables of weights in the format that `game.bots.weights` reads."""

from __future__ import annotations

from collections.abc import Mapping

from game.bots.weights import NONE, parsed


def updated(text: str, changes: Mapping[str, Mapping[str, float]], name: str) -> str:
    """Return the text of a file with some rows of some kinds changed or added. Comments stay.

    Raises `ValueError` with the name of the file if the text is invalid.
    """
    tables = {kind: dict(table) for kind, table in parsed(text, name).items()}
    for kind, rows in changes.items():
        tables.setdefault(kind, {}).update(rows)
    comments = [line for line in text.splitlines() if line.startswith("#")]
    return "\n".join([*comments, *formatted(tables)]) + "\n"


def formatted(tables: Mapping[str, Mapping[str, float]]) -> list[str]:
    """Return the lines of these tables, aligned: a column for each kind, a row for each weight."""
    names = list(dict.fromkeys(name for table in tables.values() for name in table))
    columns = [[kind, *(number(table.get(name)) for name in names)] for kind, table in tables.items()]
    aligned = [[cell.rjust(max(map(len, column))) for cell in column] for column in columns]
    first = max(map(len, names), default=0)
    return [
        "  ".join(row) for row in zip([name.ljust(first) for name in ("", *names)], *aligned, strict=True)
    ]


def number(value: float | None) -> str:
    """Return the shortest text that is read as this number; a hyphen for None."""
    return NONE if value is None else repr(float(value)).removesuffix(".0")
