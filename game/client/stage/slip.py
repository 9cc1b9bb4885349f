"""The note at the board and the log: what room they leave each other, and what the buttons leave them."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.client.draw.note import Note, laid_note
from game.client.draw.theme import Metrics
from game.client.draw.widgets import Button, Widget
from game.client.stage.stage import Stage


class Slip:
    """Lays out the note with the words at the board, if there are any, for the widgets of a frame."""

    def __init__(
        self,
        stage: Stage,
        metrics: Metrics,
        widgets: Sequence[Widget],
        words: str,
        where: Sequence[pygame.FRect],
    ) -> None:
        """`where`: what on the board is not to be covered."""
        self._unit = metrics.unit
        self._buttons = [one for one in widgets if isinstance(one, Button)]
        self._log = None if stage.layout is None else stage.layout.log
        self._board = stage.camera.window
        self.note: Note | None = None
        if words:
            self.note = laid_note(self._board, words, metrics.unit, where, self._below_board())

    def log_room(self) -> pygame.FRect | None:
        """Where the log has its place: no part of it looks out from behind the note. None: it has none."""
        if self._log is None:
            return None
        room = self._above_buttons(self._log)
        if self.note is None or not self.note.rect.colliderect(room):
            return room
        top = min(room.bottom, self.note.rect.bottom + self._unit * 0.3)
        return pygame.FRect(room.x, top, room.width, room.bottom - top)

    def _above_buttons(self, log: pygame.FRect) -> pygame.FRect:
        """What the buttons leave of the room for the log: more rows of them grow upwards over it."""
        tops = (one.rect.top - self._unit * 0.3 for one in self._buttons if one.rect.colliderect(log))
        bottom = min(tops, default=log.bottom)
        return pygame.FRect(log.x, log.y, log.width, max(0.0, bottom - log.y))

    def _below_board(self) -> pygame.FRect | None:
        """The room below the board, if only the log takes it."""
        log, board = self._log, self._board
        if log is None or log.y < board.bottom or log.width < board.width * 0.9:
            return None
        return pygame.FRect(
            board.x, board.bottom, board.width, self._above_buttons(log).bottom - board.bottom
        )
