"""The adapter of the search to *Hansa Teutonica*: its move generator, evaluation and reasons."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, ClassVar

from game.bots.brain import Brain, GameEnd, NextStep, Plan, Playouts, Weights, shares
from game.engine import Reason, State
from game.games.hansa_teutonica.bots.candidates import guesses, sensible
from game.games.hansa_teutonica.bots.defences import defences
from game.games.hansa_teutonica.bots.endings import Ending, endings, towards
from game.games.hansa_teutonica.bots.evaluation import EvaluationContexts, evaluate
from game.games.hansa_teutonica.bots.evaluators import evaluators
from game.games.hansa_teutonica.bots.forecast import foreseen, game_ends
from game.games.hansa_teutonica.bots.guesser import PriorScorer
from game.games.hansa_teutonica.bots.judgement import Judgement, gone
from game.games.hansa_teutonica.bots.reasons import reason
from game.games.hansa_teutonica.bots.threats import threats
from game.games.hansa_teutonica.bots.weights import KINDS, STATIC_TABLES, TABLES, completed
from game.games.hansa_teutonica.rules.editions import edition
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.levels import MASTER
from game.worker_messages import Threat

STRAY = 0.15
"""Rate at which expected replies deviate to another of the best plans. Without it all playouts of a plan
would be equal until something is drawn, and a lucky line would count as often as there are playouts."""
LAST_WIDTH = 20
"""Beam width for a player's own turn once the bag is empty."""
AS_GOOD_AS_WON = 0.9
"""Win probability from which a player heads for the end of the game."""
CLOSING = 0.4
"""Value of the whole way to the end of the game, in win probability, per win probability above that
threshold. For a certain winner a point on the track is worth 0.002."""
NOISE = 0.8
"""Maximum evaluation noise of fast replies, in points, so that games differ."""

GIVEN_UP = 0.2
"""Remaining share of the value of more actions per turn, for both players, after a player has given up the
contest for them."""


def given_up(weights: Weights) -> Weights:
    """Return the weights of a player who has given up the contest for more actions per turn."""
    return {name: GIVEN_UP * w if name.startswith("actiones.") else w for name, w in weights.items()}


class HansaTeutonicaBrain(Brain):
    """Search adapter for 2 to 5 players: candidates, evaluation and reasons."""

    tables: Mapping[str, Weights] = TABLES  # mypyc requires exactly the type of the base class
    breadth = 20
    narrow = 4, 12
    slip = 7.0
    calm: ClassVar[float] = 0.7
    """Additional standard deviation of results for each point by which the game phase increases the value of
    markers, offices and points."""
    playouts = Playouts(width=3, breadth=8, prior=2, plans=16, work=32)

    def adapted(self, playouts: bool) -> HansaTeutonicaBrain:
        return self if playouts else type(self)(STATIC_TABLES)

    def kind(self, seats: int, options: Mapping[str, str]) -> str:
        """Return the player count, with the module if weights were trained for such games. Other games use
        the weights of the most similar kind."""
        names = [f"{seats}-{module.id}" for module in edition(seats, options).modules]
        near = (kind for kind in KINDS if kind.startswith(str(seats)))
        return next(kind for kind in (*names, str(seats), *near) if kind in KINDS)

    def weights(self, seats: int, options: Mapping[str, str]) -> Weights:
        """Return the weights trained on the board of the game, if there are any for the player count."""
        kind, played = self.kind(seats, options), edition(seats, options)
        own = self.tables.get(f"{kind}-{played.board.printed.id}")
        return completed(own or self.tables.get(kind, {}), played)

    def playouts_for(self, state: HansaTeutonicaState, level: str = "") -> Playouts:
        """Return the playouts of a level. With *master* every player plans as *medium* does and sometimes
        deviates.

        Replies to the moves that are chosen deviate at random, but not in a standoff: a player who doubts
        that the other holds out gives in first.
        """
        own = evaluators(state.edition)
        found = next((part.playouts for part in own if part.playouts is not None), self.playouts)
        if level == MASTER:
            wide = found._replace(width=8, breadth=self.breadth, stray=STRAY)
            return next((part.mastery for part in own if part.mastery is not None), wide)
        still = not level or found.stray or any(part.standoff for part in own)
        return found if still else found._replace(stray=STRAY)

    def context(self, state: HansaTeutonicaState) -> EvaluationContexts:
        """Return the weights at this point in the game. A player who has given up more actions per turn gives
        them little weight."""
        weights, known = self.weights(state.seats, state.options), evaluators(state.edition)
        scenes = EvaluationContexts(Judgement(state, weights, known), state.seats)
        if state.actor is None:
            return scenes
        patience = max((part.patience(state, weights) for part in known), default=0.0)
        if not patience or shares(evaluate(state, scenes), self.spread(scenes))[state.actor] >= patience:
            return scenes
        return EvaluationContexts(Judgement(state, given_up(weights), known), state.seats)

    def nested_context(
        self,
        state: HansaTeutonicaState,
        context: EvaluationContexts,
        playout: bool,
    ) -> EvaluationContexts:
        """Return the context for planning that turn, in which the remaining actions count."""
        return context.in_turn(state.turns) if playout else self.context(state)

    def beam_width(self, state: HansaTeutonicaState, width: int) -> int:
        """Return a wider beam if a marker can end the game, because a winning plan can begin with poor
        positions."""
        return max(width or 8, 0 if state.bag_left else LAST_WIDTH)

    def left(self, state: HansaTeutonicaState, context: EvaluationContexts) -> float:
        """Return the remaining share of the game by the search's estimate."""
        return min(1.0, max(0.0, context.j.left))

    def candidates(self, state: HansaTeutonicaState, context: EvaluationContexts) -> Sequence[Plan]:
        return sensible(state, context.j, [plan for _, plan in guesses(state, context)])

    def guards(self, state: HansaTeutonicaState, context: EvaluationContexts) -> Sequence[Plan]:
        return defences(state, context)

    def endings(self, state: HansaTeutonicaState, context: EvaluationContexts) -> Sequence[NextStep]:
        return [partial(_towards, ending, context) for ending in endings(state, context)]

    def foreseen(
        self, state: HansaTeutonicaState, chances: list[float], context: EvaluationContexts
    ) -> list[float]:
        return foreseen(state, chances, context)

    def game_ends(self, state: HansaTeutonicaState) -> Sequence[GameEnd]:
        return game_ends(state)

    def threats(self, state: HansaTeutonicaState, seat: int) -> Sequence[Threat]:
        return threats(state, seat, self.context(state))

    def evaluate(self, state: HansaTeutonicaState, context: EvaluationContexts) -> list[float]:
        return evaluate(state, context)

    def value(self, chance: float, ahead: float, length: int | None, state: Any, context: Any) -> float:
        """Return the value of an outcome: the win probability, plus a small share of the lead, plus the value
        of approaching the end of the game.

        Late in a game the win probability hardly varies between plans. A won game beats any win probability,
        and a game that drags on is ended even if it is lost. After playouts the lead counts as well.
        Otherwise a certain loser would end the game, since no other plan leaves a smaller gap.
        """
        return outcome_value(chance, ahead, length or 0, state, context.j) + closing(chance, state, context.j)

    def spread(self, context: EvaluationContexts) -> float:
        """Return the standard deviation of the result: large early, small at the end. Raised values of points
        (`haste`) increase it, because they add no certainty."""
        j = context.j
        return j.weights["spread"] * (0.15 + j.left) * (1.0 + self.calm * j.haste)

    def reply(self, state: HansaTeutonicaState, context: EvaluationContexts, rng: Random | None) -> Plan:
        """Return the best plan by the prior score alone."""
        found = guesses(state, context)
        if rng is None:
            return found[0][1]
        best, plan = -1e9, found[0][1]
        for gain, candidate in found:
            if gain < found[0][0] - 2 * NOISE:
                break
            seen = gain + NOISE * (rng.random() - rng.random())
            if seen > best:
                best, plan = seen, candidate
        return plan

    def key(self, state: HansaTeutonicaState) -> Hashable:
        """Return the state's slots that can differ within a turn, or between positions of a playout."""
        return (
            state.now,
            bytes(state.houses),
            bytes(state.supply),
            bytes(state.stock),
            state.offices,
            state.levels,
            state.unused,
            state.used,
            tuple(state.points),
            state.table,
            state.extras,
            state.actions_left,
            state.module_state,
            state.agenda,
            state.hand,
            state.actor,
            state.plate,
            state.tavern,
            state.turn_number,
        )

    def reason(self, state: Any, plan: Plan, context: Any, whole: bool = False) -> Reason | None:
        """Return the achievement or the preparation of the plan; None if there is neither, but no action is
        wasted."""
        found = reason(state, plan, context, whole)
        wasted = plan[0].text == "end-turn" and state.actions_left
        return Reason(*found) if found[0] != "wait" or wasted else None


def outcome_value(chance: float, ahead: float, length: int, state: State, j: Judgement) -> float:
    """Return the value of an outcome without that of approaching the end."""
    value = chance + 0.02 * ahead / (50.0 + abs(ahead)) - 1e-6 * length
    if state.actor is None:
        return value + 1.0 if j.weary else value
    return 0.025 + 0.95 * value


def closing(chance: float, state: HansaTeutonicaState, j: Judgement) -> float:
    """Return the value of approaching the end of the game: positive for a nearly certain winner, in long
    games for the leader, and finally for every player."""
    ahead = max(0.0, 2.0 * chance - 1.0)
    hurry = j.pressed + j.hurry * ahead + CLOSING * max(0.0, chance - AS_GOOD_AS_WON)
    return hurry * gone(state) if hurry else 0.0


def _towards(ending: Ending, scenes: EvaluationContexts, state: HansaTeutonicaState) -> Plan:
    return towards(ending, PriorScorer(state, scenes))


BRAIN = HansaTeutonicaBrain()
