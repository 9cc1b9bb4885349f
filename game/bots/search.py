"""Looking ahead, the same for every game: a beam over whole turns, then playouts of the best.

A *line* is a plan for the rest of the actor's turn and the position it leads to. `Search.lines` finds the
best lines by the brain's evaluation. `Search.compare` plays them out with quick or planned replies for
everybody, re-dealing what is hidden each time, and keeps halving the field (sequential halving).

All of it is done in steps (`steps`), each of a few evaluations: `finish(search.lines(8))` does them at once.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import fsum
from random import Random
from typing import Any

from game.bots.brain import Brain, Plan, Playouts, lead
from game.bots.budget import Budget
from game.bots.confidence import Power, raised
from game.bots.steps import Steps
from game.engine import State

MOST_STEPS = 30
"""A turn of so many chains is judged as it stands: no sensible turn is longer, and the beam must end."""
MOST_REPLIES = 400
"""A continuation ends after so many replies, should it ever not end by itself."""
BREATH = 4
"""After so many candidates a search pauses: each pause passes through a dozen generators and may look at a
clock."""
OWN = 3
"""The beam that plans the rest of a turn after something hidden was shown is so wide."""
SEEDS = 1 << 48

Begun = tuple[State, int | None]
"""Where a chain leads, and how many of its actions come before something hidden is revealed, if it is."""


@dataclass(eq=False)
class Line:
    """A plan and where it leads.

    firm     how many of its actions come before anybody else decides or something hidden is revealed
    settled  whether that has happened, so that `firm` stops growing
    worth    the evaluation of `state`, by seat
    chances  each seat's chance of winning by that evaluation
    value    what lines are ordered by (`Brain.value`): the actor's chance, and to a small extent the lead in
             points; among equal lines the shorter one wins
    prior    how many continuations `chances` counts as
    before   if something hidden was revealed: the state before that; `shown` has the actions from there on
    totals   the sum of the chances at the end of `count` continuations
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
        """One more continuation ended with these chances."""
        before = self.totals or [0.0] * len(chances)
        self.totals = [a + b for a, b in zip(before, chances, strict=True)]
        self.count += 1

    def estimate(self) -> list[float]:
        """Each seat's chance of winning, from the continuations and the evaluation."""
        if not self.count:
            return self.chances
        n = self.count + self.prior
        return [(total + self.prior * c) / n for total, c in zip(self.totals, self.chances, strict=True)]


class Search:
    """One search from one state."""

    def __init__(
        self, brain: Brain, state: State, context: Any = None, playouts: Playouts | None = None
    ) -> None:
        """`context` if it is part of a search that has fixed one; `playouts` in place of the brain's. Set
        `first` if plans are to be played on otherwise while all are left, `anew` if what a plan reveals is to
        be dealt again in each continuation."""
        seat = state.actor
        assert seat is not None, "the game is over"
        self.brain, self.state, self.seat = brain, state, seat
        self.playouts = playouts or brain.playouts_in(state)
        self.first: Playouts | None = None
        self.anew = brain.deals > 0
        self.context = brain.context(state) if context is None else context
        self._replies: dict[Hashable, list[list[Plan]]] = {}

    def chances(self, state: State, worth: Sequence[float]) -> list[float]:
        """Each seat's chance of winning; certain once the game is over."""
        outcome = state.outcome if state.actor is None else None
        if outcome is None:
            return self.brain.chances(worth, self.context)
        winners = outcome.winners
        return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(state.seats)]

    def confident(self, estimate: Sequence[float], power: Power) -> list[float]:
        """Each seat's chance of winning, given this estimate."""
        return raised(estimate, power.at(self.brain.left(self.state, self.context)))

    def line(self, plan: Plan, state: State, firm: int, settled: bool) -> Line:
        """The line, evaluated."""
        brain, context = self.brain, self.context
        worth, over = brain.evaluate(state, context), state.actor is None
        chances = self.chances(state, worth) if over else brain.chances(worth, context)
        chance = chances[self.seat]
        value = brain.value(chance, lead(worth, self.seat), len(plan), over, context)
        value += brain.closing(chance, state, context)
        return Line(plan, state, firm, settled, worth, chances, value, self.playouts.prior)

    def after(self, line: Line, plan: Plan, begun: dict[Plan, Begun]) -> tuple[Line, bool]:
        """The line with a chain added, and whether that ends the actor's part.

        Decisions of others within the actor's turn (a displaced player's) get quick replies. `begun` keeps
        what chains from this line have in common.
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

    def begin(self, line: Line, plan: Plan, begun: dict[Plan, Begun]) -> Begun:
        """Where a chain leads, and after how many of its actions something hidden was revealed, if it was."""
        if not plan:
            return line.state, None
        first = plan[:-1]
        found = begun.get(first)
        if found is None:
            found = begun[first] = self.begin(line, first, begun)
            found[0].legal_actions()  # once for all that begin like this: copies share them
        before, shown = found
        state = before.copy()
        events = state.apply(plan[-1])
        if shown is None:
            revealing = self.state.ruleset.revealing
            for event in events:
                if event.kind in revealing:
                    return state, len(first)
        return state, shown

    def chains(self) -> Steps[list[Line]]:
        """Lines of a single chain each, best first."""
        start, found = self.line((), self.state, 0, False), list[Line]()
        begun: dict[Plan, Begun] = {}
        for plan in self.brain.candidates(self.state, self.context):
            found.append(self.after(start, plan, begun)[0])
            yield ""
        return _best(found)

    def lines(
        self, width: int, breadth: int = 0, rng: Random | None = None, deals: int | None = None
    ) -> Steps[list[Line]]:
        """Whole turns, best first: a beam of `width`, which tries `breadth` candidates in each position
        (0 for all). Of plans that lead to the same position only the best is kept. With `rng` a plan that
        stops where something hidden is revealed is judged by the outcome of several deals (None:
        `Brain.deals`)."""
        finished: dict[Hashable, Line] = {}
        beam, tried = [self.line((), self.state, 0, False)], 0
        for _ in range(MOST_STEPS):
            grown: dict[Hashable, Line] = {}
            for line in beam:
                begun: dict[Plan, Begun] = {}
                for plan in self.brain.candidates(line.state, self.context)[: breadth or None]:
                    longer, over = self.after(line, plan, begun)
                    known = finished if over else grown
                    key = self.brain.key(longer.state)
                    if known.setdefault(key, longer).value < longer.value:
                        known[key] = longer
                    tried += 1
                    if tried % BREATH == 0:
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
    ) -> Steps[list[Line]]:
        """Whole turns as `lines` has them and, where the best does not end the game, those that do by ways
        the brain knows (`Brain.endings`): a beam may drop them on the way."""
        found = yield from self.lines(width, breadth, rng, deals)
        ways = () if found[0].state.actor is None else self.brain.endings(self.state, self.context)
        if not ways:
            return found
        reached = {self.brain.key(line.state) for line in found}
        for ending in ways:
            line, over = self.line((), self.state, 0, False), False
            while not over and (plan := self.brain.towards(ending, line.state, self.context)):
                line, over = self.after(line, plan, {})
            if line.state.actor is None and self.brain.key(line.state) not in reached:
                reached.add(self.brain.key(line.state))
                found.append(line)
            yield ""
        return _best(found)

    def look_through(self, line: Line, rng: Random, deals: int) -> Steps[None]:
        """Judge a line that stops mid-turn at a hidden-information reveal by the mean of so many deals."""
        found = list[Line]()
        for _ in range(deals if line.before is not None else 0):
            state = self.dealt(line, rng)
            if self.goes_on(state):
                found.append((yield from self.within(state).lines(OWN))[0])
        if found:
            line.value = fsum(best.value for best in found) / len(found)
            by_seat = zip(*(best.chances for best in found), strict=True)
            line.chances = [fsum(chances) / len(found) for chances in by_seat]

    def within(self, state: State) -> Search:
        """A search for the rest of a turn, judging by the time of its own root."""
        return Search(self.brain, state, self.brain.context_within(state, self.context))

    def goes_on(self, state: State) -> bool:
        """Whether the actor's turn is still under way."""
        return state.actor == self.seat and state.turn_number == self.state.turn_number

    def dealt(self, line: Line, rng: Random) -> State:
        """Where a line leads if what it reveals is dealt again."""
        assert line.before is not None
        state = line.before.determinize(rng, self.seat)
        for action in line.shown:
            state.apply(action)
        return state

    def finished(self, line: Line, rng: Random) -> Steps[State]:
        """Where a line leads, with the turn played to its end if something hidden was revealed in it."""
        if line.before is None or not self.anew:
            return line.state
        state = self.dealt(line, rng)
        while self.goes_on(state):
            state = (yield from self.within(state.determinize(rng, self.seat)).lines(OWN))[0].state
        return state

    def compare(self, lines: Sequence[Line], rng: Random, budget: Budget) -> Steps[list[Line]]:
        """The lines in their new order, after as many continuations as the budget allows: of all lines over a
        round, of those that are left then over `Playouts.rounds`."""
        stages = max(1, (len(lines) - 1).bit_length())
        fit, out, later = list(lines), list[Line](), self.playouts
        self.playouts = self.first or later
        for stage in range(1, stages + 1):
            share = 1.0  # at least one continuation for each that is left
            rounds = self.playouts.rounds if stage > 1 else 1
            while len(fit) > 1 and budget.affords(len(fit) * rounds, share):
                yield from self.continued(fit, int(rng.random() * SEEDS), budget, rounds)
                share = stage / stages
            fit.sort(key=lambda line: (not line.count, -self.promise(line)))
            keep = max(1, (len(fit) + 1) // 2)
            fit, out = fit[:keep], fit[keep:] + out
            if self.playouts is not later:
                self.playouts, self._replies = later, {}  # those kept are another beam's
        return fit + out

    def promise(self, line: Line) -> float:
        """What lines that were played on are ordered by."""
        ahead, over = lead(line.worth, self.seat), line.state.actor is None
        chance = line.estimate()[self.seat]
        closing = self.brain.closing(chance, line.state, self.context)
        return self.brain.promise(chance, ahead, over, self.context) + closing

    def continued(self, lines: Sequence[Line], seed: int, budget: Budget, rounds: int) -> Steps[None]:
        """Each line with one more continuation, all with the same luck. If the time runs out before the last,
        they are not comparable and left out, unless they are the first: then what was reached counts."""
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
        """The chances after everybody's next turns, with what is hidden dealt again."""
        state = state.determinize(rng, self.seat)
        last = self.state.turn_number + rounds * state.seats
        for _ in range(MOST_REPLIES):
            if state.actor is None or state.turn_number > last:
                break
            for action in (yield from self.reply(state, rng)):
                state.apply(action)
        return self.expected(state)

    def expected(self, state: State) -> list[float]:
        """The chances at the end of a continuation."""
        context = self.context
        if self.playouts.afresh and state.actor is not None:
            context = self.brain.context(state)
            return self.brain.chances(self.brain.evaluate(state, context), context)
        return self.chances(state, self.brain.evaluate(state, context))

    def around(self, state: State, rng: Random) -> Steps[list[float]]:
        """The mean of the chances now and at the beginnings of the next turns, for a round: so every seat is
        once the one to move, and it does not matter with whom the round begins."""
        state = state.determinize(rng, self.seat)
        turn, ends = state.turn_number, [self.chances(state, self.brain.evaluate(state, self.context))]
        for _ in range(MOST_REPLIES):
            actor = state.actor  # compiled, `state.actor` itself could not become None below
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
        """What the actor of a continuation does: the rest of its turn as a beam plans it, or, where the brain
        wants no beam or it is not the actor's turn, what looks best at a glance.

        Until something is revealed, all continuations of a line run alike, so plans are kept, several where
        they depend on what is dealt (`Playouts.samples`).
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
        """The rest of the actor's turn as the beam for replies plans it, as far as it is firm; where replies
        stray, a few plans, best first."""
        only, *others = self.brain.candidates(state, self.context)
        if not others:
            return [only]
        context = self.brain.context_in_turn(state, self.context)
        search = Search(self.brain, state.determinize(rng, state.actor), context)
        breadth = self.playouts.breadth or self.brain.breadth
        best = yield from search.turns(self.playouts.width, breadth, rng, self.playouts.deals)
        kept = self.playouts.among if self.playouts.stray else 1
        return [line.plan[: line.firm] for line in best[:kept]]


def _best(lines: Iterable[Line]) -> list[Line]:
    """Best first; among equals, in the order found."""
    return sorted(lines, key=lambda line: -line.value)
