"""A second implementation of the rules common to the expansion boards: ships and permanent markers (2, 3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from tests.engine.hansa_teutonica.ht_naive import all_seated
from tests.engine.hansa_teutonica.ht_naive_play import NaivePlay


class NaiveExpansion(NaivePlay):
    """A position of an expansion board."""

    ships: ClassVar[set[str]] = set()

    def fits(self, piece: str, house: str) -> bool:
        """2.1."""
        return piece[-1] == "m" or house not in self.ships

    # --- legal actions

    def ask_move_two(self) -> Iterator[str]:
        """3.6."""
        if self.may_lift():
            yield from (f"lift {house}" for house, piece in self.houses.items() if piece != ".")
        if not self.hand():
            yield "done"
            return
        first, *rest = self.rooms(carried=True)
        yield from (f"set {house}" for house in first if all_seated(rest, frozenset((house,))))

    def ask_improve_privilege(self) -> Iterator[str]:
        yield from ("improve privilegium", "no-benefit")

    def free_routes(self) -> list[str]:
        """3.3."""
        return [route for route in super().free_routes() if route not in self.effects]
