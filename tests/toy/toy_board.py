"""The board of the toy edition, `toy.json`, and what its module says of it."""

from __future__ import annotations

from game.games.hansa_teutonica.rules.board_file import BoardFile

TOY = BoardFile("toy", "tests.toy")

SEA = ("westa-norda", "norda-mitta")
"""The routes across the sea."""

SOUTH = ("mitta-suda", "suda-osta")
"""A country: pieces leave it, but only those that are placed there come to it."""
