"""Evaluation of finished turns: the win probability that each decision lost, and the luck of each draw.

A decision is evaluated with what its player knew at the time. The played plan is compared with the best plans
of a beam search:

1. All plans are played out with the fast rollout policy.
2. Plans that look better, and the played plan, are also played out with the beam-search rollout policy and
   again with the fast one, on common random numbers.
3. A plan that still looks better is re-evaluated on new deals only, to avoid selection bias.

A difference is certain if both rollout policies agree on it.

A turn that was ended although its player would have used the remaining actions is always examined closely,
and any measured loss counts: to do nothing is no better than the best use of the actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, fsum, sqrt
from random import Random
from typing import NamedTuple

from game.bots.analysis import done_for, mean, whole_turn
from game.bots.brain import QUICK, brain
from game.bots.budget import Budget
from game.bots.search import SEEDS, Search, Variation
from game.bots.steps import Steps
from game.engine import IllegalAction, ParseError, State
from game.worker_messages import DecisionEvaluation, Luck, Verdict

WIDTH = 8
"""Width of the beam search for plans."""
FIELD = 6
"""Maximum number of plans compared with the played one."""
WORK = 24
"""Total number of fast playouts for that comparison."""
RIVALS = 2
"""Maximum number of better-looking plans that are examined closely."""
CAREFUL = (1, 2)
"""Lengths, in rounds, of the playouts of such a plan with the beam-search rollout policy."""
AGAIN = 10
"""Number of fast playouts for the best of these plans and the played one. They are independent of those that
selected it, to avoid selection bias."""
FRESH = 3
"""Factor for the number of playouts on new deals for a plan that still looks better. Only these count for the
result, to avoid selection bias."""
CLOSE = 0.01
"""Minimum gain in win probability for a plan to be examined, and to make the played plan a mistake."""
END_TURN = "end-turn"
"""Text of the action that ends a turn, in every game."""
DEALS = 6
"""Number of alternative deals with which a draw is compared."""


def evaluate_decision(state: State, played: Sequence[str], rng: Random) -> Steps[DecisionEvaluation | None]:
    """Evaluate, step by step, the actions `played` in a position: the actor's own and those of others in
    between.

    The evaluation covers the actions before hidden information is revealed or the turn ends. If `played`
    stops earlier, it is completed by the best plan found. Returns None if no turn is under way or nothing was
    played.
    """
    seat = state.actor
    if seat is None or seat != state.turn_seat:
        return None
    adapter = brain(state.ruleset.id)
    search = Search(adapter, state.determinize(rng, seat), playouts=QUICK)
    search.anew = True  # otherwise the marker that a plan happens to draw would count
    own = yield from as_played(search, played, rng)
    if own is None:
        return None
    lines = yield from search.turns(WIDTH, adapter.breadth, rng)
    reached = adapter.key(own.state)
    others = [line for line in lines if adapter.key(line.state) != reached]
    if not others:
        return _faultless(search, own, 1)
    fuller = yield from fuller_turn(search, own)
    field = others[:FIELD] if fuller is None else [fuller, *others[: FIELD - 1]]
    ranked = yield from search.compare([own, *field], rng, Budget(work=WORK))
    better = [line for line in ranked if line is not own]
    if fuller is None and better[0].estimate()[seat] - own.estimate()[seat] < CLOSE:
        return _faultless(search, own, 1 + len(others))
    duel = yield from _duel(search, own, better[:RIVALS], rng)
    if fuller is not None or duel.gain >= max(CLOSE, duel.error / 2):
        duel = yield from _duel(search, own, [duel.line], rng, FRESH)
    if duel.gain < (CLOSE if fuller is not None else max(CLOSE, duel.error)):
        return _faultless(search, own, 1 + len(others))
    return _mistake(search, state, played, duel, 1 + len(others))


def fuller_turn(search: Search, own: Variation) -> Steps[Variation | None]:
    """Return a turn that was ended early, with the best use of its remaining actions. Returns None if ending
    it there was that, or if the turn was not ended by its player."""
    if not own.plan or own.plan[-1].text != END_TURN or own.before is not None:
        return None
    line = search.line((), search.state, 0, False)
    for action in own.plan[:-1]:
        line, over = search.after(line, (action,), {})
        if over:
            return None
    if not search.goes_on(line.state):
        return None
    whole = yield from search.completed(line)
    return None if search.brain.key(whole.state) == search.brain.key(own.state) else whole


def as_played(search: Search, played: Sequence[str], rng: Random) -> Steps[Variation | None]:
    """Return the played turn as a candidate plan: the player's own actions with the expected replies of
    others.

    A turn that stops early is completed by the best plan found. Returns None if there is nothing to evaluate.
    """
    line, over = search.line((), search.state, 0, False), False
    now = search.state.copy()
    for text in played:
        try:
            action, mine = now.parse_action(text), now.actor == search.seat
            if mine and not over and line.before is None:
                line, over = search.after(line, (action,), {})
            now.apply(action)
        except (ParseError, IllegalAction):
            break  # others replied unexpectedly, or hidden information was dealt differently
    if not line.plan:
        return None
    if line.before is not None:
        yield from search.look_through(line, rng, search.brain.deals)
    elif not over and search.goes_on(line.state):
        line = yield from search.completed(line)
    return line


class _Duel(NamedTuple):
    """The estimated gain of a plan over the played one, with both estimates (`ours`: played, `theirs`: the
    plan)."""

    line: Variation
    gain: float
    error: float
    ours: list[float]
    theirs: list[float]


def _duel(
    search: Search, own: Variation, rivals: Sequence[Variation], rng: Random, times: int = 1
) -> Steps[_Duel]:
    """Compare the best of the rivals with the played plan. `times` multiplies the number of playouts."""
    adapter = search.brain
    careful = Search(adapter, search.state, search.context, adapter.playouts_for(search.state))
    careful.anew = search.anew
    deals = [(rounds, int(rng.random() * SEEDS)) for rounds in CAREFUL * times]
    ends = dict[Variation, list[list[float]]]()
    for line in (own, *rivals):
        ends[line] = list[list[float]]()
        for rounds, seed in deals:
            ends[line].append((yield from _continued(careful, line, seed, rounds)))
    seat = search.seat
    best = max(rivals, key=lambda line: _fmean([end[seat] for end in ends[line]]))
    ours, theirs = list[list[float]](), list[list[float]]()
    for _ in range(AGAIN * times):
        seed = int(rng.random() * SEEDS)
        ours.append((yield from _continued(search, own, seed, 1)))
        theirs.append((yield from _continued(search, best, seed, 1)))
    quick = [b[seat] - a[seat] for a, b in zip(ours, theirs, strict=True)]
    planned = [b[seat] - a[seat] for a, b in zip(ends[own], ends[best], strict=True)]
    apart = (_fmean(quick) - _fmean(planned)) / 2
    chance = (_squared_error(quick) + _squared_error(planned)) / 4
    gain, error = (_fmean(quick) + _fmean(planned)) / 2, sqrt(max(chance, apart * apart))
    # Both rollout policies have equal weight.
    was, might_be = ([mean(fast), mean(ends[line])] for fast, line in ((ours, own), (theirs, best)))
    return _Duel(best, gain, error, mean(was), mean(might_be))


def _fmean(values: Sequence[float]) -> float:
    return fsum(values) / len(values)


def _squared_error(values: Sequence[float]) -> float:
    """Return the squared standard error of the mean."""
    mean = _fmean(values)
    return fsum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values)


def _sure(gain: float, error: float) -> float:
    """Return the probability that there is a gain at all."""
    return round((1 + erf(gain / error / sqrt(2))) / 2, 2) if error else 1.0


def _continued(search: Search, line: Variation, seed: int, rounds: int) -> Steps[list[float]]:
    """Return each seat's win probability at the end of one playout."""
    chance = Random(seed)
    end = yield from search.finished(line, chance)
    return (yield from search.play_on(end, chance, rounds))


def _faultless(search: Search, own: Variation, choices: int) -> DecisionEvaluation:
    chance = search.confident(own.estimate(), search.brain.powers(search.state).plan)[search.seat]
    chance = round(chance, 4)
    return DecisionEvaluation(search.seat, choices, 0.0, 0.0, 1.0, chance, chance)


def _mistake(
    search: Search, state: State, played: Sequence[str], duel: _Duel, choices: int
) -> DecisionEvaluation:
    """Return the evaluation of a mistake, in calibrated win probabilities."""
    adapter, seat = search.brain, search.seat
    power = adapter.powers(search.state).plan
    was, might_be = (search.confident(each, power)[seat] for each in (duel.ours, duel.theirs))
    scale = (might_be - was) / duel.gain
    return DecisionEvaluation(
        seat,
        choices,
        round(max(0.0, might_be - was), 4),
        round(duel.error * scale, 4),
        _sure(duel.gain, duel.error),
        round(might_be, 4),
        round(was, 4),
        tuple(action.text for action in duel.line.plan),
        tuple(action.text for action in whole_turn(search, duel.line)),
        adapter.reason(state, duel.line.plan, search.context, whole=True),
        done_for(adapter, state, played),
    )


def luck_of(before: State, action: str, after: State, rng: Random) -> Steps[Luck]:
    """Compare revealed information with alternative deals: each seat's win probability after `action`, minus
    the mean of the win probabilities after other deals, as far as the player knew them."""
    seat, adapter = before.actor, brain(before.ruleset.id)
    assert seat is not None, "somebody acted"
    search = Search(adapter, before.determinize(rng, seat), playouts=QUICK)
    power = adapter.powers(before).position
    apart = list[list[float]]()
    for _ in range(DEALS):
        deal = before.determinize(rng, seat)
        deal.apply(deal.parse_action(action))
        seed = int(rng.random() * SEEDS)
        drawn = yield from search.play_on(after.determinize(rng, seat), Random(seed), 1)
        other = yield from search.play_on(deal, Random(seed), 1)
        # Each end is calibrated by itself: a finished game is certain, and a mean would lose that.
        was, might_be = search.confident(drawn, power), search.confident(other, power)
        apart.append([a - b for a, b in zip(was, might_be, strict=True)])
    seats = list(zip(*apart, strict=True))
    return Luck(
        tuple(round(_fmean(gains), 4) for gains in seats),
        tuple(round(sqrt(_squared_error(gains)), 4) for gains in seats),
    )


class Reveal(NamedTuple):
    """An action of a turn, by number, that revealed hidden information, with the positions before and after
    it."""

    number: int
    before: State
    after: State


def evaluate_turn(
    state: State, played: Sequence[str], draws: Sequence[Reveal], rng: Random
) -> Steps[tuple[tuple[Verdict, ...], tuple[Luck, ...]]]:
    """Evaluate a turn decision by decision, because more is known after a draw than before it. Returns the
    verdicts, and the luck of each draw."""
    verdicts, luck = list[Verdict](), list[Luck]()
    starts = [(0, state), *((draw.number + 1, draw.after) for draw in draws)]
    for (start, begun), end in zip(starts, [*(draw.number + 1 for draw in draws), len(played)], strict=True):
        if found := (yield from evaluate_decision(begun, played[start:end], rng)):
            verdicts.append(Verdict(start, found))
    for draw in draws:
        luck.append((yield from luck_of(draw.before, played[draw.number], draw.after, rng)))
    return tuple(verdicts), tuple(luck)
