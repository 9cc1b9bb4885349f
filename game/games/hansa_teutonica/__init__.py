"""*Hansa Teutonica* for 2-5 players, with all boards and expansions."""

from __future__ import annotations

from game.games.game import Count, Game

GAME = Game(
    "hansa-teutonica",
    rank=1,
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
)
