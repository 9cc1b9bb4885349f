"""The computer player's knowledge of Hansa Teutonica."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from game.bots.brain import Brain, Plan, Playouts, Weights
from game.engine import State
from game.games.hansa_teutonica.bots.beginnings import completed
from game.games.hansa_teutonica.bots.candidates import guesses, sensible
from game.games.hansa_teutonica.bots.endings import Ending, endings, towards
from game.games.hansa_teutonica.bots.evaluation import EvaluationContexts, evaluate
from game.games.hansa_teutonica.bots.guesser import PriorScorer
from game.games.hansa_teutonica.bots.judgement import Judgement, gone
from game.games.hansa_teutonica.bots.parts import parts
from game.games.hansa_teutonica.bots.reasons import reason
from game.games.hansa_teutonica.bots.weights import AT_A_GLANCE, KINDS, TABLES
from game.games.hansa_teutonica.rules.editions import edition
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState

STRAY = 0.15
"""So often the replies that are expected are another of the best plans: else all continuations of a plan run
alike until something is drawn, and a fluke counts as often as they are played."""
LAST_WIDTH = 20
"""The width of the beam of a player's own turn once the bag is empty."""
AS_GOOD_AS_WON = 0.9
"""With such a chance a player brings the game to its end."""
CLOSING = 0.4
"""What the whole way to the end is then worth, in chances, times what the chance is above that: a point on
the track is worth .002 to who is sure to win."""
NOISE = 0.8
"""A quick reply misjudges each gain by up to so many points, so that games differ."""

GIVEN_UP = 0.2
"""The share left of the worth of more actions a turn, own and the rival's, for a player who no longer fights
for them."""


def given_up(weights: Weights) -> Weights:
    """The weights of a player who no longer fights for more actions a turn."""
    return {name: GIVEN_UP * w if name.startswith("actiones.") else w for name, w in weights.items()}


class HansaTeutonicaBrain(Brain):
    """Candidates, evaluation and reasons for 2 to 5 players."""

    tables: Mapping[str, Weights] = TABLES  # as mypyc wants it: exactly the type of the base class
    breadth = 20
    narrow = 4, 12
    slip = 7.0
    calm: ClassVar[float] = 0.7
    """How much further apart results are than they would be, for each point by which the clock overrates
    markers, offices and points."""
    playouts = Playouts(width=3, breadth=8, prior=2, plans=16, work=32)

    def at_a_glance(self) -> HansaTeutonicaBrain:
        return type(self)(AT_A_GLANCE)

    def kind(self, seats: int, options: Mapping[str, str]) -> str:
        """The player count, with the module if such games were learnt apart; what was never learnt is judged
        like what is nearest."""
        names = [f"{seats}-{module.id}" for module in edition(seats, options).modules]
        near = (kind for kind in KINDS if kind.startswith(str(seats)))
        return next(kind for kind in (*names, str(seats), *near) if kind in KINDS)

    def weights(self, seats: int, options: Mapping[str, str]) -> Weights:
        """Those learnt on the board of the game, if there are any for so many players."""
        kind, played = self.kind(seats, options), edition(seats, options)
        own = self.tables.get(f"{kind}-{played.board.printed.id}")
        return completed(own or self.tables.get(kind, {}), played)

    def playouts_in(self, state: HansaTeutonicaState) -> Playouts:  # type: ignore[override]
        own = (part.playouts for part in parts(state.edition))
        return next((playouts for playouts in own if playouts is not None), self.playouts)

    def mastery(self, playouts: Playouts, state: State) -> Playouts:
        """As many continuations, but everybody in them plans as medium does, and sometimes strays."""
        assert isinstance(state, HansaTeutonicaState)
        own = (part.mastery for part in parts(state.edition))
        wide = playouts._replace(width=8, breadth=self.breadth, stray=STRAY)
        return next((mastery for mastery in own if mastery is not None), wide)

    def doubting(self, playouts: Playouts, state: State) -> Playouts:
        """Replies stray, but in a standoff: who doubts that the other holds out gives in first."""
        assert isinstance(state, HansaTeutonicaState)
        standoff = any(part.standoff for part in parts(state.edition))
        return playouts if playouts.stray or standoff else playouts._replace(stray=STRAY)

    def context(self, state: HansaTeutonicaState) -> EvaluationContexts:  # type: ignore[override]
        """The weights at this point in the game; who gives up more actions a turn counts them for little."""
        weights, known = self.weights(state.seats, state.options), parts(state.edition)
        scenes = EvaluationContexts(Judgement(state, weights, known))
        if state.actor is None:
            return scenes
        patience = max((part.patience(state, weights) for part in known), default=0.0)
        if not patience or self.chances(evaluate(state, scenes), scenes)[state.actor] >= patience:
            return scenes
        return EvaluationContexts(Judgement(state, given_up(weights), known))

    def context_in_turn(self, state: HansaTeutonicaState, context: EvaluationContexts) -> EvaluationContexts:  # type: ignore[override]
        """The actions left in that turn count."""
        return context.in_turn(state.turns)

    def width_in(self, state: HansaTeutonicaState, width: int) -> int:  # type: ignore[override]
        """Wider where a marker may end the game: the plan that wins may begin with what looks poor."""
        return width if state.bag_left else max(width, LAST_WIDTH)

    def left(self, state: State, context: EvaluationContexts) -> float:
        """By the clock of the search."""
        return min(1.0, max(0.0, context.j.left))

    def candidates(self, state: HansaTeutonicaState, context: EvaluationContexts) -> Sequence[Plan]:  # type: ignore[override]
        return sensible(state, context.j, [plan for _, plan in guesses(state, context)])

    def endings(self, state: HansaTeutonicaState, context: EvaluationContexts) -> Sequence[Ending]:  # type: ignore[override]
        return list(endings(state, context.j))

    def towards(self, ending: Ending, state: HansaTeutonicaState, context: EvaluationContexts) -> Plan:  # type: ignore[override]
        return towards(ending, PriorScorer(state, context))

    def evaluate(self, state: HansaTeutonicaState, context: EvaluationContexts) -> list[float]:  # type: ignore[override]
        return evaluate(state, context)

    def value(self, chance: float, ahead: float, length: int, over: bool, context: Any) -> float:
        """The chance, and to a small extent the lead: late in a game the chance is nearly the same whatever
        is done. A game won beats any prospect of winning; one that drags on is ended even if lost."""
        value = chance + 0.02 * ahead / (50.0 + abs(ahead)) - 1e-6 * length
        if over:
            return value + 1.0 if context.j.weary else value
        return 0.025 + 0.95 * value

    def promise(self, estimate: float, ahead: float, over: bool, context: Any) -> float:
        """By the value, as in the beam: else whoever has lost for certain would end the game, since no other
        plan leaves a smaller gap."""
        return self.value(estimate, ahead, 0, over, context)

    def closing(self, chance: float, state: State, context: EvaluationContexts) -> float:
        """Whoever has as good as won brings the game to its end; where games take long, whoever is ahead, and
        at last everybody."""
        assert isinstance(state, HansaTeutonicaState)
        j = context.j
        ahead = max(0.0, 2.0 * chance - 1.0)
        hurry = j.pressed + j.hurry * ahead + CLOSING * max(0.0, chance - AS_GOOD_AS_WON)
        return hurry * gone(state) if hurry else 0.0

    def spread(self, context: EvaluationContexts) -> float:
        """Much can still happen early, little at the end; what counts for more than it scores (`haste`) sets
        results further apart, but no more surely."""
        j = context.j
        return j.weights["spread"] * (0.15 + j.left) * (1.0 + self.calm * j.haste)

    def reply(self, state: HansaTeutonicaState, context: EvaluationContexts, rng: Random | None) -> Plan:  # type: ignore[override]
        """What looks best at a glance."""
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

    def key(self, state: HansaTeutonicaState) -> Hashable:  # type: ignore[override]
        """The slots of the state that can differ within a turn, or between positions of a continuation."""
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
            state.more,
            state.agenda,
            state.hand,
            state.actor,
            state.plate,
            state.tavern,
            state.turn_number,
        )

    def reason(
        self, state: State, plan: Plan, context: Any, whole: bool = False
    ) -> tuple[str, dict[str, Any]] | None:
        """What the plan achieves or prepares; None if that is nothing, but no actions are wasted either."""
        assert isinstance(state, HansaTeutonicaState)
        found = reason(state, plan, context, whole)
        wasted = plan[0].text == "end-turn" and state.actions_left
        return found if found[0] != "wait" or wasted else None


BRAIN = HansaTeutonicaBrain()
