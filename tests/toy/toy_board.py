"""The board of the toy edition, `toy.json`, and the properties its module adds."""

from __future__ import annotations

from game.games.hansa_teutonica.rules.board_file import BoardFile

TOY = BoardFile("toy", "tests.toy")

SEA = ("westa-norda", "norda-mitta")
"""The routes across the sea."""

SOUTH = ("mitta-suda", "suda-osta")
"""A country: pieces can leave it, but enter it only when they are placed."""
