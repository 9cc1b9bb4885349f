"""The rules of Ring Road.

Six towns form a ring around a hub. In your turn do one of four things: place a cart on a free space; where
your carts fill a route, take them back, score its length and build a house in one of its towns; take a cart
back when you have none left; or pass. At the end the most houses in a town score 3 points, the second most 1.
The game ends when a player has built all houses, or after 20 rounds.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.core import Event, ScoreLine
from game.engine.declared import (
    DeclaredRules,
    DeclaredState,
    Network,
    Placed,
    action,
    by_seat,
    pieces,
)

CARTS, HOUSES, ROUNDS = 5, 4, 20
RIM = ("north", "east", "southeast", "south", "west", "northwest")
MAP = Network(
    towns={
        "north": (800, 110),
        "east": (1380, 260),
        "southeast": (1330, 740),
        "south": (760, 890),
        "west": (210, 730),
        "northwest": (250, 250),
        "hub": (790, 500),
    },
    routes={
        **{pair: 2 for pair in zip(RIM, (*RIM[1:], RIM[0]), strict=True)},
        **{("hub", town): 3 for town in RIM[::2]},
    },
)


class RingRoad(DeclaredState):
    """A position of Ring Road."""

    board = MAP
    endings = ("houses", "rounds")

    points: list[int] = by_seat(range(1000))
    supply: list[int] = by_seat(range(CARTS + 1), start=CARTS)
    houses: list[int] = by_seat(range(HOUSES + 1), start=HOUSES)
    carts: Placed = pieces("space", MAP.spaces, "cart", most=1)
    built: Placed = pieces("town", MAP.towns, "house")

    @action("place {space}", space=MAP.spaces)
    def place(self, space: str) -> Iterator[Event]:
        """Place a cart on a free space."""
        self.supply[self.turn] -= 1
        self.carts[space] = (self.turn,)
        yield Event("place", self.turn, "cart", f"supply.{self.turn}", f"space.{space}")
        yield from self._done()

    @place.unless
    def no_place(self, space: str) -> str | None:
        if not self.supply[self.turn]:
            return "no-cart-left"
        return "space-taken" if space in self.carts else None

    @action("claim {route} {town}", route=MAP.routes, town=MAP.towns)
    def claim(self, route: str, town: str) -> Iterator[Event]:
        """Take the carts of a full route back, score it and build a house."""
        seat, spaces = self.turn, MAP.spaces_of[route]
        for space in spaces:
            del self.carts[space]
            yield Event("return", seat, "cart", f"space.{space}", f"supply.{seat}")
        self.supply[seat] += len(spaces)
        self.points[seat] += len(spaces)
        yield Event("points", seat, amount=len(spaces))
        self.houses[seat] -= 1
        self.built[town] = (*self.built.get(town, ()), seat)
        yield Event("build", seat, "house", f"houses.{seat}", f"town.{town}")
        if self.houses[seat]:
            yield from self._done()
        else:
            yield from self._end("houses")

    @claim.unless
    def no_claim(self, route: str, town: str) -> str | None:
        if any(self.carts.get(space) != (self.turn,) for space in MAP.spaces_of[route]):
            return "route-not-full"
        return None if town in MAP.ends[route] else "town-elsewhere"

    @action("recall {space}", space=MAP.spaces)
    def recall(self, space: str) -> Iterator[Event]:
        """Take a cart back."""
        del self.carts[space]
        self.supply[self.turn] += 1
        yield Event("return", self.turn, "cart", f"space.{space}", f"supply.{self.turn}")
        yield from self._done()

    @recall.unless
    def no_recall(self, space: str) -> str | None:
        if self.carts.get(space) != (self.turn,):
            return "not-your-cart"
        return "carts-left" if self.supply[self.turn] else None

    @action("pass")
    def skip(self) -> Iterator[Event]:
        """Do nothing."""
        yield Event("pass", self.turn)
        yield from self._done()

    def _done(self) -> Iterator[Event]:
        if self.turns == ROUNDS * self.seats:
            yield from self._end("rounds")
        else:
            yield from self.next_turn()

    def _end(self, reason: str) -> Iterator[Event]:
        self.over = reason
        yield Event("game-end", reason=reason)

    def scores(self) -> tuple[ScoreLine, ...]:
        towns = [0] * self.seats
        for owners in self.built.values():
            counts = [owners.count(seat) for seat in range(self.seats)]
            ranked = sorted(set(counts) - {0}, reverse=True)
            for seat, count in enumerate(counts):
                place = ranked.index(count) if count else 2
                towns[seat] += (3, 1)[place] if place < 2 else 0
        return ScoreLine("routes", tuple(self.points)), ScoreLine("towns", tuple(towns))

    def check(self) -> None:
        super().check()
        for seat in range(self.seats):
            placed = sum(owners.count(seat) for owners in self.carts.values())
            assert placed + self.supply[seat] == CARTS, f"supply: seat {seat} has not {CARTS} carts in all"
            built = sum(owners.count(seat) for owners in self.built.values())
            assert built + self.houses[seat] == HOUSES, f"houses: seat {seat} has not {HOUSES} in all"


RULESET = DeclaredRules("ring-road", RingRoad, seats=range(2, 5))
