"""Table of the core decisions, in the order of the rulebook, with their sequence.

| decision  | decider         | rules | then                                                          |
|-----------|-----------------|-------|---------------------------------------------------------------|
| turn      | active player   | 4, 5  | any of those below, turn again, or the next player's turn     |
| pay       | active player   | 5.3   | relocate                                                      |
| move      | active player   | 5.4   | move until all are set down, turn                             |
| relocate  | displaced owner | 6     | relocate until declined or nothing is left, turn              |
| benefit   | claimant        | 7.3   | turn, or the end of the game                                  |
| remove    | active player   | 9.7   | remove up to three times, turn                                |
| carry     | active player   | 9.7   | carry up to three times, turn                                 |
| replace   | active player   | 9.8   | replace until the plate is empty, the next player's turn      |

Modules add their own decisions, and answers to these:

| pawn             | second player  | 12.A | turn                        |
| step             | active player  | 12.A | the next player's turn      |
| relocate-neutral | other player   | 12.B | neutral-claim, turn         |
| neutral-claim    | active player  | 12.B | turn, or the end of the game |
| block-price      | active player  | expansions 8.4 | turn |
| tribute-income   | tribute's owner | expansions 8.3 | the remaining steps of the claim |
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from game.games.hansa_teutonica.rules.carry import CARRY
from game.games.hansa_teutonica.rules.claim import BENEFIT
from game.games.hansa_teutonica.rules.displacement import PRICE, RELOCATION
from game.games.hansa_teutonica.rules.edition import Extension, Module
from game.games.hansa_teutonica.rules.markers import REMOVAL
from game.games.hansa_teutonica.rules.move import MOVE
from game.games.hansa_teutonica.rules.rule import Rule
from game.games.hansa_teutonica.rules.turn import TURN
from game.games.hansa_teutonica.rules.turn_end import REPLACE

DECISIONS: tuple[Rule, ...] = (TURN, PRICE, MOVE, RELOCATION, BENEFIT, REMOVAL, CARRY, REPLACE)
"""Decisions of the core."""


def decisions(modules: Iterable[Module[Any]]) -> dict[str, Rule]:
    """Return the decisions of an edition by id: those of the core with the extensions of modules, and the
    modules' own."""
    found = {rule.id: rule for rule in DECISIONS}
    for module in modules:
        for rule_id, extension in module.extensions().items():
            if rule_id:
                found[rule_id] = extended(found[rule_id], extension)
        for rule in module.decisions():
            assert isinstance(rule, Rule) and rule.id not in found, f"{module.id}: {rule.id}"
            found[rule.id] = rule
    return found


def extended(rule: Rule, extension: Extension) -> Rule:
    """Return a copy of a decision with the additions of a module."""
    new = type(rule)()
    new.answers = {**rule.answers, **extension.handlers}
    for kind, then in extension.after.items():
        new.answers[kind] = _one_after_other(new.answers[kind], then)
    new.offers = (*rule.offers, extension.offers) if extension.offers else rule.offers
    new.refused = {**rule.refused, **extension.refusals}
    new.touched = {**rule.touched, **extension.touches}
    return new


def _one_after_other(first: Callable[..., None], second: Callable[..., None]) -> Callable[..., None]:
    """Return a handler that calls two handlers."""

    def both(s: Any, action: Any, events: Any) -> None:
        first(s, action, events)
        second(s, action, events)

    return both
