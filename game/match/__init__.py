"""A game in progress: its record, state, controllers, undo and log.

    match = Match.start("a-name", ruleset, players, options, seed, controllers=[Person(), Computer("hard")])
    match.waits()       # the event that it waits for (game/match/waiting.py)
    match.play(action)  # a person's decision
    match.step()        # the next action of a controller other than a person

Pure: no window, no files, no clock. The caller decides when the game may continue (`Match.rest`) and has its
requests answered (`waits().request`).
"""

from __future__ import annotations

from game.levels import LEVELS
from game.match.controllers import (
    CONTROLLERS,
    Computer,
    Mail,
    Person,
    Recording,
    RemoteController,
    person_of,
)
from game.match.log import Cursor, Entry, Move, PlayerFailure, Seek, TakenBack, Why
from game.match.match import Match
from game.match.players import COLOURS, PlayerInfo, players_of
from game.match.sanitize import sanitize
from game.match.waiting import (
    AwaitingAnswer,
    AwaitingInput,
    AwaitingRemote,
    AwaitingSend,
    AwaitingTimer,
    Wait,
)

__all__ = [
    "COLOURS",
    "CONTROLLERS",
    "LEVELS",
    "AwaitingAnswer",
    "AwaitingInput",
    "AwaitingRemote",
    "AwaitingSend",
    "AwaitingTimer",
    "Computer",
    "Cursor",
    "Entry",
    "Mail",
    "Match",
    "Move",
    "Person",
    "PlayerFailure",
    "PlayerInfo",
    "Recording",
    "RemoteController",
    "Seek",
    "TakenBack",
    "Wait",
    "Why",
    "person_of",
    "players_of",
    "sanitize",
]
