"""A game in progress: its record, state, controllers, undo and log.

    match = Match.start("a-name", ruleset, players, options, seed, controllers=[Person(), Computer("hard")])
    match.waits()       # the event that it waits for (game/match/waiting.py)
    match.play(action)  # a person's decision
    match.step()        # the next action of a controller other than a person

Pure: no window, no files, no clock. The caller decides when the game may continue (`Match.rest`) and has its
requests answered (`waits().request`).
"""

from __future__ import annotations

from game.match.controllers import CONTROLLERS, LEVELS, Apart, Computer, Mail, Person, Recording, person_of
from game.match.cursor import Cursor
from game.match.history import Move
from game.match.match import Entry, Failed, Match, Sought, TakenBack, Why
from game.match.plain import plain
from game.match.players import COLOURS, Player, players_of
from game.match.waiting import Answer, Elsewhere, Post, Timer, Touch, Wait

__all__ = [
    "COLOURS",
    "CONTROLLERS",
    "LEVELS",
    "Answer",
    "Apart",
    "Computer",
    "Cursor",
    "Elsewhere",
    "Entry",
    "Failed",
    "Mail",
    "Match",
    "Move",
    "Person",
    "Player",
    "Post",
    "Recording",
    "Sought",
    "TakenBack",
    "Timer",
    "Touch",
    "Wait",
    "Why",
    "person_of",
    "plain",
    "players_of",
]
