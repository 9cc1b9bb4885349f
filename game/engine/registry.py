"""Lookup of the available rulesets, whose modules are imported on first use."""

from __future__ import annotations

from functools import cache

from game.engine.core import ParseError, Ruleset
from game.games import GAMES, optional_part, part


def rulesets() -> tuple[str, ...]:
    """Return the ids of all rulesets in the order of the title screen."""
    return tuple(GAMES)


@cache
def ruleset(ruleset_id: str) -> Ruleset:
    """Return the ruleset with this id. Raises `ParseError` for an unknown id."""
    if ruleset_id not in GAMES:
        raise ParseError(f"unknown ruleset {ruleset_id!r}; known are {', '.join(GAMES)}")
    rules = optional_part(ruleset_id, "rules", "ruleset") or part(ruleset_id, "rules")
    found: Ruleset = rules.RULESET
    return found
