"""A guide through somebody's first game: what there is to say at a decision of theirs.

It follows no script. What has happened since the person's last action is read in the moves of the match, what
matters now in its state, and what could be done comes from a computer player (`plans`). What is told only
once is remembered in a tag of the record, so that a game that is left goes on where it was.
"""

from __future__ import annotations

from game.match.guide.guide import HELLO, LEVEL, OFF, TURNS, Guide, is_guided
from game.match.guide.sight import Facts, Note, Notice, Sight
from game.match.match import GUIDE

__all__ = [
    "GUIDE",
    "HELLO",
    "LEVEL",
    "OFF",
    "TURNS",
    "Facts",
    "Guide",
    "Note",
    "Notice",
    "Sight",
    "is_guided",
]
