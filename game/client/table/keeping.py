"""Keeps the game on a table: saves it, and notices when another window has gone on with it."""

from __future__ import annotations

from game.client.frame import to
from game.client.frame.scene import Host
from game.client.keep.shelf import Conflict
from game.match import Cursor, Match, Move
from game.platform import StorageError


class Keeper:
    """Saves a match; on a conflict with another window the player decides."""

    def __init__(self, app: Host, match: Match) -> None:
        self._app, self._match = app, match
        self._cursor = Cursor(len(match.log))

    def follow(self, match: Match, now: float) -> None:
        """Save whatever has happened; when the game has come to its end, note how."""
        new = self._cursor.new(match)
        if new:
            self.save()
        if match.state.outcome is not None and any(isinstance(entry, Move) for entry in new):
            self._ended()

    def save(self) -> None:
        """Save the game as it is now."""
        try:
            self._app.shelf.save(self._match)
            self._app.kept()
        except Conflict:
            self._conflict()
        except StorageError as error:
            self._app.complain(error)
            self._app.platform.unsaved(True)

    def _ended(self) -> None:
        """The game is over: keep its result, if it was the person's own."""
        try:
            self._app.shelf.note_end(self._match, self._app.settings.name)
        except StorageError as error:
            self._app.complain(error)

    def look(self) -> None:
        """Something was saved elsewhere: see whether it was this game."""
        try:
            changed = self._app.shelf.changed_elsewhere(self._match)
        except StorageError as error:
            self._app.complain(error)
        else:
            if changed:
                self._conflict()

    def _conflict(self) -> None:
        if self._app.scene.name != "conflict":
            self._app.open(to.Conflict(self._match))
