"""Rules engine: pure Python on the standard library alone, with one interface for every game.

>>> from game import engine
>>> "hansa-teutonica" in engine.rulesets()
True
"""

from game.engine.core import (
    Action,
    Decision,
    Event,
    IllegalAction,
    Option,
    Outcome,
    ParseError,
    Reason,
    Ruleset,
    ScoreLine,
    State,
    Told,
)
from game.engine.registry import ruleset, rulesets

__all__ = [
    "Action",
    "Decision",
    "Event",
    "IllegalAction",
    "Option",
    "Outcome",
    "ParseError",
    "Reason",
    "Ruleset",
    "ScoreLine",
    "State",
    "Told",
    "ruleset",
    "rulesets",
]
