"""Parse players given on a command line: `hard`, `hard@200`, `hard@0.5s`, `beam+build/weights.json`."""

from __future__ import annotations

import json
import re
from math import isfinite
from pathlib import Path

from game.bots.players import Tunable
from game.engine import ParseError
from tools.arena.job import Contestant
from tools.players import player

SYNTAX = "PLAYER[@PLAYOUTS or @SECONDSs][+WEIGHTS.json]"
HELP = (
    "name of a level or another player, or module:object for your own; NAME@200 searches with 200 playouts, "
    "NAME@0.5s for half a second per decision, NAME+FILE plays with the weights in a JSON file"
)
OPTION_HELP = "option of the rules; can be repeated"
"""Help of arguments that several commands have."""

_TEXT = re.compile(
    r"(?P<player>[^@+]+)(?:@(?:(?P<work>\d+)|(?P<seconds>\d+(?:\.\d+)?)s))?(?:\+(?P<weights>.+))?"
)


def parse_entry(text: str) -> Contestant:
    """Parse the description of a player. Raises `ParseError` if the syntax, the player or its weights file is
    invalid.

    >>> parse_entry("taste@0.5s")
    Entry(player='taste', work=None, seconds=0.5, weights=())
    """
    match = _TEXT.fullmatch(text)
    if match is None:
        raise ParseError(f"player: {SYNTAX} expected, got {text!r}")
    made = player(match["player"])
    if match["weights"] and not isinstance(made, Tunable):
        raise ParseError(f"player {match['player']!r} takes no weights")
    return Contestant(
        match["player"],
        int(match["work"]) if match["work"] else None,
        float(match["seconds"]) if match["seconds"] else None,
        tuple(sorted(read_weights(Path(match["weights"])).items())) if match["weights"] else (),
    )


def read_weights(path: Path) -> dict[str, float]:
    """Read weights from a file written by `tools.tune`, or from any JSON object of names and numbers. Raises
    `ParseError` if the file is unreadable or something else."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        weights = data.get("weights", data)
        found = {str(name): float(value) for name, value in weights.items()}
        if odd := [name for name, value in found.items() if not isfinite(value)]:
            raise ValueError(f"{odd[0]}: a finite number expected")
        return found
    except OSError as missing:
        raise ParseError(f"the weights in {path} cannot be read: {missing.strerror}") from missing
    except (ValueError, TypeError, AttributeError, RecursionError) as broken:
        raise ParseError(f"{path}: a JSON object of weights expected: {broken}") from broken


def parse_counts(text: str) -> tuple[int, ...]:
    """Parse player counts separated by commas, such as `3` or `2,3,4`."""
    try:
        return tuple(int(count) for count in text.split(","))
    except ValueError:
        raise ParseError(f"player counts {text!r}: write numbers, such as 3 or 2,3,4") from None


def parse_options(texts: list[str]) -> dict[str, str]:
    """Parse ruleset options of the form `name=value`. The ruleset checks later that they exist."""
    options = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise ParseError(f"option {text!r}: write NAME=VALUE")
        options[name] = value
    return options
