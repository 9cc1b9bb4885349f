"""The page of the private note on a game."""

from __future__ import annotations

from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.scene import Host, complaining
from game.client.draw.widgets import ButtonSpec
from game.client.storage.notes import LONGEST_NOTE, keep_note, note_on
from game.client.words.i18n import t

LINES = 9
"""Height of the field in lines, 5 in a low window."""


class NotePage(Page):
    """A page to read and change the private note on a game, saved with every change."""

    name = "note"
    column_units = 34.0
    covers = False

    def __init__(self, app: Host, game_id: str) -> None:
        super().__init__(app)
        self.game_id = game_id
        self.text = ""

    def entered(self) -> None:
        with complaining(self.app):
            self.text = note_on(self.app.platform, self.game_id)

    def title(self) -> str:
        return t("note")

    def build(self, flow: Flow) -> None:
        flow.text(t("note.text"))
        flow.gap(0.4)
        lines = 5 if flow.low else LINES
        flow.field("note", t("note.field"), self.text, self._typed, lines=lines, longest=LONGEST_NOTE)

    def foot(self) -> list[ButtonSpec]:
        return [ButtonSpec("done", t("done"), self.cancel, "primary", icon="check")]

    def _typed(self, text: str) -> None:
        self.text = text
        with complaining(self.app):
            keep_note(self.app.platform, self.game_id, text)
