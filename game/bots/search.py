"""Search for every game: a beam search over whole turns, then playouts of the best plans.

A `Variation` is a candidate plan for the rest of the actor's turn, with the position it leads to.
`Search.lines` finds the best plans by static evaluation. `Search.compare` plays them out with the rollout
policy of the game, re-dealing hidden information each time, and halves the field repeatedly (sequential
halving).

Every search is a generator that pauses after a few evaluations (`steps`). `finish(search.lines(8))` runs one
without pauses.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import fsum
from random import Random
from typing import Any

from game.bots.brain import Brain, Plan, Playouts, lead, shares
from game.bots.budget import Budget
from game.bots.confidence import Power, raised
from game.bots.steps import Steps
from game.engine import State

MOST_STEPS = 30
"""Maximum number of macro-actions in a turn. No sensible turn is longer; the bound ensures that the beam
ends."""
MOST_REPLIES = 400
"""Maximum number of replies in a playout, in case it does not end by itself."""
YIELD_EVERY = 4
"""Number of candidates between two pauses. A pause passes through about a dozen generators and may read a
clock."""
OWN = 3
"""Width of the beam that plans the rest of a turn after hidden information was revealed."""
SEEDS = 1 << 48

Begun = tuple[State, int | None]
"""The state after a macro-action, and the number of its actions before hidden information is revealed, if it
is."""


@dataclass(eq=False)
class Variation:
    """A candidate plan (variation): the actions for the rest of the turn, the resulting position and its
    value.

    firm     number of actions before another player decides or hidden information is revealed
    settled  True once that has happened, so that `firm` stops growing
    worth    static evaluation of `state`, by seat
    chances  each seat's win probability according to `worth`
    value    sort key (`Brain.value`): the actor's win probability, plus a little for the lead in points; of
             equal plans the shorter one is better
    prior    weight of `chances`, in playouts
    before   the state before hidden information was revealed, if it was; `shown` holds the actions from there
    totals   sums of the win probabilities at the end of `count` playouts
    """

    plan: Plan
    state: State
    firm: int
    settled: bool
    worth: list[float]
    chances: list[float]
    value: float
    prior: int
    before: State | None = None
    shown: Plan = ()
    totals: Sequence[float] = ()
    count: int = 0

    def add(self, chances: Sequence[float]) -> None:
        """Add the win probabilities at the end of one more playout."""
        before = self.totals or [0.0] * len(chances)
        self.totals = [a + b for a, b in zip(before, chances, strict=True)]
        self.count += 1

    def estimate(self) -> list[float]:
        """Return each seat's win probability, combined from the playouts and the static evaluation."""
        if not self.count:
            return self.chances
        n = self.count + self.prior
        return [(total + self.prior * c) / n for total, c in zip(self.totals, self.chances, strict=True)]


class Search:
    """A search from one root state."""

    def __init__(
        self, brain: Brain, state: State, context: Any = None, playouts: Playouts | None = None
    ) -> None:
        """Prepare a search.

        context   the context of an enclosing search that has fixed one
        playouts  parameters in place of the game's default

        Set `first` to use other parameters while all plans are still compared. Set `anew` to re-deal the
        hidden information that a plan reveals in each playout.
        """
        seat = state.actor
        assert seat is not None, "the game is over"
        self.brain, self.state, self.seat = brain, state, seat
        self.playouts = playouts or brain.playouts_for(state)
        self.first: Playouts | None = None
        self.anew = brain.deals > 0
        self.context = brain.context(state) if context is None else context
        self._replies: dict[Hashable, list[list[Plan]]] = {}
        self._guarding = False

    def chances(self, state: State, worth: Sequence[float], foresee: bool = True) -> list[float]:
        """Return each seat's win probability, which is certain once the game is over.

        foresee  whether to consider who can end the game next and win, which takes longer
        """
        outcome = state.outcome if state.actor is None else None
        if outcome is None:
            found = shares(worth, self.brain.spread(self.context))
            return self.brain.foreseen(state, found, self.context) if foresee else found
        winners = outcome.winners
        return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(state.seats)]

    def foreseen(self, line: Variation) -> list[float]:
        """Return the win probabilities after a plan, which consider who can end the game next and win. Those
        that are a mean over several deals are unchanged."""
        averaged = line.before is not None and self.brain.deals
        return line.chances if averaged else self.chances(line.state, line.worth)

    def confident(self, estimate: Sequence[float], power: Power) -> list[float]:
        """Return each seat's calibrated win probability for this estimate."""
        return raised(estimate, power.at(self.brain.left(self.state, self.context)))

    def line(self, plan: Plan, state: State, firm: int, settled: bool) -> Variation:
        """Return the plan as an evaluated `Variation`."""
        brain, context = self.brain, self.context
        worth = brain.evaluate(state, context)
        chances = self.chances(state, worth, self._guarding)
        value = brain.value(chances[self.seat], lead(worth, self.seat), len(plan), state, context)
        return Variation(plan, state, firm, settled, worth, chances, value, self.playouts.prior)

    def after(self, line: Variation, plan: Plan, begun: dict[Plan, Begun]) -> tuple[Variation, bool]:
        """Return the `Variation` extended by a macro-action, and whether that ends the actor's turn.

        Decisions of others within the turn (such as a displaced player's) follow the fast rollout policy.
        `begun` caches the states after common prefixes of the macro-actions.
        """
        state, shown = self.begin(line, plan, begun)
        seat, turn = self.seat, self.state.turn_number
        over, settled = shown is not None, line.settled or shown is not None
        while not over and state.actor != seat:
            settled = True
            over = state.actor is None or state.turn_number != turn or self.state.turn_seat != seat
            if not over:
                for action in self.brain.reply(state, self.context, None):
                    state.apply(action)
        over = over or state.turn_number != turn
        whole = line.plan + plan
        longer = self.line(whole, state, line.firm if line.settled else len(whole), settled)
        if shown is not None:
            longer.before, longer.shown = begun[plan[:shown]][0], plan[shown:]
        return longer, over

    def begin(self, line: Variation, plan: Plan, begun: dict[Plan, Begun]) -> Begun:
        """Return the state after a macro-action and the number of its actions before hidden information was
        revealed, if it was."""
        if not plan:
            return line.state, None
        first = plan[:-1]
        found = begun.get(first)
        if found is None:
            found = begun[first] = self.begin(line, first, begun)
            found[0].legal_actions()  # computed once and shared by all copies
        before, shown = found
        state = before.copy()
        events = state.apply(plan[-1])
        if shown is None:
            revealing = self.state.ruleset.revealing
            for event in events:
                if event.kind in revealing:
                    return state, len(first)
        return state, shown

    def tried(self, state: State, breadth: int) -> Sequence[Plan]:
        """Return the candidates that a beam tries in a position; while guarding, with the guards first."""
        found = self.brain.candidates(state, self.context)[: breadth or None]
        guards = self.brain.guards(state, self.context) if self._guarding else ()
        return [*guards, *(plan for plan in found if plan not in guards)] if guards else found

    def chains(self) -> Steps[list[Variation]]:
        """Lines of a single chain each, best first."""
        start, found = self.line((), self.state, 0, False), list[Variation]()
        begun: dict[Plan, Begun] = {}
        for plan in self.brain.candidates(self.state, self.context):
            found.append(self.after(start, plan, begun)[0])
            yield ""
        return _best(found)

    def lines(
        self, width: int, breadth: int = 0, rng: Random | None = None, deals: int | None = None
    ) -> Steps[list[Variation]]:
        """Return plans for the whole turn, best first, found by a beam search.

        width    beam width
        breadth  branching factor: number of candidates tried in each position, 0 for all
        rng      if given, a plan that stops at revealed hidden information is averaged over several deals
        deals    number of those deals; None: `Brain.deals`

        Of plans that lead to the same position, only the best is kept.
        """
        finished: dict[Hashable, Variation] = {}
        beam, tried = [self.line((), self.state, 0, False)], 0
        for _ in range(MOST_STEPS):
            grown: dict[Hashable, Variation] = {}
            for line in beam:
                begun: dict[Plan, Begun] = {}
                for plan in self.tried(line.state, breadth):
                    longer, over = self.after(line, plan, begun)
                    known = finished if over else grown
                    key = self.brain.key(longer.state)
                    if known.setdefault(key, longer).value < longer.value:
                        known[key] = longer
                    tried += 1
                    if tried % YIELD_EVERY == 0:
                        yield ""
            beam = _best(grown.values())[:width]
            if not beam:
                break
        if rng is not None:
            for line in finished.values():
                yield from self.look_through(line, rng, self.brain.deals if deals is None else deals)
        return _best(finished.values()) or beam

    def turns(
        self, width: int, breadth: int = 0, rng: Random | None = None, deals: int | None = None
    ) -> Steps[list[Variation]]:
        """Return the plans of `lines`, extended by game-ending turns that the adapter knows
        (`Brain.endings`), and by plans that prevent an opponent from ending the game and winning.

        A beam may prune those. They are tried only if the best plan does not end the game.
        """
        found = yield from self.lines(width, breadth, rng, deals)
        if found[0].state.actor is not None:
            found = yield from self.with_endings(found)
        if found[0].state.actor is not None:
            found = yield from self.guarded(found, (width + 1) // 2, breadth // 2)
        return found

    def with_endings(self, found: list[Variation]) -> Steps[list[Variation]]:
        """Return plans with those that end the game on a way that the adapter knows."""
        ways = self.brain.endings(self.state, self.context)
        if not ways:
            return found
        reached = {self.brain.key(line.state) for line in found}
        for ending in ways:
            line, over = self.line((), self.state, 0, False), False
            while not over and (plan := ending(line.state)):
                line, over = self.after(line, plan, {})
            if line.state.actor is None and self.brain.key(line.state) not in reached:
                reached.add(self.brain.key(line.state))
                found.append(line)
            yield ""
        return _best(found)

    def guarded(self, found: list[Variation], width: int, breadth: int) -> Steps[list[Variation]]:
        """Return plans with those that prevent the endings by which opponents would win after the best
        plan, if there are any.

        The best plans of both kinds are evaluated with these endings.
        """
        first = found[0]
        if self.foreseen(first)[self.seat] >= first.chances[self.seat]:
            return found
        self._guarding = True
        extra = yield from self.lines(width, breadth)
        known = {self.brain.key(line.state) for line in extra}
        also = [line for line in found if self.brain.key(line.state) not in known]
        again = [self.line(line.plan, line.state, line.firm, line.settled) for line in also[:width]]
        self._guarding = False
        for old, new in zip(also, again, strict=False):
            new.before, new.shown = old.before, old.shown
        return _best([*extra, *again]) + also[width:]

    def look_through(self, line: Variation, rng: Random, deals: int) -> Steps[None]:
        """Evaluate a plan that stops mid-turn at a reveal of hidden information by its mean over several
        deals."""
        found = list[Variation]()
        for _ in range(deals if line.before is not None else 0):
            state = self.dealt(line, rng)
            if self.goes_on(state):
                found.append((yield from self.within(state).lines(OWN))[0])
        if found:
            line.value = fsum(best.value for best in found) / len(found)
            by_seat = zip(*(best.chances for best in found), strict=True)
            line.chances = [fsum(chances) / len(found) for chances in by_seat]

    def within(self, state: State) -> Search:
        """Return a search for the rest of the turn, with the game-phase estimate of the new root."""
        return Search(self.brain, state, self.brain.nested_context(state, self.context, False))

    def goes_on(self, state: State) -> bool:
        """Return True if the actor's turn is still under way."""
        return state.actor == self.seat and state.turn_number == self.state.turn_number

    def completed(self, line: Variation) -> Steps[Variation]:
        """Return a plan extended to the whole turn by the best plan for its rest."""
        rest = (yield from self.within(line.state).lines(OWN))[0]
        return self.line(line.plan + rest.plan, rest.state, line.firm, True)

    def dealt(self, line: Variation, rng: Random) -> State:
        """Return the state after a plan with the hidden information that it reveals re-dealt."""
        assert line.before is not None
        state = line.before.determinize(rng, self.seat)
        for action in line.shown:
            state.apply(action)
        return state

    def finished(self, line: Variation, rng: Random) -> Steps[State]:
        """Return the state after a plan. If hidden information was revealed, the turn is completed by a beam
        search."""
        if line.before is None or not self.anew:
            return line.state
        state = self.dealt(line, rng)
        while self.goes_on(state):
            state = (yield from self.within(state.determinize(rng, self.seat)).lines(OWN))[0].state
        return state

    def compare(self, lines: Sequence[Variation], rng: Random, budget: Budget) -> Steps[list[Variation]]:
        """Return the plans re-ordered by the playouts that the budget allows.

        All plans are played out for one round first, the remaining ones for `Playouts.rounds` rounds.
        """
        stages = max(1, (len(lines) - 1).bit_length())
        fit, out, later = list(lines), list[Variation](), self.playouts
        self.playouts = self.first or later
        for stage in range(1, stages + 1):
            share = 1.0  # at least one playout for each remaining plan
            rounds = self.playouts.rounds if stage > 1 else 1
            while len(fit) > 1 and budget.affords(len(fit) * rounds, share):
                yield from self.continued(fit, int(rng.random() * SEEDS), budget, rounds)
                yield budget.progress
                share = stage / stages
            fit.sort(key=lambda line: (not line.count, -self.promise(line)))
            keep = max(1, (len(fit) + 1) // 2)
            fit, out = fit[:keep], fit[keep:] + out
            if self.playouts is not later:
                self.playouts, self._replies = later, {}  # cached replies depend on the parameters
        return fit + out

    def promise(self, line: Variation) -> float:
        """Return the sort key of a plan that was played out."""
        ahead = lead(line.worth, self.seat)
        return self.brain.value(line.estimate()[self.seat], ahead, None, line.state, self.context)

    def continued(self, lines: Sequence[Variation], seed: int, budget: Budget, rounds: int) -> Steps[None]:
        """Add one playout to each plan, with common random numbers.

        If the time runs out before the last plan, the incomplete set is not comparable and is dropped, unless
        it is the first one.
        """
        ends = list[list[float]]()
        for line in lines:
            chance = Random(seed)
            state = yield from self.finished(line, chance)
            ends.append((yield from self.play_on(state, chance, rounds)))
            budget.spent += rounds
            if not budget.affords(0):
                break
        if len(ends) == len(lines) or not lines[0].count:
            for line, end in zip(lines, ends, strict=False):
                line.add(end)

    def play_on(self, state: State, rng: Random, rounds: int) -> Steps[list[float]]:
        """Return the win probabilities after the next turns of all players, with hidden information
        re-dealt."""
        state = state.determinize(rng, self.seat)
        last = self.state.turn_number + rounds * state.seats
        for _ in range(MOST_REPLIES):
            if state.actor is None or state.turn_number > last:
                break
            for action in (yield from self.reply(state, rng)):
                state.apply(action)
        return self.expected(state)

    def expected(self, state: State) -> list[float]:
        """Return the win probabilities at the end of a playout."""
        context = self.context
        if self.playouts.afresh and state.actor is not None:
            context = self.brain.context(state)
            known = shares(self.brain.evaluate(state, context), self.brain.spread(context))
            return self.brain.foreseen(state, known, context)
        return self.chances(state, self.brain.evaluate(state, context))

    def around(self, state: State, rng: Random) -> Steps[list[float]]:
        """Return the mean of the win probabilities now and at the start of each following turn, for one
        round.

        Every seat is to move once, so the result does not depend on the seat with which the round begins.
        """
        state = state.determinize(rng, self.seat)
        turn, ends = state.turn_number, [self.chances(state, self.brain.evaluate(state, self.context))]
        for _ in range(MOST_REPLIES):
            actor = state.actor  # a local: mypyc would take `state.actor` to remain an int below
            if actor is None or len(ends) == state.seats:
                break
            for action in (yield from self.reply(state, rng)):
                state.apply(action)
            if state.actor is None or state.turn_number > turn:
                turn = state.turn_number
                ends.append(self.chances(state, self.brain.evaluate(state, self.context)))
        ends += [ends[-1]] * (state.seats - len(ends))
        return [fsum(column) / state.seats for column in zip(*ends, strict=True)]

    def reply(self, state: State, rng: Random) -> Steps[Plan]:
        """Return a move of the rollout policy: the rest of the actor's turn, planned by a beam search. Where
        the game has no such beam, or another seat has the turn, the fast one-ply policy chooses.

        All playouts of a plan are identical until something is revealed. Replies are therefore cached,
        several for a position if they depend on the deal (`Playouts.samples`).
        """
        yield ""
        if not self.playouts.width or state.actor != state.turn_seat:
            return self.brain.reply(state, self.context, rng)
        key = self.brain.key(state)
        kept, stray = self._replies.setdefault(key, []), self.playouts.stray
        if len(kept) < self.playouts.samples:
            kept.append((yield from self.planned(state, rng)))
            plans = kept[-1]
        else:
            plans = kept[int(rng.random() * len(kept))] if len(kept) > 1 else kept[0]
        if stray and len(plans) > 1 and rng.random() < stray:
            return plans[1 + int(rng.random() * (len(plans) - 1))]
        return plans[0]

    def planned(self, state: State, rng: Random) -> Steps[list[Plan]]:
        """Return the committed prefix of the actor's best plan in a playout, and of a few next best ones if
        replies deviate at random. No player deviates from a plan that ends the game."""
        only, *others = self.brain.candidates(state, self.context)
        if not others:
            return [only]
        context = self.brain.nested_context(state, self.context, True)
        search = Search(self.brain, state.determinize(rng, state.actor), context)
        breadth = self.playouts.breadth or self.brain.breadth
        best = yield from search.turns(self.playouts.width, breadth, rng, self.playouts.deals)
        kept = self.playouts.among if self.playouts.stray and best[0].state.actor is not None else 1
        return [line.plan[: line.firm] for line in best[:kept]]


def _best(lines: Iterable[Variation]) -> list[Variation]:
    """Sort plans best first. Equal ones stay in the order found."""
    return sorted(lines, key=lambda line: -line.value)
