"""Hansa Teutonica for 2-5 players, after the rules restated in docs/rules/hansa-teutonica.md."""

PARTS = (
    "tables", "actions", "edition", "position", "reasons", "claim", "displacement", "turn", "modules.neutral",
    "modules.pawn", "modules.permanent", "modules.green", "modules.countries", "modules.missions",
    "modules.favour", "boards.east", "boards.britannia_3", "boards.britannia_4_5", "editions", "state",
    "ruleset",
)  # fmt: skip
"""Its modules in the order in which to import them ahead, each with little that is not imported yet."""
