"""Everything that is kept, in one text: the results, then the record of every game, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from game.client.shelf import Shelf, untagged
from game.engine.core import ParseError
from game.engine.record import read, write
from game.match.tally import read_results

BEGINNINGS = ("kontor-record ", "kontor-results ")


class Taken(NamedTuple):
    """What was taken in: new games and results, games that were here already, games that cannot be read."""

    games: int = 0
    results: int = 0
    known: int = 0
    broken: int = 0


def everything(shelf: Shelf) -> str:
    """All results and games of a shelf. Raises `StorageError`."""
    texts = [shelf.results(), *(text for _, text in shelf.texts())]
    return "".join(text if text.endswith("\n") else f"{text}\n" for text in texts if text)


def is_backup(text: str) -> bool:
    """Whether a text holds results, or more than one game."""
    found = parts(text)
    return len(found) > 1 or any(part.startswith(BEGINNINGS[1]) for part in found)


def parts(text: str) -> list[str]:
    """The results and the records in a text; what precedes the first of them is left out."""
    found: list[list[str]] = []
    for line in text.lstrip("\ufeff").splitlines(keepends=True):
        if line.startswith(BEGINNINGS):
            found.append([])
        if found:
            found[-1].append(line)
    return ["".join(lines) for lines in found]


def results_in(text: str) -> int:
    """How many results a text holds."""
    return sum(len(read_results(part)) for part in parts(text) if part.startswith(BEGINNINGS[1]))


def take_in(shelf: Shelf, text: str) -> Iterator[Taken]:
    """Keep what is not kept yet, part by part; yields what was taken so far. Raises `StorageError`."""
    here = {untagged(kept) for _, kept in shelf.texts()}
    taken = Taken()
    for part in parts(text):
        if part.startswith(BEGINNINGS[1]):
            added = shelf.add_results(read_results(part))
            taken = taken._replace(results=taken.results + added)
        else:
            taken = _game(shelf, part, here, taken)
        yield taken


def _game(shelf: Shelf, part: str, here: set[str], taken: Taken) -> Taken:
    try:
        text = write(read(part))
    except ParseError:
        return taken._replace(broken=taken.broken + 1)
    if untagged(text) in here:
        return taken._replace(known=taken.known + 1)
    shelf.put(text)
    here.add(untagged(text))
    return taken._replace(games=taken.games + 1)
