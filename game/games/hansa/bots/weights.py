"""The weights of *Hansa*, in final points, by number of seats (assets/games/hansa/bots/weights.txt)."""

from __future__ import annotations

from game.bots.weights import tables

TABLES = tables("hansa", "bots/weights.txt")
