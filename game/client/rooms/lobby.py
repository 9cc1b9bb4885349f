"""The lobby of a room: its QR code, its members and their seats, before and during the game."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pygame

from game.client.app import routes
from game.client.app.flow import Flow
from game.client.app.gestures import Gesture, Press, Tap
from game.client.app.page import Page
from game.client.app.scene import Host
from game.client.draw import paint, theme
from game.client.draw.widgets import (
    SWATCH_CAPTION,
    ButtonSpec,
    ChoiceCard,
    Look,
    Swatch,
    draw_swatch,
    tone_of,
)
from game.client.rooms.client import RoomClient, level_of, seat_name
from game.client.rooms.clock.times import rules_told, time_told
from game.client.rooms.invite import Invite, PublicSwitch, changed_options
from game.client.rooms.overlays import draw_presence
from game.client.storage.rooms import new_key
from game.client.words.i18n import Translator, capitalised, computers, rooms, t
from game.client.words.seating import waiting
from game.match import COLOURS, LEVELS
from game.match.players import player_name, typed_name
from game.rooms.state import RoomState

WIDE = 52.0
"""Minimum width of a column, in units, in which the code is shown next to the seats."""
PART, BETWEEN = 0.42, 2.0
"""Fraction of the width for the code in that layout, and the space between the columns in units."""
SEAT = 3.0
"""Height of a seat in units."""


@dataclass
class SeatCard(ChoiceCard):
    """The card of a seat: its colour, its player and their presence."""

    colour: str = "red"
    presence: str = ""
    """"here", "away" or "gone"; "" for an open seat or a computer player."""
    free: bool = False
    brief: str = ""
    """Text below the name if there is no room for `aside`; if empty, `aside` is truncated."""
    more: bool = False
    """True if activating it opens a menu, which three dots at the right say."""

    def spoken(self) -> str:
        return self.element().label

    def draw(self, target: pygame.Surface, look: Look) -> None:
        unit, ui = look.unit, theme.ui
        tone = tone_of("chosen" if self.state == "chosen" else "paper")
        fill = tone.hover if look.hover and self.act else tone.fill
        edge = max(1, unit * (ui.edge if self.act else ui.edge_idle))
        paint.blit_rounded(target, self.rect, unit * 0.42, fill, tone.edge, edge)
        inside = self.rect.inflate(-unit * 1.1, -unit * 0.6)
        size = min(inside.height, unit * 2.3)
        square = pygame.FRect(inside.x, inside.centery - size / 2, size, size)
        draw_swatch(target, square, self.colour)
        right = inside.right
        if self.more:
            dots = paint.icon("more", round(unit * 1.3), tone.ink)
            target.blit(dots, dots.get_rect(center=(round(right - unit * 0.3), round(inside.centery))))
            right -= unit * 1.2
        if self.presence:
            draw_presence(target, (right - unit * 0.45, inside.centery), unit * 0.8, self.presence)
            right -= unit * 1.3
        name = pygame.FRect(square.right + unit * 0.7, inside.y, 0, inside.height)
        name.width = right - name.x
        soft = ui.on_chosen_soft if self.state == "chosen" else ui.ink_soft
        if self.aside:
            words, sizes = self.aside, paint.shrinking(unit * 0.8, unit * 0.6)
            pixels = paint.largest(words, "text", sizes, name.width)
            if self.brief and theme.font("text", round(pixels)).size(words)[0] > name.width:
                words = self.brief
                pixels = paint.largest(words, "text", sizes, name.width)
            lower = pygame.FRect(name.x, name.centery + unit * 0.12, name.width, unit)
            paint.blit_text(target, words, "text", pixels, soft, lower)
            name = pygame.FRect(name.x, name.centery - unit * 1.05, name.width, unit * 1.15)
        role, ink = ("text", soft) if self.free else ("bold", tone.ink)
        pixels = paint.largest(self.label, role, paint.shrinking(unit * 1.15, unit * 0.72), name.width)
        paint.blit_text(target, self.label, role, pixels, ink, name)
        self.draw_focus(target, look)


class LobbyPage(Page):
    """The page of the room."""

    name = "lobby"
    column_units = 60.0

    def __init__(self, app: Host, client: RoomClient, *, base: bool = True) -> None:
        """Create the page.

        base: it is where the members wait for the game, and not a page above the table
        """
        super().__init__(app)
        self.client, self.base = client, base
        self._replaced = False
        """True from the request of a new link until the link has changed."""
        self.invite = Invite(app, client.link(), rooms("code"))
        self._public = PublicSwitch(app, client)
        if base:
            client.base = "lobby"

    @property
    def state(self) -> RoomState:
        """The state of the room."""
        return self.client.state

    def title(self) -> str:
        words = Translator(self.state.setup["ruleset"]) if self.state.n else None
        return words("game.name") if words else rooms("title")

    def heading(self) -> str:
        return f"{self.title()}. {self._waiting()}"

    def left(self) -> None:
        self.client.left(self.base)

    def update(self, now: float) -> float | None:
        if self.client.fade(now):
            self.app.refresh()
        return self.client.fades(now)

    def handle(self, gesture: Gesture) -> bool:
        if isinstance(gesture, Press):
            self.client.refused = ""  # without a new layout: nothing moves under the finger
        return super().handle(gesture) or isinstance(gesture, Tap)

    def layout(self, metrics: theme.Metrics) -> None:
        self.column_units = 60.0 if metrics.width >= (WIDE + 3) * metrics.unit else 40.0
        super().layout(metrics)

    # ---- layout -----------------------------------------------------------------------------

    def build(self, flow: Flow) -> None:
        if self.invite.link != self.client.link():
            self.invite = Invite(self.app, self.client.link(), rooms("code"))
            self.invite.message = rooms("link.replaced") if self._replaced else ""
            self._replaced = False
        if self.client.closed:
            self._say(flow)
            return
        if flow.column.width < WIDE * flow.unit:
            self._say(flow)
            self._people(flow)
            hosts = self.base and self.client.owns  # members who have joined need the code least
            most = min(flow.unit * 15, self.app.metrics.height * 0.36)
            self._code(flow, most if hosts else flow.unit * 10)
            self._protection(flow)
            return
        left, right = flow.columns(self.app.metrics, PART, BETWEEN)
        self._code(left, min(left.column.width, self._body.height - flow.unit * 10))
        self._protection(left)
        self._say(right)
        self._people(right)
        flow.join(left, right)

    def _people(self, flow: Flow) -> None:
        self._seats(flow)
        self._seen(flow)
        self._watchers(flow)
        self._succession(flow)
        self._game(flow)
        self._public.build(flow)
        self._notes(flow)

    def _say(self, flow: Flow) -> None:
        """Add the error message or what the room waits for."""
        words = self.client.trouble() or self._waiting()
        flow.text(words, "bold")
        flow.gap(0.5)

    def _code(self, flow: Flow, room: float) -> None:
        flow.gap(0.2)
        self.invite.code(flow, room)
        flow.text(rooms("code.text"), size=0.92, align="center")
        flow.gap(0.4)
        self.invite.ways(flow)
        flow.gap(0.6)

    def _protection(self, flow: Flow) -> None:
        """Add whether the room is locked and, for the owner, buttons to lock it and to replace the link."""
        locked = self.state.locked
        if locked:
            flow.text(rooms("locked"), size=0.92, align="center")
            flow.gap(0.3)
        if not self.client.owns:
            return
        words, icon = rooms("unlock" if locked else "lock"), "unlock" if locked else "lock"
        lock = ButtonSpec("lock", words, partial(self._lock, not locked), icon=icon)
        again = ButtonSpec("new-link", rooms("link.new"), self._replace_link, icon="again")
        flow.buttons([lock, again], abreast=2, icons=True)

    def _lock(self, on: bool) -> None:
        self.client.send(self.client.replica.protect(locked=on))
        self.app.platform.announce(rooms("locked" if on else "unlocked"))

    def _replace_link(self) -> None:
        self.client.send(self.client.replica.protect(invite=new_key()))
        self._replaced = True
        self.app.platform.announce(rooms("link.replaced"))

    def _seats(self, flow: Flow) -> None:
        """Add a card for each seat. Activating it takes the seat or opens its menu."""
        state, unit, gap = self.state, flow.unit, flow.unit * 0.4
        for seat, chair in enumerate(state.chairs):
            act, aside = self._deed(seat)
            more = aside == rooms("change")
            name = seat_name(state, seat)
            mine = chair.who is not None and chair.who == self.client.replica.me
            presence = "" if chair.who is None or mine else self.client.presence(chair.who)
            who = [rooms("you")] if mine else []
            who += [rooms("owner")] if chair.who == state.owner and chair.who is not None else []
            who += [rooms(f"presence.{presence}")] if presence else []
            who += [level_of(chair)] if chair.computer else []
            told = " · ".join([*who, aside] if aside and not more else who)
            rect = pygame.FRect(
                flow.column.x, flow.y, flow.column.width, max(flow.button_height, unit * SEAT)
            )
            spoken = "\n".join([t(f"colour.{chair.colour}"), *([aside] if more else [])])
            card = SeatCard(
                f"seat.{seat}", name, rect, act, state="chosen" if mine else "", aside=told, text=spoken,
                colour=chair.colour, presence=presence, free=chair.open, brief=" · ".join(who), more=more,
                group="seats",
            )  # fmt: skip
            flow.add(card)
            flow.y += rect.height + gap

    def _deed(self, seat: int) -> tuple[Callable[[], None] | None, str]:
        """Return the action of a tap on a seat, and its label."""
        client, chair = self.client, self.state.chairs[seat]
        mine = chair.who is not None and chair.who == client.replica.me
        if client.owns and self.state.started:
            return partial(self._more, seat), rooms("change")
        # With secrets, only the host gives a free seat to a member who has not played it.
        free = chair.open and (not client.secrets or client.replica.me in self.state.seen[seat])
        if free and not self.state.held(client.replica.me):
            return partial(self._sit, seat), rooms("sit")
        if client.owns or mine:
            return partial(self._more, seat), rooms("change")
        if free:
            return partial(self._sit, seat), rooms("sit.also")
        return None, ""

    def _sit(self, seat: int) -> None:
        self.client.send(self.client.replica.seat(seat, who=self.client.replica.me))

    def _more(self, seat: int) -> None:
        self.app.open(routes.RoomSeat(self.client, seat))

    def _start(self) -> None:
        self.client.send(self.client.replica.start())

    def _watchers(self, flow: Flow) -> None:
        state = self.state
        watchers = [
            who
            for who in state.present
            if who not in state.seated and self.client.presence(who) in ("here", "away")
        ]
        others = [who for who in watchers if who != self.client.replica.me]
        named = others if state.open_seats else watchers  # while a seat is free, a guest can still take it
        if not named:
            return
        flow.gap(0.2)
        names = ", ".join(state.members[who].name for who in named)
        flow.text(rooms("watching", names=names), colour=theme.ui.ink_soft)
        flow.gap(0.4)
        if self.client.owns and others:
            flow.buttons([self._member(who) for who in others], abreast=2, icons=True)

    def _member(self, who: int) -> ButtonSpec:
        """Return the owner's button for what can be done about a member."""
        act = partial(self.app.open, routes.RoomMember(self.client, who))
        label = rooms("member", name=self.state.members[who].name)
        return ButtonSpec(f"member.{who}", label, act, icon="more")

    def _seen(self, flow: Flow) -> None:
        """Add for each seat with secrets who else has seen them."""
        if not self.client.secrets:
            return
        for seat, members in enumerate(self.state.seen):
            chair = self.state.chairs[seat]
            others = [self.state.members[who].name for who in members if who != chair.who]
            if others:
                told = "seen.free" if chair.open else "seen.by"
                words = rooms(told, seat=seat_name(self.state, seat), names=", ".join(others))
                flow.text(words, size=0.92, colour=theme.ui.ink_soft)
                flow.gap(0.2)

    def _succession(self, flow: Flow) -> None:
        """Add the button by which a member takes over a room whose owner is absent."""
        client, state = self.client, self.state
        if client.owns or client.presence(state.owner) != "gone":
            return
        if not state.succeeds(client.replica.me or 0):
            return
        flow.text(rooms("owner.away", name=state.members[state.owner].name), size=0.92)
        flow.gap(0.3)
        flow.buttons([ButtonSpec("take-over", rooms("owner.take"), self._take_over)])

    def _take_over(self) -> None:
        me = self.client.replica.me
        if me is not None:
            self.client.send(self.client.replica.owner(me))

    def _game(self, flow: Flow) -> None:
        """Add the rules that differ from the default, in one line."""
        told = changed_options(self.state.setup["ruleset"], self.state.setup["options"])
        if self.state.moved:
            told.append(t("games.actions", n=self.state.moved))
        if told:
            flow.text(" · ".join(told), size=0.85, colour=theme.ui.ink_soft)
            flow.gap(0.3)
        self._clock(flow)

    def _clock(self, flow: Flow) -> None:
        """Add the clock in words and, for the owner before the start, the button that sets it."""
        rules = self.state.clock_rules
        sets = self.client.owns and not self.state.started
        if rules is not None or sets:
            flow.text(rules_told(rules), size=0.92)
            flow.gap(0.3)
        for seat, one in enumerate(self.client.times(time.monotonic())):
            if self.state.chairs[seat].who is not None:
                flow.text(f"{seat_name(self.state, seat)}: {time_told(one)}", size=0.92)
        if sets:
            page = partial(self.app.open, routes.ClockChoice(self.client))
            flow.buttons([ButtonSpec("clock", rooms("clock.set"), page)])

    def _notes(self, flow: Flow) -> None:
        """Add the switch for notifications, if this member has a seat."""
        notices = self.client.notices
        if self.client.replica.mine:
            notices.choice(flow)
            if notices.pushed:
                details = partial(self.app.open, routes.RoomNotices(self.client))
                flow.buttons([ButtonSpec("notices", rooms("notices"), details, icon="bell")])

    def foot(self) -> list[ButtonSpec]:
        client, state = self.client, self.state
        leave = ButtonSpec("leave", t("back"), self.cancel, icon="back")
        if client.closed:
            return [leave, *client.updating()]
        if not self.base:
            out = ButtonSpec("out", rooms("leave"), client.leave, icon="close")
            return [leave, out]
        if state.started:
            return [leave, ButtonSpec("watch", rooms("watch"), client.watch, "primary", icon="replay")]
        if state.open_seats and not client.replica.mine and not client.owns:
            seat = partial(self._sit, state.open_seats[0])
            return [leave, ButtonSpec("sit", rooms("sit.free"), seat, "primary", icon="seats")]
        if not client.owns:
            mine = [ButtonSpec("seat", rooms("seat.mine"), partial(self._more, seat), icon="rename")
                    for seat in client.replica.mine[:1]]  # fmt: skip
            return [leave, *mine]
        if state.open_seats:
            return [leave, ButtonSpec("start", rooms("start"), self._explain, "primary", icon="play")]
        return [leave, ButtonSpec("start", rooms("start"), self._start, "primary", icon="play")]

    def _explain(self) -> None:
        """Say why the game cannot start yet, and point out the first free seat."""
        self.scroll = 0.0
        self.client.refuse(rooms("refused.open-seats"))
        self.app.refresh()
        self.app.point_out(f"seat.{self.state.open_seats[0]}")

    def _waiting(self) -> str:
        """Return what the room waits for."""
        client, state = self.client, self.state
        if not state.n:
            return rooms("connecting")
        if state.started:
            return rooms("running") if self.base else rooms("running.here")
        return waiting(state, client.replica.me)


class SeatPage(Page):
    """The menu of a seat: sit, stand up, change the colour; the owner can also assign the seat."""

    name = "room-seat"
    column_units = 30.0
    covers = False

    def __init__(self, app: Host, client: RoomClient, seat: int) -> None:
        super().__init__(app)
        self.client, self.seat = client, seat
        self._called = client.replica.member_name

    def left(self) -> None:
        """Save the typed name as the person's name."""
        name = player_name(self._called)
        if name and name != self.client.replica.member_name:
            self.app.settings.name = name
            self.app.keep_settings()
            self.client.send(self.client.replica.rename(name))

    def title(self) -> str:
        return seat_name(self.client.state, self.seat)

    def build(self, flow: Flow) -> None:
        client, state, seat = self.client, self.client.state, self.seat
        chair, me = state.chairs[seat], client.replica.me
        if chair.who == me:
            flow.text(rooms("name"), "bold")
            flow.gap(0.25)
            flow.field("name", rooms("name"), self._called, self._typed, longest=24)
            flow.buttons([ButtonSpec("stand", rooms("stand"), partial(self._do, None, None), icon="close")])
        elif chair.who is None:  # a member cannot take another member's seat
            flow.buttons([ButtonSpec("sit", rooms("sit"), partial(self._do, me, None), icon="check")])
        if client.owns:
            self._owners(flow)
        if (chair.who == me or client.owns) and not state.started:
            flow.text(rooms("colour"), "bold")
            flow.gap(0.3)
            taken = {one.colour for number, one in enumerate(state.chairs) if number != seat}
            self._colours(flow, [colour for colour in COLOURS if colour not in taken], chair.colour)

    def _typed(self, name: str) -> None:
        self._called = typed_name(name)

    def _owners(self, flow: Flow) -> None:
        """Add the controls that assign the seat, for the owner."""
        held = self.client.state.chairs[self.seat].who
        other = held is not None and held != self.client.replica.me
        match = self.client.replica.match
        kept = other and self.client.secrets and self.client.presence(held or 0) != "gone"
        if kept:
            flow.text(rooms("refused.consent"))
            flow.gap()
        if not kept or (match is not None and match.state.actor == self.seat):
            self._assignments(flow)
        if other and held is not None:
            name = self.client.state.members[held].name
            act = partial(self.app.replace, routes.RoomMember(self.client, held))
            flow.buttons([ButtonSpec("member", rooms("member", name=name), act)])

    def _assignments(self, flow: Flow) -> None:
        """Add the members, the levels of computer players and the choice to leave the seat open."""
        client, state, chair = self.client, self.client.state, self.client.state.chairs[self.seat]
        others = [who for who in state.present if who not in (client.replica.me, chair.who)]
        for who in sorted(others, key=lambda who: who in state.seated):
            label = rooms("give", name=state.members[who].name)
            flow.buttons([ButtonSpec(f"give.{who}", label, partial(self._do, who, None))])
        levels = [(level, computers(f"level.{level}")) for level in LEVELS]
        flow.choice(
            "computer", rooms("computer"), levels, chair.computer or "",
            lambda level: self._do(None, level), abreast=2,
        )  # fmt: skip
        if not chair.open and chair.who != client.replica.me:
            flow.buttons([ButtonSpec("free", rooms("leave.open"), partial(self._do, None, None))])

    def _colours(self, flow: Flow, colours: list[str], chosen: str) -> None:
        """Add a shield with its name for each colour, in rows of equal length."""
        unit, gap, column = flow.unit, flow.unit * 0.6, flow.column
        high = flow.button_height + unit * SWATCH_CAPTION
        words = {one: capitalised(t(f"colour.{one}")) for one in colours}
        face = theme.font("text", round(unit * 0.9))
        wide = max(flow.button_height, *(face.size(name)[0] + unit * 0.4 for name in words.values()))
        fitting = max(1, int((column.width + gap) / (wide + gap)))
        rows = -(-len(colours) // fitting)
        abreast = -(-len(colours) // rows)
        wide = (column.width + gap) / abreast - gap
        for number, (colour, name) in enumerate(words.items()):
            row, place = divmod(number, abreast)
            rect = pygame.FRect(column.x + place * (wide + gap), flow.y + row * (high + gap), wide, high)
            state, act = "chosen" if colour == chosen else "", partial(self._colour, colour)
            flow.add(Swatch(f"colour.{colour}", name, rect, act, state=state, colour=colour, caption=name))
        flow.y += rows * (high + gap)

    def _do(self, who: int | None, computer: str | None) -> None:
        self.client.send(self.client.replica.seat(self.seat, who=who, computer=computer))
        self.app.pop()

    def _colour(self, colour: str) -> None:
        chair = self.client.state.chairs[self.seat]
        self.client.send(
            self.client.replica.seat(self.seat, who=chair.who, computer=chair.computer, colour=colour)
        )
        self.app.pop()


class MemberPage(Page):
    """The actions of the owner for a member: to make them the owner, or to remove them."""

    name = "room-member"
    column_units = 30.0
    covers = False

    def __init__(self, app: Host, client: RoomClient, who: int) -> None:
        super().__init__(app)
        self.client, self.who = client, who

    def title(self) -> str:
        return self.client.state.members[self.who].name

    def build(self, flow: Flow) -> None:
        replica, name = self.client.replica, self.title()
        give, remove = partial(self._send, replica.owner), partial(self._send, replica.remove)
        flow.buttons([ButtonSpec("owner", rooms("owner.give", name=name), give)])
        flow.buttons([ButtonSpec("remove", rooms("remove", name=name), remove, icon="close")])
        flow.text(rooms("remove.text"), size=0.92)

    def _send(self, command: Callable[[int], str]) -> None:
        self.client.send(command(self.who))
        self.app.pop()
