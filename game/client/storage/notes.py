"""The person's private notes on games. No record contains one, so that it never leaves the device except in a
backup."""

from __future__ import annotations

from game.client.storage.save_store import NOTE
from game.match.sanitize import sanitize
from game.platform import Platform

LONGEST_NOTE = 2000


def note_on(platform: Platform, game_id: str) -> str:
    """Return the note on a game, or "". Raises `StorageError`."""
    return sanitized(platform.read(NOTE + game_id) or "")


def keep_note(platform: Platform, game_id: str, text: str) -> None:
    """Save the note on a game; an empty text deletes it. It is deleted with the game. Raises
    `StorageError`."""
    if text := sanitized(text):
        platform.write(NOTE + game_id, text)
    else:
        platform.delete(NOTE + game_id)


def sanitized(text: str) -> str:
    """Return the text of a note with every line sanitised, without blank lines at its end."""
    lines = text[: 2 * LONGEST_NOTE].split("\n")
    return "\n".join(sanitize(line, LONGEST_NOTE) for line in lines)[:LONGEST_NOTE].rstrip()
