"""Client-side state of a room: applies received entries and holds the match on show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from game.engine.core import Action, Reason
from game.engine.record import Record, told_of
from game.engine.registry import ruleset as find_ruleset
from game.match.controller import Controller
from game.match.controllers import ROOM, Computer, Person, RemoteController, note_controller
from game.match.match import Match
from game.match.players import PlayerInfo, player_tags
from game.match.standing import Answers, answer, from_data, to_data
from game.rooms import updates
from game.rooms.clock import ClockRules
from game.rooms.commands import COMMANDS, apply, settle
from game.rooms.commitment import commitment_of, replica_seed
from game.rooms.entries import Entry, compact, entry_in, fingerprint
from game.rooms.protocol import VERSION
from game.rooms.state import RoomState, SeatAssignment
from game.rooms.updates import Update
from game.untrusted import loads

_WRONG = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError)
"""Exceptions that an invalid message can raise."""


class RunningTime(NamedTuple):
    """The time of the player who must decide, at the moment when the server sent it.

    seat   None if the clock stands still
    spent  seconds used since the last entry
    left   seconds left; 0 after the time has run out
    ends   seconds until the time runs out, with the hours that do not count; None if nothing happens then
    rests  the periods until then that do not count, each with the seconds until it begins and ends
    """

    seat: int | None
    spent: int
    left: int
    ends: int | None
    rests: tuple[tuple[int, int], ...]

    def counted(self, seconds: float) -> float:
        """Return how many of the next seconds count."""
        return seconds - sum(
            max(0.0, min(end, seconds) - start) for start, end in self.rests if start < seconds
        )


class RoomReplica:
    """A room as one device knows it.

    me        this device's member number; None before it has entered the room
    state     the state known to every side
    match     the game, in which local people decide for their seats and other decisions arrive; None until it
              starts
    present   presence by member: "here", "away" (the app is hidden) or "gone"
    pending   commands sent and not yet acknowledged, by id
    undone_by  members who had moves taken back, by index in the match's log
    answers   this member's standing answers by seat
    running   the time that runs now, as the server has sent it; None without a clock
    listed    True if the room is on the server's list of public tables; None if there is no such list
    page      URL of the web app for others, if the server knows a better one than this device; otherwise ""
    moved_at  time of the last entry of the game in seconds since 1970; 0: received in an earlier visit
    proven    after the game: True if its seed matches the seal and reproduces the game
    """

    def __init__(
        self,
        name: str,
        key: str,
        called: str,
        device: str,
        unnamed: Callable[[int, SeatAssignment], str] = lambda seat, chair: "",
        invite: str = "",
    ) -> None:
        """Create the client side of the room called `name`, for the owner of `key`.

        called   the person's name
        device   an id that no other app instance or device has, up to 12 letters and digits
        unnamed  returns the name of a seat played by a computer or by no one; the default is its number
        invite   invitation code of the link, if it has one
        """
        self.invite = invite
        self.name = name
        self.key = key
        self.member_name = called
        self.me: int | None = None
        self.pending: dict[str, str] = {}
        self._device = device
        self._command_count = 0
        self._unnamed = unnamed
        self._outbox: list[str] = []
        self._sent_since = 0
        """Number of the last known entry in the last message to enter."""
        self._leave_id = ""
        """Id of the command to leave the room, if one was sent."""
        self._resyncing = False
        """True after an error, once all entries have been requested again."""
        self._reloading = False
        """True while all entries are being received again from the beginning, with this member's
        knowledge."""
        self._reset()

    def _reset(self) -> None:
        """Reset everything known of the room."""
        self.state = RoomState()
        self.match: Match | None = None
        self.present: dict[int, str] = {}
        self.answers: dict[int, Answers] = {}
        self.page = ""
        self.proven: bool | None = None
        self.undone_by: dict[int, int] = {}
        self.running: RunningTime | None = None
        self.listed: bool | None = None
        self.moved_at = 0
        self._last: Mapping[str, Any] | str = ""
        """The last entry, or its fingerprint, if it was received in an earlier visit."""

    def remember(self, last: str) -> None:
        """Set the fingerprint of the last entry, which was received in an earlier visit."""
        self._last = last

    @property
    def mine(self) -> list[int]:
        """Return this member's seats."""
        return self.state.held(self.me)

    @property
    def owns(self) -> bool:
        """Return True if this member owns the room."""
        return self.me is not None and self.state.owner == self.me

    # ---- commands ---------------------------------------------------------------------------

    def enter(self) -> str:
        """Return the message to send first over every connection."""
        return self._enter(0 if self._resyncing else self.state.n)

    @property
    def last(self) -> str:
        """Return the fingerprint of the last known entry, or ""."""
        return self._last if isinstance(self._last, str) else fingerprint(self._last)

    def _enter(self, since: int) -> str:
        self._sent_since = since
        optional = {
            "last": self.last if since else "",
            "invite": self.invite,
            "leave": self._leave_id if self._leave_id in self.pending else "",
        }
        return compact(
            {
                **{"do": "enter", "v": VERSION, "room": self.name, "key": self.key},
                **{"name": self.member_name, "since": since},
                **{name: value for name, value in optional.items() if value},
            }
        )

    def outbox(self) -> list[str]:
        """Return the messages to send in response to received ones. Call it after every `receive`."""
        owed, self._outbox = self._outbox, []
        return owed

    def play(self, action: Action) -> str:
        """Return the command to play an action."""
        return self.command("play", at=self._next, action=action.text)

    @property
    def can_take_back(self) -> int | None:
        """Return the move to which `back` can undo without the others' consent, or None."""
        step = None if self.match is None or self.match.state.actor is None else self.match.undo_step
        if step is None or self.state.paused or self.state.players_since(step) - {self.me}:
            return None
        return step

    def back(self, to: int | None = None) -> str:
        """Return the command to undo this member's last decision, or everything from move number `to`."""
        return self.command("back", at=self._next, to=self.can_take_back if to is None else to)

    @property
    def can_ask(self) -> int | None:
        """Return the last decision of this member, which `ask` requests to undo, or None if no request is
        possible."""
        if self.match is None or self.state.asked is not None or self.state.paused:
            return None
        own = (step for step in range(len(self.match.moves) - 1, -1, -1) if self._is_mine(step))
        return next(own, None)

    def _is_mine(self, step: int) -> bool:
        return self.match is not None and self.match.moves[step].seat in self.mine

    def ask(self, to: int | None = None) -> str:
        """Return the command to request the others' consent to undo the last decision, or everything from
        move `to`."""
        return self.command("ask", at=self._next, to=self.can_ask if to is None else to)

    def propose_pause(self, on: bool) -> str:
        """Return the command to request the others' consent to pause or resume the game."""
        return self.command("propose", pause=on, seat=None, who=None, computer=None)

    def propose_return(self, seat: int) -> str:
        """Return the command to request the others' consent to return to a seat that a computer holds."""
        return self.command("propose", pause=None, seat=seat, who=self.me, computer=None)

    def propose_computer(self, seat: int, level: str) -> str:
        """Return the command to ask the table whether a computer should continue for an absent player."""
        return self.command("propose", pause=None, seat=seat, who=None, computer=level)

    def set_clock(self, rules: ClockRules | None) -> str:
        """Return the owner's command to set a clock before the start, or to remove it."""
        return self.command("clock", clock=None if rules is None else rules.data())

    def answer(self, yes: bool) -> str:
        """Return the command to answer the open request. A no from its author withdraws it."""
        return self.command("answer", ask=self.state.asked.n if self.state.asked else 0, yes=yes)

    def seat(
        self, seat: int, who: int | None = None, computer: str | None = None, colour: str | None = None
    ) -> str:
        """Return the command to assign a seat to a member, to a computer or to no one."""
        return self.command("seat", seat=seat, who=who, computer=computer, colour=colour)

    def answer_in_advance(self, seat: int, answers: Answers) -> str:
        """Return the command to replace the standing answers of one of this member's seats."""
        return self.command("advance", seat=seat, answers=to_data(answers))

    @property
    def answered(self) -> bool:
        """Return True if the server answers the pending decision as this member wants it to."""
        match = self.match
        answers = (
            () if match is None or match.state.actor is None else self.answers.get(match.state.actor, ())
        )
        return match is not None and match.answerable and bool(answer(match.state, answers))

    def rename(self, name: str) -> str:
        """Return the command to change this member's name."""
        self.member_name = name
        return self.command("rename", name=name)

    def owner(self, who: int) -> str:
        """Return the command to make another member the owner of the room."""
        return self.command("owner", who=who)

    def start(self) -> str:
        """Return the command to start the game."""
        return self.command("start")

    def pause(self, on: bool) -> str:
        """Return the command to pause or resume the game."""
        return self.command("pause", on=on)

    def say(self, phrase: str) -> str:
        """Return the command to send a phrase (`protocol.PHRASES`) to the others."""
        return self.command("say", phrase=phrase)

    def again(self, room: str) -> str:
        """Return the command to announce a new room for the same people."""
        return self.command("again", room=room)

    def leave(self) -> str:
        """Return the command to leave the room."""
        if text := self.command("leave"):
            self._leave_id = f"{self._device}.{self._command_count}"
        return text

    def remove(self, who: int) -> str:
        """Return the command to remove another member from the room."""
        return self.command("remove", who=who)

    def protect(self, *, locked: bool | None = None, invite: str | None = None) -> str:
        """Return the owner's command to lock or open the room, or to replace the invitation code."""
        return self.command("protect", locked=locked, invite=invite)

    def here(self, on: bool) -> str:
        """Return the message that the app is visible or hidden. It does not become an entry."""
        return compact({"do": "here", "on": on})

    @property
    def _next(self) -> int:
        return self.state.game_seq + 1

    def command(self, do: str, **fields: Any) -> str:
        """Return a command of `commands.COMMANDS`, which stays pending until the server acknowledges it.

        Returns "" if the last pending command is the same: it counts once, except a phrase, which can be
        repeated.
        """
        if COMMANDS[do].stored and self.pending:
            id = next(reversed(self.pending))
            if self.pending[id] == compact({"do": do, "id": id, **fields}):
                return ""
        self._command_count += 1
        id = f"{self._device}.{self._command_count}"
        self.pending[id] = compact({"do": do, "id": id, **fields})
        return self.pending[id]

    # ---- messages ---------------------------------------------------------------------------

    def receive(self, text: str) -> list[Update]:
        """Process a message and return the updates in it.

        Known entries contain no updates. After a gap, all missing entries are requested again.
        """
        try:
            data = loads(text)
            if self._resyncing and data["is"] == "entry":
                return []  # included in the full transfer that was requested
            told: list[Update] = self._HANDLERS.get(data["is"], RoomReplica._ignore)(self, data)
        except _WRONG:
            return self._resync()
        return told

    def _ignore(self, data: Mapping[str, Any]) -> list[Update]:
        """Ignore the answer to a keep-alive, the start of a search, or a message of a later version."""
        return []

    def _resync(self) -> list[Update]:
        """Handle an invalid message: request all entries again, or close the connection if that has just
        failed.

        The known state is kept until then, because it is on show.
        """
        if self._resyncing:
            return [updates.Closed("broken")]
        self._resyncing = True
        self._outbox = [self.enter()]
        return []

    def _receive_room(self, data: Mapping[str, Any]) -> list[Update]:
        if data["room"] != self.name:
            return []  # from the previous connection, to another room
        since = data["since"]
        restored = since == 0 and self._sent_since > 0
        if since == 0:
            self._reset()
        self.me = data["you"]
        self.present = {int(who): str(how) for who, how in data["present"].items()}
        self._note_answers(data)
        self.listed = None  # the server says it after this message
        page = str(data.get("page", ""))
        self.page = page if page.startswith(("http://", "https://")) else ""
        told: list[Update] = [updates.Entered(since, data["n"], restored)]
        self._reloading = since == 0
        for entry in data["entries"]:
            told += self._receive_entry(entry)
        self._reloading = False
        if not self._outbox:
            self._resyncing, self._outbox = False, list(self.pending.values())
        return told

    def _receive_entry(self, data: Mapping[str, Any]) -> list[Update]:
        entry = entry_in(data)
        if self.me is None:
            return []  # from the previous connection, to another room
        if self.me in (entry.by, entry.data.get("host")):
            self.pending.pop(entry.id, None)
        if entry.n == 0:
            return apply(self.state, entry) if entry.do in COMMANDS else []
        if entry.n <= self.state.n:
            return []
        if entry.n > self.state.n + 1:
            self._outbox = [self.enter()]
            return []
        asked = self.state.asked
        told = apply(self.state, entry)
        self._last = data
        if entry.do in ("start", "play", "back"):
            self.moved_at = entry.t
        match entry.do:
            case "start":
                self.match = self._first_match(entry)
            case "play":
                told.append(self._play(entry))
            case "back":
                told.append(self._back(entry, asked.by if asked else None))
            case "over":
                told.append(self._over(entry))
            case _:
                self.reseat()
        settle(self.state, self.match)
        self._reload_if_reseated(told)
        return told

    def _receive_refused(self, data: Mapping[str, Any]) -> list[Update]:
        said = self.pending.pop(str(data.get("id", "")), None)
        if "id" not in data and data.get("where") == "do":  # an older server, which lacks these commands
            self.pending = {id: one for id, one in self.pending.items() if not _is_later(one)}
        facts = {name: value for name, value in data.items() if name not in ("is", "id", "why")}
        return [updates.Refusal(str(data["why"]), facts, loads(said)["do"] if said else "")]

    def _receive_present(self, data: Mapping[str, Any]) -> list[Update]:
        self.present |= {int(who): str(how) for who, how in data["who"].items()}
        return []

    def _receive_answers(self, data: Mapping[str, Any]) -> list[Update]:
        self._note_answers(data)
        return [updates.Prepared()]

    def _note_answers(self, data: Mapping[str, Any]) -> None:
        given = data.get("answers", {})
        self.answers = {int(seat): from_data(answers) for seat, answers in given.items()}

    def _receive_listed(self, data: Mapping[str, Any]) -> list[Update]:
        self.listed = None if data["listed"] is None else bool(data["listed"])
        return []

    def _receive_clock(self, data: Mapping[str, Any]) -> list[Update]:
        seat, ends = data["seat"], data["ends"]
        rests = tuple((int(start), int(end)) for start, end in data["rests"])
        times = int(data["spent"]), int(data["left"])
        self.running = RunningTime(
            None if seat is None else int(seat), *times, None if ends is None else int(ends), rests
        )
        return [updates.ClockRuns()]

    def _receive_bye(self, data: Mapping[str, Any]) -> list[Update]:
        return [updates.Closed(str(data["why"]))]

    _HANDLERS: Mapping[str, Callable[[RoomReplica, Mapping[str, Any]], list[Update]]] = {
        "room": _receive_room,
        "entry": _receive_entry,
        "refused": _receive_refused,
        "present": _receive_present,
        "advance": _receive_answers,
        "clock": _receive_clock,
        "lobby": _receive_listed,
        "bye": _receive_bye,
    }

    # ---- the match --------------------------------------------------------------------------

    def _reload_if_reseated(self, told: Sequence[Update]) -> None:
        """Reload the room if this member gains or loses a seat with hidden information, to match what it may
        know."""
        if self._reloading or self.match is None or not self.match.state.secret:
            return
        for one in told:
            if isinstance(one, updates.Seated) and (one.was == self.me) != (one.seat in self.mine):
                self._outbox = [self._enter(0)]

    def _first_match(self, entry: Entry) -> Match:
        ruleset = find_ruleset(self.state.setup["ruleset"])
        seed = replica_seed(self.state.seal)
        record = Record.beginning(ruleset, entry.data["position"], seed, {ROOM: self.name})
        parse = ruleset.parser(record.seats, record.options)
        for number, (text, told) in enumerate(entry.data["moves"]):
            record.append(parse(text))
            if told:
                record.told[number] = told_of(told)
        record.tags.update(player_tags(self._players()))
        controllers = [self._controller(seat) for seat in range(record.seats)]
        for seat, controller in enumerate(controllers):
            note_controller(record, seat, controller)
        return Match(self.name, record, controllers)

    def _play(self, entry: Entry) -> Update:
        match, data = self._game(), entry.data
        action = match.state.parse_action(data["action"])
        told, why = told_of(data.get("told", {})), data.get("why")
        events = match.play(action, told, Reason(str(why[0]), dict(why[1])) if why else None)
        return updates.Played(data["seat"], tuple(events), entry.by)

    def _back(self, entry: Entry, asker: int | None) -> Update:
        self.proven = None
        match, by = self._game(), asker if entry.by is None else entry.by
        taken = match.take_back(entry.data["to"])
        if by is not None:
            self.undone_by[len(match.log) - 1] = by
        return updates.WentBack(taken.moves, by)

    def _over(self, entry: Entry) -> Update:
        seed, match = int(entry.data["seed"]), self._game()
        fits = commitment_of(seed, entry.data["salt"]) == self.state.seal
        self.proven = fits and match.unseal(seed, self.state.setup["options"], fresh=not self.state.moved)
        return updates.Ended(self.proven)

    def _game(self) -> Match:
        if self.match is None:
            raise ValueError("the game has not begun")
        return self.match

    # ---- players and controllers ------------------------------------------------------------

    def _players(self) -> list[PlayerInfo]:
        chairs = enumerate(self.state.chairs)
        return [
            PlayerInfo(called or self.state.label(seat) or self._unnamed(seat, chair), chair.colour)
            for seat, chair in chairs
            for called in (self._unnamed(seat, chair) if chair.computer else "",)
        ]

    def _controller(self, seat: int) -> Controller:
        chair = self.state.chairs[seat]
        if chair.who is not None and chair.who == self.me:
            return Person()
        return RemoteController(f"{Computer.id} {chair.computer}" if chair.computer else "")

    def reseat(self) -> None:
        """Update the controllers and player names of the match."""
        if self.match is None:
            return
        for seat in range(len(self.state.chairs)):
            now, old = self._controller(seat), self.match.controllers[seat]
            if (now.id, now.tag()) != (old.id, old.tag()):
                self.match.set_controller(seat, now)
        players = self._players()
        if not player_tags(players).items() <= self.match.record.tags.items():
            self.match.set_players(players)


def _is_later(text: str) -> bool:
    """Return True if a command did not exist in the first version of the protocol."""
    return COMMANDS[loads(text)["do"]].entry != ""
