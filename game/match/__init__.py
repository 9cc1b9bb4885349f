"""A game being played: its record, its state, who decides for each seat, undo, and the log.

    match = Match.start("a-name", ruleset, players, options, seed, controllers=[Person(), Computer("hard")])
    match.waits()       # what it waits for: a touch, an answer, a moment, another device, the post, nothing
    match.play(action)  # a person's decision
    match.step()        # the next action of whoever does not decide by touch

Pure: no window, no files, no clock. Whoever shows a match tells it when it may go on (`Match.rest`) and gets
its requests answered (`waits().request`).
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
