"""This device's being in a room: what it knows of it, its line there, and which scene shows it."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from game.client.draw.widgets import ButtonSpec
from game.client.frame import to
from game.client.frame.scene import Host
from game.client.keep import rooms as keeping
from game.client.keep.rooms import Kept
from game.client.rooms.line import Line
from game.client.rooms.turn import TurnAnnouncer
from game.client.words.i18n import Translator, computers, rooms, t
from game.client.words.levels import said
from game.client.words.seating import seating, who_sits
from game.match import Match
from game.match.players import player_name
from game.platform import StorageError
from game.rooms import news
from game.rooms.guest import Guest
from game.rooms.kept import resume
from game.rooms.news import News
from game.rooms.state import Chair, RoomState

MERCHANTS = ("Tideman", "Bertram", "Godeke", "Konrad", "Mechthild", "Arnd", "Alheid", "Evert")
"""What computers are called in a room: in every language the same, as the names of people are."""
SHOWN_FOR = 4.5
"""So many seconds a phrase stands beside the desk of whoever said it."""
HELD = 8
"""So many messages wait at most while one is shown; with more of them, they are taken in at once."""


SAID = (
    *("unreachable", "unknown-room", "gone", "full", "version", "too-many", "too-fast", "no-computers"),
    *(
        "stopping",
        "started",
        "open-seats",
        "one-seat",
        "secrets",
        "taken",
        "colour",
        "late",
        "paused",
        "over",
        "ask-first",
        "asked",
    ),
    *("too-big", "long", "owner-only", "replaced", "no-rooms", "no-host"),
)
"""The refusals with a sentence of their own."""
LASTING = ("unknown-room", "gone", "full", "version", "replaced")
"""Those after which it helps nobody to try again."""


class SpokenPhrase(NamedTuple):
    """What somebody said or answered, and until when it is shown."""

    who: int
    words: str
    until: float


class Visit:
    """A device in a room.

    guest    what it knows of the room
    base     the scene that shows the room below all sheets: "door", "lobby" or "table"
    watching the person chose to watch, though a seat is free
    entered  the room has let this device in; before, whatever is known of it is from an earlier visit
    closed   why the service or this device ended it for good, as a code; "" while it goes on
    said     phrases that are still shown
    """

    def __init__(self, app: Host, room: str, key: str = "") -> None:
        self.app, self.room = app, room
        known: Kept | None = None
        with suppress(StorageError):
            known = keeping.find(app.platform, room)
        fresh = Kept(room, key or keeping.new_key(), place=app.platform.place())
        self.kept = known if known and key in ("", known.key) else fresh
        self.known = known is not None or bool(key)
        """The room knows this device: nobody has to say who they are."""
        device = keeping.new_key().replace("-", "").replace("_", "")[:10]
        self.guest = Guest(room, self.kept.key, player_name(app.settings.name), device, called)
        self.line: Line | None = None
        self.base = ""
        self.shown: Match | None = None
        """The match on the table of the room, once there is one."""
        self.watching = self.entered = False
        self.closed, self.refused = "", ""
        self.said: list[SpokenPhrase] = []
        self.follower: Callable[[Sequence[News]], None] | None = None
        """The table, if there is one: it is told everything before anything else is done about it."""
        self.holds: Callable[[], bool] = lambda: False
        """Whether what has come last is still being shown, so that the next has to wait."""
        self._waiting: deque[str] = deque()
        self._moving = False
        """One scene of the room is replaced by another: nobody leaves."""
        self._leaving = False
        self._turn = TurnAnnouncer(app, self._fragment)

    # ---- what it is -------------------------------------------------------------------------

    @property
    def state(self) -> RoomState:
        return self.guest.state

    @property
    def owns(self) -> bool:
        return self.guest.owns

    def presence(self, who: int) -> str:
        """ "here", "away" or "gone"; while the line is lost, nobody else is known to be there."""
        known = self.line is None or self.line.stands or who == self.guest.me
        return self.guest.present.get(who, "gone") if known else "gone"

    @property
    def stands(self) -> bool:
        """Whether the service hears us."""
        return self.line is not None and self.line.stands and bool(self.state.n)

    def link(self, *, own: bool = False) -> str:
        """The address that leads here; `own`: as oneself, from another device."""
        page = self.guest.page or self.app.platform.address()
        return f"{page}#{self._fragment}" + (f".{self.kept.key}" if own else "")

    def updating(self) -> list[ButtonSpec]:
        """The button that is needed if the room speaks another version."""
        return updating(self.app, self.closed, self._fragment)

    @property
    def _fragment(self) -> str:
        return f"room={self.room}"

    def trouble(self) -> str:
        """What is wrong, in a sentence; empty if nothing is."""
        if self.closed:
            return refusal(self.closed)
        if not self.stands and self.entered:
            return rooms("lost")
        return self.refused

    @property
    def unreachable(self) -> bool:
        """Whether nobody has answered at least once; it is tried again by itself."""
        return self.line is not None and not self.line.stands and self.line.failed > 0

    # ---- talking ----------------------------------------------------------------------------

    def resume(self, match: Match) -> bool:
        """Go on from what this device knew of the room, and from the game as it was kept.

        False: that is of no use, and the room has to tell everything.
        """
        if self.kept.date and self.app.platform.rooms():  # the key is that of the one who knew it
            with suppress(StorageError):
                return resume(self.guest, keeping.known(self.app.platform, self.room), match)
        return False

    def connect(self) -> None:
        """Come in, if there is a service."""
        if self.line is None and self.app.platform.rooms():
            if self.app.line is not None:
                self.app.line.close()
            self.app.line = self.line = Line(self.app.platform, self)
            self.app.platform.hold_link(self._fragment)

    def send(self, text: str) -> None:
        """Say something to the room."""
        self.refused = ""
        if self.line is not None:
            self.line.send(text)

    def heard(self, text: str) -> None:
        """A message has come: it is read at once, or when what came before has been shown."""
        self._waiting.append(text)
        self.read()

    def read(self) -> bool:
        """Take in what has come, as far as it need not wait; whether some of it does."""
        while self._waiting and (not self.holds() or len(self._waiting) > HELD or self.app.platform.hidden()):
            before = who_sits(self.state) if self.state.n else []
            found = self.guest.hear(self._waiting.popleft())
            fresh = not any(isinstance(one, news.Entered) for one in found)
            self.entered = self.entered or not fresh
            seated = [one for one in found if isinstance(one, news.Seated)]
            if fresh and seated and not self.state.started and not any(map(self.handed, seated)):
                self.app.platform.announce(seating(before, self.state, self.guest.me))
            for owed in self.guest.owed():
                if self.line is not None:
                    self.line.send(owed)
            self._tell(found)
        return bool(self._waiting)

    def changed(self) -> None:
        """The line stands again, or does not."""
        if self.entered and not self.stands and not self.closed:
            self.app.platform.announce(rooms("lost"))
        self.app.refresh()

    # ---- news -------------------------------------------------------------------------------

    def _tell(self, found: Sequence[News]) -> None:
        if self.follower is not None:
            self.follower(found)
        fresh = not any(isinstance(one, news.Entered) for one in found)
        for one in found:
            self._note(one, fresh)
        if self._leaving and any(isinstance(one, news.Left) and one.who == self.guest.me for one in found):
            self._gone()
            return
        self._keep()
        self._show()
        self._announce_turn(fresh)
        self.app.refresh()

    def _note(self, one: News, fresh: bool) -> None:
        """Something was said, refused, or has changed in the room; `fresh`: just now."""
        names = {who: member.name for who, member in self.state.members.items()}
        say = self.app.platform.announce
        match one:
            case news.Refusal(code, facts, doing):
                self.refused = refusal(code, facts)
                if not doing and code in LASTING:
                    self.closed = code
                say(self.refused)
            case news.Closed(code):
                if code in LASTING or code == "broken":
                    self.closed = code
            case news.Said(by, phrase) if fresh:
                self._show_said(by, phrase_words(phrase))
                say(f"{names.get(by, '')}: {phrase_words(phrase)}")
            case news.Joined(who) if fresh and who != self.guest.me:
                say(rooms("came", name=names[who]))
            case news.Left(who) if fresh and who != self.guest.me:
                say(rooms("went", name=names[who]))
            case news.Owned(who) if fresh:
                say(rooms("owner.now", name=names[who]))
            case news.Again() if fresh and not self.owns:
                say(rooms("again.told"))
            case news.Paused(on) if fresh:
                say(rooms("resumed") if not on else self.paused())
            case news.Answered(by, yes) if fresh and by != self.guest.me:
                self._show_said(by, rooms("answer.yes" if yes else "answer.no"))
                say(rooms("answered.yes" if yes else "answered.no", name=names[by]))
            case news.Withdrew(by) if fresh:
                say(rooms("withdrawn", name=names[by]))
            case news.Seated() if fresh and (words := self.handed(one)):
                mine = one.was == self.guest.me and not self.guest.mine
                say(f"{words} {you_watch()}" if mine and self.state.started else words)

    def _show_said(self, who: int, words: str) -> None:
        self.said.append(SpokenPhrase(who, words, time.monotonic() + SHOWN_FOR))

    def paused(self) -> str:
        """That the game is paused, and by whom."""
        return rooms("paused.me" if self.owns else "paused")

    def handed(self, one: news.Seated) -> str:
        """That somebody's seat was given to another, or during the game a seat to somebody; empty if they
        gave it up themselves."""
        chair, members = self.state.chairs[one.seat], self.state.members
        if one.was is None and chair.who is not None and one.by is not None and self.state.started:
            name = members[chair.who].name
            own = chair.who == one.by
            return rooms("seat.took", name=name) if own else rooms("given", by=members[one.by].name, to=name)
        if one.was is None or one.by is None or one.by == one.was:
            return ""
        if chair.who == one.was:
            return ""  # only the colour is another
        how = "computer" if chair.computer else "free" if chair.who is None else "on"
        to_whom = "" if chair.who is None else members[chair.who].name
        return rooms(f"handed.{how}", by=members[one.by].name, name=members[one.was].name, to=to_whom)

    def _announce_turn(self, fresh: bool) -> None:
        match = self.guest.match
        actor = None if match is None else match.state.actor
        mine = actor is not None and actor in self.guest.mine and not self.state.paused
        self._turn.tell(mine, rooms("note", game=self.game()) if mine else "", fresh=fresh)

    def game(self) -> str:
        """The name of the game."""
        return Translator(self.state.setup["ruleset"])("game.name")

    def _keep(self) -> None:
        """What the list of rooms says of this one, if anything of it has changed."""
        if not self.state.n or self.guest.me is None:
            return
        state, match = self.state, self.guest.match
        names = tuple(filter(None, (state.label(seat) for seat in range(len(state.chairs)))))
        actor = None if match is None else match.state.actor
        turn = ""
        if match is not None and actor is not None:
            turn = "me" if actor in self.guest.mine else match.players[actor].name
            names = tuple(player.name for player in match.players)
        over = match is not None and actor is None
        stage = "over" if over else "running" if state.started else "open"
        now = replace(self.kept, ruleset=state.setup["ruleset"], names=names, turn=turn, state=stage)
        if now == self.kept and self.kept.date:
            return
        try:
            self.kept = keeping.keep(self.app.platform, now)
        except StorageError as error:
            self.kept = now
            self.app.complain(error)

    # ---- scenes -----------------------------------------------------------------------------

    def wanted(self) -> str:
        """Which scene shows the room as it is now."""
        if not self.state.n:
            return self.base if self.base in ("table", "kept") else "door"
        if not self.state.started:
            return "lobby"
        sits = bool(self.guest.mine) or self.watching or not self.state.open_seats
        return "table" if sits or self.base == "table" else "lobby"

    def _show(self) -> None:
        """Have the right scene lie below all sheets."""
        wanted = self.wanted()
        begun_anew = wanted == "table" and self.guest.match not in (None, self.shown)
        if self.base and (wanted != self.base or begun_anew):
            self.go(wanted)

    def go(self, wanted: str) -> None:
        """Replace the room's scene."""
        places: dict[str, Callable[[to.Visit], to.Route]]
        places = {"door": to.Door, "lobby": to.Lobby, "table": to.RoomTable}
        route = places[wanted](self)
        on_top, self._moving = self.app.scene.name in ("door", "lobby"), True
        self.follower, self.holds = None, lambda: False
        if on_top:
            self.app.replace(route)
        else:
            self.app.home(to.Title())
            self.app.open(route)
        self._moving = False

    def left(self, base: bool = True) -> None:
        """The scene of the room was taken off the stack: unless another follows, nobody is there any more."""
        if base and not self._moving:
            self.close()

    def close(self) -> None:
        """Give the line up; the room still knows us."""
        self.app.platform.forget_link()
        line, self.line = self.line, None
        if line is not None:
            line.close()
            if self.app.line is line:
                self.app.line = None
        self._turn.end()

    # ---- what a touch does ------------------------------------------------------------------

    def sit(self, seat: int) -> None:
        """Take a seat."""
        self.send(self.guest.seat(seat, who=self.guest.me))

    def start(self) -> None:
        self.send(self.guest.start())

    def watch(self) -> None:
        """See the game without a seat."""
        self.watching = True
        self._show()

    def leave(self) -> None:
        """Leave for good: the seat becomes free."""
        self._leaving = True
        self.send(self.guest.leave())

    def _gone(self) -> None:
        """The room knows that the person has left."""
        with suppress(StorageError):
            keeping.forget(self.app.platform, self.room)
        self.app.home(to.Title())

    def open_seat(self, seat: int) -> None:
        """What can be done with a seat."""
        self.app.open(to.RoomSeat(self, seat))


def called(seat: int, chair: Chair) -> str:
    """What a seat is called that a computer plays, or nobody."""
    if chair.computer and chair.name:
        return rooms("by.computer", name=chair.name)
    if chair.computer:
        return MERCHANTS[seat % len(MERCHANTS)]
    return t("player", n=seat + 1, number=seat + 1)


def you_watch() -> str:
    """To somebody at a running table without a seat."""
    return rooms("watching.you")


def phrase_words(phrase: str) -> str:
    """A phrase in the reader's language; one this Kontor does not know, as it came."""
    words = rooms(f"phrase.{phrase}")
    return phrase if words == f"phrase.{phrase}" else words


def refusal(code: str, facts: Mapping[str, Any] = {}) -> str:
    """Why something was refused, in a sentence."""
    if code not in SAID:
        return rooms("refused.other", code=code)
    return rooms(f"refused.{code}", most=facts.get("most", ""))


def updating(app: Host, code: str, link: str = "") -> list[ButtonSpec]:
    """The button that starts the newest Kontor if a refusal calls for one and this program can; else none.

    link  the fragment it shall come back to
    """

    def update() -> None:
        if link:
            app.platform.hold_link(link)
        app.platform.update()

    needed = code == "version" and app.platform.can_update
    return [ButtonSpec("update", rooms("update"), update, "primary", icon="replay")] if needed else []


def seat_name(state: RoomState, seat: int) -> str:
    """Who plays a seat: a name, or that it is free."""
    chair = state.chairs[seat]
    if chair.computer:
        return called(seat, chair)
    if chair.who is None:
        return rooms("free.was", name=chair.name) if chair.name else rooms("free")
    return state.members[chair.who].name


def level_of(chair: Chair) -> str:
    """That a computer of some level plays there."""
    words = computers("computer", level=said(chair.computer or ""))
    return words[:1].upper() + words[1:]


def listed(names: list[str]) -> str:
    """Names one after the other."""
    return ", ".join(names)
