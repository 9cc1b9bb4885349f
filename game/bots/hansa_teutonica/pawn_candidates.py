"""Where to take the pawn of two-player games (rules 12.A)."""

from __future__ import annotations

from game.bots.brain import Plan
from game.bots.hansa_teutonica.guesser import Guess, Guesser
from game.engine.hansa_teutonica.actions import FINISH, STEP_PAWN, WALK_PAWN, StepPawn
from game.engine.hansa_teutonica.board import MERCHANT, TRADER
from game.engine.hansa_teutonica.codes import STRIDE, code


def pawn(g: Guesser, found: list[Guess]) -> None:
    """Moving the pawn: to where more can be done at once or, with no actions left, to where it suits.

    An action is spent on moving it only if one is left for what that allows: two players dragging the
    pawn away from each other's routes would never finish.
    """
    s, j = g.s, g.j
    if not s.actions_left:
        g.try_each(found, [action for action in s.legal_actions() if isinstance(action, StepPawn)])
        return
    if s.acted and s.steps:
        found.append((-j.action * s.actions_left - 0.1, (FINISH,)))
    gains = gains_by_route(g)
    provinces = s.rules.provinces
    assert provinces is not None
    best = [max((gains[r] for r in routes), default=-9.0) for routes in provinces.routes]
    here = max(best[s.pawn], 0.0)
    for province, plan, walks in ways(g):
        gain = best[province] - here - j.action * walks
        if gain > -j.action:
            found.append((gain - 0.05, plan))


def ways(g: Guesser) -> list[tuple[int, Plan, int]]:
    """Every province the pawn can reach with an action left, how, and the actions that takes."""
    s = g.s
    provinces = s.rules.provinces
    assert provinces is not None
    free = 0 if s.acted else s.steps
    found: list[tuple[int, Plan, int]] = []
    paths: dict[int, tuple[int, ...]] = {s.pawn: ()}
    queue = [s.pawn]
    for here in queue:
        for there in provinces.neighbours[here]:
            if there in paths:
                continue
            path = paths[there] = (*paths[here], there)
            queue.append(there)
            steps = [STEP_PAWN[provinces.ids[p]] for p in path[:free]]
            walks = [WALK_PAWN[provinces.ids[p]] for p in path[free:]]
            if s.rules.walk_any:
                walks = walks[-1:]
            if len(walks) < s.actions_left:
                found.append((there, (*steps, *walks), len(walks)))
    return found


def gains_by_route(g: Guesser) -> dict[int, float]:
    """The best thing the actor could do on each route, were the pawn there: a piece, or the claim."""
    s, j, seat = g.s, g.j, g.seat
    piece = code(seat, TRADER if s.supply[2 * seat] else MERCHANT)
    supplied = s.supply[2 * seat] + s.supply[2 * seat + 1] > 0
    gains = {}
    for route, place in enumerate(j.slices):
        row = g.houses[place]
        gain = -9.0
        if not s.missing[seat * STRIDE + route]:
            merchant = code(seat, MERCHANT) in row
            gain = g.changed(route, b"") + g.view.worth(route, merchant) - j.action
        elif supplied and 0 in row:
            first = row.index(0)
            after = row[:first] + bytes((piece,)) + row[first + 1 :]
            gain = g.changed(route, after) - g.spend(1, 0) - j.action
        gains[route] = gain
    return gains
