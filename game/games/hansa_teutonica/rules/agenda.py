"""Pending-effect queue of a turn: steps to carry out before the turn continues. A step can request a
decision.

`Position.agenda` holds the queue, so that a game can be saved while a step waits for a decision. Interrupting
effects are put at its front (`first`). Only steps of modules request decisions; those of the core never do.
"""

from __future__ import annotations

from game.engine.core import Event
from game.games.hansa_teutonica.rules.board import REUSE_TWO
from game.games.hansa_teutonica.rules.effects import back_to_turn, clear_route, end_game
from game.games.hansa_teutonica.rules.position import Position


def first(s: Position, *steps: tuple[str, int]) -> None:
    """Put steps at the front of the queue."""
    s.agenda = (*steps, *s.agenda)


def last(s: Position, *steps: tuple[str, int]) -> None:
    """Append steps to the queue."""
    s.agenda = (*s.agenda, *steps)


def proceed(s: Position, events: list[Event]) -> None:
    """Run steps until one requests a decision; with an empty queue, return to the turn."""
    while s.agenda:
        (name, argument), *rest = s.agenda
        s.agenda = tuple(rest)
        step = STEPS.get(name) or s.edition.agenda_steps[name]
        if step(s, argument, events):
            return
    back_to_turn(s)


def clear(s: Position, route: int, events: list[Event]) -> bool:
    """Return the pieces left on a claimed route to their stocks (7.8)."""
    clear_route(s, route, events)
    return False


def close(s: Position, argument: int, events: list[Event]) -> bool:
    """End the game now if the claim ends it (10.2)."""
    if s.ending:
        end_game(s, events)
    return bool(s.ending)


def left_of_claim(s: Position, steps: tuple[tuple[str, int], ...]) -> bool:
    """Return whether a claim can leave this queue: a player's `clear`, effect and `close`, or the `settle`
    and `close` of neutral traders, or any tail of these."""
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
"""Steps of the core, by name. Each returns True if the turn does not continue by itself."""
