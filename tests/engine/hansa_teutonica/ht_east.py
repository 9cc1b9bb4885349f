"""Helpers for the board of the East."""

from __future__ import annotations

from random import Random

from game.engine import Action
from game.games.hansa_teutonica.rules.editions import PRESETS
from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tests.engine.hansa_teutonica.ht_games_played import choose as ordinary
from tests.engine.hansa_teutonica.ht_games_played import most_nearly_filled, route
from tests.engine.hansa_teutonica.ht_kit import at

EAST = dict(PRESETS["East 2010"])
MALMOE, VISBY, DANZIG, WISMAR = "stralsund-malmoe", "malmoe-visby", "danzig-malmoe", "wismar-stralsund"
SEA = (MALMOE, VISBY, DANZIG, WISMAR)


def east(seats: int = 4, options: str = "", **fields: object) -> HansaTeutonicaState:
    """Return a position on that board, with the rules of the Big Box and more `options`; all merchants are
    free."""
    levels = [f"{seat}:liber_sophiae:4" for seat in range(seats)]
    fields["levels"] = "+".join([*levels, *([str(fields["levels"])] if "levels" in fields else [])])
    named = "+".join(f"{name}:{value}" for name, value in EAST.items())
    return at(seats, options=named + (f"+{options}" if options else ""), **fields)


def seaworthy(seats: int, seed: int, options: str = "") -> HansaTeutonicaState:
    """Return a game in which all players have merchants from the beginning."""
    rng = Random(seed)
    named = "+".join(f"{name}:{value}" for name, value in EAST.items())
    state = RULESET.parse_position(
        " ".join(
            [
                f"hansa-teutonica seats={seats} options={named}{options and '+' + options}",
                f"start={rng.randrange(seats)}",
                "levels=" + "+".join(f"{seat}:liber_sophiae:4" for seat in range(seats)),
                "supply=" + ",".join(f"{5 + seat}t4m" for seat in range(seats)),
            ]
        )
    )
    return state.determinize(rng)


def choose(state: HansaTeutonicaState, rng: Random) -> Action:
    """Choose as in varied games of the base board, but mostly send merchants to sea, and fill routes
    there."""
    if rng.random() < 0.5:
        afloat = [
            action
            for action in state.legal_actions()
            if action.text.split()[0] in ("place", "displace", "set", "reuse", "claim")
            and route(action.text) in SEA
        ]
        merchants = [action for action in afloat if "trader" not in action.text or rng.random() < 0.4]
        if merchants:
            return most_nearly_filled(state, merchants, rng)
    return ordinary(state, rng)
