"""Rules of *Hansa Teutonica* for 2-5 players, as restated in docs/reference/rules/hansa-teutonica.md."""

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
"""Modules of the rules and of the expansions, in the order in which to preload them: each module imports
little that the modules before it have not imported."""
