"""Hansa Teutonica for 2-5 players, after the rules restated in docs/rules/hansa-teutonica.md."""

PARTS = (
    "tables", "actions", "edition", "position", "reasons", "claim", "displacement", "turn", "neutral", "pawn",
    "permanent", "green", "countries", "missions", "favour", "board_east", "board_britannia_3",
    "board_britannia_4_5", "editions", "state", "ruleset",
)  # fmt: skip
"""Its modules in the order in which to import them ahead, each with little that is not imported yet."""
