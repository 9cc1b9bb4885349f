"""A fault of ours, shown calmly: what happened, a report to copy, a way back into the game."""

from __future__ import annotations

from game.client.app import App
from game.client.i18n import t
from game.client.report import fault_report
from game.client.scene import Flow, Page, Spec


class Failure(Page):
    """`details`: the traceback."""

    name = "failure"

    def __init__(self, app: App, details: str) -> None:
        super().__init__(app)
        self.details = details
        self.report = fault_report(app, details)
        self._copied = ""

    def title(self) -> str:
        return t("failure.title")

    def build(self, flow: Flow) -> None:
        flow.text(t("failure.text"))
        flow.gap()
        flow.text(self.details.strip().splitlines()[-1], "bold")
        flow.gap()
        if self._copied:
            flow.text(self._copied)
            flow.gap()
        flow.text(self.details, size=0.8)

    def foot(self) -> list[Spec]:
        return [
            Spec("copy", t("failure.copy"), self._copy, icon="copy"),
            Spec("back", t("failure.back"), self.cancel, tone="primary"),
        ]

    def cancel(self) -> None:
        """Back to the title; the game is saved and can be continued from there."""
        from game.client.scenes.title import Title

        self.app.home(Title(self.app))

    def _copy(self) -> None:
        self.app.spawn(self._copy_now())

    async def _copy_now(self) -> None:
        done = await self.app.platform.copy(self.report)
        self._copied = t("copied") if done else t("copy.failed")
        self.app.refresh()
