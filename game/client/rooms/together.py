"""The page of rooms (create one, return to one, join one by its link) and the door of a room."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple

import pygame

from game.client.app import routes
from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.scene import Host, Scene
from game.client.draw import theme
from game.client.draw.widgets import ButtonSpec
from game.client.rooms.approach import Approach
from game.client.rooms.client import LASTING, RoomClient, called, level_of, refusal
from game.client.rooms.clock.times import rules_told
from game.client.rooms.game import as_kept
from game.client.rooms.invite import ask_list
from game.client.rooms.lobby import SeatCard
from game.client.rooms.making import NameField
from game.client.storage.room_link import room_in
from game.client.views import make_view
from game.client.views.thumbnail import BoardPicture, Thumbnail, Thumbnails
from game.client.words.i18n import Translator, capitalised, rooms, t
from game.engine import ruleset
from game.engine.record import Record
from game.match import COLOURS, LEVELS, players_of
from game.match.players import player_name, typed_name
from game.platform import StorageError
from game.rooms.clock import ClockRules, rules_in
from game.rooms.entries import compact
from game.rooms.protocol import FIRST_VERSION
from game.rooms.state import SeatAssignment
from game.untrusted import loads


class TogetherPage(Page):
    """A page to create a room, or to join one by its link."""

    name = "together"
    column_units = 34.0

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self.link, self.message = "", ""
        self._approach = Approach(app, self._say)
        self.public: int | None = None
        """Number of public tables; None without a list of them."""

    def entered(self) -> None:
        if self.app.platform.rooms():
            self.app.spawn(self._look())

    async def _look(self) -> None:
        """Ask the server whether it has a list of public tables."""
        answer, _ = await ask_list(self.app.platform, {})
        tables = answer.get("tables")
        self.public = len(tables) if answer.get("open") is True and isinstance(tables, list) else None
        self.app.refresh()

    def _say(self, message: str) -> None:
        self.message = message

    def title(self) -> str:
        return rooms("title")

    def build(self, flow: Flow) -> None:
        flow.text(rooms("text"))
        flow.gap()
        flow.buttons([ButtonSpec("new", rooms("new"), self._new, "primary", icon="new")])
        flow.buttons([ButtonSpec("games", t("games.title"), self.to(routes.Games()), icon="games")])
        if self.public is not None:
            label = rooms("public.count", n=self.public) if self.public else rooms("public")
            flow.buttons([ButtonSpec("public", label, self.to(routes.ListOfTables()), icon="public")])
        enter = self._enter if self.link.strip() else self._remind
        flow.heading(rooms("enter"))
        flow.text(self.message or rooms("enter.text"), "bold" if self.message else "text")
        flow.gap(0.4)
        flow.field("link", rooms("enter.link"), self.link, self._typed, longest=400, entered=enter)
        flow.buttons([ButtonSpec("enter", rooms("enter"), enter, icon="play")])

    def _new(self) -> None:
        self._approach.go(self.app.platform.place(), routes.NewRoom())

    def _tell(self, message: str) -> None:
        self.message = message
        self.app.platform.announce(message)

    def _remind(self) -> None:
        """Say that the link is missing, and open its field for typing."""
        self._tell(rooms("enter.text"))
        self.app.edit("link")

    def _typed(self, text: str) -> None:
        self.link = text

    def _enter(self) -> None:
        link = room_in("".join(self.link.split()))
        if link is None:
            self._tell(rooms("enter.wrong"))
        else:
            self._approach.go(
                link.page or self.app.platform.place(), routes.EnterRoom(link.name, link.key, link.invite)
            )


class InvitedSeat(NamedTuple):
    """A seat of a room as seen from outside."""

    label: str
    aside: str
    colour: str
    presence: str
    free: bool


class Invitation(NamedTuple):
    """A room as seen from outside (`RoomState.outside`)."""

    host: str
    record: Record
    """The record of the game before its first turn; the deal is not that of the room."""
    aspect: float
    """Width of the board relative to its height."""
    seats: list[InvitedSeat]
    watching: list[str]
    clock: ClockRules | None = None

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> Invitation:
        """Read the answer of the server. Raises `ValueError`, `LookupError` or `TypeError` if it is invalid.

        Older servers send neither options nor seats.
        """
        rules = ruleset(str(told["game"]))
        seats = [_invited_seat(number, one) for number, one in enumerate(told.get("chairs", []))]
        count = len(seats) or int(told["seats"])
        options = rules.full_options(count, told.get("options") or None)
        record = Record(rules, count, options, 1)
        aspect = make_view(rules, players_of(record), options).board_aspect
        watching = [player_name(str(name)) for name in told.get("watching", [])]
        clock = rules_in(told["clock"]) if told.get("clock") else None
        return cls(player_name(str(told["host"])), record, aspect, seats, watching, clock)


def _invited_seat(number: int, told: Mapping[str, Any]) -> InvitedSeat:
    level, name, colour = told["computer"], player_name(str(told["name"])), str(told["colour"])
    if colour not in COLOURS or not (level is None or level in LEVELS):
        raise ValueError(colour)
    chair = SeatAssignment(None, level, colour, name)
    if level is not None:
        return InvitedSeat(called(number, chair), level_of(chair), colour, "", False)
    if told["open"]:
        return InvitedSeat(rooms("free.was", name=name) if name else rooms("free"), "", colour, "", True)
    presence = "here" if told["here"] else "gone"
    return InvitedSeat(name, rooms(f"presence.{presence}"), colour, presence, False)


class DoorPage(Page):
    """The door of a room: asks for a name unless the room knows this device, then waits for the room's
    answer."""

    name = "door"
    from_outside = True
    column_units = 40.0

    def __init__(self, app: Host, client: RoomClient) -> None:
        super().__init__(app)
        self.client = client
        self.called = app.settings.name
        self._name = NameField(app)
        self._seen: Invitation | None = None
        """The room as seen from outside, once the server has sent it."""
        self._entering = False
        """True once the person has asked to enter."""
        self._boards = Thumbnails(self._board)
        client.base = "door"
        if not app.platform.rooms():  # a site without a room server, opened by a moved link
            client.closed = "no-rooms"

    def entered(self) -> None:
        if self.client.known:
            self.client.connect()
        elif self.app.platform.rooms():
            self.app.platform.hold_link(self.client.fragment)  # a reload must not lose the invitation
            self.app.spawn(self._look())

    async def _look(self) -> None:
        """Request the public description of the room from the server. Without an answer, the page stays
        general."""
        platform, asked = self.app.platform, {"v": FIRST_VERSION, "room": self.client.room}
        if invite := self.client.replica.invite:
            asked["invite"] = invite
        _, text = await platform.post(f"{platform.rooms()}?look", compact(asked))
        with suppress(ValueError, LookupError, TypeError):
            told = loads(text)
            if told.get("refused") in LASTING:
                self.client.closed = told["refused"]
                found = refusal(self.client.closed)
            else:
                self._seen = Invitation.of(told)
                found = f"{self.title()}. {self._invitation()}"
            if self.app.scene is self:  # otherwise the person has left the page
                platform.announce(found)
        self.app.refresh()

    def _invitation(self) -> str:
        if not self.client.invited:
            return rooms("door.public")
        return rooms("door.by", name=self._seen.host) if self._seen else rooms("door.text")

    def left(self) -> None:
        self.client.left()

    def title(self) -> str:
        return Translator(self._seen.record.ruleset.id)("game.name") if self._seen else rooms("title")

    def build(self, flow: Flow) -> None:
        client = self.client
        if not self.app.platform.rooms():
            flow.text(rooms("none"), "bold")
            flow.gap()
            flow.text(rooms("none.text"))
        elif client.closed:
            flow.text(client.trouble(), "bold")
            if self._played():
                flow.gap()
                flow.text(rooms("closed.text"))
        elif client.known:
            flow.text(rooms("unreachable") if client.unreachable else rooms("connecting"), "bold")
            flow.gap()
            flow.text(rooms("unreachable.text") if client.unreachable else rooms("connecting.text"))
        else:
            flow.text(self._invitation())
            if self._seen is not None:
                flow.text(self._places(self._seen), "bold")
                if self._seen.clock is not None:
                    flow.text(rules_told(self._seen.clock), size=0.92)
            flow.gap(0.5)
            if self._seen is not None:
                self._table(flow, self._seen)
            enter = self._enter if player_name(self.called) else None
            self._name.build(flow, self.called, self._typed, enter)

    @staticmethod
    def _places(seen: Invitation) -> str:
        """Return the number of players and of free seats."""
        free = sum(seat.free for seat in seen.seats)
        told = [rooms("door.seats", n=len(seen.seats))] if seen.seats else []
        return " ".join([*told, *([rooms("waiting.seats", n=free)] if free else [])])

    def _table(self, flow: Flow, seen: Invitation) -> None:
        """Add the board and its seats, next to each other or, in a narrow column, below."""
        unit, column = flow.unit, flow.column
        beside = column.width > unit * 28
        board = pygame.FRect(column.x, flow.y, column.width * (0.5 if beside else 1), 0)
        board.height = min(board.width / seen.aspect, self.app.metrics.height * (0.5 if beside else 0.24))
        key = round(board.width), round(board.height), theme.ui.name, t.language
        flow.add(BoardPicture("", "", board, boards=self._boards, key=key))
        seats = pygame.FRect(column.x, board.bottom + unit * 0.5, column.width, unit * 2.4)
        if beside:
            seats.update(board.right + unit, flow.y, column.right - board.right - unit, unit * 2.4)
        for seat in seen.seats:
            colour = capitalised(t(f"colour.{seat.colour}"))
            flow.add(
                SeatCard(
                    "", seat.label, seats.copy(), None, aside=seat.aside, text=colour,
                    colour=seat.colour, presence=seat.presence, free=seat.free,
                )
            )  # fmt: skip
            seats.y += unit * 2.7
        flow.y = max(board.bottom, seats.y) + unit * 0.3
        if seen.watching:
            flow.text(rooms("watching", names=", ".join(seen.watching)), size=0.92, colour=theme.ui.ink_soft)

    def _board(self, key: tuple[int, int, str, str]) -> Thumbnail | None:
        """Start the image of the game before its first turn."""
        return Thumbnail.of(self._seen.record, key[:2]) if self._seen else None

    def update(self, now: float) -> float | None:
        """Draw the board, a part per frame."""
        return self._boards.update(self.widgets)

    def _played(self) -> bool:
        """Return True if this device has stored a game of the room, which is not the case for an invalid
        link."""
        with suppress(StorageError):
            return self.app.saves.exists(self.client.room)
        return False

    def foot(self) -> list[ButtonSpec]:
        back = ButtonSpec("back", t("back"), self.cancel, icon="back")
        if self._entering and not (self.client.closed or self.client.unreachable):
            # Where "Join" was: the second of two quick taps must not go back.
            return [back, ButtonSpec("enter", rooms("connecting"), None, "primary", icon="play")]
        if self.client.known or self.client.closed or not self.app.platform.rooms():
            return [back, *self.client.updating()]
        enter = ButtonSpec("enter", rooms("enter"), self._enter, "primary", icon="play")
        return [back, self._name.guard(enter, self.called)]

    def _typed(self, name: str) -> None:
        self.called = typed_name(name)

    def _enter(self) -> None:
        settings = self.app.settings
        settings.name = self.client.replica.member_name = player_name(self.called)
        self.app.keep_settings()
        self.client.known = self._entering = True
        self.client.connect()


def enter_room(app: Host, name: str, key: str, invite: str, clock: ClockRules | None, public: bool) -> Scene:
    """Enter a room: show the stored copy of its game, otherwise its door, until the server answers."""
    client = RoomClient(app, name, key, invite)
    client.clock_wanted, client.invited = clock, not public
    return as_kept(app, client) or DoorPage(app, client)
