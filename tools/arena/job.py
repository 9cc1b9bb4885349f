"""One game between computer players as a pure job: a setup and a seed in, a record and measurements out.

Results depend only on the job, except for the times, which are CPU time of the playing thread.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from time import thread_time
from typing import NamedTuple

from game.bots.choice import Choice
from game.bots.players import Player, Tunable
from game.engine import Action, Event, IllegalAction, ParseError, State, ruleset
from game.engine.core import ScoreLine
from game.engine.record import Record, write
from tools.players import player

MOST_ROUNDS = 200
"""Maximum length of a game in rounds. A longer game is scored as it stands, since no rule forces players to
end it."""
MOST_ACTIONS = 20_000

STALLED = "stalled"
FORFEIT = "forfeit"


class Contestant(NamedTuple):
    """A player by name, its search budget, and weights (name, value) that replace those of the player."""

    player: str
    work: int | None = None
    seconds: float | None = None
    weights: tuple[tuple[str, float], ...] = ()

    def seat(self) -> Player:
        """Create the player for one seat of one game."""
        made = player(self.player)
        if not self.weights:
            return made
        if not isinstance(made, Tunable):
            raise ParseError(f"player {self.player!r} takes no weights")
        return made.with_weights(dict(self.weights))


@dataclass(frozen=True)
class Job:
    """A game to play: `players` by seat, `options` as for `Ruleset.new_game`."""

    ruleset: str
    seed: int
    players: tuple[Contestant, ...]
    options: Mapping[str, str] = field(default_factory=dict)


class GameResult(NamedTuple):
    """The result of a game.

    record    the whole game (docs/reference/notation-record.md)
    totals    points by seat
    ranks     1 for the winners; equal ranks are shared
    lines     the rows of the scoring: points by seat for each
    end       the outcome's reason, or "stalled" or "forfeit"
    turns     number of turns begun, all seats together
    turn_ms   by seat: CPU time of each turn, in milliseconds
    call_ms   by seat: CPU time of each call of the player, including those in other players' turns
    error     the cause of a forfeit: an illegal action or an exception
    """

    record: str
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    lines: Mapping[str, tuple[int, ...]]
    end: str
    turns: int
    turn_ms: tuple[tuple[float, ...], ...]
    call_ms: tuple[tuple[float, ...], ...]
    error: str = ""

    @property
    def shares(self) -> tuple[float, ...]:
        """Share of the win by seat: the winners share it equally."""
        return tuple((rank == 1) / self.ranks.count(1) for rank in self.ranks)

    @property
    def rounds(self) -> int:
        """Number of rounds begun."""
        return -(-self.turns // len(self.ranks))


class Forfeit(Exception):
    """An illegal action or an exception of a player, which forfeits the game."""


def play(job: Job) -> GameResult:
    """Play the game of a job to its end."""
    state = ruleset(job.ruleset).new_game(len(job.players), job.options, job.seed)
    return _Game(state, job.players, job.seed).play()


class _Game:
    """A game in progress. `plan` holds the remaining actions of the current player's choice."""

    def __init__(self, state: State, entries: tuple[Contestant, ...], seed: int) -> None:
        self.state = state
        self.entries = entries
        self.players = [entry.seat() for entry in entries]
        self.rngs = [Random(f"{seed} {seat}") for seat in range(len(entries))]
        names = {f"name.{seat}": entry.player for seat, entry in enumerate(entries)}
        self.record = Record.of(state, {"origin": "arena", **names})
        self.plan: tuple[Action, ...] = ()
        self.turn_ms: list[dict[int, float]] = [{} for _ in entries]
        self.call_ms: list[list[float]] = [[] for _ in entries]

    def play(self) -> GameResult:
        state = self.state
        most_turns = MOST_ROUNDS * state.seats
        while (seat := state.actor) is not None:
            if state.turn_number > most_turns or len(self.record.actions) >= MOST_ACTIONS:
                return self._played(STALLED, state.scores())
            try:
                self._decide(seat)
            except Forfeit as why:
                return self._played(FORFEIT, state.scores(), seat, f"{self.entries[seat].player}: {why}")
        outcome = state.outcome
        assert outcome is not None, "no outcome after the end"
        return self._played(outcome.reason, outcome.lines)._replace(ranks=outcome.ranks)

    def _decide(self, seat: int) -> None:
        if not self.plan:
            self.plan = self._ask(seat)
        action, self.plan = self.plan[0], self.plan[1:]
        try:
            events = self.state.apply(action)
        except IllegalAction as refusal:
            raise Forfeit(f"illegal action {action}: {refusal}") from None
        self.record.append(action)
        if not self._still_meant(seat, events):
            self.plan = ()

    def _still_meant(self, seat: int, events: list[Event]) -> bool:
        """Return whether the plan still holds: its player is to act, nothing hidden was revealed, and the
        next action is legal."""
        if not self.plan or self.state.actor != seat:
            return False
        if any(event.kind in self.state.ruleset.revealing for event in events):
            return False
        return self.plan[0] in self.state.legal_actions()

    def _ask(self, seat: int) -> tuple[Action, ...]:
        entry = self.entries[seat]
        start = thread_time()
        try:
            # Hidden information is re-dealt, so a player gains nothing by peeking or by playing on this
            # state.
            seen = self.state.determinize(self.rngs[seat], seat)
            choice: Choice = self.players[seat].choose(
                seen, self.rngs[seat], work=entry.work, seconds=entry.seconds
            )
            plan = choice.plan[: choice.firm]
            if not plan:
                raise Forfeit("no action")
        except Forfeit:
            raise
        except Exception as broken:
            raise Forfeit(f"{type(broken).__name__}: {broken}") from broken
        self._took(seat, (thread_time() - start) * 1000)
        return plan

    def _took(self, seat: int, milliseconds: float) -> None:
        self.call_ms[seat].append(round(milliseconds, 3))
        if self.state.turn_seat == seat:
            turns, number = self.turn_ms[seat], self.state.turn_number
            turns[number] = round(turns.get(number, 0.0) + milliseconds, 3)

    def _played(
        self, end: str, lines: tuple[ScoreLine, ...], loser: int | None = None, error: str = ""
    ) -> GameResult:
        """Return the result of the game so far. Ranks follow the points where the game gives none; a player
        that forfeits is last."""
        totals = tuple(sum(points) for points in zip(*(line.points for line in lines), strict=True))
        order = [(seat != loser, total) for seat, total in enumerate(totals)]
        return GameResult(
            record=write(self.record),
            totals=totals,
            ranks=tuple(1 + sum(other > mine for other in order) for mine in order),
            lines={line.id: line.points for line in lines},
            end=end,
            turns=self.state.turn_number,
            turn_ms=tuple(tuple(turns.values()) for turns in self.turn_ms),
            call_ms=tuple(tuple(calls) for calls in self.call_ms),
            error=error,
        )
