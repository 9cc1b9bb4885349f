"""A second implementation of mission cards, the Emperor's Favour and promo markers, on the model of
`ht_naive`.

It uses the position string only; the data of cards and tiles is repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from tests.engine.hansa_teutonica.ht_naive import KINDS, MARKER_POINTS, _pairs, owner
from tests.engine.hansa_teutonica.ht_naive_play import LETTERS, NaivePlay

CARDS = """
osnabrueck stendal paderborn
dortmund minden lueneburg
minden perleberg goslar
arnheim perleberg hannover
dortmund stendal kampen
arnheim osnabrueck hildesheim
arnheim perleberg bremen
minden osnabrueck magdeburg
dortmund stendal muenster
"""
PAID = 2
"""Number of markers paid for a tile (16.2), and of pieces that a tribute brings (8.3)."""


def _listed(value: str) -> list[str]:
    return [] if value == "-" else value.split("+")


class NaiveModules(NaivePlay):
    """A position with any of the three modules: a mix-in for the class of the board (`ht_naive_any`)."""

    def __init__(self, line: str) -> None:
        super().__init__(line)
        f = self.fields
        self.tiles = _listed(f.get("tiles", "-"))
        self.held = [_listed(row) for row in f["held"].split(",")] if "held" in f else [[]] * self.seats
        laid = _pairs(f.get("above", "-"))
        self.above = [(route, *word.split(".")) for route, word in laid]

    def summary(self) -> dict[str, object]:
        held = [sorted(row) for row in self.held]
        return {**super().summary(), "tiles": sorted(self.tiles), "held": held, "above": self.above}

    def has(self, seat: int, tile: str) -> bool:
        """The neutral traders have none."""
        return seat < self.seats and tile in self.held[seat]

    def above_of(self, seat: int) -> list[str]:
        return [kind for _, kind, whose in self.above if int(whose) == seat]

    # --- the end: 15.2, 16.3 e and f, expansions 8.5

    def lines(self) -> dict[str, tuple[int, ...]]:
        found, seats = super().lines(), range(self.seats)
        towns = [4 if self.has(seat, "town_4") else 2 for seat in seats]
        found["towns"] = tuple(
            points // 2 * worth for points, worth in zip(found["towns"], towns, strict=True)
        )
        full = [7 if self.has(seat, "ability_7") else 4 for seat in seats]
        tracks = zip(found["full_tracks"], full, strict=True)
        found["full_tracks"] = tuple(points // 4 * worth for points, worth in tracks)
        if self.options.get("promo_points") == "nobody":
            owned = [sum(int(who) == seat for who, _ in self.unused + self.used) for seat in seats]
            left = [count - len(self.above_of(seat)) for seat, count in enumerate(owned)]
            found["markers"] = tuple(MARKER_POINTS[min(count, 10)] for count in left)
        if "missions" in self.fields and self.ask == "over":
            found["missions"] = tuple(map(self.mission_points, seats))
        return found

    def mission_points(self, seat: int) -> int:
        """15.2: the towns identify the card."""
        dealt = set(self.fields["missions"].split(",")[seat].split("+"))
        [towns] = [row.split() for row in CARDS.strip().splitlines() if set(row.split()) == dealt]
        there = sum(any(owner(piece) == seat for piece in self.row(town)) for town in towns)
        return there + 5 * all(self.controller(town) == seat for town in towns)

    # --- legal actions

    def ask_turn(self) -> Iterator[str]:
        yield from super().ask_turn()
        mine = [kind for seat, kind in self.unused if int(seat) == self.turn]
        if self.tiles and len(mine) >= PAID and not self.begun():
            yield from (f"favour {tile}" for tile in self.tiles)

    def begun(self) -> bool:
        """Return whether an action has been done in the turn, or a marker used (16.2)."""
        used = sum(int(seat) == self.turn for seat, _ in self.used)
        return self.actions != self.each_turn(self.turn) or used != int(self.fields["before"])

    def each_turn(self, seat: int) -> int:
        """16.3 b."""
        return self.value(seat, "actiones") + self.has(seat, "plus_1_action")

    def ask_favour_price(self) -> Iterator[str]:
        yield from {f"spend {kind}" for seat, kind in self.unused if int(seat) == self.turn}

    def ask_favour_income(self) -> Iterator[str]:
        stock = self.stock[int(self.fields["actor"])]
        yield from (f"along {KINDS[kind]}" for kind, count in stock.items() if count)
        yield "decline"

    def place(self) -> Iterator[str]:
        """8.4: there must be enough pieces for the blocks."""
        pieces = sum(self.supply[self.turn].values())
        for text in super().place():
            if pieces > self.blocks(self.route_of(text.split()[-1])):
                yield text

    def blocks(self, route: str) -> int:
        return sum(there == route and kind == "block" for there, kind, _ in self.above)

    def more(self, piece: str) -> int:
        """Return the piece of the owner for which one more is added (16.3 d)."""
        kind = {"trader": "t", "merchant": "m"}[self.options.get("favour_extra", "trader")]
        return int(piece[1] == kind and self.has(owner(piece), "extra_displaced_piece"))

    def price(self, piece: str) -> int:
        """X21: the owner's tile makes it dearer by the interpretation of 2016 only."""
        return super().price(piece) + (self.options.get("favour_extra") == "merchant") * self.more(piece)

    def owed(self, piece: str) -> int:
        """Return the number of pieces the owner of a displaced one may add."""
        return (2 if piece[1] == "m" else 1) + self.more(piece)

    def comes(self, piece: str, house: str) -> bool:
        """X19: one interpretation also lifts the borders."""
        if self.options.get("favour_abroad") == "lifted" and self.has(owner(piece), "displaced_anywhere"):
            return self.fits(piece, house)
        return super().comes(piece, house)

    def flees(self, piece: str, house: str) -> bool:
        """16.3 a: also on the route of the displacement."""
        anywhere = self.has(owner(piece), "displaced_anywhere")
        return self.comes(piece, house) if anywhere else super().flees(piece, house)

    def targets_of(self, piece: str) -> list[str]:
        """16.3 a."""
        if not self.has(owner(piece), "displaced_anywhere"):
            return super().targets_of(piece)
        return [house for house in self.empty() if self.flees(piece, house)]

    def use(self) -> Iterator[str]:
        yield from super().use()
        mine = {kind for seat, kind in self.unused if int(seat) == self.turn}
        if self.supply[self.turn]["t"]:
            kinds = mine & {"tribute", "block"}
            yield from (f"use {kind} {route}" for kind, route in product(kinds, self.board.routes))
        if "exchange" in mine:
            for seat in range(self.seats):
                theirs = [kind for who, kind in self.used if int(who) == seat != self.turn]
                for kind in self.above_of(seat) if theirs else []:
                    theirs.remove(kind)
                yield from (f"use exchange {seat} {kind}" for kind in theirs if kind != "exchange")

    def ask_block_price(self) -> Iterator[str]:
        yield from self.ask_pay()

    def ask_tribute_income(self) -> Iterator[str]:
        yield from self.incomes(int(self.fields["actor"]))

    def incomes(self, seat: int) -> list[str]:
        """8.3, X27."""
        traders, merchants = self.stock[seat]["t"], self.stock[seat]["m"]
        amount = min(PAID, traders + merchants)
        split = [(amount - some, some) for some in range(min(amount, merchants) + 1)]
        return [
            "income " + (f"{t}t" if t else "") + (f"{m}m" if m else "")
            for t, m in split
            if amount and t <= traders
        ]

    def free_routes(self) -> list[str]:
        """8.5, X25b."""
        barred = {route for route, _, _ in self.above} if self.options.get("promo_refill") == "barred" else ()
        return [route for route in super().free_routes() if route not in barred]

    # --- effects

    def do_place(self, kind: str, house: str) -> None:
        super().do_place(kind, house)
        self.pay_blocks(self.blocks(self.route_of(house)))

    def pay_blocks(self, price: int) -> None:
        """8.4: a choice of one is made automatically."""
        supply = self.supply[self.turn]
        while price and not (supply["t"] and supply["m"] and sum(supply.values()) > price):
            self.give_back("t" if supply["t"] else "m")
            price -= 1

    def give_back(self, kind: str) -> None:
        self.supply[self.turn][kind] -= 1
        self.stock[self.turn][kind] += 1

    def do_pay(self, kind: str) -> None:
        if self.ask == "block-price":
            self.give_back(LETTERS[kind])
            self.pay_blocks(int(self.fields["allowance"]) - 1)
        else:
            super().do_pay(kind)

    def do_income(self, amount: str) -> None:
        if self.ask != "tribute-income":
            super().do_income(amount)
            return
        self.take(int(self.fields["actor"]), amount)
        left = _pairs(self.fields["agenda"])
        steps = [step for step, _ in left]
        then: list[Callable[[], None]] = []
        if "clear" in steps or "reuse-two" in steps:
            then.append(lambda: self.clear(self.route))
        if "settle" in steps:
            then.append(self.settle)
        self.bring([int(seat) for step, seat in left if step == "tribute"], then)

    def take(self, seat: int, amount: str) -> None:
        for part in amount.replace("t", "t ").split():
            self.stock[seat][part[-1]] -= int(part[:-1])
            self.supply[seat][part[-1]] += int(part[:-1])

    def do_along(self, kind: str) -> None:
        seat = int(self.fields["actor"])
        self.stock[seat][LETTERS[kind]] -= 1
        self.supply[seat][LETTERS[kind]] += 1

    def do_favour(self, tile: str) -> None:
        self.tiles.remove(tile)
        self.held[self.turn] = [*self.held[self.turn], tile]
        self.spend(PAID)

    def do_spend(self, kind: str) -> None:
        self.turn_down(kind)
        self.spend(int(self.fields["allowance"]) - 1)

    def spend(self, markers: int) -> None:
        """16.2: then the turn is over."""
        while markers:
            mine = [kind for seat, kind in self.unused if int(seat) == self.turn]
            if len(set(mine)) > 1 and len(mine) > markers:
                return
            self.turn_down(mine[0])
            markers -= 1
        self.do_end_turn()

    def do_end_turn(self) -> None:
        before = self.turn
        super().do_end_turn()
        if self.turn != before:
            self.actions = self.each_turn(self.turn)

    def do_use(self, kind: str, what: str = "", more: str = "") -> None:
        if kind in ("tribute", "block"):
            self.turn_down(kind)
            self.supply[self.turn]["t"] -= 1
            self.above.append((what, kind, str(self.turn)))
        elif kind == "exchange":
            me = str(self.turn)
            self.unused.remove([me, kind])
            self.used.remove([what, more])
            self.used.append([what, kind])
            self.unused.append([me, more])
        else:
            super().do_use(kind, what)

    # --- 8.3: an office in a town of a tribute brings its owner pieces, before the route is cleared

    def founded(self, town: str, then: list[Callable[[], None]]) -> None:
        """Pay tributes for any office, also one of neutral traders."""
        super().founded(town, [lambda: self.bring(self.tributes(town), then)])

    def tributes(self, town: str) -> list[int]:
        """List the owners of tributes above the routes of a town, in the order in which they were laid."""
        laid = [(route, int(seat)) for route, kind, seat in self.above if kind == "tribute"]
        return [seat for route, seat in laid if town in self.board.routes[route][:2]]

    def bring(self, owners: list[int], then: list[Callable[[], None]]) -> None:
        """Pay each of them until one has a choice; then the claim continues."""
        for seat in owners:
            choices = self.incomes(seat)
            if len(choices) > 1:
                return
            for text in choices:
                self.take(seat, text.split()[1])
        for step in then:
            step()
