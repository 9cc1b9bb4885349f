"""A game of Kontor as a PettingZoo environment: one agent acts after another (AEC).

An observation is a dict: `observation`, integers in the order of `Environment.layout`, relative to the
agent's seat, and `action_mask`, 1 for each legal action of the agent. It contains nothing hidden. An action
is a number; `Environment.texts` has its meaning. The reward comes at the end: the agent's share of the win
minus the chance level, so that rewards sum to zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from game.engine import Action, IllegalAction, ParseError, Reason, Ruleset, State, ruleset
from game.engine.declared import DeclaredRules
from game.games import optional_part
from game.research.declared import declared_view
from game.research.view import View

MOST_ROUNDS = 200
"""Maximum number of rounds. Longer games are truncated (`truncations`) and ranked by the current position."""
MOST_SEED = 2**31


def environment(
    name: str, seats: int, options: Mapping[str, str] | None = None, most_rounds: int = MOST_ROUNDS
) -> Any:
    """Return an environment with PettingZoo's usual checks: the order of calls, actions out of bounds, and
    illegal actions, which end the game with -1 for the offender."""
    made = wrappers.TerminateIllegalWrapper(Environment(name, seats, options, most_rounds), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


class Environment(AECEnv):
    """The environment without checks. Raises `ParseError` for an unknown game, player count or option.

    layout  meaning of the integers of an observation (`game.research.view.ObservationPart`)
    texts   actions by number, in the form used in records
    game    state of the engine; do not change it
    """

    metadata = {"render_modes": ["ansi"], "name": "kontor_v0", "is_parallelizable": False}  # noqa: RUF012
    render_mode = "ansi"

    def __init__(
        self, name: str, seats: int, options: Mapping[str, str] | None = None, most_rounds: int = MOST_ROUNDS
    ) -> None:
        super().__init__()
        self.ruleset, self.seats, self.options = ruleset(name), seats, dict(options or {})
        self.ruleset.full_options(seats, self.options)
        self.most_turns = most_rounds * seats
        self._view = _view(self.ruleset)
        self.layout, self.texts = self._view.layout(seats), self._view.texts
        self._numbers = {text: number for number, text in enumerate(self.texts)}
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        sizes = [part.size for part in self.layout]
        low = np.repeat([part.low for part in self.layout], sizes).astype(np.int32)
        high = np.repeat([part.high for part in self.layout], sizes).astype(np.int32)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=np.int32),
                    "action_mask": spaces.Box(0, 1, (len(self.texts),), dtype=np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(len(self.texts)) for agent in self.possible_agents}
        self.game: State = self.ruleset.new_game(seats, self.options)
        self._random = np.random.default_rng(0)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game: that of the seed, otherwise the next of a series that begins with
        the last seed."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        game_seed = int(self._random.integers(MOST_SEED)) if seed is None else seed
        self.game = self.ruleset.new_game(self.seats, self.options, game_seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, np.ndarray[Any, Any]]:
        seat = self._seat[agent]
        values = chain.from_iterable(self._view.observe(self.game, seat))
        mask = np.zeros(len(self.texts), dtype=np.int8)
        if self.game.actor == seat:
            mask[[self._numbers[action.text] for action in self.game.legal_actions()]] = 1
        return {"observation": np.fromiter(values, dtype=np.int32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Apply the action of this number. Raises `IllegalAction` if it is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "an action is a number as long as the game runs"
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.game.apply(self._legal(action))
        if self.game.actor is None:
            self._end(self.terminations)
        elif self.game.turn_number > self.most_turns:
            self._end(self.truncations)
        else:
            self._select()
        self._accumulate_rewards()

    def _legal(self, number: int) -> Action:
        """Return the action of a number, which need not belong to this board."""
        try:
            return self.action(number)
        except ParseError as unknown:
            raise IllegalAction(Reason("not-offered"), str(unknown)) from None

    def action(self, number: int) -> Action:
        """Return the engine's action of a number. Raises `ParseError` if it belongs to another board or
        variant."""
        return self.game.parse_action(self.texts[number])

    def number(self, action: Action) -> int:
        """Return the number of an engine's action."""
        return self._numbers[action.text]

    def render(self) -> str:
        """Return the position string (docs/reference/notation.md)."""
        return self.game.position()

    def _select(self) -> None:
        actor = self.game.actor
        assert actor is not None, "somebody decides while the game runs"
        self.agent_selection = self.possible_agents[actor]

    def _end(self, why: dict[str, bool]) -> None:
        """Set the rewards of all agents, by rank, or by current points if the game is truncated."""
        outcome = self.game.outcome
        lines = self.game.scores() if outcome is None else outcome.lines
        totals = [sum(points) for points in zip(*(line.points for line in lines), strict=True)]
        best = [total == max(totals) for total in totals]
        if outcome is not None:
            best = [rank == 1 for rank in outcome.ranks]
        for seat, agent in enumerate(self.possible_agents):
            why[agent] = True
            self.rewards[agent] = best[seat] / sum(best) - 1 / self.seats
            self.infos[agent] = {"points": totals[seat]}


def _view(rules: Ruleset) -> View:
    """Return the game as integers: its own view, else that of what its rules declare."""
    own = optional_part(rules.id, "research")
    if own is not None:
        view: View = own.VIEW
        return view
    if isinstance(rules, DeclaredRules):
        return declared_view(rules)
    raise ParseError(f"{rules.id} has no part 'research', and its rules are not declared")
