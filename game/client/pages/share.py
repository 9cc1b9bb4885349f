"""Sharing a game: as a link with a QR code, as text or as a file, and play by mail."""

from __future__ import annotations

import pygame

from game.client.app import routes
from game.client.app.flow import Flow
from game.client.app.gestures import Gesture, Tap
from game.client.app.page import Page
from game.client.app.scene import Host, Scene
from game.client.draw import theme
from game.client.draw.qr import MAX_BYTES, QrCode, holds, qr_surface
from game.client.draw.theme import Metrics
from game.client.draw.widgets import ButtonSpec, make_button
from game.client.storage.link import LinkError, encode, outgoing
from game.client.storage.save_store import SaveConflict
from game.client.words.i18n import t
from game.engine.record import write
from game.match import Match
from game.platform import StorageError

BESIDE = 36.0
"""Minimum width of a column, in units, in which the QR code is shown next to everything else."""
GAP = 2.0
"""Space between the two columns in units."""
PLATE = 19.0
"""Maximum size of the QR code on the page in units. On a laptop the largest code then has two pixels a
module."""
LEAST, ABOUT = 11.0, 14.0
"""Bounds in units of a QR code next to everything else: its minimum size, and the part of the window's height
that is left for other content."""


class SharePage(Page):
    """A page to share a game.

    handed_on: the page opened by itself because another player decides next
    """

    name = "share"

    def __init__(self, app: Host, match: Match, *, handed_on: bool = False) -> None:
        super().__init__(app)
        self.match: Match = match
        self.handed_on = handed_on
        self.message = ""
        self.by_hand = ""
        """Text that could not be written to the clipboard, shown for copying by hand."""
        self.text, self.link = self._written()
        self.column_units = 48.0 if self.link and holds(self.link) else 32.0
        self._coded, self._seen = "", False
        """The text of the QR code on the page. The code takes a moment to compute, so the page is drawn
        first."""

    def update(self, now: float) -> float | None:
        if self._coded == self.link or not holds(self.link):
            return None
        if not self._seen:
            self._seen = True
            return 0
        self._coded = self.link
        self.app.refresh()
        return None

    def _written(self) -> tuple[str, str]:
        """Return the game as text and as a link. The link is empty if the game does not fit into one."""
        record, address = outgoing(self.match.public()), self.app.platform.address()
        try:
            return write(record), f"{address}#{encode(record)}" if address else ""
        except LinkError:
            return write(record), ""

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
        if holds(self.link) and flow.column.width >= BESIDE * flow.unit:
            rest = 1 - PLATE * flow.unit / (flow.column.width - GAP * flow.unit)
            left, right = flow.columns(self.app.metrics, rest, GAP)
            self._build_ways(left, code=False)
            self._build_code(right, max(LEAST, self.app.metrics.height / flow.unit - ABOUT))
            flow.join(left, right)
        else:
            self._build_ways(flow, code=True)

    def _build_ways(self, flow: Flow, *, code: bool) -> None:
        """Add all ways to share the game.

        code: show the QR code below the link
        """
        flow.text(self._lead())
        flow.gap()
        flow.message(self.message)
        if self.by_hand:
            flow.field("by-hand", t("share.hand"), self.by_hand, _keep, lines=6, longest=len(self.by_hand))
        flow.heading(t("share.link"))
        self._build_link(flow)
        if code:
            self._build_code(flow)
        flow.heading(t("share.plain"))
        flow.buttons(
            [
                ButtonSpec("copy-text", t("share.copy"), self._copy_text, icon="copy"),
                ButtonSpec("file", t("share.file"), self._file, icon="save"),
            ]
        )
        flow.gap()
        flow.switch("mail", t("share.mail"), self._mail, t("share.mail.text"), on=self.match.by_mail)

    def _build_link(self, flow: Flow) -> None:
        platform = self.app.platform
        if not platform.address():
            flow.text(t("share.link.none"))
        elif not self.link:
            flow.text(t("share.link.long"))
        else:
            copy = ButtonSpec("copy-link", t("share.link.copy"), self._copy_link, "primary", "copy")
            send = ButtonSpec("send", t("share.link.send"), self._send, "primary", "share")
            flow.buttons([send, copy._replace(tone="paper")] if platform.can_share else [copy])

    def _build_code(self, flow: Flow, most: float = PLATE) -> None:
        """Add the QR code, at most `most` units large and centred, or the reason for its absence."""
        if not self.link:
            return
        if not holds(self.link):
            number = len(self.match.record.actions)
            fitting = number * MAX_BYTES // len(self.link) // 10 * 10
            flow.text(t("share.code.long", number=number, most=fitting), colour=theme.ui.ink_soft)
            return
        room = int(min(flow.column.width, PLATE * flow.unit, most * flow.unit) - flow.unit)
        image = qr_surface(self._coded, room) if self._coded else None
        side = image.get_width() if image else room
        flow.gap()
        if image:
            plate = pygame.FRect(0, round(flow.y), side, side).move_to(centerx=round(flow.column.centerx))
            flow.add(
                QrCode(
                    "code",
                    t("share.code"),
                    plate,
                    self.to(routes.Code(self.link, t("share.code"))),
                    text=self._coded,
                )
            )
        flow.y += side
        flow.gap()
        flow.text(t("share.code.text"), size=0.92, colour=theme.ui.ink_soft, align="center")

    # ---- options ----------------------------------------------------------------------------

    def _copy_link(self) -> None:
        self.app.spawn(self._copy(self.link, t("share.link.copied")))

    def _copy_text(self) -> None:
        done = t("share.copied", open=t("games.paste"), page=t("games.title"))
        self.app.spawn(self._copy(self.text, done))

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

    def _mail(self, on: bool) -> None:
        self.match.set_by_mail(on)
        try:
            self.app.saves.save(self.match)
        except StorageError as error:
            self.app.complain(error)
        except SaveConflict:
            pass  # the table reports the other window's change at its next step
        self.text, self.link = self._written()

    def _say(self, message: str) -> None:
        self.message = message
        self.app.platform.announce(message)
        self.app.refresh()


class CodeScene(Scene):
    """A QR code as large as the window allows, to be scanned by a camera. A tap anywhere closes it."""

    name = "code"

    def __init__(self, app: Host, text: str, label: str) -> None:
        super().__init__(app)
        self.text = text
        self.label = label

    def heading(self) -> str:
        return self.label

    def layout(self, metrics: Metrics) -> None:
        """Place the button next to the code or below it, whichever leaves more room for the code."""
        unit, whole = metrics.unit, pygame.FRect(metrics.rect)
        wide = theme.font("text", round(unit)).size(t("back"))[0] + 4 * unit
        high = max(metrics.finger, unit * 2.2)
        beside, below = whole.width - wide - unit, whole.height - high - unit
        if min(beside, whole.height) > min(whole.width, below):
            room = pygame.FRect(whole.x, whole.y, beside, whole.height)
            button = pygame.FRect(room.right, 0, wide, high).move_to(bottom=whole.bottom - unit)
        else:
            room = pygame.FRect(whole.x, whole.y, whole.width, below)
            button = pygame.FRect(0, room.bottom, min(wide, whole.width), high).move_to(centerx=whole.centerx)
        self.widgets = [make_button(ButtonSpec("back", t("back"), self.cancel, icon="back"), button)]
        image = qr_surface(self.text, int(min(room.size)))
        if image:
            plate = image.get_rect(center=metrics.rect.center).clamp(pygame.Rect(room))
            self.widgets.append(QrCode("", self.label, pygame.FRect(plate), text=self.text))

    def handle(self, gesture: Gesture) -> bool:
        if isinstance(gesture, Tap):
            self.cancel()
        return False

    def draw(self, target: pygame.Surface) -> None:
        target.fill(theme.ui.paper)


def _keep(_text: str) -> None:
    """Discard anything typed: the field is only for copying from."""
