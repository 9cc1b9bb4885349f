"""Invitations to a room: the link as a QR code, the switch that puts the room on the list of public tables,
and the page for another device of the same member."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pygame

from game import engine
from game.client.app import routes
from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.scene import Host
from game.client.draw import theme
from game.client.draw.qr import QrCode, qr_surface
from game.client.draw.widgets import ButtonSpec
from game.client.rooms.client import RoomClient, refusal
from game.client.words.i18n import Translator, rooms, t
from game.platform import Platform
from game.rooms.entries import compact
from game.rooms.protocol import VERSION
from game.untrusted import loads

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


async def ask_list(platform: Platform, told: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """Send a request about public tables to the room server. Return the answer, and the code of the refusal
    or ""."""
    _, text = await platform.post(f"{platform.rooms()}?lobby", compact({"v": VERSION, **told}))
    try:
        answer = loads(text)
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        return {}, "unreachable"
    return answer, str(answer.get("refused", ""))


class PublicSwitch:
    """The switch that puts a room on the list of public tables, for its owner. The others read whether it is
    on."""

    def __init__(self, app: Host, client: RoomClient) -> None:
        self._app, self._client = app, client

    def build(self, flow: Flow) -> None:
        """Add the switch, if the server has a list and the game has not begun."""
        listed, state = self._client.replica.listed, self._client.state
        if listed is None or state.started:
            return
        if self._client.owns:
            text = "off" if not listed else "locked" if state.locked else "on"
            flow.switch("public", rooms("public.one"), self._switch, rooms(f"public.{text}"), on=listed)
        elif listed:
            flow.text(rooms("public.on"), size=0.92)
            flow.gap(0.3)

    def _switch(self, on: bool) -> None:
        self._app.spawn(self._send(on))

    async def _send(self, on: bool) -> None:
        replica = self._client.replica
        told = {"room": replica.name, "key": replica.key, "listed": on, "language": Translator.language}
        _, why = await ask_list(self._app.platform, told)
        if why:
            self._client.refuse(refusal(why))
        else:
            replica.listed = on
            self._app.platform.announce(rooms("public.on" if on else "public.off"))
        self._app.refresh()


def changed_options(ruleset_id: str, options: Mapping[str, str]) -> list[str]:
    """Return in words the options of a game that differ from the defaults."""
    words, told = Translator(ruleset_id), []
    for option in engine.ruleset(ruleset_id).options:
        value = options.get(option.id, option.default)
        if value != option.default and words.has(f"option.{option.id}.{value}"):
            told.append(f"{words(f'option.{option.id}')}: {words(f'option.{option.id}.{value}')}")
    return told


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
