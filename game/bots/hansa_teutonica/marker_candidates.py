"""Using bonus markers, which costs no action (rules 9)."""

from __future__ import annotations

from game.bots.hansa_teutonica.guesser import Guess, Guesser
from game.engine.core import Action
from game.engine.hansa_teutonica.actions import DONE, USE_IMPROVE, UseSwap
from game.engine.hansa_teutonica.board import (
    IMPROVE_ABILITY,
    LEVELS,
    MERCHANT,
    PLUS_3_ACTIONS,
    PLUS_4_ACTIONS,
    REMOVE_3,
    SWAP_OFFICES,
    TRADER,
)
from game.engine.hansa_teutonica.codes import code, levels_of
from game.engine.hansa_teutonica.markers import removable, swaps

GIVEN_ACTIONS = {PLUS_3_ACTIONS: 3, PLUS_4_ACTIONS: 4}
"""How many actions a marker gives, so that it need not be tried to see what it is worth."""


def used_markers(g: Guesser, found: list[Guess]) -> None:
    """Using bonus markers, which costs no action."""
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


def removal(g: Guesser, found: list[Guess]) -> None:
    """Removing up to three pieces: those whose removal helps most."""
    s, j, seat = g.s, g.j, g.seat
    own = (code(seat, TRADER), code(seat, MERCHANT))
    may = s.houses.translate(removable(s, seat))
    helpful = []
    for route in g.promises:
        place = j.slices[route]
        row = g.houses[place]
        for n, piece in enumerate(row):
            if piece and piece not in own and may[place.start + n]:
                gain = g.changed(route, row[:n] + b"\0" + row[n + 1 :])
                helpful.append((-gain, place.start + n))
    helpful.sort()
    if not helpful:
        return
    houses = [house for _, house in helpful[:3]]
    words = s.edition.words
    plan: list[Action] = [words.use_remove[houses[0]], *(words.remove[house] for house in houses[1:])]
    if len(houses) < 3 and sum(may) > len(houses):
        plan.append(DONE)
    found.append((-sum(gain for gain, _ in helpful[:3]) - j.unused[REMOVE_3], tuple(plan)))
