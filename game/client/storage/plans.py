"""The turn that a person has planned in a game. No record contains it, so that it never leaves the device."""

from __future__ import annotations

import json
from collections.abc import Sequence

from game.client.storage.save_store import PLAN
from game.platform import Platform
from game.untrusted import loads

MOST_ACTIONS = 60
"""Maximum number of actions of a planned turn."""


def plan_for(platform: Platform, game_id: str) -> tuple[str, ...]:
    """Return the actions of the planned turn; empty without one. Raises `StorageError`."""
    try:
        found = loads(platform.read(PLAN + game_id) or "[]")
    except ValueError:
        return ()
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        return ()
    return tuple(found[:MOST_ACTIONS])


def keep_plan(platform: Platform, game_id: str, actions: Sequence[str]) -> None:
    """Save a planned turn; one without actions is deleted. It is deleted with the game. Raises
    `StorageError`."""
    if actions:
        platform.write(PLAN + game_id, json.dumps(list(actions)))
    else:
        platform.delete(PLAN + game_id)
