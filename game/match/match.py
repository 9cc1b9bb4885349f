"""A game in progress: how it came about, which controller decides and what can be undone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Self

from game.engine.core import Action, Event, IllegalAction, ParseError, Reason, Ruleset, State, Told
from game.engine.record import Record, read, write
from game.match.controller import Controller
from game.match.controllers import (
    ANSWERS,
    MAIL,
    ROOM,
    Recording,
    controllers_of,
    is_by_mail,
    note_controller,
    person_of,
)
from game.match.controllers.advance import InAdvance
from game.match.history import SELDOM, STRIDE, History
from game.match.loading import Loading, whole
from game.match.log import Entry, Move, PlayerFailure, Seek, TakenBack, Why
from game.match.players import PlayerInfo, player_tags, players_of
from game.match.standing import IN_ADVANCE, Answers, after, from_tags, interrupts, to_tags
from game.match.waiting import (
    AwaitingAnswer,
    AwaitingInput,
    AwaitingRemote,
    AwaitingSend,
    AwaitingTimer,
    Wait,
)

GUIDE = "guide"
"""Tag of a game with a guide (`game/match/guide`)."""
TEACHING = "teaching"
"""Tag of a game in which costly turns are pointed out to the player (`game/match/teaching.py`)."""


AT_ONCE = 2000
"""The number of actions played without a pause: about a third of a second in a page."""
SLICE = 50
"""Actions between two pauses: some milliseconds."""


class Match:
    """A game in progress.

    id           id of the saved game
    state        the current position
    moves        the moves that led to it, with the actions of the record
    log          history for display, including undone moves
    controllers  the controller of each seat (changed by `set_controller`)
    version      counter that is increased by every change to what the match shows or waits for
    """

    def __init__(
        self,
        game_id: str,
        record: Record,
        controllers: Sequence[Controller] | None = None,
        *,
        start: State | None = None,
        brief: bool = False,
        unplayed: bool = False,
    ) -> None:
        """Play `record` and take over its list of actions. Raises `IllegalAction` or `ParseError` with the
        line if it is invalid.

        controllers  the controller of each seat; by default those named by the record's tags
        start        a position to begin from instead of the record's setup (a lesson, a puzzle); the record
                     of such a game cannot be replayed
        unplayed     leave the record to be played by `loading`, which alone may use the match until then
        brief        keep no log, and only the events that revealed something, to save memory: the room server
                     holds thousands of games and shows none
        """
        self.id = game_id
        self.record = record
        self.players: tuple[PlayerInfo, ...] = players_of(record)
        """Name and colour of each seat's player."""
        self.controllers = list(controllers_of(record) if controllers is None else controllers)
        self._advance = self._read_answers()
        """The standing answers of each seat that has some."""
        self._decider: Controller | None = None
        """The controller that decides now: that of the actor, or the actor's standing answers."""
        self._went_back_to = -1
        """Number of moves to which the last undo led. The person decides what was answered there."""
        self.from_position = start is not None
        self.state = record.new_game() if start is None else start.copy()
        self.moves: list[Move] = []
        self.log: list[Entry] = []
        self.version = 0
        self._paused = False
        self._brief = brief
        self._history = History(self.state, SELDOM if brief else STRIDE)
        self._floor = 0
        """Number of the first move that can be undone."""
        self._decided: int | None = None
        """Seat of the person who decided last."""
        self._sender: int | None = None
        """Seat that decided last on this device in a game by mail, until the game is sent."""
        self._next_at = 0.0
        self._ready: Action | None = None
        """Next action of the actor's controller."""
        self._request: str | None = None
        """Request of the actor's controller; None until it is needed."""
        self._said: dict[int, tuple[int, Reason, int]] = {}
        """For each computer: the turn, the reason it gave last, and the number of the move. A reason is given
        once a turn, even if a displaced player gave another in between."""
        if not unplayed:
            whole(self._play_record())

    @classmethod
    def loading(cls, game_id: str, record: Record) -> Loading[Self]:
        """Return the match of a record, loaded in slices, because tens of thousands of actions take
        seconds."""
        match = cls(game_id, record, unplayed=True)
        yield from match._play_record()
        return match

    def _play_record(self) -> Loading[None]:
        record = self.record
        actions, record.actions = record.actions, []
        told, record.told = record.told, {}
        for number, action in enumerate(actions):
            try:
                self._apply(action, told.get(number, {}))
            except (IllegalAction, ParseError) as fault:
                raise record.located(number, fault) from None
            if number >= AT_ONCE and number % SLICE == 0:
                yield number / len(actions)
        for number, move in enumerate(self.moves):
            if number in record.reasons:
                self._tell(Why(move.seat, record.reasons[number]))
            self._tell(move)
        self._look()

    def _tell(self, entry: Entry) -> None:
        if not self._brief:
            self.log.append(entry)

    @classmethod
    def start(
        cls,
        game_id: str,
        ruleset: Ruleset,
        players: Sequence[PlayerInfo],
        options: Mapping[str, str],
        seed: int,
        tags: Mapping[str, str] | None = None,
        controllers: Sequence[Controller] | None = None,
    ) -> Self:
        """Return a new game, by default between people. Raises `ParseError` for options the ruleset does not
        know."""
        record = Record(ruleset, len(players), options, seed, {**(tags or {}), **player_tags(players)})
        for seat, controller in enumerate(controllers or ()):
            note_controller(record, seat, controller)
        return cls(game_id, record, controllers)

    @classmethod
    def resume(cls, game_id: str, text: str) -> Self:
        """Return the game of a record's text. Raises `ParseError` or `IllegalAction` with the line if it is
        invalid."""
        return cls(game_id, read(text))

    @classmethod
    def watch(cls, record: Record) -> Self:
        """Return a replay of a recorded game, paused at its beginning (`seek`, `step`)."""
        script = Recording(record.actions, record.told)
        again = replace(record, tags=dict(record.tags), actions=[], reasons={}, computed=set(), told={})
        match = cls("", again, [script] * record.seats)
        match.paused = True
        return match

    def unseal(self, seed: int, options: Mapping[str, str], *, fresh: bool) -> bool:
        """Put the revealed seed of the game into the record.

        Returns False, without effect, if the game would have gone differently with that seed.

        options  options of the setup, of which a position string can omit some
        fresh    True if the seed determines the whole setup; otherwise it deals only the hidden part of the
                 starting position
        """
        actions = [move.action for move in self.moves]
        whole = replace(self.record, seed=seed, actions=actions, told=dict(self.record.told), lines=())
        try:
            if fresh:
                complete = whole.ruleset.full_options(whole.seats, options)
                whole.start, whole.options, whole.told = None, complete, {}
            again = Match(self.id, whole, self.controllers)
        except ValueError:
            return False
        first = again._history.state(0)
        seen = [None, *(first.position(seat) for seat in (None, *range(first.seats)))]
        otherwise = fresh and self.record.start not in seen
        if otherwise or any(
            new.events != old.events for new, old in zip(again.moves, self.moves, strict=True)
        ):
            return False
        self.record, self.state, self.moves = again.record, again.state, again.moves
        self._history = again._history
        self._look()
        return True

    def branch(self, game_id: str, step: int, controllers: Sequence[Controller] | None = None) -> Match:
        """Return a new game that leaves this one after its first `step` actions.

        With `controllers`, the new game is no longer played by mail or in a room. The guide and the teaching
        mode are never taken over.
        """
        moves = self._history.line[:step]
        actions, told = [move.action for move in moves], _told(moves)
        reasons = {number: why for number, why in self.record.reasons.items() if number < step}
        tags = dict(self.record.tags)
        computed = {number for number in self.record.computed if number < step}
        record = replace(
            self.record,
            tags=tags,
            actions=actions,
            lines=(),
            reasons=reasons,
            computed=computed,
            told=told,
        )
        for tag in (GUIDE, TEACHING):
            record.tags.pop(tag, None)
        if controllers:
            record.tags.pop(MAIL, None)
            record.tags.pop(ROOM, None)
            record.tags = {key: text for key, text in tags.items() if not key.startswith(ANSWERS)}
        for seat, controller in enumerate(controllers or ()):
            note_controller(record, seat, controller)
        return Match(game_id, record, controllers)

    # ---- properties -------------------------------------------------------------------------

    @property
    def ruleset(self) -> Ruleset:
        """Return the ruleset of the game."""
        return self.record.ruleset

    @property
    def by_mail(self) -> bool:
        """Return True if the players send the game to each other."""
        return is_by_mail(self.record)

    def state_at(self, step: int) -> State:
        """Return a copy of the position after `step` moves."""
        return self._history.state(step)

    def text(self) -> str:
        """Return the record as text, as it is saved."""
        return write(self.record)

    def public(self) -> Record:
        """Return the record without information that is known to one seat only.

        While such a game lasts, it begins from the public part of its starting position.
        """
        start = self.record.start
        if start is None or self.state.actor is None or not self.state.secret:
            return self.record
        return replace(self.record, start=self.ruleset.parse_position(start).position())

    # ---- pending events ---------------------------------------------------------------------

    def waits(self) -> Wait:
        """Return the next event that the match waits for; None if it is over or paused."""
        actor, controller = self.state.actor, self._decider
        if self._sender not in (None, actor) and (controller is None or controller.sends):
            return AwaitingSend(actor)
        if controller is None or actor is None:
            return None
        if controller.by_hand:
            return AwaitingInput(actor)
        if self.paused:
            return None
        if controller.elsewhere:
            return AwaitingRemote(actor)
        if self._ready is not None:
            return AwaitingTimer(self._next_at)
        request = self._wanted()
        return AwaitingAnswer(self.version, actor, request) if request else None

    @property
    def by_hand(self) -> bool:
        """Return True if a person at this device has to decide now, and has not done so in advance."""
        return self._decider is not None and self._decider.by_hand

    @property
    def ready(self) -> tuple[Action, Reason | None] | None:
        """Return the action that `step` plays now and the reason to be shown, or None if no action
        is ready."""
        return None if self._ready is None else (self._ready, self._unsaid())

    @property
    def paused(self) -> bool:
        """Return True if controllers other than people are paused."""
        return self._paused

    @paused.setter
    def paused(self, paused: bool) -> None:
        if paused != self._paused:
            self._paused = paused
            self.version += 1

    def rest(self, until: float) -> None:
        """Play nothing automatically before the time `until`, because the last move is still being shown."""
        self._next_at = until

    def posted(self) -> None:
        """Note that the game was sent to the next player (`AwaitingSend`)."""
        self._sender = None
        self.version += 1

    def answered(self, version: int, text: str) -> bool:
        """Accept the answer to the request of `waits`. Returns False if it is too late and is ignored."""
        return self._take(version, text)

    def failed(self, version: int, details: str = "") -> bool:
        """Let the controller decide without an answer. Returns False if no answer is expected.

        details  the cause, such as a traceback; empty if there was no error
        """
        return self._take(version, None, details)

    def _take(self, version: int, text: str | None, details: str = "") -> bool:
        actor, decider = self.state.actor, self._decider
        if version != self.version or actor is None or decider is None or not self._wanted():
            return False
        wrong = decider.answered(text, self.state, len(self.moves))
        if details or wrong:
            self._note_failure(PlayerFailure(actor, details or wrong))
        self._look()
        return True

    def _note_failure(self, failure: PlayerFailure) -> None:
        """Log the failure of a computer player, once in a game because it will probably fail every time."""
        if not any(isinstance(entry, PlayerFailure) for entry in self.log):
            self._tell(failure)

    def _look(self) -> None:
        """Update the version, and the action that the actor's controller has ready."""
        self.version += 1
        self._ready, self._request, self._decider = None, None, self._deciding()
        if self._decider is not None:
            self._ready = self._decider.next(self.state, len(self.moves))

    def _deciding(self) -> Controller | None:
        """Return the controller that decides now."""
        seat = self.state.actor
        if seat is None:
            return None
        controller, advance = self.controllers[seat], self._advance.get(seat)
        if advance is None or not controller.by_hand or not self.answerable or not advance.fits(self.state):
            return controller
        return advance

    @property
    def answerable(self) -> bool:
        """Return True if standing answers can decide now: in an interruption that no person has begun to
        answer, or has taken back."""
        seat = self.state.actor
        if seat is None or not interrupts(self.state):
            return False
        begun = self._interrupted_at(seat)
        by_person = begun < len(self.moves) and self.record.reasons.get(begun) != IN_ADVANCE
        return not by_person and self._went_back_to < begun

    def _interrupted_at(self, seat: int) -> int:
        """Return the number of the first of the last moves that are all of one seat, or of the next move."""
        number = len(self.moves)
        while number and self.moves[number - 1].seat == seat:
            number -= 1
        return number

    def _wanted(self) -> str:
        """Return the request that must be answered first, or "". Cached, because writing a position
        is slow."""
        if self._request is None:
            self._request = ""
            if self._decider is not None and self._ready is None:
                self._request = self._decider.request(self.state, len(self.moves))
        return self._request

    def _unsaid(self) -> Reason | None:
        """Return the reason for the action that is ready, unless it has already been given in this turn."""
        seat, decider = self.state.actor, self._decider
        if seat is None or decider is None:
            return None
        reason, given = decider.why(), self._said.get(seat)
        if decider.person:  # each interruption has its own
            return reason if self._interrupted_at(seat) == len(self.moves) else None
        return None if given is not None and given[:2] == (self.state.turn_number, reason) else reason

    # ---- playing ----------------------------------------------------------------------------

    def play(self, action: Action, told: Told | None = None, why: Reason | None = None) -> list[Event]:
        """Play an action of the actor. Raises `IllegalAction`, with the game unchanged, if it is not legal.

        told  the information it reveals, if the seed is not known here; an impossible one raises
              `ParseError`
        why   the reason a computer player gave for it
        """
        turn, number, ready, decider = self.state.turn_number, len(self.moves), self._ready, self._decider
        decision = self.state.decision
        events = self._apply(action, told or {})
        move = self.moves[-1]
        if action is ready and decider is not None:
            decider.played()
        if why is not None:
            self._tell(Why(move.seat, why))
            self.record.reasons[number] = why
            self._said[move.seat] = turn, why, number
        elif self._begins_by_computer(number, turn):
            self.record.computed.add(number)
        self._tell(move)
        if self._advance and decision is not None and self._was_in_advance(move.seat):
            self._use_up(move.seat, decision.id)
        elif self.controllers[move.seat].sends:
            self._sender = move.seat
        self._look()
        return events

    def _was_in_advance(self, seat: int) -> bool:
        """Return True if the last moves of a seat were made in advance."""
        return self.record.reasons.get(self._interrupted_at(seat)) == IN_ADVANCE

    def _use_up(self, seat: int, decision: str) -> None:
        """Drop the answers to a decision that hold once, at the end of an interruption."""
        over = self.state.actor != seat or not interrupts(self.state)
        if over and seat in self._advance:
            self.set_answers(seat, after(self.answers(seat), decision), self._advance[seat].seed)

    def _begins_by_computer(self, number: int, turn: int) -> bool:
        """Return True if a move is the first of successive ones by a computer player that has given no reason
        in this turn."""
        seat, before = self.moves[number].seat, self.moves[number - 1 : number]
        controller, said = self.controllers[seat], self._said.get(seat)
        if controller.person or not controller.tag() or (said is not None and said[0] == turn):
            return False
        same_turn = not any(event.kind == "turn" for move in before for event in move.events)
        return not (same_turn and any(move.seat == seat for move in before))

    def step(self) -> list[Event]:
        """Play the action that the actor's controller has ready (`AwaitingTimer`)."""
        assert self._ready is not None, "only while it waits for a Timer"
        return self.play(self._ready, self._ready_told(), self._unsaid())

    def _ready_told(self) -> Told:
        seat = self.state.actor
        return {} if seat is None else self.controllers[seat].told(len(self.moves))

    def seek(self, step: int) -> list[Event]:
        """Go to a step of a recorded game. Returns the events of the move that leads to it."""
        before = max(0, step - 1)
        self._go_to(min(before, len(self._history.line)))
        events: list[Event] = []
        while len(self.moves) < step and self._ready is not None:
            events = self._apply(self._ready, self._ready_told())
            self._look()
        self._tell(Seek(self.moves[-1] if self.moves else None))
        return events

    def _apply(self, action: Action, told: Told) -> list[Event]:
        seat, number, state = self.state.actor, len(self.moves), self.state
        if told:
            state = state.copy()  # the original must not change if the action is rejected
            state.arrange(told)
        events = state.apply(action)
        assert seat is not None, "no engine lets anybody act when the game is over"
        self.state = state
        shown = any(event.kind in self.ruleset.revealing for event in events)
        move = Move(seat, action, tuple(events) if shown or not self._brief else (), told)
        self.record.append(action)
        if told:
            self.record.told[number] = told
        self.moves.append(move)
        self._history.note(number, move, self.state)
        self._mind(number, move)
        return events

    # ---- undo -------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Return True if a decision can be undone.

        Undo never goes past revealed hidden information or another person's decision.
        """
        return self.undo_step is not None

    def undoes(self, step: int) -> bool:
        """Return True if the move number `step` is a person's and can be undone with all later moves."""
        last = self.undo_step
        return last is not None and self._floor <= step <= last and self._by_hand(step)

    def undo(self, step: int | None = None) -> TakenBack:
        """Go back to the last decision of the person who decided last, undoing later moves of computers; or
        to an earlier decision of that person, before move number `step`.

        Raises `IndexError` if that cannot be undone.
        """
        step = self.undo_step if step is None else step
        if step is None or not self.undoes(step):
            raise IndexError("nothing can be undone")
        return self.take_back(step)

    def take_back(self, step: int) -> TakenBack:
        """Undo all moves from number `step` without checks, by agreement of the players or by order of
        another device."""
        taken = TakenBack(tuple(self.moves[step:]))
        self._went_back_to = step
        self._go_to(step)
        if step < self._floor:
            self._count_back()
        self._sender = None
        self._said = {seat: said for seat, said in self._said.items() if said[2] < step}
        self._tell(taken)
        return taken

    @property
    def undo_step(self) -> int | None:
        """Return the number of the move that undo goes back to, or None if nothing can be undone."""
        for number in range(len(self.moves) - 1, self._floor - 1, -1):
            if self._by_hand(number):
                return number
        return None

    def _by_hand(self, number: int) -> bool:
        """Return True if a person made that move on this device."""
        return self.controllers[self.moves[number].seat].by_hand

    def _go_to(self, step: int) -> None:
        """Go to the state after the first `step` moves of the history."""
        self.state = self._history.state(step)
        self.moves = self._history.line[:step]
        self.record.actions[:] = [move.action for move in self.moves]
        self.record.told = _told(self.moves)
        for number in [number for number in self.record.reasons if number >= step]:
            del self.record.reasons[number]
        self.record.computed = {number for number in self.record.computed if number < step}
        for controller in (*self.controllers, *self._advance.values()):
            controller.forget()
        self._look()

    def _mind(self, number: int, move: Move) -> None:
        """Update the undo limit after a move."""
        if self.controllers[move.seat].person and move.seat != self._decided:
            self._floor, self._decided = number, move.seat
        if any(event.kind in self.ruleset.revealing for event in move.events):
            self._floor = number + 1

    def _count_back(self) -> None:
        """Compute the undo limit again from the beginning."""
        self._floor, self._decided = 0, None
        for number, move in enumerate(self.moves):
            self._mind(number, move)

    # ---- controllers ------------------------------------------------------------------------

    def set_controller(self, seat: int, controller: Controller) -> None:
        """Change the controller of a seat, also in the record's tags."""
        self.controllers[seat] = controller
        note_controller(self.record, seat, controller)
        self._reseated()

    def set_players(self, players: Sequence[PlayerInfo]) -> None:
        """Change the names and colours of the seats, also in the record's tags."""
        self.record.tags.update(player_tags(players))
        self.players = players_of(self.record)
        self.version += 1

    def answers(self, seat: int) -> Answers:
        """Return the standing answers of a seat."""
        return self._advance[seat].answers if seat in self._advance else ()

    def set_answers(self, seat: int, answers: Answers, seed: int = 0) -> None:
        """Change the standing answers of a seat, also in the record's tags.

        seed  makes the decisions of a computer player for the seat unpredictable
        """
        kept = {
            key: text for key, text in self.record.tags.items() if not key.startswith(f"{ANSWERS}{seat}.")
        }
        self.record.tags = {**kept, **to_tags(answers, seat)}
        self._advance.pop(seat, None)
        if answers:
            self._advance[seat] = InAdvance(answers, seed)
        self._look()

    def _read_answers(self) -> dict[int, InAdvance]:
        """Return the standing answers in the record's tags, by seat."""
        found = ((seat, from_tags(self.record.tags, seat)) for seat in range(self.record.seats))
        return {seat: InAdvance(answers, seat) for seat, answers in found if answers}

    def take_tags(self, tags: Mapping[str, str]) -> None:
        """Replace the tags of the game, and with them names, colours and controllers."""
        self.record.tags = dict(tags)
        self.players = players_of(self.record)
        self.controllers = controllers_of(self.record)
        self._advance = self._read_answers()
        self._reseated()

    def _reseated(self) -> None:
        """Update the undo limit and the pending event after a change of controllers."""
        self._count_back()
        if any(controller.by_hand for controller in self.controllers):
            self.paused = False  # only games without people here can be paused and resumed
        self._look()

    def set_by_mail(self, by_mail: bool) -> None:
        """Switch between play by mail and play on one screen."""
        self.record.tags[MAIL] = "yes" if by_mail else "no"
        for seat, controller in enumerate(self.controllers):
            if controller.by_hand:
                self.controllers[seat] = person_of(self.record)
        self._look()


def _told(moves: Sequence[Move]) -> dict[int, Told]:
    """Return the information revealed by the moves, by number, as in a record."""
    return {number: move.told for number, move in enumerate(moves) if move.told}
