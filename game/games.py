"""The games there are, an entry each. Every room of the house finds its part of a game through it.

Data only: this module imports nothing of ours. Parts are imported by name on first use, so that a game costs
nothing before it is played.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple


class Count(NamedTuple):
    """One thing that statistics count for each seat, by the events that tell of it.

    id       its text is `stat.<id>` in the catalogue of the game
    amount   whether their amounts are added up, or the events themselves are counted
    source   with what the place must begin that was left, `target` the place that was come to
    payee    whether it counts for the seat at the end of `target`, not for the seat of the event
    """

    id: str
    kinds: tuple[str, ...]
    amount: bool = False
    source: str = ""
    target: str = ""
    payee: bool = False


class Game(NamedTuple):
    """One game.

    package  its package in each room: `game.engine.<package>` has a module `ruleset` with `RULESET`,
             `game.bots.<package>` `BRAIN`, `game.client.views.<package>` a module `view`,
             `game.match.guide.<package>` `NOTICES`, `game.research.<package>` `VIEW`; engine and views name
             their `PARTS`
    kinds    the kinds of game that computer players judge differently: seats and options
    counts   what statistics count by events
    verbs    what they count by the first word of an action, and the id of that count
    """

    package: str
    kinds: tuple[tuple[int, Mapping[str, str]], ...]
    counts: tuple[Count, ...]
    verbs: Mapping[str, str]


GAMES: Mapping[str, Game] = {
    "hansa-teutonica": Game(
        "hansa_teutonica",
        kinds=(
            (2, {"two_players": "pawn"}),
            (2, {"two_players": "neutral-it"}),
            (3, {}),
            (4, {}),
            (5, {}),
        ),
        counts=(
            Count("turns", ("turn",)),
            Count("placed", ("place",)),
            Count("moved", ("set",)),
            Count("displacing", ("displace",)),
            Count("displaced", ("displaced",)),
            Count("routes", ("claim",)),
            Count("offices", ("office", "extra-office")),
            Count("improved", ("improve",)),
            Count("table", ("table",)),
            Count("markers-taken", ("marker-taken",)),
            Count("markers-used", ("marker-used",)),
        ),
        verbs={"income": "income"},
    ),
    "hansa": Game(
        "hansa",
        kinds=((2, {}), (3, {}), (4, {})),
        counts=(
            Count("turns", ("turn",)),
            Count("sailed", ("sail",)),
            Count("bought", ("buy",)),
            Count("built", ("build",), amount=True),
            Count("sold", ("sell",), amount=True),
            Count("recalled", ("recall",)),
            Count("lost", ("loss", "discard")),
            Count("paid", ("pay",), amount=True, target="purse."),
            Count("received", ("pay",), amount=True, target="purse.", payee=True),
            Count("taxed", ("tax",), amount=True),
        ),
        verbs={"restock": "restocked"},
    ),
}
"""By ruleset id, in the order of the title screen."""


@cache
def part(game: str, room: str, module: str = "") -> Any:
    """A module of a game's package in a room, `part("hansa", "bots", "powers")`; by default the package.

    `KeyError` for a game there is not.
    """
    name = f"game.{room}.{GAMES[game].package}"
    return import_module(f"{name}.{module}" if module else name)
