"""Hansa Teutonica for 2-5 players, after the rules restated in docs/rules/hansa-teutonica.md."""

from game.games.hansa_teutonica.expansions import modules

PARTS = (
    *(
        f"{__name__}.{name}"
        for name in (
            *("tables", "actions", "edition", "position", "reasons", "claim", "displacement", "turn"),
            *("permanent", "board_file"),
        )
    ),
    *modules("rules"),
    *(f"{__name__}.{name}" for name in ("editions", "state", "ruleset")),
)
"""The modules of the rules and of the expansions, in the order in which to import them ahead: each imports
little that the ones before it have not imported."""
