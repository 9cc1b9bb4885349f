"""Options of every edition: rule interpretations (rules section 14) and the start player."""

from __future__ import annotations

from collections.abc import Mapping

from game.engine.core import Option
from game.games.hansa_teutonica.rules.board import MARKER_MIXES
from game.games.hansa_teutonica.rules.edition import RuleVariants

MOVES = "move"
"""Value of an option: the marker that removes three pieces moves three rivals' pieces instead (Big Box)."""

OPTIONS = (
    Option("marker_mix", tuple(MARKER_MIXES), "it4"),
    Option("start_player", ("random", "1", "2", "3", "4", "5"), "random"),
    Option("swap", ("any", "own"), "any"),
    Option("remove_3", ("any", "rivals", MOVES), "any"),
    Option("tie_break", ("pt", "bigbox"), "pt"),
)

BIG_BOX = {"marker_mix": "bigbox", "swap": "own", "remove_3": MOVES, "tie_break": "bigbox"}
"""Options of the Big Box. Expansions use its markers, too (expansions 1.2, X1, X28)."""

PRESETS: Mapping[str, Mapping[str, str]] = {
    "English 2010": {"marker_mix": "en"},
    "Italian 4th": {"marker_mix": "it4"},
    "Portuguese": {"marker_mix": "pt", "remove_3": "rivals"},
    "Big Box": BIG_BOX,
}
"""Named sets of option values, to which expansions add."""


def variants(options: Mapping[str, str]) -> RuleVariants:
    """Return the rule interpretations of these options."""
    return RuleVariants(
        swap_own=options["swap"] == "own",
        remove_rivals=options["remove_3"] == "rivals",
        tie_bigbox=options["tie_break"] == "bigbox",
    )
