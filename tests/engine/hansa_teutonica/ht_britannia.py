"""Helpers for the boards of Britannia."""

from __future__ import annotations

from random import Random

from game.engine import Action
from game.games.hansa_teutonica.rules.editions import PRESETS
from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tests.engine.hansa_teutonica.ht_games_played import choose as ordinary
from tests.engine.hansa_teutonica.ht_games_played import most_nearly_filled, route
from tests.engine.hansa_teutonica.ht_kit import at

BRITANNIA = dict(PRESETS["Britannia 2014"])
CALAIS, CHANNEL, MAN = "canterbury-calais", "calais-southampton", "conway-isle_of_man"
WELSH = (
    "montgomery-cardiff",
    "montgomery-pembroke",
    "montgomery-conway",
    "montgomery-hereford",
    "cardiff-pembroke",
    "conway-chester",
    MAN,
)
SCOTTISH = (
    "carlisle-isle_of_man",
    "carlisle-falkirk",
    "glasgow-falkirk",
    "glasgow-edinburgh",
    "dunbar-edinburgh",
    "dunbar-newcastle",
)
INTERESTING = (*WELSH, *SCOTTISH, CALAIS, CHANNEL, "chester-carlisle")


def britannia(seats: int = 4, options: str = "", **fields: object) -> HansaTeutonicaState:
    """Return a position on the board for this number of players, with the rules of the Big Box and more
    `options`; all merchants are free."""
    levels = [f"{seat}:liber_sophiae:4" for seat in range(seats)]
    fields["levels"] = "+".join([*levels, *([str(fields["levels"])] if "levels" in fields else [])])
    named = "+".join(f"{name}:{value}" for name, value in BRITANNIA.items())
    return at(seats, options=named + (f"+{options}" if options else ""), **fields)


def permitted(seats: int, seed: int, options: str = "") -> HansaTeutonicaState:
    """Return a game in which all players have merchants, and some have permissions, from the beginning."""
    rng = Random(seed)
    named = "+".join(f"{name}:{value}" for name, value in BRITANNIA.items())
    towns = ("cardiff", "london", "carlisle")
    offices = "+".join(f"{town}:{rng.randrange(seats)}t,{rng.randrange(seats)}t" for town in towns)
    state = RULESET.parse_position(
        " ".join(
            [
                f"hansa-teutonica seats={seats} options={named}{options and '+' + options}",
                f"start={rng.randrange(seats)}",
                "levels=" + "+".join(f"{seat}:liber_sophiae:4" for seat in range(seats)),
                "supply=" + ",".join(f"{5 + seat}t4m" for seat in range(seats)),
                f"offices={offices}",
            ]
        )
    )
    return state.determinize(rng)


def choose(state: HansaTeutonicaState, rng: Random) -> Action:
    """Choose as in varied games of the base board, but mostly fill routes abroad and at sea."""
    if rng.random() < 0.6:
        there = [
            action
            for action in state.legal_actions()
            if action.text.split()[0] in ("place", "displace", "set", "abroad", "claim")
            and route(action.text) in INTERESTING
        ]
        merchants = [action for action in there if "trader" not in action.text or rng.random() < 0.4]
        if merchants:
            return most_nearly_filled(state, merchants, rng)
    return ordinary(state, rng)
