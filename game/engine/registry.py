"""The games there are. A ruleset's module is imported on first use."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from game.engine.core import ParseError, Ruleset

_MODULES = {
    "hansa-teutonica": "game.engine.hansa_teutonica",
    "hansa": "game.engine.hansa",
}


def rulesets() -> tuple[str, ...]:
    """The ids of all rulesets, in the order of the title screen."""
    return tuple(_MODULES)


@cache
def ruleset(ruleset_id: str) -> Ruleset:
    """The ruleset with this id; `ParseError` if there is none."""
    if ruleset_id not in _MODULES:
        raise ParseError(f"unknown ruleset {ruleset_id!r}; known are {', '.join(_MODULES)}")
    found: Ruleset = import_module(_MODULES[ruleset_id]).RULESET
    return found
