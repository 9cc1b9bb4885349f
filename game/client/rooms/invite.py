"""Invitations to a room: the link as a QR code, with buttons to copy or send it, and the page for another
device of the same member."""

from __future__ import annotations

import pygame

from game.client.app import routes
from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.scene import Host
from game.client.draw import theme
from game.client.draw.qr import QrCode, qr_surface
from game.client.draw.widgets import ButtonSpec
from game.client.words.i18n import rooms, t

QUIET = 0.5
"""Space around the code in units, in addition to its white border."""


class Invite:
    """The link into a room, with its widgets.

    link: the whole URL
    message: the result of copying
    """

    def __init__(self, app: Host, link: str, label: str) -> None:
        self._app, self.link, self._label = app, link, label
        self.message, self._by_hand = "", False

    def code(self, flow: Flow, room: float) -> None:
        """Add the QR code at the centre of the column, in a square of at most `room` pixels."""
        side = int(min(room, flow.column.width))
        image = qr_surface(self.link, side)
        if image is None:
            return
        size = image.get_width()
        plate = pygame.FRect(0, round(flow.y), size, size).move_to(centerx=round(flow.column.centerx))
        flow.add(QrCode("code", self._label, plate, self._enlarge, text=self.link))
        flow.y += size + flow.unit * QUIET

    def ways(self, flow: Flow) -> None:
        """Add the buttons, and the link itself if it cannot be copied."""
        can_share = self._app.platform.can_share
        specs = [ButtonSpec("send", t("share.link.send"), self._send, icon="share")] if can_share else []
        flow.buttons([*specs, ButtonSpec("copy-link", t("share.link.copy"), self._copy, icon="copy")])
        if self.message:
            flow.text(self.message, size=0.92, align="center")
            flow.gap(0.3)
        if self._by_hand:
            flow.field("by-hand", t("share.hand"), self.link, _keep, longest=len(self.link))
        else:
            flow.text(self.link.partition("://")[2], size=0.72, colour=theme.ui.ink_soft, align="center")

    def _enlarge(self) -> None:
        self._app.open(routes.Code(self.link, self._label))

    def _copy(self) -> None:
        self._app.spawn(self._copy_now())

    def _send(self) -> None:
        self._app.spawn(self._send_now())

    async def _send_now(self) -> None:
        if not await self._app.platform.share("Kontor", self.link):
            await self._copy_now()

    async def _copy_now(self) -> None:
        copied = await self._app.platform.copy(self.link)
        self._by_hand = not copied
        self.message = rooms("copied") if copied else t("share.hand")
        self._app.platform.announce(self.message)
        self._app.refresh()


def _keep(text: str) -> None:
    """Discard anything typed: the field is only for copying from."""


class OtherDevicePage(Page):
    """A page with the link that contains the member's own key, to continue on another device."""

    name = "other-device"
    column_units = 34.0

    def __init__(self, app: Host, link: str) -> None:
        super().__init__(app)
        self.invite = Invite(app, link, rooms("device"))

    def title(self) -> str:
        return rooms("device")

    def build(self, flow: Flow) -> None:
        flow.text(rooms("device.text"))
        flow.gap()
        self.invite.code(flow, min(flow.unit * 20, self.app.metrics.height * 0.5))
        self.invite.ways(flow)
