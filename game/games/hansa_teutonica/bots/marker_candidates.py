"""Candidate uses of bonus markers, which cost no action (rules 9)."""

from __future__ import annotations

from game.engine.core import Action
from game.games.hansa_teutonica.bots.guesser import Guess, PriorScorer
from game.games.hansa_teutonica.rules.actions import DONE, USE_IMPROVE, UseSwap
from game.games.hansa_teutonica.rules.board import (
    IMPROVE_ABILITY,
    LEVELS,
    MERCHANT,
    MOST_CARRIED,
    MOVE_3,
    PLUS_3_ACTIONS,
    PLUS_4_ACTIONS,
    REMOVE_3,
    SWAP_OFFICES,
    TRADER,
)
from game.games.hansa_teutonica.rules.carry import first_pieces
from game.games.hansa_teutonica.rules.codes import code, levels_of
from game.games.hansa_teutonica.rules.markers import removable, swaps
from game.games.hansa_teutonica.rules.move import room_for

GIVEN_ACTIONS = {PLUS_3_ACTIONS: 3, PLUS_4_ACTIONS: 4}
"""Number of actions that a marker gives, so that its value is known without a trial."""


def used_markers(g: PriorScorer, found: list[Guess]) -> None:
    """Add uses of bonus markers."""
    s, j, seat, words = g.s, g.j, g.seat, g.s.edition.words
    own = s.unused[seat]
    if not any(own):
        return
    tried: list[Action] = []
    for kind in words.use_instant:
        if own[kind]:
            if kind in GIVEN_ACTIONS:
                gain = GIVEN_ACTIONS[kind] * j.action - j.unused[kind]
                found.append((gain, (words.use_instant[kind],)))
            else:
                tried.append(words.use_instant[kind])
    if tried:
        g.try_each(found, tried)
    if own[IMPROVE_ABILITY]:
        mine = g.view
        for track, (level, values) in enumerate(zip(levels_of(s.levels, seat), LEVELS, strict=True)):
            if level < len(values) - 1:
                gain = mine.improvement(track) - j.unused[IMPROVE_ABILITY]
                found.append((gain, (USE_IMPROVE[track],)))
    if own[SWAP_OFFICES]:
        g.try_each(found, [action for action in swaps(s, seat) if isinstance(action, UseSwap)])
    if own[REMOVE_3]:
        removal(g, found)
    if own[MOVE_3]:
        carrying(g, found)


def in_the_way(g: PriorScorer, may: bytes | bytearray) -> list[tuple[float, int]]:
    """Return rivals' pieces that obstruct the actor, among those marked by house, as (negative cost of
    leaving them there, house), the worst first."""
    own = (code(g.seat, TRADER), code(g.seat, MERCHANT))
    found = []
    for route in g.promises:
        place = g.j.slices[route]
        row = g.houses[place]
        for n, piece in enumerate(row):
            if piece and piece not in own and may[place.start + n]:
                gain = g.changed(route, row[:n] + b"\0" + row[n + 1 :])
                found.append((-gain, place.start + n))
    found.sort()
    return found


def carrying(g: PriorScorer, found: list[Guess]) -> None:
    """Add moves of up to three rivals' pieces: the worst obstacles go to the houses of least effect."""
    s, j, words = g.s, g.j, g.s.edition.words
    first = set(first_pieces(s, g.seat, words.use_move))
    may = bytes(action in first for action in words.use_move)
    helpful = [one for one in in_the_way(g, may) if one[0] < 0.0][:MOST_CARRIED]
    empty = {house for house, piece in enumerate(bytes(s.houses)) if not piece}
    plan: list[Action] = []
    total = -j.unused[MOVE_3]
    for gain, house in helpful:
        best = least_harm(g, house, empty)
        if best is None or best[0] - gain <= 0.0:
            continue
        plan += [(words.lift if plan else words.use_move)[house], words.set_down[best[1]]]
        empty.discard(best[1])
        total += best[0] - gain
    if plan:
        if len(plan) < 2 * MOST_CARRIED:
            plan.append(DONE)
        found.append((total, tuple(plan)))


def least_harm(g: PriorScorer, house: int, empty: set[int]) -> tuple[float, int] | None:
    """Return the best empty house for a rival's piece, on another route than its own, with the gain."""
    s, j = g.s, g.j
    here, seen, best = s.board.house_route[house], set[int](), None
    for there in sorted(room_for(s, s.houses[house], house, empty, s.stays)):
        route = s.board.house_route[there]
        if route == here or route in seen:
            continue
        seen.add(route)
        row = bytearray(g.houses[j.slices[route]])
        row[there - j.slices[route].start] = s.houses[house]
        gain = g.changed(route, bytes(row))
        if best is None or gain > best[0]:
            best = gain, there
    return best


def removal(g: PriorScorer, found: list[Guess]) -> None:
    """Add removals of up to three pieces: those whose removal gains most."""
    s, j = g.s, g.j
    may = s.houses.translate(removable(s, g.seat))
    helpful = in_the_way(g, may)
    if not helpful:
        return
    houses = [house for _, house in helpful[:3]]
    words = s.edition.words
    plan: list[Action] = [words.use_remove[houses[0]], *(words.remove[house] for house in houses[1:])]
    if len(houses) < 3 and sum(may) > len(houses):
        plan.append(DONE)
    found.append((-sum(gain for gain, _ in helpful[:3]) - j.unused[REMOVE_3], tuple(plan)))
