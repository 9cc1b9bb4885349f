"""Server-side state of a room: validates commands and decides what each member may see.

Pure: no clock, network or randomness. The caller must store a new log entry before it is applied
(`Room.apply`).
"""

from __future__ import annotations

import json
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from game.engine.core import Reason
from game.engine.record import Record, read, steps, write
from game.engine.registry import ruleset as find_ruleset
from game.match.controller import Controller
from game.match.controllers import Computer, Person
from game.match.match import Match
from game.match.standing import Answers, from_data, to_data
from game.match.waiting import AwaitingAnswer as Wanted
from game.rooms.case import Case
from game.rooms.clock import MARK, SUBSTITUTE, TURN
from game.rooms.commands import COMMANDS, Command, Message, apply, settle, validate
from game.rooms.commitment import commitment_of, dice, hashed
from game.rooms.entries import PRIVATE, Entry, compact, entry_line, entry_of, fingerprint, public
from game.rooms.plan import RoomPlan
from game.rooms.protocol import (
    MAX_ENTRIES,
    MAX_ENTRIES_WITHOUT_SEAT,
    MAX_FIRST_ENTRIES,
    MAX_MEMBER_ENTRIES,
    MAX_MEMBERS,
    MAX_PRESENT,
    MAX_TABLE_ENTRIES,
    MAX_WATCHER_ENTRIES,
    VERSION,
    Enter,
    Here,
    Ping,
    Refused,
)
from game.rooms.state import ConsentRequest, RoomState, SeatAssignment
from game.server.working_time import Span, Timeline, TimelinePiece, after, rests, zone_of


class Timekeeper:
    """Source of the time for clocks, which the server replaces by its own (`service_clock.ServiceClock`).

    timeline  relation between the time of operation and the time of day
    """

    timeline = Timeline([TimelinePiece(0, 0)])

    def now(self) -> int:
        """Return the time of operation in seconds."""
        return 0


class Room:
    """A room as the server holds it.

    state  the state known to every side
    match  the game, which holds the seed; None before it starts
    absence  returns for each member who is not connected the seconds since they were; by default, all are
             connected
    idle     returns the seconds for which the game has waited for the next decision
    timekeeper  measures the time for a clock
    """

    def __init__(self, name: str, lines: Iterable[str] = ()) -> None:
        """Restore a room from its stored lines."""
        self.name = name
        self.state = RoomState()
        self.match: Match | None = None
        self.absence: Callable[[], Mapping[int, float]] = dict
        self.idle: Callable[[], float] = float
        self.timekeeper = Timekeeper()
        self._lines: list[str] = []
        self._keys: dict[str, int] = {}
        """Members by the hash of their key."""
        self._secret: Mapping[str, str] = {}
        """Seed, salt and the saved game with which the room began."""
        self.reprepared: set[int] = set()
        """Members whose standing answers were changed by the last entry."""
        self._time = 0
        """Time of the last entry. The times of entries never decrease, whatever the server's clock does."""
        self._ids: dict[tuple[int, str], int] = {}
        """Numbers of the entries other than moves, by member and id of the command."""
        self._caused: Counter[tuple[int, bool]] = Counter()
        """Numbers of entries outside the game by member, with a seat (or as the owner) and without."""
        self._game = array("L")
        """Numbers of the entries that belong to the game."""
        self._last_human_seq = 0
        """Index in `_game` of the last entry that was not made by a computer."""
        self._revealed: dict[int, str] = {}
        """Public information revealed by the action of an entry, as sent. Only entries that revealed
        something."""
        self._revealed_to: dict[tuple[int, int], str] = {}
        """Information revealed to one seat, where it differs from the public information."""
        self._last: tuple[int, dict[str, str]] = 0, {}
        """Number of the entry sent last, and its messages by content. Most members receive the same one."""
        for line in lines:
            self.apply(line)

    @staticmethod
    def opening(plan: RoomPlan, *, seed: int, salt: str, now: int, lasts: int = 30) -> str:
        """Return the stored line of a new room's first entry.

        A saved game continues with its moves, but its hidden information is re-dealt, because its owner may
        know the seed.
        """
        private: dict[str, str] = {"key": hashed(plan.key), "seed": str(seed), "salt": salt}
        options, moved = plan.options, 0
        if plan.record is not None:
            record = _dealt_anew(plan.record, seed)
            options, moved = record.ruleset.known_options(record.options), len(record.actions)
            private["record"] = write(record)
        return entry_line(
            *(1, now, 1, "open", ""),
            private,
            name=plan.name,
            setup={"ruleset": plan.ruleset.id, "seats": plan.seats, "options": options},
            chairs=[chair._asdict() for chair in plan.chairs],
            moved=moved,
            seal=commitment_of(seed, salt),
            lasts=lasts,
        )

    @property
    def n(self) -> int:
        """Return the number of the last entry."""
        return self.state.n

    @property
    def time(self) -> int:
        """Return the time of the last entry, in seconds since 1970."""
        return self._time

    def member(self, key: str) -> int | None:
        """Return the member with this key, including one who has left, or None."""
        return self._keys.get(hashed(key))

    # ---- validation -------------------------------------------------------------------------

    def propose(self, who: int | None, command: Message, now: int) -> str | None:
        """Return the line of the next entry if `who` may send this command. The room does not change until
        `apply`.

        Returns None if there is nothing to store: a duplicate (`find_duplicate`), or a command that never
        becomes an entry.
        """
        if isinstance(command, Enter):
            return self._joining(command, now)
        if isinstance(command, Here | Ping) or not COMMANDS[command.do].stored:
            return None
        try:
            member = self._sender(who)
            if self.find_duplicate(member, command) is not None:
                return None
            self._check_budget(member, command.do)
            fields = dict(validate(self._case(member), command))
            self._check_zone(fields.get("clock"))
        except Refused as refused:
            refused.id = command.id
            raise
        by = fields.pop("by", member)
        if command.do == "start" and self.state.clock is not None:
            fields["time"] = {"at": self.timekeeper.now(), "spent": 0}
        return self._line(now, by, COMMANDS[command.do].entry or command.do, command.id, **fields)

    def relay(self, who: int, command: Command, now: int) -> str:
        """Return the message to all members about a command that is not stored. Its entry has the number
        0."""
        try:
            fields = validate(self._case(self._sender(who)), command)
        except Refused as refused:
            refused.id = command.id
            raise
        line = entry_line(0, now, who, command.do, command.id, **fields)
        return f'{{"is":"entry",{line[1:]}'

    def _case(self, member: int) -> Case:
        return Case(self.state, self.match, member, self._last_human_seq, self.absence, self.idle)

    def _sender(self, who: int | None) -> int:
        member = self.state.members.get(who or 0)
        if member is None or member.gone:
            raise Refused("unknown-member", who=who)
        return member.number

    def _line(
        self, now: int, by: int | None, do: str, id: str = "", /, private: Any = None, **fields: Any
    ) -> str:
        if (time := self._spent()) is not None:
            fields["time"] = time
        return entry_line(self.n + 1, max(now, self._time), by, do, id, private, **fields)

    def _joining(self, command: Enter, now: int) -> str | None:
        """Return the line of the entry by which a member joins or returns, or None if they are in the
        room."""
        state, who = self.state, self.member(command.key)
        if command.version < state.version:
            raise Refused("version", v=VERSION)
        member = state.members[who] if who else None
        if member is not None and member.removed:
            raise Refused("removed")
        if member is not None and member.gone and command.leave:
            raise Refused("left")
        if (member is None or member.gone) and who != state.owner and (code := state.barred(command.invite)):
            raise Refused(code)
        connected = set(state.present) - self.absence().keys() - {who}
        if len(connected) >= MAX_PRESENT and who not in {*state.players, state.owner} - {None}:
            raise Refused("full", most=MAX_PRESENT)
        if member is not None and not member.gone:
            return None
        who = who or len(state.members) + 1
        self._check_budget(who, "join")
        name = state.distinct(command.name, who)
        return self._line(now, who, "join", "", {"key": hashed(command.key)}, who=who, name=name)

    def _check_budget(self, who: int, do: str) -> None:
        """Raise `Refused` if the room has no entry left for this member and kind of command. Leaving and
        moving on to another room are always possible."""
        if do in ("leave", "again"):
            return
        if self.n >= MAX_ENTRIES:
            raise Refused("long", most=MAX_ENTRIES)
        if do in _OF_THE_GAME:
            return
        watches = self._watches(who)
        own = self._caused[who, watches]
        if who == self.state.owner:
            limits = [(own, MAX_TABLE_ENTRIES)]
        elif own < MAX_FIRST_ENTRIES:
            return
        else:
            limits = [(self._caused.total(), MAX_TABLE_ENTRIES)]
            limits.append((own, MAX_ENTRIES_WITHOUT_SEAT if watches else MAX_MEMBER_ENTRIES))
        if watches:
            watchers = sum(count for (_, watched), count in self._caused.items() if watched)
            limits.append((watchers, MAX_WATCHER_ENTRIES))
        for used, most in limits:
            if used >= most:
                raise Refused("long", most=most)

    def _watches(self, who: int) -> bool:
        return who not in (*self.state.players, self.state.owner)

    def find_duplicate(self, who: int, command: Command) -> Entry | None:
        """Return the entry that an earlier copy of the command became, or None if the command is new."""
        if command.do == "play":
            at, action = command.fields["at"], command.fields["action"]
            if not 0 < at <= len(self._game):
                return None
            entry = entry_of(self._lines[self._game[at - 1] - 1])
            same = entry.by == who and entry.do == "play" and entry.data["action"] == action
            return entry if same else None
        n = self._ids.get((who, command.id))
        if n is None or (command.do == "leave" and not self.state.members[who].gone):
            return None  # a member who has left and returned can leave again
        return entry_of(self._lines[n - 1])

    def follow_up(self, now: int) -> str | None:
        """Return the line that the server itself must add now, or None.

        It is another owner for a room whose owner has left, the end of an absent member's membership, the
        effect of a request that all members agreed to, the end of a player's time, the end of the game with
        its seed, or a computer's action.
        """
        if self.n >= 2 * MAX_ENTRIES:
            return None
        return self._housekeeping(now) or self._of_the_clock(now) or self._of_the_game(now)

    def _housekeeping(self, now: int) -> str | None:
        state = self.state
        if state.members[state.owner].gone and (heir := state.heir):
            return self._line(now, None, "owner", who=heir)
        if len(list(state.present)) > MAX_MEMBERS:
            absence = self.absence()
            away = [who for who in state.present if who in absence and self._watches(who)]
            if away:
                return self._line(now, max(away, key=absence.__getitem__), "leave")
        return None

    def _of_the_game(self, now: int) -> str | None:
        state, match = self.state, self.match
        if match is None:
            return None
        if state.asked is not None and state.granted:
            return self._granted(now, state.asked)
        if match.state.actor is None:
            said = {"seed": self._secret["seed"], "salt": self._secret["salt"]}
            return None if state.over else self._line(now, None, "over", **said)
        if match.ready is None or self._computers_wait:
            return None
        action, reason = match.ready
        fields: dict[str, Any] = {"at": state.game_seq + 1, "seat": match.state.actor, "action": action.text}
        if reason is not None:
            fields["why"] = [reason.id, dict(reason.facts)]
        return self._line(now, None, "play", **fields)

    def _granted(self, now: int, asked: ConsentRequest) -> str:
        """Return the line of the effect of a request that all affected members agreed to."""
        if asked.pause is not None:
            return self._line(now, None, "pause", on=asked.pause, ask=asked.n)
        if asked.seat is not None:
            return self._seat_line(now, asked.seat, asked.who, asked.computer, ask=asked.n)
        return self._line(now, None, "back", at=self.state.game_seq + 1, to=asked.to, ask=asked.n)

    def _seat_line(self, now: int, seat: int, who: int | None, computer: str | None, **more: int) -> str:
        colour = self.state.chairs[seat].colour
        return self._line(now, None, "seat", seat=seat, who=who, computer=computer, colour=colour, **more)

    # ---- the clock --------------------------------------------------------------------------

    def _spent(self) -> dict[str, int] | None:
        """Return the time since the last entry in which the clock ran. None without a clock that has
        started."""
        clock = self.state.clock
        if clock is None or not clock.seats:
            return None
        at = max(clock.at, self.timekeeper.now())
        spent = self.timekeeper.timeline.counted(clock.rules.rest, clock.at, at)
        return {"at": at, "spent": 0 if clock.running is None else spent}

    def _check_zone(self, rules: Any) -> None:
        """Raise `Refused` if the time zone of a new clock is unknown."""
        rest = rules and rules["rest"]
        if rest and zone_of(rest["zone"]) is None:
            raise Refused("zone", zone=rest["zone"])

    @property
    def time_left(self) -> int | None:
        """Return the seconds until the player who must decide runs out of time, without the hours that do not
        count. None if there is no clock, or nothing happens then."""
        clock, time = self.state.clock, self._spent()
        if clock is None or time is None or clock.running is None or clock.exhausted:
            return None
        return max(0, clock.seats[clock.running].left - time["spent"])

    @property
    def runs_out(self) -> int | None:
        """Return the seconds after which the player who must decide runs out of time (`time_left`)."""
        left, clock = self.time_left, self.state.clock
        if left is None or clock is None:
            return None
        now = self._wall
        return after(clock.rules.rest, now, left) - now

    @property
    def _wall(self) -> int:
        return self.timekeeper.timeline.wall(self.timekeeper.now())

    def clock_message(self) -> str:
        """Return the message about the time that runs now, or "" without a clock that has started.

        It contains no times of day, because the clock of the device may be wrong.
        """
        clock, time = self.state.clock, self._spent()
        if clock is None or time is None:
            return ""
        left, ends, stops = 0, self.runs_out, list[Span]()
        if clock.running is not None:
            left = max(0, clock.seats[clock.running].left - time["spent"])
        if ends is not None:
            stops = rests(clock.rules.rest, self._wall, self._wall + ends)
        periods = [[one.start - self._wall, one.end - self._wall] for one in stops]
        head = {"is": "clock", "seat": clock.running, "spent": time["spent"], "left": left}
        return compact({**head, "ends": ends, "rests": periods})

    def _of_the_clock(self, now: int) -> str | None:
        """Return the line by which a player runs out of time, or returns to a seat after the turn that a
        computer has played instead."""
        clock, match = self.state.clock, self.match
        if clock is None or match is None or match.state.actor is None:
            return None
        turn = match.state.turn_number
        if self.time_left == 0:
            level = None if clock.rules.over == MARK else SUBSTITUTE
            return self._line(now, None, "flag", seat=clock.running, computer=level, turn=turn)
        if clock.rules.over == TURN:
            for seat, (who, since) in clock.stand_ins.items():
                if since != turn:
                    return self._seat_line(now, seat, who, None)
        return None

    # ---- computers --------------------------------------------------------------------------

    @property
    def _computers_wait(self) -> bool:
        """Return True while the game is paused, and while members decide about an undo."""
        asked = self.state.asked
        return self.state.paused or (asked is not None and asked.to is not None)

    @property
    def works_alone(self) -> bool:
        """Return True if computers play on without a connected device, because a person may be waiting for
        their turn elsewhere. They stop when no person has a seat."""
        return bool(self.state.seated) and self.awaited() is not None

    def awaited(self) -> Wanted | None:
        """Return the request that a computer player must answer before the game continues, or None."""
        waits = None if self.match is None or self._computers_wait else self.match.waits()
        return waits if isinstance(waits, Wanted) else None

    def answered(self, version: int, text: str) -> bool:
        """Accept a computer's answer (`Match.answered`). `follow_up` then returns its actions."""
        return self.match is not None and self.match.answered(version, text)

    def failed(self, version: int, details: str = "") -> bool:
        """Let the computer decide without an answer (`Match.failed`)."""
        return self.match is not None and self.match.failed(version, details)

    # ---- applying entries -------------------------------------------------------------------

    def apply(self, line: str) -> Entry:
        """Apply the next entry, which must have been stored."""
        entry = entry_of(line)
        private = entry.data.get(PRIVATE, {})
        self._index(entry)
        chairs, players = list(self.state.chairs), self.state.players
        self.reprepared = set()
        apply(self.state, entry)
        self._time = max(self._time, entry.t)
        self._lines.append(line)
        if "key" in private:
            self._keys[private["key"]] = entry.data.get("who", 1)
        if "answers" in private:
            assert entry.by is not None, "validated"
            self._prepare(entry.by, private["seat"], from_data(private["answers"]))
        match entry.do:
            case "open":
                self._secret = private
            case "start":
                self.match = self._first_match()
            case "play":
                self._count(entry)
                self._play(entry)
            case "back":
                self._count(entry)
                assert self.match is not None, "validated"
                self.match.take_back(entry.data["to"])
            case "seat" | "leave" | "flag":
                self._reseat(chairs, players)
        settle(self.state, self.match)
        return entry

    def _index(self, entry: Entry) -> None:
        """Note the id of the entry's command, and whose budget it counts to."""
        by = entry.data.get("host", entry.by)
        if by is None or entry.do == "play":
            return
        if entry.id:
            self._ids[by, entry.id] = entry.n
        if entry.do not in _OF_THE_GAME:
            self._caused[by, self._watches(by)] += 1

    def _count(self, entry: Entry) -> None:
        self._game.append(entry.n)
        if entry.do == "back" or entry.by is not None:
            self._last_human_seq = len(self._game)

    def _play(self, entry: Entry) -> None:
        match = self.match
        assert match is not None, "validated"
        action = match.state.parse_action(entry.data["action"])
        why = entry.data.get("why")
        seat = entry.data["seat"]
        before, who = match.answers(seat), self.state.chairs[seat].who
        events = match.play(action, None, Reason(why[0], why[1]) if why else None)
        if match.answers(seat) != before and who is not None:
            self.reprepared.add(who)
        if any(event.kind in match.ruleset.revealing for event in events):
            self._revealed[entry.n] = said = compact(match.state.to_tell(events))
            for seat in range(match.state.seats):
                if (seen := compact(match.state.to_tell(events, seat))) != said:
                    self._revealed_to[entry.n, seat] = seen

    def _first_match(self) -> Match:
        controllers = [self._controller(seat) for seat in range(len(self.state.chairs))]
        return Match(self.name, self._record(), controllers, brief=True)

    def _record(self) -> Record:
        """Return the game as it was when the room began."""
        if "record" in self._secret:
            return read(self._secret["record"])
        setup = self.state.setup
        ruleset = find_ruleset(setup["ruleset"])
        return Record(ruleset, setup["seats"], setup["options"], int(self._secret["seed"]))

    def _controller(self, seat: int) -> Controller:
        """Return the controller of a seat. Seeds of computers come from the secret salt, so that they are
        unpredictable."""
        level = self.state.chairs[seat].computer
        return Person() if level is None else Computer(level, dice(self._secret["salt"], seat))

    def _prepare(self, who: int, seat: int, answers: Answers) -> None:
        """Change the standing answers of a member's seat."""
        assert self.match is not None, "validated"
        self.match.set_answers(seat, answers, dice(self._secret["salt"], seat))
        self.reprepared.add(who)

    def _reseat(self, before: Sequence[SeatAssignment], players: Sequence[int | None]) -> None:
        """Update the controllers of the match where a seat changed to or from a computer, and withdraw the
        standing answers of members who have lost a seat.

        before   the seats before the change
        players  their players before the change (`RoomState.players`)
        """
        if self.match is None:
            return
        for seat, (chair, player) in enumerate(zip(self.state.chairs, self.state.players, strict=True)):
            if (who := players[seat]) is not None and self.match.answers(seat):
                if who != player:
                    self.match.set_answers(seat, ())
                if before[seat].who != chair.who and not self.state.members[who].gone:
                    self.reprepared.add(who)
            now = self.match.controllers[seat]
            if chair.computer != (now.level if isinstance(now, Computer) else None):
                self.match.set_controller(seat, self._controller(seat))

    # ---- messages to members ----------------------------------------------------------------

    def message(self, entry: Entry, who: int) -> str:
        """Return the message about an entry for a member. The text is shared by all members with the same
        knowledge."""
        said = self._public(entry.n, self._view(who))
        number, known = self._last
        if number != entry.n:
            self._last = entry.n, (known := {})
        return known.setdefault(said, f'{{"is":"entry",{said[1:]}')

    def answers(self, who: int) -> dict[str, Any]:
        """Return the standing answers of a member by seat, which no other member may know."""
        match, held = self.match, self.state.held(who)
        return {str(seat): to_data(match.answers(seat)) for seat in held if match and match.answers(seat)}

    def answers_message(self, who: int) -> str:
        """Return the message to a member about their standing answers."""
        return compact({"is": "advance", "answers": self.answers(who)})

    def snapshot(
        self, who: int, since: int, present: Mapping[int, str], page: str = "", last: str = ""
    ) -> str:
        """Return the message that updates a member who knows the first `since` entries.

        last     fingerprint of entry `since` on the device, if it sent one. If the room has another entry of
                 that number, the message contains all entries
        present  "here" or "away" by member; all others are gone
        page     URL of the web app for others, if it differs from the one the member used
        """
        if since > self.n or (since and last and fingerprint(json.loads(self._lines[since - 1])) != last):
            since = 0
        head = {
            "is": "room",
            "v": self.state.version,
            "room": self.name,
            "you": who,
            "since": since,
            "n": self.n,
        }
        if page:
            head["page"] = page
        if answers := self.answers(who):
            head["answers"] = answers
        told = compact({**head, "present": {str(one): how for one, how in present.items()}})
        view = self._view(who)
        entries = ",".join(self._public(n, view) for n in range(since + 1, self.n + 1))
        return f'{told[:-1]},"entries":[{entries}]}}'

    def _view(self, who: int) -> int | None:
        """Return the seat whose knowledge a member has, or None for public knowledge."""
        return next(iter(self.state.held(who)), None)

    def _public(self, n: int, view: int | None) -> str:
        """Return an entry as known to a seat."""
        line = public(self._lines[n - 1])
        if n in self._revealed:
            told = self._revealed[n] if view is None else self._revealed_to.get((n, view), self._revealed[n])
            return f'{line[:-1]},"told":{told}}}'
        if '"do":"start"' in line and entry_of(line).do == "start":
            return f"{line[:-1]},{compact(self._beginning(view))[1:]}"
        return line

    def _beginning(self, view: int | None) -> dict[str, Any]:
        """Return the start of the game as known to a seat, with the moves of the saved game."""
        record = self._record()
        moves = [[action.text, record.told.get(n, {})] for n, action in enumerate(record.actions)]
        return {"position": record.new_game().position(view), "moves": moves}


_OF_THE_GAME = ("open", "start", "play", "back", "over")
"""Kinds of entries that do not count as entries outside the game."""


def member_of(lines: Iterable[str], key: str) -> int | None:
    """Return the member with a key in a room with these stored lines, or None."""
    sought = hashed(key)
    for line in lines:
        if sought in line and (entry := entry_of(line)).data.get(PRIVATE, {}).get("key") == sought:
            return int(entry.data.get("who", 1))
    return None


def _dealt_anew(record: Record, seed: int) -> Record:
    """Return the game with the moves so far and another seed for its hidden information, without tags."""
    told = {
        number: shown
        for number, (state, _, events) in enumerate(steps(record))
        if (shown := state.to_tell(events))
    }
    again = Record.beginning(record.ruleset, record.new_game().position(), seed, {})
    again.actions, again.told = list(record.actions), told
    return again
