"""Hansa Teutonica for 2-5 players, after the rules restated in docs/rules/hansa-teutonica.md."""

PARTS = (
    "tables", "actions", "edition", "position", "reasons", "claim", "displacement", "turn", "neutral", "pawn",
    "permanent", "green", "missions", "board_east", "editions", "state", "ruleset",
)  # fmt: skip
"""Its modules in the order in which to import them ahead, each with little that is not imported yet."""
