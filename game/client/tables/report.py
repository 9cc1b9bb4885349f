"""The report of a public table to the host of the room server."""

from __future__ import annotations

from functools import partial

from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.scene import Host
from game.client.draw.widgets import ButtonSpec
from game.client.rooms.client import refusal
from game.client.rooms.invite import ask_list
from game.client.words.i18n import rooms, t
from game.rooms.protocol import REPORTS


class ReportPage(Page):
    """A dialog with the reasons for a report."""

    name = "report"
    column_units = 30.0
    covers = False

    def __init__(self, app: Host, room: str, title: str) -> None:
        """Create the dialog.

        title: the game and the host of the table
        """
        super().__init__(app)
        self._room, self._table = room, title
        self._told = ""
        """The answer to the report."""
        self._busy = False

    def title(self) -> str:
        return rooms("public.report")

    def build(self, flow: Flow) -> None:
        flow.text(self._table, "bold")
        flow.gap(0.4)
        if self._told:
            flow.text(self._told)
            return
        flow.text(rooms("public.report.text"))
        flow.gap()
        flow.buttons(
            [
                ButtonSpec(f"why.{why}", rooms(f"public.report.{why}"), partial(self._report, why))
                for why in REPORTS
            ]
        )

    def foot(self) -> list[ButtonSpec]:
        return [ButtonSpec("back", t("back"), self.cancel, icon="back")]

    def _report(self, why: str) -> None:
        if not self._busy:
            self._busy = True
            self.app.spawn(self._send(why))

    async def _send(self, why: str) -> None:
        _, failed = await ask_list(self.app.platform, {"room": self._room, "report": why})
        self._told = refusal(failed) if failed else rooms("public.report.done")
        self._busy = False
        self.app.platform.announce(self._told)
        self.app.refresh()
