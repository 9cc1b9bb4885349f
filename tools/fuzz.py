"""Play random games of every ruleset and check the invariants of the engine's contract.

python -m tools.fuzz --seconds 60
python -m tools.fuzz --actions 10000000 --seed 1

After every action the state's own invariants are checked, and that there is a next action. A sample of
positions is checked further: action texts, rejections, copies, positions, views of a seat; after each game
its record. Each game has its own biased random policy (`game/engine/taste.py`). A game that violates an
invariant is printed as a record, ready for replay.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import TypeVar

from game.command.ending import INTERRUPTED, ended
from game.command.numbers import SEED_HELP, real, whole
from game.engine.core import Action, Event, IllegalAction, ParseError, Ruleset, State
from game.engine.record import Record, read, replay, write
from game.engine.registry import ruleset, rulesets
from game.engine.taste import Taste

_T = TypeVar("_T")

SAMPLE = 1 / 40
"""Probability of the slow checks after an action."""
MOST_ACTIONS = 10_000
"""Maximum number of actions of a game, since random players can wander about endlessly."""
MOST_VIOLATIONS = 5
FOLLOW = 1 / 200
"""Probability that a seat's view of the game is followed from an action on, the slowest of all checks."""
FOLLOWED = 12
"""Number of actions for which a seat's view is followed."""

PROGRESS = 30.0
"""Seconds between two progress lines."""


@dataclass
class Violation:
    """A violated invariant, with the game up to the last action tried."""

    reason: str
    record: str


@dataclass
class Report:
    """Games and actions played by ruleset, and the violations found."""

    games: dict[str, int] = field(default_factory=dict)
    finished: dict[str, int] = field(default_factory=dict)
    actions: dict[str, int] = field(default_factory=dict)
    violations: list[Violation] = field(default_factory=list)
    stopped: bool = False
    """True after Ctrl-C."""

    @property
    def total(self) -> int:
        """Total number of actions played."""
        return sum(self.actions.values())


class BrokenPromise(AssertionError):
    """A violated invariant of the contract."""


def fuzz(names: Iterable[str], seed: int, enough: Callable[[Report], bool]) -> Report:
    """Play random games until `enough` returns True, too many violations are found, or Ctrl-C is pressed. The
    next game is always of the ruleset with the fewest actions so far."""
    rng = Random(seed)
    report = Report()
    players = [Fuzzer(ruleset(name), rng, report) for name in names]
    try:
        while not enough(report) and len(report.violations) < MOST_VIOLATIONS:
            min(players, key=lambda player: report.actions[player.rules.id]).play()
    except KeyboardInterrupt:
        report.stopped = True
    return report


def _differing(told: Sequence[Event], events: Sequence[Event]) -> str:
    """Describe the first event in which a game read from its position string differs from the original."""
    at = next((at for at, (one, other) in enumerate(zip(told, events, strict=False)) if one != other), -1)
    one, other = ((some[at] if 0 <= at < len(some) else f"{len(some)} events") for some in (told, events))
    return (
        f"a device that knows only the position string and what is revealed gets {one} where the game has "
        f"{other}; an action may depend only on those, not on the order of a dictionary"
    )


class Fuzzer:
    """Plays and checks one ruleset.

    `seen` holds the actions met so far, which are tried in positions where they are illegal; `taste` is the
    policy of the current game.
    """

    most_actions = MOST_ACTIONS

    def __init__(self, rules: Ruleset, rng: Random, report: Report) -> None:
        self.rules = rules
        self.rng = rng
        self.report = report
        self.seen: dict[str, Action] = {}
        self.taste = Taste(rng)
        report.games[rules.id] = report.finished[rules.id] = report.actions[rules.id] = 0

    def play(self) -> None:
        """Play one game and add it to the report."""
        seats = self._pick(self.rules.seats)
        seed = int(self.rng.random() * 2**63)
        state = self.rules.new_game(seats, self._options(seats), seed)
        self.finish(state, Record.of(state, {"origin": "fuzzer"}))

    def finish(self, state: State, record: Record) -> None:
        """Play a game to its end, checking it, and add it to the report."""
        self.taste = Taste(self.rng)
        try:
            self._play(state, record)
            self._check_record(state, record)
        except Exception as broken:
            reason = f"{type(broken).__name__}: {broken}"
            self.report.violations.append(Violation(reason, write(record)))
        self.report.games[self.rules.id] += 1
        self.report.finished[self.rules.id] += state.actor is None
        self.report.actions[self.rules.id] += len(record.actions)

    def _play(self, state: State, record: Record) -> None:
        state.check()
        while state.actor is not None and len(record.actions) < self.most_actions:
            legal = state.legal_actions()
            _require(bool(legal), "there is no legal action, but the game is not over")
            if self.rng.random() < SAMPLE:
                self._check_sample(state)
            if self.rng.random() < FOLLOW:
                self._check_views(state)
            self.look(state)
            action = self.choose(legal, state.actor)
            record.append(action)
            self.perform(state, action)
            state.check()
        if state.actor is None:
            self._check_end(state)

    def look(self, state: State) -> None:
        """Check more before every action; a hook for subclasses."""

    def perform(self, state: State, action: Action) -> None:
        """Apply the chosen action."""
        state.apply(action)

    def check_position(self, state: State) -> None:
        """Check that the public position and the position of a seat with hidden information read back
        equal."""
        position = state.position()
        again = self.rules.parse_position(position)
        _require(again.position() == position, f"read back: {position}")
        _require(list(again.legal_actions()) == list(state.legal_actions()), f"other actions in: {position}")
        _require((again.decision, again.actor) == (state.decision, state.actor), f"asked in: {position}")
        _require(again.turn_number == state.turn_number, f"the turn of: {position}")
        if state.secret:
            seat = self._pick(range(state.seats))
            seen = state.position(seat)
            _require(self.rules.parse_position(seen).position(seat) == seen, f"read back: {seen}")
        elif state.actor is None:
            _require((again.scores(), again.outcome) == (state.scores(), state.outcome), "scores")

    def _check_end(self, state: State) -> None:
        _require(not state.legal_actions() and state.decision is None, "a decision after the end")
        outcome = state.outcome
        assert outcome is not None, "no outcome after the end"
        sums = tuple(sum(points) for points in zip(*(line.points for line in outcome.lines), strict=True))
        _require(outcome.totals == sums, f"the score lines add up to {sums}, not {outcome.totals}")
        _require(min(outcome.ranks) == 1, f"nobody wins: {outcome.ranks}")

    def _check_sample(self, state: State) -> None:
        position = state.position()
        legal = list(state.legal_actions())
        self._check_words(state, legal)
        self._check_refusal(state, position)
        self._check_copy(state, position, legal)
        self.check_position(state)
        hidden = state.determinize(self.rng)
        hidden.check()
        _require(hidden.position() == position, "determinize changes what is public")
        _require(list(hidden.legal_actions()) == legal, "determinize changes what is legal")

    def _check_views(self, state: State) -> None:
        """Check that a seat's view can be read, and stays that seat's view when played on with what is
        revealed."""
        seat = self._pick((None, *range(state.seats)))
        real, seen = state.copy(), self.rules.parse_position(state.position(seat))
        for _ in range(FOLLOWED):
            if real.actor is None:
                break
            action = self.choose(real.legal_actions(), real.actor)
            events = real.apply(action)
            seen.arrange(real.to_tell(events, seat))
            told = seen.apply(action)
            if told != events:
                raise BrokenPromise(f"{action}: {_differing(told, events)}")
            _require(seen.position(seat) == real.position(seat), f"{action} parts the view of seat {seat}")

    def _check_words(self, state: State, legal: list[Action]) -> None:
        """Check that every action is the one its text names, and that no other action has its path
        (docs/reference/elements.md)."""
        for action in legal:
            _require(state.parse_action(str(action)) is action, f"the words of {action}")
        for one, other in pairwise(sorted(legal, key=lambda action: action.path)):
            if other.path[: len(one.path)] == one.path:
                raise BrokenPromise(
                    f"{one} and {other} cannot be told apart by touch: their paths {one.path} and "
                    f"{other.path} begin alike; let one of them begin with another element"
                )

    def _check_refusal(self, state: State, position: str) -> None:
        """Check that an illegal action is rejected with a reason and changes nothing."""
        legal = state.legal_actions()
        for action in legal:
            self.seen.setdefault(action.text, action)
        action = self._pick(list(self.seen.values()))
        if action in legal:
            return
        try:
            state.apply(action)
        except IllegalAction as refusal:
            _require(bool(str(refusal)), f"no reason why {action} is refused")
        else:
            raise BrokenPromise(f"{action} is not in the list, but was done")
        _require(state.position() == position, f"refusing {action} changes the state")

    def _check_copy(self, state: State, position: str, legal: list[Action]) -> None:
        """Check that playing on a copy leaves the original unchanged, and that two copies play alike."""
        one, other = state.copy(), state.copy()
        for _ in range(5):
            if one.actor is None:
                break
            action = self._pick(one.legal_actions())
            told = one.apply(action)
            _require(all(isinstance(event, Event) for event in told), f"events of {action}")
            _require(other.apply(action) == told, f"{action} tells different things on equal states")
        _require(one.position() == other.position(), "equal copies part")
        _require(
            state.position() == position and list(state.legal_actions()) == legal, "a copy is not independent"
        )

    def _check_record(self, state: State, record: Record) -> None:
        again = read(write(record))
        _require(again == record, "the record reads back differently")
        end = replay(again)
        _require(end.position() == state.position(), "the record gives another game")
        _require(end.outcome == state.outcome, "the record gives another outcome")

    def _options(self, seats: int) -> dict[str, str]:
        """Return a random value for every option, valid for this number of players and the values before
        it."""
        chosen: dict[str, str] = {}
        for option in self.rules.options:
            values = [value for value in option.values if self._may(seats, {**chosen, option.id: value})]
            chosen[option.id] = self._pick(values)
        return chosen

    def _may(self, seats: int, chosen: dict[str, str]) -> bool:
        try:
            self.rules.full_options(seats, chosen)
        except ParseError:
            return False
        return True

    def choose(self, legal: Sequence[Action], seat: int) -> Action:
        """Choose an action by the policy of this game."""
        return self.taste.choose(legal, seat)

    def _pick(self, items: Sequence[_T]) -> _T:
        return items[int(self.rng.random() * len(items))]


def _require(holds: bool, promise: str) -> None:
    if not holds:
        raise BrokenPromise(promise)


def arguments() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    description = "Play random games and check the rules' invariants after every action."
    parser = argparse.ArgumentParser(prog="kontor fuzz", description=description)
    add = parser.add_argument
    limit = "time limit in seconds (default: 60, or none with --actions)"
    add("--seconds", type=real(0), metavar="N", help=limit)
    add("--actions", type=whole(0, 10**12), metavar="N", help="maximum number of actions")
    add("--seed", type=int, default=0, metavar="N", help=SEED_HELP)
    add("--ruleset", choices=rulesets(), action="append", help="the game (default: all); can be repeated")
    return parser


def main(words: list[str] | None = None) -> int:
    """Run `kontor fuzz`. Return the exit status: 0 all invariants hold, 1 a violation, 130 interrupted
    (Ctrl-C)."""
    given = arguments().parse_args(words)
    seconds = given.seconds if given.seconds or given.actions else 60.0
    start = said = time.perf_counter()

    def enough(report: Report) -> bool:
        nonlocal said
        now = time.perf_counter()
        if now - said >= PROGRESS:
            said = now
            print(f"{report.total} actions, {len(report.violations)} violations", file=sys.stderr)
        late = seconds is not None and now - start >= seconds
        return late or (given.actions is not None and report.total >= given.actions)

    report = fuzz(given.ruleset or rulesets(), given.seed, enough)
    took = time.perf_counter() - start
    for name, actions in report.actions.items():
        print(f"{name}: {report.games[name]} games, {report.finished[name]} to the end, {actions} actions")
    print(f"{report.total} actions in {took:.0f} s, {report.total / took:.0f} a second, each checked")
    print(f"{len(report.violations)} violations")
    for violation in report.violations:
        print(f"\n# {violation.reason}\n{violation.record}")
    if report.violations:
        return 1
    return INTERRUPTED if report.stopped else 0


if __name__ == "__main__":
    sys.exit(ended(main))
