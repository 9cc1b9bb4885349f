"""The page of rooms (create one, return to one, join one by its link) and the door of a room."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

import pygame

from game.client.app import routes
from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.scene import Host, complaining
from game.client.draw.widgets import Button, ButtonSpec
from game.client.rooms.client import LASTING, RoomClient, refusal
from game.client.storage import rooms as keeping
from game.client.storage.room_link import room_in
from game.client.storage.rooms import Kept
from game.client.words.dates import when
from game.client.words.i18n import Translator, rooms, t
from game.engine import ruleset
from game.match.players import player_name, typed_name
from game.platform import Changed, Input, StorageError
from game.rooms.entries import compact
from game.rooms.protocol import VERSION
from game.untrusted import loads

AT_ONCE = 12
"""Maximum number of rooms listed, the latest first."""


def told_turn(kept: Kept) -> str:
    """Return what a room waits for, as far as this device knows."""
    if kept.state == "open":
        return rooms("state.open")
    if kept.state == "over":
        return t("games.over")
    return t("games.turn") if kept.turn == "me" else t("share.next", name=kept.turn) if kept.turn else ""


class TogetherPage(Page):
    """A page to create a room, return to a known one, or join one by its link."""

    name = "together"
    column_units = 34.0

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self.found: list[Kept] = []
        self.link, self.message = "", ""
        self._busy = False
        """True while a room server is being contacted."""
        self.doomed = ""
        """Room marked by a first tap to be forgotten. A second tap forgets it."""

    def entered(self) -> None:
        with complaining(self.app):
            self.found = keeping.rooms(self.app.platform)[:AT_ONCE]

    def outside(self, happened: Input) -> None:
        """Refresh the list when another window or a late answer has added a room."""
        if happened == Changed("storage"):
            self.entered()

    def title(self) -> str:
        return rooms("title")

    def build(self, flow: Flow) -> None:
        flow.text(rooms("text"))
        flow.gap()
        flow.buttons([ButtonSpec("new", rooms("new"), self._new, "primary", icon="new")])
        if self.found:
            flow.heading(rooms("mine"))
            for kept in self.found:
                self._room(flow, kept)
        enter = self._enter if self.link.strip() else None
        flow.heading(rooms("enter"))
        flow.text(self.message or rooms("enter.text"), "bold" if self.message else "text")
        flow.gap(0.4)
        flow.field("link", rooms("enter.link"), self.link, self._typed, longest=400, entered=enter)
        flow.buttons([ButtonSpec("enter", rooms("enter"), enter, icon="play")])

    def _room(self, flow: Flow, kept: Kept) -> None:
        """Add a room with its game, players and turn, and a button that forgets it."""
        side, unit, whole = flow.button_height, flow.unit, flow.column
        top = flow.y
        flow.column = pygame.FRect(whole.x, whole.y, whole.width - side - unit * 0.5, 0)
        game = Translator(kept.ruleset)("game.name") if kept.ruleset else rooms("room")
        told = [*([told_turn(kept)] if told_turn(kept) else []), when(kept.date, self.app.platform.today())]
        text = "\n".join(filter(None, (", ".join(kept.names), " · ".join(told))))
        flow.card(f"room.{kept.room}", game, text, partial(self._open, kept))
        card = flow.widgets[-1].rect
        flow.column = whole
        place = pygame.FRect(whole.right - side, top, side, card.height)
        sure = kept.room == self.doomed
        label = rooms("forget.sure" if sure else "forget", game=game)
        forget, tone = partial(self._forget, kept), "primary" if sure else "paper"
        flow.add(Button(f"forget.{kept.room}", label, place, forget, icon="delete", caption="", tone=tone))

    def _new(self) -> None:
        self._go(self.app.platform.place(), routes.NewRoom())

    def _open(self, kept: Kept) -> None:
        self._go(kept.place, routes.EnterRoom(kept.room, kept.key))

    def _go(self, place: str, route: routes.Route) -> None:
        """Open a scene once the room server is reachable. In the web app that is immediate."""
        if not self.app.platform.can_reach:
            self.app.open(route)
        elif not self._busy:
            self._busy = True
            self._tell(rooms("connecting"))
            self.app.spawn(self._arrive(place, route))

    async def _arrive(self, place: str, route: routes.Route) -> None:
        why = await self.app.platform.reach(place)
        self._busy, self.message = False, refusal(why) if why else ""
        if self.app.scene is self:  # otherwise the person has left the page
            if why:
                self.app.platform.announce(self.message)
            else:
                self.app.open(route)
        self.app.refresh()

    def _tell(self, message: str) -> None:
        self.message = message
        self.app.platform.announce(message)

    def _forget(self, kept: Kept) -> None:
        """Ask for confirmation at the first tap, delete the key at the second."""
        if self.doomed != kept.room:
            self.doomed = kept.room
            self.app.platform.announce(rooms("forget.text"))
            self.message = ""
            return
        self.doomed = ""
        with complaining(self.app):
            keeping.forget(self.app.platform, kept.room)
        self.entered()

    def _typed(self, text: str) -> None:
        self.link = text

    def _enter(self) -> None:
        link = room_in("".join(self.link.split()))
        if link is None:
            self._tell(rooms("enter.wrong"))
        else:
            self._go(link.page or self.app.platform.place(), routes.EnterRoom(link.name, link.key))


class DoorPage(Page):
    """The door of a room: asks for a name unless the room knows this device, then waits for the room's
    answer."""

    name = "door"
    from_outside = True
    column_units = 30.0

    def __init__(self, app: Host, client: RoomClient) -> None:
        super().__init__(app)
        self.client = client
        self.called = app.settings.name
        self._host = self._ruleset = ""
        """The inviting member and the ruleset of the game, once the server has sent them."""
        client.base = "door"
        if not app.platform.rooms():  # a site without a room server, opened by a moved link
            client.closed = "no-rooms"

    def entered(self) -> None:
        if self.client.known:
            self.client.connect()
        elif self.app.platform.rooms():
            self.app.spawn(self._look())

    async def _look(self) -> None:
        """Request the room's owner and game from the server. Without an answer, the page stays general."""
        platform, asked = self.app.platform, compact({"v": VERSION, "room": self.client.room})
        _, text = await platform.post(f"{platform.rooms()}?look", asked)
        with suppress(ValueError, LookupError, TypeError):
            told = loads(text)
            if told.get("refused") in LASTING:
                self.client.closed = told["refused"]
                found = refusal(self.client.closed)
            else:
                self._ruleset = ruleset(str(told["game"])).id
                self._host = player_name(str(told["host"]))
                found = f"{self.title()}. {self._invitation()}"
            if self.app.scene is self:  # otherwise the person has left the page
                platform.announce(found)
        self.app.refresh()

    def _invitation(self) -> str:
        return rooms("door.by", name=self._host) if self._host else rooms("door.text")

    def left(self) -> None:
        self.client.left()

    def title(self) -> str:
        return Translator(self._ruleset)("game.name") if self._ruleset else rooms("title")

    def build(self, flow: Flow) -> None:
        client = self.client
        if not self.app.platform.rooms():
            flow.text(rooms("none"), "bold")
            flow.gap()
            flow.text(rooms("none.text"))
        elif client.closed:
            flow.text(refusal(client.closed), "bold")
            if self._played():
                flow.gap()
                flow.text(rooms("closed.text"))
        elif client.known:
            flow.text(rooms("unreachable") if client.unreachable else rooms("connecting"), "bold")
            flow.gap()
            flow.text(rooms("unreachable.text") if client.unreachable else rooms("connecting.text"))
        else:
            flow.text(self._invitation())
            flow.gap()
            flow.text(rooms("name"), "bold")
            flow.gap(0.25)
            enter = self._enter if player_name(self.called) else None
            flow.field("name", rooms("name"), self.called, self._typed, longest=24, entered=enter)

    def _played(self) -> bool:
        """Return True if this device has stored a game of the room, which is not the case for an invalid
        link."""
        with suppress(StorageError):
            return self.app.saves.exists(self.client.room)
        return False

    def foot(self) -> list[ButtonSpec]:
        back = ButtonSpec("back", t("back"), self.cancel, icon="back")
        if self.client.known or self.client.closed or not self.app.platform.rooms():
            return [back, *self.client.updating()]
        named = bool(player_name(self.called))
        tone = "primary" if named else "paper"
        return [back, ButtonSpec("enter", rooms("enter"), self._enter if named else None, tone, icon="play")]

    def _typed(self, name: str) -> None:
        self.called = typed_name(name)

    def _enter(self) -> None:
        settings = self.app.settings
        settings.name = self.client.replica.member_name = player_name(self.called)
        self.app.keep_settings()
        self.client.known = True
        self.client.connect()
