"""The client side of a room: its replica, its connection, and the scene that shows it."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from game.client.app import routes
from game.client.app.scene import Host
from game.client.draw.widgets import ButtonSpec
from game.client.rooms.clock.consent import Consent
from game.client.rooms.clock.last import keep_clock
from game.client.rooms.clock.times import SeatClock, times_of
from game.client.rooms.connection import ReconnectingConnection
from game.client.rooms.notices import Notices, TurnAnnouncer
from game.client.storage import rooms as keeping
from game.client.storage.rooms import Kept, local_time
from game.client.table.table_mode import planning_seat
from game.client.words.i18n import Translator, capitalised, computers, rooms, t
from game.client.words.seating import seating, who_sits
from game.match import Match
from game.match.players import player_name
from game.match.standing import Answers
from game.platform import StorageError
from game.rooms import updates
from game.rooms.clock import ClockRules
from game.rooms.replica import RoomReplica
from game.rooms.replica_storage import resume
from game.rooms.state import RoomState, SeatAssignment
from game.rooms.updates import Update

MERCHANTS = ("Tideman", "Bertram", "Godeke", "Konrad", "Mechthild", "Arnd", "Alheid", "Evert")
"""Names of computer players in a room, the same in every language, like people's names."""
SHOWN_FOR, REFUSED_FOR = 4.5, 8.0
"""Time in seconds for which a phrase and a refusal are shown."""
HELD = 8
"""Maximum number of messages that wait while one is shown. With more, they are applied immediately."""
LASTING = (
    *("unknown-room", "gone", "full", "long", "version", "replaced"),
    *("removed", "locked", "changed-link", "left"),
)
"""Error codes after which a retry is useless."""


class SpokenPhrase(NamedTuple):
    """A member's phrase or answer, and the time until which it is shown."""

    who: int
    words: str
    until: float


class RoomClient:
    """The client of a room on this device.

    replica: the client replica of the room
    base: the scene that shows the room, below all other pages: "door", "lobby" or "table"
    watching: the person chose to watch although a seat is open
    entered: the room has admitted this device; until then all knowledge is from an earlier visit
    closed: code of the reason why the server or this device ended the visit; "" while it lasts
    said: phrases that are still shown
    """

    def __init__(self, app: Host, room: str, key: str = "", invite: str = "") -> None:
        self.app, self.room = app, room
        known: Kept | None = None
        with suppress(StorageError):
            known = keeping.find(app.platform, room)
        fresh = Kept(room, key or keeping.new_key(), place=app.platform.place())
        self.kept = known if known and key in ("", known.key) else fresh
        self.known = known is not None or bool(key)
        """True if the room knows this device, so that the person need not enter a name."""
        device = keeping.new_key().replace("-", "").replace("_", "")[:10]
        self.replica = RoomReplica(
            room, self.kept.key, player_name(app.settings.name), device, called, invite
        )
        self.connection: ReconnectingConnection | None = None
        self.base = ""
        self.shown: Match | None = None
        """The match on the table of the room, once there is one."""
        self.watching = self.entered = False
        self.closed, self.refused = "", ""
        self._refused_until = 0.0
        self._held = ""
        """The fragment in the browser's address bar."""
        self.facts: Mapping[str, Any] = {}
        """Facts about the reason in `closed`."""
        self.said: list[SpokenPhrase] = []
        self.follower: Callable[[Sequence[Update]], None] | None = None
        """Callback of the table, if there is one: it receives all news first."""
        self.holds: Callable[[], bool] = lambda: False
        """Returns True while the last action is still being shown, so that the next has to wait."""
        self._waiting: deque[tuple[str, float]] = deque()
        """Messages and the times at which they arrived."""
        self.clock_wanted: ClockRules | None = None
        """The clock to set once the room, which this person has created, has admitted them."""
        self.invited = True
        """False if the person has found the room in the list of public tables."""
        self.time_heard = 0.0
        """Time at which the server has sent the time that runs (`RoomReplica.running`)."""
        self.consent = Consent(self.replica, self.send, app.platform.announce)
        self._moving = False
        """True while one scene of the room replaces another, which does not end the client."""
        self._leaving = False
        self._turn = TurnAnnouncer(app, self.kept.link)
        self.notices = Notices(app, room, self.kept.key)

    # ---- state ------------------------------------------------------------------------------

    @property
    def state(self) -> RoomState:
        """The state of the room."""
        return self.replica.state

    @property
    def owns(self) -> bool:
        """True if this device's member owns the room."""
        return self.replica.owns

    def presence(self, who: int) -> str:
        """Return "here", "away" or "gone"; "" while the connection is lost and other members' presence is
        unknown."""
        known = self.connection is None or self.connection.stands or who == self.replica.me
        return self.replica.present.get(who, "gone") if known else ""

    @property
    def offline(self) -> bool:
        """True if the connection of this device was lost and is being restored."""
        return self.entered and not self.stands and not self.closed

    @property
    def stands(self) -> bool:
        """True if the server receives our messages."""
        return self.connection is not None and self.connection.stands and bool(self.state.n)

    def link(self, *, own: bool = False) -> str:
        """Return the URL of the room.

        own: include the member's key, for another device
        """
        page = self.replica.page or self.app.platform.address()
        return f"{page}#room={self.room}.{self.kept.key}" if own else f"{page}#{self.fragment}"

    @property
    def answering(self) -> int | None:
        """The seat for which the person can decide in advance, of several the one to move; or None."""
        match, mine = self.replica.match, self.replica.mine
        if match is None or match.state.actor is None or not match.state.wishes():
            return None
        return match.state.actor if match.state.actor in mine else next(iter(mine), None)

    @property
    def planning(self) -> int | None:
        """The seat whose next turn can be planned, or None."""
        match, mine = self.replica.match, self.replica.mine
        return planning_seat(match, mine[0]) if match is not None and len(mine) == 1 else None

    def answers_route(self, seat: int) -> routes.StandingAnswers:
        """Return the page of standing answers of a seat."""
        match = self.replica.match
        assert match is not None, "the game has begun"

        def keep(answers: Answers) -> None:
            self.send(self.replica.answer_in_advance(seat, answers))

        return routes.StandingAnswers(match, seat, self.replica.answers.get(seat, ()), keep)

    def updating(self) -> list[ButtonSpec]:
        """Return the update button if the room uses another version, otherwise no button."""
        return updating(self.app, self.closed, self.fragment)

    @property
    def fragment(self) -> str:
        """The fragment of the room's URL for new members."""
        invite = self.state.invite or self.replica.invite
        return f"room={self.room}~{invite}" if invite else f"room={self.room}"

    def trouble(self) -> str:
        """Return the error message, or ""."""
        if self.closed:
            return refusal(self.closed, self.facts)
        return rooms("lost") if self.offline else self.refused

    @property
    def unreachable(self) -> bool:
        """True if at least one connection attempt has failed. Further attempts are automatic."""
        return self.connection is not None and not self.connection.stands and self.connection.failed > 0

    # ---- messages ---------------------------------------------------------------------------

    def resume(self, match: Match) -> bool:
        """Continue from the stored client state of the room and the stored game.

        Return False if they are unusable, so that the room has to send everything.
        """
        if self.kept.date and self.app.platform.rooms():  # the key matches the stored state
            with suppress(StorageError):
                return resume(self.replica, keeping.known(self.app.platform, self.room), match)
        return False

    def connect(self) -> None:
        """Connect to the room server, if there is one."""
        if self.connection is None and self.app.platform.rooms():
            if self.app.connection is not None:
                self.app.connection.close()
            self.app.connection = self.connection = ReconnectingConnection(self.app.platform, self)
            self._hold_link()

    def refuse(self, words: str) -> None:
        """Show and announce why something was not possible, or ends, until the next touch or for a while."""
        self.refused, self._refused_until = words, time.monotonic() + REFUSED_FOR
        self.app.platform.announce(words)

    def fade(self, now: float) -> bool:
        """Forget phrases and a refusal that have been shown long enough; return True if there were any."""
        said = [one for one in self.said if one.until > now]
        faded = said != self.said or bool(self.refused and now >= self._refused_until)
        self.said = said
        if now >= self._refused_until:
            self.refused = ""
        return faded

    def fades(self, now: float) -> float | None:
        """Return the seconds until `fade` has something to forget; None if it has not."""
        ends = [one.until for one in self.said] + [self._refused_until] * bool(self.refused)
        return max(0.0, min(ends) - now) if ends else None

    def send(self, text: str) -> None:
        """Send a message to the room, unless it is empty."""
        self.refused = ""
        if text and self.connection is not None:
            self.connection.send(text)

    def receive(self, text: str) -> None:
        """Queue a message. It is applied once the previous ones have been shown."""
        self._waiting.append((text, time.monotonic()))
        self.read()

    def read(self) -> bool:
        """Apply the queued messages that need not wait. Return True if any are left."""
        while self._waiting and (not self.holds() or len(self._waiting) > HELD or self.app.platform.hidden()):
            before = who_sits(self.state) if self.state.n else []
            text, heard = self._waiting.popleft()
            found = self.replica.receive(text)
            if any(isinstance(one, updates.ClockRuns) for one in found):
                self.time_heard = heard
            self.consent.note(found, heard)
            fresh = not any(isinstance(one, updates.Entered) for one in found)
            self.entered = self.entered or not fresh
            seated = [one for one in found if isinstance(one, updates.Seated)]
            if fresh and seated and not self.state.started and not any(map(self.handed, seated)):
                self.app.platform.announce(seating(before, self.state, self.replica.me))
            for owed in self.replica.outbox():
                if self.connection is not None:
                    self.connection.send(owed)
            self._tell(found)
        return bool(self._waiting)

    def times(self, now: float) -> list[SeatClock]:
        """Return the times of all seats; empty without a clock that has started.

        now: monotonic time
        """
        return times_of(self.replica, now - self.time_heard)

    def _hold_link(self) -> None:
        """Show the link of the room in the address bar, so that reloading or sharing it leads here."""
        self._held = self.fragment
        self.app.platform.hold_link(self._held)

    def changed(self) -> None:
        """Announce a lost connection and redraw."""
        if self.offline:
            self.app.platform.announce(rooms("lost"))
        self.app.refresh()

    # ---- news -------------------------------------------------------------------------------

    def _tell(self, found: Sequence[Update]) -> None:
        if self.follower is not None:
            self.follower(found)
        fresh = not any(isinstance(one, updates.Entered) for one in found)
        for one in found:
            self._note(one, fresh)
        if self.connection is not None and self._held != self.fragment:
            self._hold_link()
        if self._leaving and any(map(self._has_left, found)):
            self._gone()
            return
        self.keep()
        if self.entered:
            self.notices.follow(bool(self.replica.mine))
        self._show()
        self._announce_turn(fresh)
        self.app.refresh()

    def _has_left(self, one: Update) -> bool:
        if isinstance(one, updates.Refusal):
            return one.code == "left"
        return isinstance(one, updates.Left) and one.who == self.replica.me

    def _note(self, one: Update, fresh: bool) -> None:
        """React to one item of news.

        fresh: it has just happened
        """
        names = {who: member.name for who, member in self.state.members.items()}
        say = self.app.platform.announce
        match one:
            case updates.Refusal(code, facts, doing):
                too_early = doing == "owner" and code == "owner-only"
                if not doing and code in LASTING:
                    self.closed, self.facts = code, facts
                code = "too-early" if (doing, code) == ("propose", "consent") else code
                self.refuse(rooms("owner.wait") if too_early else refusal(code, facts))
            case updates.Entered(restored=True):
                self.refuse(rooms("restored"))
            case updates.Entered() if self.clock_wanted is not None:
                rules, self.clock_wanted = self.clock_wanted, None
                if self.owns and not self.state.started:
                    self.send(self.replica.set_clock(rules))
            case updates.ClockSet() if fresh and self.owns:
                keep_clock(self.app, self.state.clock_rules)
            case updates.Closed(code):
                if code in LASTING or code == "broken":
                    self.closed = code
            case updates.Said(by, phrase) if fresh:
                self._show_said(by, phrase_words(phrase))
                say(f"{names.get(by, '')}: {phrase_words(phrase)}")
            case updates.Joined(who) if fresh and who != self.replica.me:
                say(rooms("came", name=names[who]))
            case updates.Left(who, host) if fresh and who != self.replica.me:
                say(rooms("went" if host is None else "removed", name=names[who]))
            case updates.Left(who, host) if who == self.replica.me and self.state.members[who].gone:
                self.closed = "left" if host is None else "removed"
            case updates.Owned(who) if fresh:
                say(rooms("owner.now", name=names[who]))
            case updates.NewRoomOpened() if fresh and not self.owns:
                say(rooms("again.told"))
            case updates.Paused(on) if fresh:
                say(rooms("resumed") if not on else self.paused())
            case updates.RanOut(seat) if fresh:
                clock = self.state.clock_rules
                if clock is not None and seat in (*self.replica.mine, self.consent.lost_seat):
                    self.refuse(rooms(f"clock.out.{clock.over}"))
                else:
                    say(rooms("clock.out", name=self.label(seat)))
            case updates.Answered(by, yes) if fresh and by != self.replica.me:
                self._show_said(by, rooms("answer.yes" if yes else "answer.no"))
                say(rooms("answered.yes" if yes else "answered.no", name=names[by]))
            case updates.Withdrew(by) if fresh:
                say(rooms("withdrawn", name=names[by]))
            case updates.Seated() if fresh and (words := self.handed(one)):
                mine = one.was == self.replica.me and not self.replica.mine
                say(" ".join([words, rooms("watching.you")]) if mine and self.state.started else words)

    def _show_said(self, who: int, words: str) -> None:
        self.said.append(SpokenPhrase(who, words, time.monotonic() + SHOWN_FOR))

    def paused(self) -> str:
        """Return that the game is paused, and by whom."""
        if self.consent.pauses:
            return rooms("paused.agreed")
        return rooms("paused.me" if self.owns else "paused")

    def handed(self, one: updates.Seated) -> str:
        """Describe the transfer of a seat from one player to another, or to a player during the game, and who
        learns its secrets. Empty if the player gave the seat up."""
        chair = self.state.chairs[one.seat]
        told = [self._handed(one)]
        if one.new and self.secrets and chair.who is not None:
            told.append(rooms("seen", name=self.state.members[chair.who].name))
        return " ".join(filter(None, told))

    @property
    def secrets(self) -> bool:
        """True if seats of the running game have secrets."""
        match = self.replica.match
        return match is not None and match.state.secret and not self.state.over

    def _handed(self, one: updates.Seated) -> str:
        chair, members = self.state.chairs[one.seat], self.state.members
        if one.was is None and chair.who is not None and one.by is not None and self.state.started:
            name = members[chair.who].name
            if chair.who == one.by:
                return rooms("seat.took" if one.new else "returned", name=name)
            return rooms("given", by=members[one.by].name, to=name)
        if one.by is None and self.state.started:
            if chair.who is not None:
                return rooms("returned", name=members[chair.who].name)
            return rooms("handed.agreed", name=members[one.was].name) if one.was is not None else ""
        if one.by == one.was and one.was is not None and chair.computer and self.state.started:
            return rooms("handed.self", name=members[one.was].name)
        if one.was is None or one.by is None or one.by == one.was:
            return ""
        if chair.who == one.was:
            return ""  # only the colour has changed
        how = "computer" if chair.computer else "free" if chair.who is None else "on"
        to_whom = "" if chair.who is None else members[chair.who].name
        return rooms(f"handed.{how}", by=members[one.by].name, name=members[one.was].name, to=to_whom)

    def label(self, seat: int) -> str:
        """Return the name of a seat's player, or of the one whom a computer replaces."""
        return self.state.label(seat) or seat_name(self.state, seat)

    def _announce_turn(self, fresh: bool) -> None:
        match = self.replica.match
        actor = None if match is None else match.state.actor
        mine = actor is not None and actor in self.replica.mine and not self.state.paused
        mine = mine and not self.replica.answered
        note = rooms("note", game=self.game()) if mine else ""
        self._turn.tell(mine, note, fresh=fresh, pushed=self.notices.pushed)

    def game(self) -> str:
        """Return the name of the game."""
        return Translator(self.state.setup["ruleset"])("game.name")

    def keep(self) -> None:
        """Update the stored entry for the list of tables if it has changed. A room that this member has left,
        perhaps in another tab, stays forgotten."""
        member = self.state.members.get(self.replica.me) if self.replica.me is not None else None
        if not self.state.n or self.replica.me is None or (member is not None and member.gone):
            return
        now = summary(self.kept, self.replica)
        if self.base == "table" and self.replica.match is not None:
            now = replace(now, seen=len(self.replica.match.moves))
        if now == self.kept and self.kept.date:
            return
        try:
            self.kept = keeping.keep(self.app.platform, now)
        except StorageError as error:
            self.kept = now
            self.app.complain(error)

    # ---- scenes -----------------------------------------------------------------------------

    def wanted(self) -> str:
        """Return the name of the scene for the current state of the room."""
        if not self.state.n:
            return self.base if self.base in ("table", "kept") else "door"
        if not self.state.started:
            return "lobby"
        sits = bool(self.replica.mine) or self.watching or not self.state.open_seats
        return "table" if sits or self.base == "table" else "lobby"

    def _show(self) -> None:
        """Switch to the right scene below all other pages."""
        wanted = self.wanted()
        begun_anew = wanted == "table" and self.replica.match not in (None, self.shown)
        if self.base and (wanted != self.base or begun_anew):
            self.go(wanted)

    def go(self, wanted: str) -> None:
        """Replace the room's scene."""
        places: dict[str, Callable[[routes.AnyRoomClient], routes.Route]]
        places = {"door": routes.Door, "lobby": routes.Lobby, "table": routes.RoomTable}
        route = places[wanted](self)
        on_top, self._moving = self.app.scene.name in ("door", "lobby"), True
        self.follower, self.holds = None, lambda: False
        if on_top:
            self.app.replace(route)
        else:
            self.app.home(routes.Title())
            self.app.open(route)
        self._moving = False

    def left(self, base: bool = True) -> None:
        """End the visit when the scene of the room was removed, unless another scene follows."""
        if base and not self._moving:
            self.close()

    def close(self) -> None:
        """Close the connection. The room still knows this device."""
        self.app.platform.forget_link()
        connection, self.connection = self.connection, None
        if connection is not None:
            connection.close()
            if self.app.connection is connection:
                self.app.connection = None
        self._turn.end()

    # ---- watching and leaving -----------------------------------------------------------------

    def watch(self) -> None:
        """Watch the game without a seat."""
        self.watching = True
        self._show()

    def leave(self) -> None:
        """Leave the room for good, which frees the seat."""
        self._leaving = True
        self.send(self.replica.leave())

    def _gone(self) -> None:
        """Forget the room after the server has confirmed that the person left."""
        with suppress(StorageError):
            keeping.forget(self.app.platform, self.room)
        self.app.home(routes.Title())


def summary(kept: Kept, replica: RoomReplica) -> Kept:
    """Return the stored entry of a room with what is known of it now."""
    state, match = replica.state, replica.match
    names = tuple(filter(None, (state.label(seat) for seat in range(len(state.chairs)))))
    actor, asked = None if match is None else match.state.actor, state.asked
    turn, mine = "", tuple(replica.mine)
    if match is not None:
        names = tuple(player.name for player in match.players)
    if match is not None and actor is not None:
        turn = "me" if actor in mine else match.players[actor].name
    over = match is not None and actor is None
    return replace(
        kept, ruleset=state.setup["ruleset"], names=names, turn=turn, mine=mine, seats=len(state.chairs),
        state="over" if over else "running" if state.started else "open",
        since=local_time(replica.moved_at) if replica.moved_at else kept.since,
        asks=asked is not None and replica.me in state.voters(asked) - asked.yes,
        options=tuple((str(name), str(value)) for name, value in state.setup["options"].items()),
    )  # fmt: skip


def called(seat: int, chair: SeatAssignment) -> str:
    """Return the name of a seat without a person: that of a computer player, or a number."""
    if chair.computer and chair.name:
        return rooms("by.computer", name=chair.name)
    if chair.computer:
        return MERCHANTS[seat % len(MERCHANTS)]
    return t("player", n=seat + 1, number=seat + 1)


def phrase_words(phrase: str) -> str:
    """Return a phrase in the reader's language; an unknown phrase unchanged."""
    return rooms(f"phrase.{phrase}") if rooms.has(f"phrase.{phrase}") else phrase


def refusal(code: str, facts: Mapping[str, Any] = {}) -> str:
    """Return the error message for a code."""
    if not rooms.has(f"refused.{code}"):
        return rooms("refused.other", code=code)
    return rooms(f"refused.{code}", most=facts.get("most", ""))


def updating(app: Host, code: str, link: str = "") -> list[ButtonSpec]:
    """Return the button that starts the newest version if an error requires it and this program can update;
    otherwise no button.

    link: URL fragment to return to after the update
    """

    def update() -> None:
        if link:
            app.platform.hold_link(link)
        app.platform.update()

    needed = code == "version" and app.platform.can_update
    return [ButtonSpec("update", rooms("update"), update, "primary", icon="again")] if needed else []


def seat_name(state: RoomState, seat: int) -> str:
    """Return the player of a seat: a name, or that it is open."""
    chair = state.chairs[seat]
    if chair.computer:
        return called(seat, chair)
    if chair.who is None:
        return rooms("free.was", name=chair.name) if chair.name else rooms("free")
    return state.members[chair.who].name


def level_of(chair: SeatAssignment) -> str:
    """Describe a computer player of some level."""
    return capitalised(computers("computer", level=computers(f"said.{chair.computer or ''}")))
