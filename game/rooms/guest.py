"""A device's side of a room: it folds what it is sent, and has a match to show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.engine.core import Action, Reason
from game.engine.record import Record, told_of
from game.engine.registry import ruleset as find_ruleset
from game.match.controller import Controller
from game.match.controllers import ROOM, Apart, Computer, Person, note_controller
from game.match.match import Match
from game.match.players import Player, player_tags
from game.outside import loads
from game.rooms import news
from game.rooms.entries import Entry, compact, entry_in
from game.rooms.news import News
from game.rooms.protocol import VERSION
from game.rooms.seal import sealed, seed_for_guests
from game.rooms.state import Chair, RoomState

_WRONG = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError)
"""What a message that is none of the protocol may lead to."""


class Guest:
    """A room as one device knows it.

    me        the member whose device this is; None before the room has let it in
    state     what everybody knows of the room
    match     the game: a person here decides for the own seats, all else arrives; None until it starts
    present   who is there: "here", "away" (the page is hidden) or "gone", by member
    thinking  the seat of the computer that thinks at the service; None if none does
    pending   what was said and is not answered yet, by id
    takers    who had moves taken back, by the place in the match's log
    page      the page's address for others, if the service knows a better one than this device; else ""
    proven    once the game is over: whether its seed is the one fixed at the start, and gives this game
    """

    def __init__(
        self,
        name: str,
        key: str,
        called: str,
        device: str,
        unnamed: Callable[[int, Chair], str] = lambda seat, chair: "",
    ) -> None:
        """The room of that name, for whoever has the key.

        called   the name of the person
        device   anything that no other page and no other device has, up to 12 letters and digits
        unnamed  what to call a seat played by a computer, or by nobody; by default the number of the seat
        """
        self.name = name
        self.key = key
        self.called = called
        self.me: int | None = None
        self.pending: dict[str, str] = {}
        self._device = device
        self._said = 0
        self._unnamed = unnamed
        self._owed: list[str] = []
        self._lost = False
        """Something could not be followed, and all was asked for anew."""
        self._whole = False
        """All is being told from the beginning, as this member may know it now."""
        self._anew()

    def _anew(self) -> None:
        """Forget the room."""
        self.state = RoomState()
        self.match: Match | None = None
        self.present: dict[int, str] = {}
        self.page = ""
        self.thinking: int | None = None
        self.proven: bool | None = None
        self.takers: dict[int, int] = {}
        self._chairs: list[Chair] = []
        self._asker: int | None = None
        """Who sat where, and who asked for something, before the entry that is being folded."""

    def resume(self, me: int, state: RoomState, match: Match) -> None:
        """Go on from what this device knew when it was here last (`kept.py`)."""
        self.me, self.state, self.match = me, state, match
        self._reseat()

    @property
    def mine(self) -> list[int]:
        """The own seats."""
        return self.state.held(self.me)

    @property
    def owns(self) -> bool:
        """Whether the room is this member's."""
        return self.me is not None and self.state.owner == self.me

    # ---- saying -----------------------------------------------------------------------------

    def enter(self) -> str:
        """What to send first over every connection."""
        return self._enter(0 if self._lost else self.state.n)

    def _enter(self, since: int) -> str:
        return compact(
            {
                **{"do": "enter", "v": VERSION, "room": self.name, "key": self.key},
                **{"name": self.called, "since": since},
            }
        )

    def owed(self) -> list[str]:
        """What has to be sent now because of what was heard; call it after every `hear`."""
        owed, self._owed = self._owed, []
        return owed

    def play(self, action: Action) -> str:
        return self._say("play", at=self._next, action=action.text)

    @property
    def can_take_back(self) -> int | None:
        """The move that `back` goes back to without asking anybody; None if there is none."""
        step = None if self.match is None or self.match.state.actor is None else self.match.undo_step
        return None if self.state.paused else step

    def back(self, to: int | None = None) -> str:
        """Take back the last own decision, or all from the move with that number."""
        return self._say("back", at=self._next, to=self.can_take_back if to is None else to)

    @property
    def can_ask(self) -> int | None:
        """The last own decision, which `ask` asks to take back; None if there is none, or nobody may ask."""
        if self.match is None or self.state.asked is not None or self.state.paused:
            return None
        own = (step for step in range(len(self.match.moves) - 1, -1, -1) if self._is_mine(step))
        return next(own, None)

    def _is_mine(self, step: int) -> bool:
        return self.match is not None and self.match.moves[step].seat in self.mine

    def ask(self, to: int | None = None) -> str:
        """Ask the others to have the last own decision taken back, or all from the move with that number."""
        return self._say("ask", at=self._next, to=self.can_ask if to is None else to)

    def answer(self, yes: bool) -> str:
        """Answer the request that is open; whoever asked withdraws it with a no."""
        return self._say("answer", ask=self.state.asked.n if self.state.asked else 0, yes=yes)

    def seat(
        self, seat: int, who: int | None = None, computer: str | None = None, colour: str | None = None
    ) -> str:
        """Have a member sit there, or a computer, or nobody."""
        return self._say("seat", seat=seat, who=who, computer=computer, colour=colour)

    def rename(self, name: str) -> str:
        self.called = name
        return self._say("rename", name=name)

    def owner(self, who: int) -> str:
        """Hand the room on to another member."""
        return self._say("owner", who=who)

    def start(self) -> str:
        return self._say("start")

    def pause(self, on: bool) -> str:
        return self._say("pause", on=on)

    def say(self, phrase: str) -> str:
        return self._say("say", phrase=phrase)

    def again(self, room: str) -> str:
        """The same people play once more, in a new room."""
        return self._say("again", room=room)

    def leave(self) -> str:
        return self._say("leave")

    def here(self, on: bool) -> str:
        """The page is shown, or hidden; nothing that is kept."""
        return compact({"do": "here", "on": on})

    @property
    def _next(self) -> int:
        return self.state.acts + 1

    def _say(self, do: str, **fields: Any) -> str:
        self._said += 1
        id = f"{self._device}.{self._said}"
        self.pending[id] = compact({"do": do, "id": id, **fields})
        return self.pending[id]

    # ---- hearing ----------------------------------------------------------------------------

    def hear(self, text: str) -> list[News]:
        """What a message tells. What is already known tells nothing; after a gap the room is asked again."""
        try:
            data = loads(text)
            if self._lost and data["is"] == "entry":
                return []  # it will be told with all the others
            told: list[News] = self._HEARD.get(data["is"], Guest._nothing)(self, data)
        except _WRONG:
            return self._astray()
        return told

    def _nothing(self, data: Mapping[str, Any]) -> list[News]:
        """A message of a kind that only later versions know, or an answer to a sign of life."""
        return []

    def _astray(self) -> list[News]:
        """What was said cannot be: ask for all of it anew, unless that is what just failed.

        What is known of the room stays until then, for it is being shown.
        """
        if self._lost:
            return [news.Closed("broken")]
        self._lost = True
        self._owed = [self.enter()]
        return []

    def _room(self, data: Mapping[str, Any]) -> list[News]:
        since = data["since"]
        if since == 0:
            self._anew()
        self.me = data["you"]
        self.present = {int(who): str(how) for who, how in data["present"].items()}
        page = str(data.get("page", ""))
        self.page = page if page.startswith(("http://", "https://")) else ""
        told: list[News] = [news.Entered(since, data["n"])]
        self._whole = since == 0
        for entry in data["entries"]:
            told += self._entry(entry)
        self._whole = False
        if not self._owed:
            self._lost, self._owed = False, list(self.pending.values())
        return told

    def _entry(self, data: Mapping[str, Any]) -> list[News]:
        entry = entry_in(data)
        if entry.by is not None and entry.by == self.me:
            self.pending.pop(entry.id, None)
        if entry.n <= self.state.n:
            return []
        if entry.n > self.state.n + 1:
            self._owed = [self.enter()]
            return []
        before, asked = self.state.owner, self.state.asked
        self._chairs, self._asker = list(self.state.chairs), asked.by if asked else None
        self.state.take(entry)
        if entry.do not in ("join", "rename", "say"):
            self.thinking = None
        told = self._FOLD[entry.do](self, entry)
        if self.state.owner != before:
            told.append(news.Owned(self.state.owner))
        return told

    def _refused(self, data: Mapping[str, Any]) -> list[News]:
        said = self.pending.pop(str(data.get("id", "")), None)
        facts = {name: value for name, value in data.items() if name not in ("is", "id", "why")}
        return [news.Refusal(str(data["why"]), facts, loads(said)["do"] if said else "")]

    def _present(self, data: Mapping[str, Any]) -> list[News]:
        self.present |= {int(who): str(how) for who, how in data["who"].items()}
        return [news.Present()]

    def _thinking(self, data: Mapping[str, Any]) -> list[News]:
        self.thinking = int(data["seat"])
        return [news.Thinking(self.thinking)]

    def _bye(self, data: Mapping[str, Any]) -> list[News]:
        return [news.Closed(str(data["why"]))]

    _HEARD: Mapping[str, Callable[[Guest, Mapping[str, Any]], list[News]]] = {
        "room": _room,
        "entry": _entry,
        "refused": _refused,
        "present": _present,
        "thinking": _thinking,
        "bye": _bye,
    }

    # ---- folding ----------------------------------------------------------------------------

    def _open(self, entry: Entry) -> list[News]:
        return [news.Joined(1)]

    def _join(self, entry: Entry) -> list[News]:
        self._reseat()
        return [news.Joined(entry.data["who"])]

    def _rename(self, entry: Entry) -> list[News]:
        self._reseat()
        return [news.Renamed(self._by(entry))]

    def _owner(self, entry: Entry) -> list[News]:
        return []

    def _seat(self, entry: Entry) -> list[News]:
        self._reseat()
        seat, before = entry.data["seat"], self._chairs[entry.data["seat"]].who
        self._learn(before, seat)
        return [news.Seated(seat, before, entry.by)]

    def _learn(self, before: int | None, seat: int) -> None:
        """Who takes over a seat with secrets, or gives it up, begins anew with what that lets them know."""
        mine = self.me in (before, self.state.chairs[seat].who) and before != self.state.chairs[seat].who
        if mine and not self._whole and self.match is not None and self.match.state.secret:
            self._owed = [self._enter(0)]

    def _leave(self, entry: Entry) -> list[News]:
        self._reseat()
        return [news.Left(self._by(entry))]

    def _start(self, entry: Entry) -> list[News]:
        ruleset = find_ruleset(self.state.setup["ruleset"])
        seed = seed_for_guests(self.state.seal)
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
        self.match = Match(self.name, record, controllers)
        return [news.Started()]

    def _play(self, entry: Entry) -> list[News]:
        match, data = self._game(), entry.data
        action = match.state.parse_action(data["action"])
        told, why = told_of(data.get("told", {})), data.get("why")
        events = match.play(action, told, Reason(str(why[0]), dict(why[1])) if why else None)
        return [news.Played(data["seat"], tuple(events), entry.by)]

    def _back(self, entry: Entry) -> list[News]:
        self.proven = None
        match, by = self._game(), self._asker if entry.by is None else entry.by
        taken = match.take_back(entry.data["to"])
        if by is not None:
            self.takers[len(match.log) - 1] = by
        return [news.WentBack(taken.moves, by)]

    def _ask(self, entry: Entry) -> list[News]:
        return [news.Asked(self._by(entry), entry.data["to"])]

    def _answer(self, entry: Entry) -> list[News]:
        by = self._by(entry)
        return [news.Withdrew(by) if by == self._asker else news.Answered(by, entry.data["yes"])]

    def _pause(self, entry: Entry) -> list[News]:
        return [news.Paused(entry.data["on"])]

    def _tell(self, entry: Entry) -> list[News]:
        return [news.Said(self._by(entry), str(entry.data["phrase"]))]

    def _again(self, entry: Entry) -> list[News]:
        return [news.Again(str(entry.data["room"]))]

    def _over(self, entry: Entry) -> list[News]:
        seed, match = int(entry.data["seed"]), self._game()
        fits = sealed(seed, entry.data["salt"]) == self.state.seal
        self.proven = fits and match.unseal(seed, self.state.setup["options"], fresh=not self.state.moved)
        return [news.Ended(self.proven)]

    _FOLD: Mapping[str, Callable[[Guest, Entry], list[News]]] = {
        "open": _open,
        "join": _join,
        "rename": _rename,
        "owner": _owner,
        "seat": _seat,
        "start": _start,
        "play": _play,
        "back": _back,
        "ask": _ask,
        "answer": _answer,
        "pause": _pause,
        "say": _tell,
        "again": _again,
        "leave": _leave,
        "over": _over,
    }

    def _game(self) -> Match:
        if self.match is None:
            raise ValueError("the game has not begun")
        return self.match

    @staticmethod
    def _by(entry: Entry) -> int:
        if entry.by is None:
            raise ValueError(f"nobody does {entry.do}")
        return entry.by

    # ---- who plays --------------------------------------------------------------------------

    def _players(self) -> list[Player]:
        chairs = enumerate(self.state.chairs)
        return [
            Player(called or self.state.label(seat) or self._unnamed(seat, chair), chair.colour)
            for seat, chair in chairs
            for called in (self._unnamed(seat, chair) if chair.computer else "",)
        ]

    def _controller(self, seat: int) -> Controller:
        chair = self.state.chairs[seat]
        if chair.who is not None and chair.who == self.me:
            return Person()
        return Apart(f"{Computer.id} {chair.computer}" if chair.computer else "")

    def _reseat(self) -> None:
        """Let the match know who plays from now on, and what they are called."""
        if self.match is None:
            return
        for seat in range(len(self.state.chairs)):
            now, old = self._controller(seat), self.match.controllers[seat]
            if (now.id, now.tag()) != (old.id, old.tag()):
                self.match.set_controller(seat, now)
        players = self._players()
        if not player_tags(players).items() <= self.match.record.tags.items():
            self.match.set_players(players)
