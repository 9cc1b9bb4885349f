"""The options of the game: editions and readings (rules section 14), and what a state reads from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from game.engine.core import Option
from game.engine.hansa_teutonica.board import MARKER_MIXES
from game.engine.hansa_teutonica.provinces import PROVINCES
from game.engine.hansa_teutonica.tables import ProvinceTables, Tables

NINE = "neutral-it-9"
"""The Italian neutral traders as in version 1: nine at setup, one of them on Coellen-Warburg."""

OPTIONS = (
    Option("marker_mix", tuple(MARKER_MIXES), "it4"),
    Option("start_player", ("random", "1", "2", "3", "4", "5"), "random"),
    Option("swap", ("any", "own"), "any"),
    Option("remove_3", ("any", "rivals"), "any"),
    Option("tie_break", ("pt", "bigbox"), "pt"),
    Option("two_players", ("pawn", "neutral-it", "neutral-pt", NINE), "pawn", seats=(2,), retired=(NINE,)),
    Option("provinces", tuple(PROVINCES), "B1", seats=(2,), when=("two_players", ("pawn",))),
    Option("pawn_walk", ("one", "any"), "one", seats=(2,), when=("two_players", ("pawn",))),
)

PRESETS: Mapping[str, Mapping[str, str]] = {
    "English 2010": {"marker_mix": "en", "two_players": "pawn"},
    "Italian 4th": {"marker_mix": "it4", "two_players": "neutral-it"},
    "Portuguese": {"marker_mix": "pt", "remove_3": "rivals", "two_players": "neutral-pt"},
    "Big Box readings": {"marker_mix": "bigbox", "swap": "own", "remove_3": "rivals", "tie_break": "bigbox"},
}


class Rules(NamedTuple):
    """The options in the form the decisions need.

    swap_own        the swap marker needs an office of one's own (A6 b)
    remove_rivals   the remove-3 marker removes only rivals' pieces (A7)
    tie_bigbox      ties are broken as in the Big Box (A24)
    provinces       the provinces of the pawn, None in games without it (12.A)
    walk_any        one action takes the pawn any distance (A34 b)
    neutral         there are neutral traders (12.B)
    neutral_nine    one of the neutral traders begins on Coellen-Warburg (A35)
    one_stays       a neutral trader stays on a claimed route to a yellow town (A35c)
    """

    swap_own: bool
    remove_rivals: bool
    tie_bigbox: bool
    provinces: ProvinceTables | None
    walk_any: bool
    neutral: bool
    neutral_nine: bool
    one_stays: bool


def rules_of(options: Mapping[str, str], seats: int, tables: Tables) -> Rules:
    """The rules these options mean for this many players."""
    variant = options["two_players"] if seats == 2 else ""
    return Rules(
        swap_own=options["swap"] == "own",
        remove_rivals=options["remove_3"] == "rivals",
        tie_bigbox=options["tie_break"] == "bigbox",
        provinces=tables.provinces[options["provinces"]] if variant == "pawn" else None,
        walk_any=options["pawn_walk"] == "any",
        neutral=variant.startswith("neutral"),
        neutral_nine=variant in ("neutral-pt", NINE),
        one_stays=variant == "neutral-pt",
    )
