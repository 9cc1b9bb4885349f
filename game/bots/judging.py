"""What a turn gave away, and what a draw gave: every decision of a game judged by what its player knew.

The plan that was played is compared with the best others that a search finds. All are played on by quick
replies first; only where another plan then looks better are it and what was played played on by planned
replies too, and by further quick ones, in the same deals for both. What still looks better is then judged by
other deals alone. Where the two ways of playing on agree, a difference is sure.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, fsum, sqrt
from random import Random
from typing import Any, NamedTuple

from game.bots.analysis import done_for, whole_turn
from game.bots.brain import QUICK, brain
from game.bots.budget import Budget
from game.bots.choice import Why
from game.bots.search import OWN, SEEDS, Line, Search
from game.bots.steps import Steps, finish
from game.engine import IllegalAction, ParseError, State

WIDTH = 8
"""The width of the beam that looks for plans."""
FIELD = 6
"""So many of them are compared with what was played."""
WORK = 24
"""So many quick continuations sort them in all."""
RIVALS = 2
"""So many that look better than what was played are looked at closely."""
CAREFUL = (1, 2)
"""They are played on by planned replies for so many rounds, once each."""
AGAIN = 10
"""The best of them and what was played are then played on so often by quick replies: others than those by
which it was chosen, or it would look better than it is."""
FRESH = 3
"""What still looks better is judged by so many times as many continuations in other deals: by those that made
it stand out it would look better than it is."""
CLOSE = 0.01
"""A plan so little better than what was played is not looked at closely, and no error."""
DEALS = 6
"""What a draw gave is compared with so many other deals."""


class Verdict(NamedTuple):
    """What a decision gave away.

    choices     how many plans there were; with one alone nothing was decided
    given_away  how much more chance to win, 0 to 1, the best plan would have given; 0 if that cannot be told
                from chance, never negative
    error       the standard error of that
    sure        how certain it is that the best plan is better, 0 to 1
    chance      the player's with the best plan, `played` with what was done
    plan        the best plan, the player's own actions; `line`: with what others decide in between
    reason      what it is for; `did`: what that was for that was played. Where nothing was given
                away there is neither a plan nor a reason
    """

    seat: int
    choices: int
    given_away: float
    error: float
    sure: float
    chance: float
    played: float
    plan: tuple[str, ...]
    line: tuple[str, ...]
    reason: Why | None
    did: Why | None


class Luck(NamedTuple):
    """What a draw gave each seat, and the standard errors of that."""

    gains: tuple[float, ...]
    errors: tuple[float, ...]


def judge(state: State, played: Sequence[str], rng: Random) -> Verdict | None:
    """What was given away in a position in which this was played, see `judging`."""
    return finish(judging(state, played, rng))


def judging(state: State, played: Sequence[str], rng: Random) -> Steps[Verdict | None]:
    """What was given away by its actor in a position in which these actions were played, own ones and those
    of others in between.

    Judged is what comes before something hidden is revealed or the turn ends; if `played` ends before, as
    if the turn had gone on as well as possible. None if nobody's turn is under way, or nothing was played.
    """
    seat = state.actor
    if seat is None or seat != state.turn_seat:
        return None
    mind = brain(state.ruleset.id)
    search = Search(mind, state.determinize(rng, seat), playouts=QUICK)
    search.anew = True  # or the marker that a plan happens to draw would count for it or against it
    own = yield from as_played(search, played, rng)
    if own is None:
        return None
    lines = yield from search.turns(WIDTH, mind.breadth, rng)
    reached = mind.key(own.state)
    others = [line for line in lines if mind.key(line.state) != reached]
    if not others:
        return _faultless(search, own, 1)
    ranked = yield from search.compare([own, *others[:FIELD]], rng, Budget(work=WORK))
    better = [line for line in ranked if line is not own]
    if better[0].estimate()[seat] - own.estimate()[seat] < CLOSE:
        return _faultless(search, own, 1 + len(others))
    duel = yield from _duel(search, own, better[:RIVALS], rng)
    if duel.gain >= max(CLOSE, duel.error / 2):
        duel = yield from _duel(search, own, [duel.line], rng, FRESH)
    if duel.gain < max(CLOSE, duel.error):
        return _faultless(search, own, 1 + len(others))
    return _verdict(search, state, played, duel, 1 + len(others))


def as_played(search: Search, played: Sequence[str], rng: Random) -> Steps[Line | None]:
    """What was played as a line: the player's own actions, and what others are expected to reply, for more
    was not known; played to the end if it stops before. None if there is nothing to judge."""
    line, over = search.line((), search.state, 0, False), False
    now = search.state.copy()
    for text in played:
        try:
            action, mine = now.parse_action(text), now.actor == search.seat
            if mine and not over and line.before is None:
                line, over = search.after(line, (action,), {})
            now.apply(action)
        except (ParseError, IllegalAction):
            break  # others replied otherwise than was expected, or what was hidden is something else here
    if not line.plan:
        return None
    if line.before is not None:
        yield from search.look_through(line, rng, search.brain.deals)
    elif not over and search.goes_on(line.state):
        rest = (yield from search.within(line.state).lines(OWN))[0]
        line = search.line(line.plan + rest.plan, rest.state, line.firm, True)
    return line


class _Duel(NamedTuple):
    """How much better a plan is than what was played, as estimates; `ours` and `theirs`: the estimates."""

    line: Line
    gain: float
    error: float
    ours: list[float]
    theirs: list[float]


def _duel(search: Search, own: Line, rivals: Sequence[Line], rng: Random, times: int = 1) -> Steps[_Duel]:
    """The better of the rivals against what was played; `times` as many continuations as usual."""
    mind = search.brain
    careful = Search(mind, search.state, search.context, mind.playouts_in(search.state))
    careful.anew = search.anew
    deals = [(rounds, int(rng.random() * SEEDS)) for rounds in CAREFUL * times]
    ends = dict[Line, list[list[float]]]()
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
    ours, theirs = _both(ours, ends[own]), _both(theirs, ends[best])
    return _Duel(best, gain, error, _mean(ours), _mean(theirs))


def _both(quick: list[list[float]], planned: list[list[float]]) -> list[list[float]]:
    """The means of both ways of playing on, which count alike."""
    return [_mean(quick), _mean(planned)]


def _mean(ends: Sequence[Sequence[float]]) -> list[float]:
    return [_fmean(column) for column in zip(*ends, strict=True)]


def _fmean(values: Sequence[float]) -> float:
    return fsum(values) / len(values)


def _squared_error(values: Sequence[float]) -> float:
    """The square of the standard error of their mean."""
    mean = _fmean(values)
    return fsum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values)


def _sure(gain: float, error: float) -> float:
    """How certain it is that there is a gain at all."""
    return round((1 + erf(gain / error / sqrt(2))) / 2, 2) if error else 1.0


def _continued(search: Search, line: Line, seed: int, rounds: int) -> Steps[list[float]]:
    """Each seat's chance at the end of one continuation."""
    chance = Random(seed)
    end = yield from search.finished(line, chance)
    return (yield from search.play_on(end, chance, rounds))


def _faultless(search: Search, own: Line, choices: int) -> Verdict:
    chance = search.confident(own.estimate(), search.brain.powers(search.state).plan)[search.seat]
    chance = round(chance, 4)
    return Verdict(search.seat, choices, 0.0, 0.0, 1.0, chance, chance, (), (), None, None)


def _verdict(search: Search, state: State, played: Sequence[str], duel: _Duel, choices: int) -> Verdict:
    """An error, in chances as they are told."""
    mind, seat = search.brain, search.seat
    power = mind.powers(search.state).plan
    was, might_be = (search.confident(each, power)[seat] for each in (duel.ours, duel.theirs))
    scale = (might_be - was) / duel.gain
    did = done_for(mind, state, played)
    return Verdict(
        seat,
        choices,
        round(max(0.0, might_be - was), 4),
        round(duel.error * scale, 4),
        _sure(duel.gain, duel.error),
        round(might_be, 4),
        round(was, 4),
        tuple(action.text for action in duel.line.plan),
        tuple(action.text for action in whole_turn(search, duel.line)),
        mind.reason(state, duel.line.plan, search.context, whole=True),
        None if did is None else (did[0], did[1]),
    )


def luck_of(before: State, action: str, after: State, rng: Random) -> Steps[Luck]:
    """What was revealed by an action, compared with what it might have revealed: each seat's chance after it
    minus the mean of those after other deals, as the player knew them."""
    seat, mind = before.actor, brain(before.ruleset.id)
    assert seat is not None, "somebody acted"
    search = Search(mind, before.determinize(rng, seat), playouts=QUICK)
    power = mind.powers(before).position
    apart = list[list[float]]()
    for _ in range(DEALS):
        deal = before.determinize(rng, seat)
        deal.apply(deal.parse_action(action))
        seed = int(rng.random() * SEEDS)
        drawn = yield from search.play_on(after.determinize(rng, seat), Random(seed), 1)
        other = yield from search.play_on(deal, Random(seed), 1)
        # Each end by itself: a game that is over is certain, and the power would make it doubtful in a mean.
        was, might_be = search.confident(drawn, power), search.confident(other, power)
        apart.append([a - b for a, b in zip(was, might_be, strict=True)])
    seats = list(zip(*apart, strict=True))
    return Luck(
        tuple(round(_fmean(gains), 4) for gains in seats),
        tuple(round(sqrt(_squared_error(gains)), 4) for gains in seats),
    )


class Turn(NamedTuple):
    """What was said of a turn: a verdict for each decision in it, with the number of actions before it; what
    each of its draws gave."""

    verdicts: tuple[tuple[int, Verdict], ...]
    luck: tuple[Luck, ...]


class Draw(NamedTuple):
    """The action of a turn, by its number, that revealed something; the positions before and after it."""

    number: int
    before: State
    after: State


def turn_judged(state: State, played: Sequence[str], draws: Sequence[Draw], rng: Random) -> Steps[Turn]:
    """A turn judged decision by decision: after a draw more is known than before."""
    verdicts, luck = list[tuple[int, Verdict]](), list[Luck]()
    starts = [(0, state), *((draw.number + 1, draw.after) for draw in draws)]
    for (start, begun), end in zip(starts, [*(draw.number + 1 for draw in draws), len(played)], strict=True):
        if found := (yield from judging(begun, played[start:end], rng)):
            verdicts.append((start, found))
    for draw in draws:
        luck.append((yield from luck_of(draw.before, played[draw.number], draw.after, rng)))
    return Turn(tuple(verdicts), tuple(luck))


def told(found: Verdict) -> dict[str, Any]:
    """A verdict for JSON."""
    row = found._asdict()
    for name in ("reason", "did"):
        why: Why | None = row[name]
        row[name] = None if why is None else [why[0], dict(why[1])]
    return row | {"plan": list(found.plan), "line": list(found.line)}
