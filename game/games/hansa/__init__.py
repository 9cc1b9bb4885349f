"""*Hansa* for 2-4 players."""

from __future__ import annotations

from game.games.game import Count, Game

GAME = Game(
    "hansa",
    rank=2,
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
)
