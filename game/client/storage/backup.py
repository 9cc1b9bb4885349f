"""Backups: the results, the private notes and the records of all games in one text.

The notes come first, one line each, with the checksum of the record that they belong to. Older versions
ignore everything before the first results or record.

    kontor-notes 1
    4f1c2a9b03d5e877 "Anna collects blue goods."
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from itertools import pairwise
from typing import NamedTuple

from game.client.storage.notes import keep_note, note_on
from game.client.storage.results import add_entries, results_of
from game.client.storage.save_store import SaveStore, untagged
from game.engine.core import ParseError
from game.engine.record import OtherVersion, read, write
from game.match.learning import HEAD as NO_RESULTS
from game.match.learning import Entry, Result, read_all, read_entries
from game.platform import LONGEST_FILE, StorageError
from game.untrusted import loads

BEGINNINGS = ("kontor-record ", "kontor-results ", "kontor-notes ")
NOTES_HEAD = "kontor-notes 1\n"
_BEGINNING = re.compile(r"^kontor-(?:record|results|notes) ", re.MULTILINE)


class ImportResult(NamedTuple):
    """The counts of a restore: new games, new results, games already saved, and unreadable games."""

    games: int = 0
    results: int = 0
    known: int = 0
    broken: int = 0


def everything(saves: SaveStore) -> str:
    """Return a backup of all results, notes and games. Raises `StorageError`."""
    games = {id: text for id, text in saves.texts() if text.startswith(BEGINNINGS[0])}
    notes = {checksum(text): note for id, text in games.items() if (note := note_on(saves.platform, id))}
    results = saves.results() or (f"{NO_RESULTS}\n" if notes else "")
    texts = (results, *games.values())
    return _written(notes) + "".join(text if text.endswith("\n") else f"{text}\n" for text in texts if text)


def checksum(text: str) -> str:
    """Return the checksum of the text of a record without its tags, by which a backup assigns notes."""
    return sha256(untagged(text).encode()).hexdigest()[:16]


def _written(notes: Mapping[str, str]) -> str:
    """Return the part of a backup with some notes, by the checksums of their records."""
    rows = (f"{game} {json.dumps(note)}\n" for game, note in notes.items())
    return NOTES_HEAD + "".join(rows) if notes else ""


def _notes_in(text: str) -> dict[str, str]:
    """Return the readable notes in a backup."""
    found = dict[str, str]()
    for part in parts(text):
        for row in part.splitlines()[1:] if part.startswith(BEGINNINGS[2]) else ():
            game, _, told = row.partition(" ")
            with suppress(ValueError):
                if isinstance(note := loads(told), str):
                    found[game] = note
    return found


def in_files(text: str, most: int = LONGEST_FILE) -> list[str]:
    """Split a backup into the fewest texts that can be restored separately.

    most: maximum size of a file in bytes
    """
    files: list[list[str]] = []
    size, notes = most, _notes_in(text)
    for part in parts(text):
        if part.startswith(BEGINNINGS[2]):
            continue
        note = {game: notes[game] for game in (checksum(part),) if game in notes}
        length = len(part.encode()) + len(_written(note))
        if size + length > most:
            files.append([""])
            size = 0
        files[-1][0] += _written(note)[len(NOTES_HEAD) if files[-1][0] else 0 :]
        files[-1].append(part)
        size += length
    return ["".join(file) for file in files]


def is_backup(text: str) -> bool:
    """Return True if a text holds results, notes or more than one game."""
    found = parts(text)
    return len(found) > 1 or any(part.startswith(BEGINNINGS[1:]) for part in found)


def parts(text: str) -> list[str]:
    """Return the results, notes and records in a text, without anything before the first of them."""
    text = text.removeprefix("\ufeff")
    starts = [found.start() for found in _BEGINNING.finditer(text)]
    return [text[start:end] for start, end in pairwise([*starts, len(text)])]


def results_in(text: str) -> int:
    """Return the number of results in a text."""
    return sum(len(read_entries(Result, part)) for part in parts(text) if part.startswith(BEGINNINGS[1]))


def take_in(saves: SaveStore, text: str) -> Iterator[ImportResult]:
    """Save the new games, results and notes of a backup part by part; yield the counts so far. A note that is
    already here stays.

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
    taken, here, entries, notes = ImportResult(), dict[str, str](), list[Entry](), _notes_in(text)
    for id, kept in saves.texts():
        here[untagged(kept)] = id
        yield taken
    for part in parts(text):
        if part.startswith(BEGINNINGS[1]):
            entries += [entry for _, entry in read_all(part)]
        if part.startswith(BEGINNINGS[1:]):
            continue
        game = _readable(part)
        if game is None:
            taken = taken._replace(broken=taken.broken + 1)
        elif untagged(game) in here:
            taken = taken._replace(known=taken.known + 1)
        else:
            here[untagged(game)] = id = saves.put(game)
            added.append(id)
            taken = taken._replace(games=taken.games + 1)
        if game is not None and (note := notes.get(checksum(game))):
            _add_note(saves, here[untagged(game)], note)
        yield taken
    before = len(results_of(saves))
    entries.sort(key=lambda entry: isinstance(entry, Result))
    add_entries(saves, entries, imported=True)
    yield taken._replace(results=len(results_of(saves)) - before)


def _add_note(saves: SaveStore, game_id: str, note: str) -> None:
    if not note_on(saves.platform, game_id):
        keep_note(saves.platform, game_id, note)


def _readable(part: str) -> str | None:
    """Return the record in stored form; a record of another version unchanged; None if it is unreadable."""
    try:
        return write(read(part))
    except OtherVersion:
        return part
    except ParseError:
        return None
