"""Sharing a game: as a link that contains it, as text, as a file; by mail after every turn."""

from __future__ import annotations

from game.client.frame.flow import Flow, Spec
from game.client.frame.page import Page
from game.client.frame.scene import Host
from game.client.keep.link import LinkError, encode, outgoing
from game.client.keep.shelf import Conflict
from game.client.words.i18n import t
from game.engine.record import write
from game.match import Match
from game.platform import StorageError


class Share(Page):
    """`handed_on`: the page opened by itself, because the next decision is somebody else's."""

    name = "share"
    column_units = 32.0

    def __init__(self, app: Host, match: Match, *, handed_on: bool = False) -> None:
        super().__init__(app)
        self.match: Match = match
        self.handed_on = handed_on
        self.message = ""
        self.by_hand = ""
        """What could not be put on the clipboard: shown for the person to copy."""
        self.text = write(outgoing(match.record))
        self.link = self._link()

    def _link(self) -> str:
        """The link; empty if there is none."""
        try:
            return f"{self.app.platform.address()}#{encode(self.match.record)}"
        except LinkError:
            return ""

    def entered(self) -> None:
        if self.handed_on:
            self.app.platform.announce(f"{self.title()}. {self._lead()}")

    def title(self) -> str:
        if not self.handed_on:
            return t("share.title")
        return t("share.next", name=self._next()) if self._next() else t("table.over")

    def _next(self) -> str:
        actor = self.match.state.actor
        return "" if actor is None else self.match.players[actor].name

    def _lead(self) -> str:
        if not self.handed_on:
            return t("share.text")
        return t("share.next.text", name=self._next()) if self._next() else t("share.over.text")

    def build(self, flow: Flow) -> None:
        flow.text(self._lead())
        flow.gap()
        if self.message:
            flow.text(self.message, "bold")
            flow.gap()
        if self.by_hand:
            flow.field("by-hand", t("share.hand"), self.by_hand, _keep, lines=6, longest=len(self.by_hand))
        flow.heading(t("share.link"))
        self._build_link(flow)
        flow.heading(t("share.plain"))
        flow.buttons(
            [
                Spec("copy-text", t("share.copy"), self._copy_text, icon="copy"),
                Spec("file", t("share.file"), self._file, icon="load"),
            ]
        )
        flow.gap()
        values = [("yes", t("share.mail.yes")), ("no", t("share.mail.no"))]
        value = "yes" if self.match.by_mail else "no"
        flow.choice("mail", t("share.mail"), values, value, self._mail, t("share.mail.text"))

    def _build_link(self, flow: Flow) -> None:
        platform = self.app.platform
        if not platform.address():
            flow.text(t("share.link.none"))
        elif not self.link:
            flow.text(t("share.link.long"))
        else:
            copy = Spec("copy-link", t("share.link.copy"), self._copy_link, "primary", "copy")
            send = Spec("send", t("share.link.send"), self._send, "primary", "share")
            flow.buttons([send, copy._replace(tone="paper")] if platform.can_share else [copy])

    def foot(self) -> list[Spec]:
        return [Spec("back", t("back"), self.cancel, icon="back")]

    # ---- options ----------------------------------------------------------------------------

    def _copy_link(self) -> None:
        self.app.spawn(self._copy(self.link, t("share.link.copied")))

    def _copy_text(self) -> None:
        self.app.spawn(self._copy(self.text, t("share.copied")))

    async def _copy(self, text: str, done: str) -> None:
        copied = await self.app.platform.copy(text)
        self.by_hand = "" if copied else text
        self._say(done if copied else t("share.hand"))

    def _send(self) -> None:
        self.app.spawn(self._send_now())

    async def _send_now(self) -> None:
        if await self.app.platform.share("Kontor", self.link):
            self._say("")
        else:
            await self._copy(self.link, t("share.link.copied"))

    def _file(self) -> None:
        name = f"kontor-{self.match.ruleset.id}-{len(self.match.record.actions)}.txt"
        try:
            self._say(t("share.file.done", name=self.app.platform.save_file(name, self.text)))
        except StorageError as error:
            self._say(t(f"share.file.failed.{error.reason}"))

    def _mail(self, value: str) -> None:
        self.match.set_by_mail(value == "yes")
        try:
            self.app.shelf.save(self.match)
        except StorageError as error:
            self.app.complain(error)
        except Conflict:
            pass  # the table below reports what another window did, at its next step
        self.text, self.link = write(outgoing(self.match.record)), self._link()

    def _say(self, message: str) -> None:
        self.message = message
        self.app.platform.announce(message)
        self.app.refresh()


def _keep(_text: str) -> None:
    """The field is only for copying from; anything typed into it is discarded."""
