"""Guide through a player's first game: explanations at each of the player's decisions.

The guide has no script. It derives recent events from the moves of the match, current concerns from the
state; the suggestion for a turn is the hint of a computer player. Explanations already given are recorded in
a tag of the record, so that an interrupted game resumes where it was.
"""

from __future__ import annotations

from game.match.guide.guide import HELLO, LEVEL, OFF, TURNS, Guide, foreseen, is_guided
from game.match.guide.sight import Facts, GuidedDecision, GuideMessage, Notice
from game.match.match import GUIDE

__all__ = [
    "GUIDE",
    "HELLO",
    "LEVEL",
    "OFF",
    "TURNS",
    "Facts",
    "Guide",
    "GuideMessage",
    "GuidedDecision",
    "Notice",
    "foreseen",
    "is_guided",
]
