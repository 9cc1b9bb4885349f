"""What is still to be done before the turn goes on: steps, of which some ask somebody.

A position keeps them in `Position.agenda`, so that a game can be saved while a step asks. Whatever interrupts
goes in front (`first`). The core asks nothing in between: only modules do.
"""

from __future__ import annotations

from game.engine.core import Event
from game.games.hansa_teutonica.rules.board import REUSE_TWO
from game.games.hansa_teutonica.rules.effects import back_to_turn, clear_route, end_game
from game.games.hansa_teutonica.rules.position import Position


def first(s: Position, *steps: tuple[str, int]) -> None:
    """Put steps before all others."""
    s.agenda = (*steps, *s.agenda)


def last(s: Position, *steps: tuple[str, int]) -> None:
    """Put steps behind all others."""
    s.agenda = (*s.agenda, *steps)


def proceed(s: Position, events: list[Event]) -> None:
    """Take the steps until one asks, then the turn goes on."""
    while s.agenda:
        (name, argument), *rest = s.agenda
        s.agenda = tuple(rest)
        step = STEPS.get(name) or s.edition.agenda_steps[name]
        if step(s, argument, events):
            return
    back_to_turn(s)


def clear(s: Position, route: int, events: list[Event]) -> bool:
    """7.8: the pieces left on a claimed route go back."""
    clear_route(s, route, events)
    return False


def close(s: Position, argument: int, events: list[Event]) -> bool:
    """10.2: if the claim ends the game, it ends now."""
    if s.ending:
        end_game(s, events)
    return bool(s.ending)


def left_of_claim(s: Position, steps: tuple[tuple[str, int], ...]) -> bool:
    """Check that a claim can leave these steps to be done: a player's `clear`, effect and `close`, or the
    `settle` and `close` of neutral traders, from any of them on to the end."""
    wholes: list[tuple[tuple[str, int], ...]] = []
    close = ("close", 0)
    if s.route >= 0:
        clear, effect = ("clear", s.route), s.board.routes[s.route].effect
        wholes.append((clear, close))
        if effect:
            bring = (effect, s.route)
            wholes.append((bring, close) if effect == REUSE_TWO else (clear, bring, close))
    elif "settle" in s.edition.agenda_steps:
        wholes.append((("settle", 0), close))
    return bool(steps) and any(whole[-len(steps) :] == steps for whole in wholes)


STEPS = {"clear": clear, "close": close}
"""Those of the core: True if the turn does not go on by itself."""
