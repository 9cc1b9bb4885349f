"""The layer that reads the board: on request, what an expert sees in it is drawn and said."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from game.client.draw.widgets import Button, Widget
from game.client.touch.pointing import Surface
from game.client.words.i18n import t


class Reading:
    """Shows and hides the layer."""

    def __init__(self, table: Surface) -> None:
        self._table = table
        self.on = False

    def toggle(self) -> None:
        """Show the layer, or hide it."""
        self.on = not self.on
        if self.on:
            self._table.app.platform.announce(" ".join(self._sentences()))

    def _sentences(self) -> list[str]:
        return list(self._table.view.reading(self._table.match.state, self._table.shown_seat))

    def widgets(self, place: pygame.FRect) -> Iterator[Widget]:
        """Its button; while the layer is shown, its sentences to be read."""
        self._table.stage.read_by = self._table.shown_seat if self.on else None
        state = "chosen" if self.on else ""
        tone = "chosen" if self.on else "sea"
        words = t("reading")
        yield Button("reading", words, place, self.toggle, state=state, tone=tone, icon="reading", caption="")
        if self.on:
            nowhere = pygame.FRect(0, 0, 0, 0)
            for sentence in self._sentences():
                yield Widget("", sentence, nowhere)
