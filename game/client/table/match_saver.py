"""Saving of the game on a table, and detection of changes saved by another window."""

from __future__ import annotations

from game.client.app import routes
from game.client.app.scene import Host, complaining
from game.client.storage.results import note_end
from game.client.storage.save_store import SaveConflict
from game.match import Cursor, Match, Move
from game.platform import StorageError


class MatchSaver:
    """Saves a match; on a conflict with another window the player decides."""

    def __init__(self, app: Host, match: Match) -> None:
        self._app, self._match = app, match
        self._cursor = Cursor(len(match.log))

    def follow(self, match: Match, now: float) -> None:
        """Save the game after every event, and record its result when it has ended."""
        new = self._cursor.new(match.log)
        if new:
            self.save()
        if match.state.outcome is not None and any(isinstance(entry, Move) for entry in new):
            self._ended()

    def save(self) -> None:
        """Save the current state of the game."""
        try:
            self._app.saves.save(self._match)
            self._app.kept()
        except SaveConflict:
            self._conflict()
        except StorageError as error:
            self._app.complain(error)
            self._app.platform.unsaved(True)

    def _ended(self) -> None:
        """Record the result of the finished game if the person took part."""
        with complaining(self._app):
            note_end(self._app.saves, self._match, self._app.settings.name)

    def look(self) -> None:
        """Check whether another window has saved this game."""
        try:
            changed = self._app.saves.changed_elsewhere(self._match)
        except StorageError as error:
            self._app.complain(error)
        else:
            if changed:
                self._conflict()

    def _conflict(self) -> None:
        if self._app.scene.name != "conflict":
            self._app.open(routes.Conflict(self._match))
