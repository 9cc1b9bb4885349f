"""Games of one setup, checked at every step by the fuzzer and by the second implementation of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from game.engine.core import Action, State
from game.engine.record import Record
from game.engine.registry import ruleset
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tests.engine.hansa_teutonica.ht_games_played import choose as filling
from tests.engine.hansa_teutonica.ht_naive_any import naive
from tests.engine.hansa_teutonica.ht_naive_modules import NaiveModules
from tests.engine.pairs import reading
from tests.engine.pairs.crowded import crowded
from tests.engine.pairs.kinds import COMMON, kind
from tests.engine.pairs.setups import Setup, parse_setup
from tools.fuzz import Fuzzer, Report

WHOLE, CROWDED = "whole", "crowded"
STARTS = (CROWDED, WHOLE)
"""A short game from a position in the middle, or a whole game."""
WHILE = 30
"""Number of actions from the middle of a game: a turn or two."""
DRAFTED = ("hansa-teutonica",)
"""The rulesets with drawn positions."""
EAGER = {WHOLE: 0.1, CROWDED: 0.4}
"""Share of actions of the kind that has been played least."""
FILLING = {WHOLE: 0.95, CROWDED: 0.7}
"""Share of the other actions that fill nearly full routes and claim full ones."""
SECOND = 4
"""In whole games the second implementation checks every fourth action of turns, and all other decisions."""


class Game(NamedTuple):
    """A game to be played: all its details follow from these fields.

    >>> game = parse_game("crowded/7/hansa-teutonica/3/board:east+favour:on")
    >>> game.start, game.seed, game.setup.seats, parse_game(str(game)) == game
    ('crowded', 7, 3, True)
    """

    setup: Setup
    start: str
    seed: int

    def __str__(self) -> str:
        return f"{self.start}/{self.seed}/{self.setup}"


class Failed(NamedTuple):
    """A game that violated an invariant: the position before the last action, that action ("" if none was
    tried there), and the record of the whole game."""

    game: Game
    reason: str
    position: str
    action: str
    record: str

    def __str__(self) -> str:
        return "\n".join(
            [
                f"# {self.reason}",
                f"position: {self.position}",
                f"action: {self.action or '-'}",
                f"again: ./build.sh fuzz pairs --game {self.game}",
                self.record,
            ]
        )


def parse_game(text: str) -> Game:
    """Read a game written by `str`. Raises `ValueError` for any other text."""
    start, seed, setup = text.split("/", 2)
    if start not in STARTS:
        raise ValueError(f"a game begins with {' or '.join(STARTS)}, not {start!r}")
    return Game(parse_setup(setup), start, int(seed))


class PairFuzzer(Fuzzer):
    """Plays one game; `asked` and `played` count decisions and kinds of actions."""

    def __init__(self, game: Game) -> None:
        super().__init__(ruleset(game.setup.ruleset), Random(f"{game}"), Report())
        self.game = game
        self.state: State | None = None
        self.second: NaiveModules | None = None
        self.position = self.action = ""
        self.asked = Counter[str]()
        self.played = Counter[str]()

    def run(self) -> Failed | None:
        """Play the game. Return the failure, or None."""
        record = self._begin()
        self.finish(record.new_game(), record)
        broken = self.report.violations
        if not broken:
            return None
        return Failed(self.game, broken[0].reason, self.position, self.action, broken[0].record)

    def _begin(self) -> Record:
        setup, seed = self.game.setup, int(self.rng.random() * 2**63)
        if self.game.start == WHOLE:
            return Record.of(self.rules.new_game(setup.seats, setup.options, seed))
        self.most_actions = WHILE
        return Record.beginning(self.rules, crowded(setup, self.rng).position(), seed, {})

    def look(self, state: State) -> None:
        self.state, self.position, self.action = state, state.position(), ""
        self.second = naive(self.position) if isinstance(state, HansaTeutonicaState) else None
        if state.decision is not None:
            self.asked[state.decision.id] += 1
        self.check_position(state)
        if self.second_looks(state):
            reading.compare(state, self.second)

    def second_looks(self, state: State) -> bool:
        often = self.game.start == CROWDED or state.decision is None or state.decision.id != "turn"
        return often or self.asked.total() % SECOND == 0

    def perform(self, state: State, action: Action) -> None:
        self.played[kind(action, self.second)] += 1
        self.action = action.text
        if self.second and self.second_looks(state):
            reading.perform(state, action, self.second)
        else:
            state.apply(action)
        if state.actor is None:
            self.look(state)

    def choose(self, legal: Sequence[Action], seat: int) -> Action:
        """Choose the rarest kind of action sometimes, otherwise one that fills or claims routes, otherwise
        any."""
        if self.rng.random() < EAGER[self.game.start]:
            kinds: dict[str, list[Action]] = {}
            for action in legal:
                kinds.setdefault(kind(action, self.second), []).append(action)
            rare = sorted(kinds.keys() - COMMON, key=lambda one: (self.played[one], one))
            if rare:
                least = [one for one in rare if self.played[one] == self.played[rare[0]]]
                return self._pick(kinds[self._pick(least)])
        if isinstance(self.state, HansaTeutonicaState) and self.rng.random() < FILLING[self.game.start]:
            chosen = filling(self.state, self.rng)
            if chosen in legal:  # not if a copy of the game is played on
                return chosen
        return super().choose(legal, seat)


def games(setups: Sequence[Setup], seeds: Sequence[int]) -> list[Game]:
    """Return games of several setups: one whole game of each, and one from the middle for each seed."""
    return [
        Game(setup, start, seed)
        for start in STARTS
        for seed in seeds
        for setup in setups
        if (start == CROWDED and setup.ruleset in DRAFTED) or (start == WHOLE and seed == seeds[0])
    ]
