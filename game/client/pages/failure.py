"""The error page: what happened, a report to copy, and a way back into the game."""

from __future__ import annotations

from game.client.app import routes
from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.report import fault_report, without_names
from game.client.app.scene import Host
from game.client.draw.widgets import ButtonSpec
from game.client.words.i18n import t
from game.match import Match
from game.match.controllers import ROOM


class FailurePage(Page):
    """The page for an unexpected exception.

    details: the traceback
    """

    name = "failure"

    def __init__(self, app: Host, details: str) -> None:
        super().__init__(app)
        match = app.current_match()
        self.details = without_names(details, match)
        self.report = fault_report(details, match)
        self.game = (match.id, match.text()) if match else None
        self.place = (match.id, len(match.record.actions)) if match else app.reopened
        self.again = self.place is not None and self.place == app.reopened
        """True if the game was reopened after this error and the error has recurred."""
        self._copied = ""
        self._unfolded = False
        """True while the details are shown."""

    def title(self) -> str:
        return t("failure.title")

    def build(self, flow: Flow) -> None:
        flow.text(t("failure.again" if self.again else "failure.text"))
        flow.gap()
        if self._copied:
            flow.text(self._copied)
            flow.gap()
        tone = "chosen" if self._unfolded else "paper"
        shown = ButtonSpec("details", t("failure.details"), self._unfold, tone, chosen=self._unfolded)
        flow.buttons([shown], grid=True)
        if self._unfolded:
            flow.text(self.details, size=0.8)

    def foot(self) -> list[ButtonSpec]:
        specs = [ButtonSpec("copy", t("failure.copy"), self._copy, icon="copy")]
        if self.game and not self.again:
            specs.append(ButtonSpec("home", t("failure.back"), self.cancel, icon="back"))
            specs.append(ButtonSpec("continue", t("failure.continue"), self._continue, "primary", "play"))
        else:
            specs.append(ButtonSpec("home", t("failure.back"), self.cancel, "primary", "back"))
        return specs

    def _unfold(self) -> None:
        self._unfolded = not self._unfolded
        self.app.refresh()

    def cancel(self) -> None:
        """Open the title screen, from which a saved game can be continued."""
        self.app.home(routes.Title())

    def _continue(self) -> None:
        """Reload the game. Every action in it was legal; only the last drawing or input failed."""
        assert self.game is not None
        self.app.reopened = self.place
        self.cancel()
        match = Match.resume(*self.game)
        room = match.record.tags.get(ROOM)
        self.app.open(routes.EnterRoom(room) if room else routes.Table(match))

    def _copy(self) -> None:
        self.app.spawn(self._copy_now())

    async def _copy_now(self) -> None:
        done = await self.app.platform.copy(self.report)
        self._copied = t("copied") if done else t("copy.failed")
        self.app.refresh()
