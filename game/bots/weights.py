"""Weights and calibrations of computer players, read from text files.

A file has a column for each kind of game (`Brain.kind`) and a row for each weight:

    # Lines that begin with # are comments.
              2-pawn     3
    keys.1      4.18   2.8
    keys.2         -  1.11

The first line names the kinds. A hyphen marks a row that the table of that kind does not have. The files of a
game are in the directory `assets.of_game`.
"""

from __future__ import annotations

from collections.abc import Mapping

from game.assets import of_game

NONE = "-"


def tables(game: str, pattern: str) -> dict[str, Mapping[str, float]]:
    """Return the tables by kind, from all files of a game whose paths match the pattern."""
    found: dict[str, Mapping[str, float]] = {}
    for path in sorted(of_game(game).glob(pattern)):
        found |= parsed(path.read_text(encoding="utf-8"), path.name)
    return found


def parsed(text: str, name: str) -> dict[str, Mapping[str, float]]:
    """Return the tables by kind. Raises `ValueError` with the name of the file and the line if the text is
    invalid.

    >>> parsed("           2    3\\nkeys.1  4.18    -\\n", "weights.txt")
    {'2': {'keys.1': 4.18}, '3': {}}
    """
    kinds = list[str]()
    found = dict[str, dict[str, float]]()
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or line.startswith("#"):
            continue
        if not kinds:
            kinds = words
            found = {kind: {} for kind in kinds}
            continue
        if len(words) != len(kinds) + 1:
            raise ValueError(f"{name}, line {number}: {len(kinds)} numbers expected, got {len(words) - 1}")
        try:
            for kind, word in zip(kinds, words[1:], strict=True):
                if word != NONE:
                    found[kind][words[0]] = float(word)
        except ValueError:
            raise ValueError(f"{name}, line {number}: number expected, got {word!r}") from None
    return dict(found)
