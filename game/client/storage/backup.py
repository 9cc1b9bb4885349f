"""Backups: the results and the records of all games in one text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from typing import NamedTuple

from game.client.storage.results import add_entries, results_of
from game.client.storage.save_store import SaveStore, untagged
from game.engine.core import ParseError
from game.engine.record import OtherVersion, read, write
from game.match.learning import Entry, Result, read_all, read_entries
from game.platform import LONGEST_FILE, StorageError

BEGINNINGS = ("kontor-record ", "kontor-results ")
_BEGINNING = re.compile(r"^kontor-(?:record|results) ", re.MULTILINE)


class ImportResult(NamedTuple):
    """The counts of a restore: new games, new results, games already saved, and unreadable games."""

    games: int = 0
    results: int = 0
    known: int = 0
    broken: int = 0


def everything(saves: SaveStore) -> str:
    """Return a backup of all results and games. Raises `StorageError`."""
    games = (text for _, text in saves.texts() if text.startswith(BEGINNINGS[0]))
    return "".join(text if text.endswith("\n") else f"{text}\n" for text in (saves.results(), *games) if text)


def in_files(text: str, most: int = LONGEST_FILE) -> list[str]:
    """Split a backup into the fewest texts that can be restored separately.

    most: maximum size of a file in bytes
    """
    files: list[list[str]] = []
    size = most
    for part in parts(text):
        length = len(part.encode())
        if size + length > most:
            files.append([])
            size = 0
        files[-1].append(part)
        size += length
    return ["".join(file) for file in files]


def is_backup(text: str) -> bool:
    """Return True if a text holds results or more than one game."""
    found = parts(text)
    return len(found) > 1 or any(part.startswith(BEGINNINGS[1]) for part in found)


def parts(text: str) -> list[str]:
    """Return the results and records in a text, without anything before the first of them."""
    text = text.removeprefix("\ufeff")
    starts = [found.start() for found in _BEGINNING.finditer(text)]
    return [text[start:end] for start, end in pairwise([*starts, len(text)])]


def results_in(text: str) -> int:
    """Return the number of results in a text."""
    return sum(len(read_entries(Result, part)) for part in parts(text) if part.startswith(BEGINNINGS[1]))


def take_in(saves: SaveStore, text: str) -> Iterator[ImportResult]:
    """Save the new games and results of a backup part by part; yield the counts so far.

    Raises `StorageError` if there is no room for all of it, after removing what was added.
    """
    added: list[str] = []
    try:
        yield from _taken(saves, text, added)
    except StorageError:
        for game_id in added:
            with suppress(StorageError):
                saves.delete(game_id)
        raise


def _taken(saves: SaveStore, text: str, added: list[str]) -> Iterator[ImportResult]:
    """Restore a backup and append the ids of new games to `added`."""
    taken, here, entries = ImportResult(), set[str](), list[Entry]()
    for _, kept in saves.texts():
        here.add(untagged(kept))
        yield taken
    for part in parts(text):
        if part.startswith(BEGINNINGS[1]):
            entries += [entry for _, entry in read_all(part)]
            continue
        game = _readable(part)
        if game is None:
            taken = taken._replace(broken=taken.broken + 1)
        elif untagged(game) in here:
            taken = taken._replace(known=taken.known + 1)
        else:
            added.append(saves.put(game))
            here.add(untagged(game))
            taken = taken._replace(games=taken.games + 1)
        yield taken
    before = len(results_of(saves))
    entries.sort(key=lambda entry: isinstance(entry, Result))
    add_entries(saves, entries, imported=True)
    yield taken._replace(results=len(results_of(saves)) - before)


def _readable(part: str) -> str | None:
    """Return the record in stored form; a record of another version unchanged; None if it is unreadable."""
    try:
        return write(read(part))
    except OtherVersion:
        return part
    except ParseError:
        return None
