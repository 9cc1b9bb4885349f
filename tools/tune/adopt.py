"""Copy trained weights into a game's table of weights.

python -m tools.tune.adopt build/ht3-weights.json

The argument is a file written by `python -m tools.tune ... --out`. Its weights replace those of the kind of
game that they were trained for. Weights that the table lacks are added if training has changed them.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from game.bots.brain import brain
from game.bots.weights import parsed
from game.command.ending import MISUSED, CommandError, ended
from game.engine import ParseError, ruleset
from tools.arena.entries import read_weights
from tools.checkout import data_of
from tools.tune.evolution import Setting, Weights
from tools.tune.tables import updated


def trained(path: Path) -> tuple[Setting, Weights]:
    """Return the setting and the weights of a file. Raises `ParseError` if it is invalid."""
    weights = read_weights(path)
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        names = ("ruleset", "seats", "options", "player", "work", "change")
        setting = Setting(**{name: data[name] for name in names} | {"seats": tuple(data["seats"])})
        ruleset(setting.ruleset)
    except (ValueError, TypeError, KeyError) as error:
        raise ParseError(f"{path}: weights of tools.tune expected: {error}") from error
    return setting, weights


def adopted(
    text: str, setting: Setting, weights: Weights, name: str, kind: str = ""
) -> tuple[str, list[str]]:
    """Return the text of a table with the trained weights, and a line for each kind of game.

    kind  the column of the table, in place of that of the trained games
    """
    before, changes, said = parsed(text, name), dict[str, Weights](), list[str]()
    for seats in setting.seats:
        options = ruleset(setting.ruleset).full_options(seats, setting.options)
        column = kind or brain(setting.ruleset).kind(seats, options)
        table, own = before.get(column, {}), setting.own(seats)
        new = {row: own.get(row, 0.0) + more for row, more in weights.items()} if setting.change else weights
        rounded = {row: float(f"{value:.5g}") for row, value in new.items()}
        changes[column] = {
            row: value for row, value in rounded.items() if row in table or value != own.get(row)
        }
        changed = sum(value != table.get(row) for row, value in changes[column].items())
        said.append(f"{name}, {column}: {changed} of {len({**table, **changes[column]})} weights changed")
    return updated(text, changes, name), said


def main(words: list[str] | None = None) -> int:
    """Run the command. Return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.tune.adopt", description="Copy trained weights into a game's table of weights."
    )
    parser.add_argument("weights", type=Path, help="file written by python -m tools.tune with --out")
    parser.add_argument(
        "--kind", default="", help="column of the table (default: the kind of the trained games)"
    )
    parser.add_argument(
        "--table",
        default="bots/weights.txt",
        metavar="FILE",
        help="table in the game's data directory (default: bots/weights.txt)",
    )
    given = parser.parse_args(words)
    try:
        setting, weights = trained(given.weights)
        path = data_of(setting.ruleset) / given.table
        if not path.is_file():
            raise ParseError(f"--table: no file {given.table} in {data_of(setting.ruleset)}")
        text, said = adopted(path.read_text(encoding="utf-8"), setting, weights, path.name, given.kind)
    except ParseError as error:
        raise CommandError(f"error: {error}", MISUSED) from error
    path.write_text(text, encoding="utf-8")
    print("\n".join(said))
    return 0


if __name__ == "__main__":
    sys.exit(ended(main))
