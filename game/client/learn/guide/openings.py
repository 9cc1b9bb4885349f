"""Texts about named openings: their names and win rates."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from game.assets import of_game
from game.client.words.i18n import guide
from game.client.words.numbers import percent
from game.engine.core import Reason, State
from game.games import optional_part
from game.match.openings import OpeningTable, WinRate, is_opening, place_of, read_openings, table_for


@cache
def measured(ruleset_id: str) -> tuple[OpeningTable, ...]:
    """Return the measured openings of a game; empty if none has been measured."""
    path = of_game(ruleset_id) / "openings.json"
    return read_openings(path.read_text(encoding="utf-8")) if path.exists() else ()


def share(rate: WinRate) -> str:
    """Return the 95 % interval of a win rate, such as "27–31%"."""
    low, high = rate.interval
    return f"{round(100 * low)}–{percent(high)}"


def shares(state: State) -> Mapping[str, str]:
    """Return the placeholders of texts about the openings of such a game: `even`, the even share of wins, and
    for each plan `won_<plan>`, its interval. Empty if the game was not measured."""
    table = table_for(measured(state.ruleset.id), state)
    if table is None:
        return {}
    rates = {plan: table.all_places(plan) for plan in table.plans}
    won = {f"won_{plan}": share(rate) for plan, rate in rates.items() if rate is not None}
    return {"even": percent(1 / state.seats), **won}


def of_suggestion(reason: Reason, state: State) -> str:
    """Return the name and the win rate of the opening that a suggested plan belongs to.

    "" if it belongs to none, after the first rounds, and for games that were not measured.
    """
    game, seat = state.ruleset.id, state.actor
    table = table_for(measured(game), state)
    if table is None or seat is None or not is_opening(state):
        return ""
    plan, place = optional_part(game, "openings").begun(reason), place_of(state, seat)
    rate = table.rate(plan, place)
    if rate is None:
        return ""
    opening, even = guide(f"{game}.opening.{plan}"), percent(1 / state.seats)
    if rate.place is None:
        return guide("opening.any", opening=opening, share=share(rate), even=even)
    return guide("opening", opening=opening, share=share(rate), even=even, place=place + 1)
