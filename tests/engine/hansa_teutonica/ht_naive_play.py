"""A slow second implementation of effects: `Naive` with a `do` that changes it by the rules.

It covers the places of pieces, points, and the player whose turn it is; the next decision is up to
`ht_naive`. A decision with a single option is made automatically.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.engine.hansa_teutonica.ht_naive import KINDS, Naive, owner

LETTERS = {kind: letter for letter, kind in KINDS.items()}


class NaivePlay(Naive):
    """A position that can be played on."""

    def __init__(self, line: str) -> None:
        super().__init__(line)
        f = self.fields
        self.points = [int(points) for points in f["points"].split(",")]
        self.linked = [] if f["linked"] == "-" else [int(seat) for seat in f["linked"].split("+")]
        self.route = f["route"]
        self.in_hand = self.hand()
        self.bag = int(f["bag"])
        self.neutrals = [] if f["neutral"] == "-" else [int(count) for count in f["neutral"].split(",")]
        self.over = f["ending"] != "-"

    def summary(self) -> dict[str, object]:
        """Return the data that is compared."""
        return {
            "houses": self.houses,
            "offices": {town: row for town, row in self.offices.items() if row},
            "extras": {town: row for town, row in self.extras.items() if row},
            "table": self.table,
            "supply": self.supply,
            "stock": self.stock,
            "levels": self.level,
            "unused": sorted(self.unused),
            "used": sorted(self.used),
            "taverns": self.taverns,
            "points": self.points,
            "linked": self.linked,
            "pawn": self.pawn,
            "turn": self.turn,
            "actions": self.actions,
            "hand": self.in_hand,
            "bag": self.bag,
            "neutral": self.neutrals,
            "over": self.over,
        }

    def do(self, text: str) -> None:
        word, *rest = text.split()
        getattr(self, "do_" + word.replace("-", "_"))(*rest)

    def send(self, piece: str, heap: list[dict[str, int]]) -> None:
        """Move a piece to its owner's supply or stock; a neutral one to the neutral stock."""
        if owner(piece) == self.neutral:
            self.neutrals[0] += 1
        else:
            heap[owner(piece)][piece[1]] += 1

    # --- section 5

    def do_income(self, amount: str) -> None:
        for part in amount.replace("t", "t ").split():
            self.stock[self.turn][part[-1]] -= int(part[:-1])
            self.supply[self.turn][part[-1]] += int(part[:-1])
        self.actions -= 1

    def do_place(self, kind: str, house: str) -> None:
        self.act(kind, house)

    def do_displace(self, kind: str, house: str) -> None:
        victim = self.houses[house]
        self.act(kind, house)
        self.in_hand = [victim]
        self.pay(self.price(victim))

    def act(self, kind: str, house: str) -> None:
        """Place a piece of the supply in a house, for an action."""
        self.houses[house] = f"{self.turn}{LETTERS[kind]}"
        self.supply[self.turn][LETTERS[kind]] -= 1
        self.actions -= 1

    def do_pay(self, kind: str) -> None:
        self.supply[self.turn][LETTERS[kind]] -= 1
        self.stock[self.turn][LETTERS[kind]] += 1
        self.pay(int(self.fields["allowance"]) - 1)

    def pay(self, price: int) -> None:
        """Pay automatically if there is only one way to pay."""
        kinds = [kind for kind, count in self.supply[self.turn].items() if count]
        if len(kinds) == 1:
            self.supply[self.turn][kinds[0]] -= price
            self.stock[self.turn][kinds[0]] += price

    def do_lift(self, house: str, free: bool = False) -> None:
        if self.ask == "turn" and not free:
            self.actions -= 1
        self.in_hand.append(self.houses[house])
        self.houses[house] = "."

    def do_set(self, house: str) -> None:
        self.houses[house] = self.in_hand.pop(0)
        if self.ask == "carry" and self.fields["allowance"] == "0":
            self.do_done()

    # --- section 6

    def do_relocate(self, house: str) -> None:
        self.houses[house] = self.in_hand.pop(0)
        if self.ask == "relocate-neutral":
            if int(self.fields["allowance"]) and self.targets_of(f"{self.neutral}t") and any(self.neutrals):
                self.draw_neutral()
                self.in_hand = [f"{self.neutral}t"]
            else:
                self.settle()

    def draw_neutral(self) -> None:
        """12.B.7: the second colour follows the first."""
        if not self.neutrals[0]:
            self.neutrals = [self.neutrals[1], 0]
        self.neutrals[0] -= 1

    def do_add(self, source: str, house: str) -> None:
        seat = int(self.fields["actor"])
        if source in self.houses:
            self.houses[house], self.houses[source] = self.houses[source], "."
        else:
            heap, kind = source.split(".")
            (self.stock if heap == "stock" else self.supply)[seat][LETTERS[kind]] -= 1
            self.houses[house] = f"{seat}{LETTERS[kind]}"

    def do_decline(self) -> None:
        pass

    # --- section 7

    def do_claim(self, route: str) -> None:
        self.actions -= 1
        self.route = route
        self.pay_controllers(route)
        if route in self.taverns:
            self.unused.append([str(self.turn), self.taverns.pop(route)])
            self.fields = {**self.fields, "fresh": self.unused[-1][1]}
            self.draw()
        self.fields = {**self.fields, "route": route}
        self.over = self.over or max(self.points) >= 20
        if list(self.ask_benefit()) == ["no-benefit"]:
            self.finish_claim(None)

    def pay_controllers(self, route: str) -> None:
        for town in self.board.routes[route][:2]:
            seat = self.controller(town)
            if seat is not None and seat != self.neutral:
                self.points[seat] += 1

    def draw(self) -> None:
        """7.2: a replacement, or the end of the game."""
        self.over = self.over or not self.bag
        self.bag = max(self.bag - 1, 0)

    def finish_claim(self, spent: str | None, town: str = "") -> None:
        """7.4, 7.7: the piece that went elsewhere leaves the route, for a town or the table."""
        if spent:
            here = [house for house in self.board.houses(self.route) if self.houses[house] == spent]
            self.houses[here[0]] = "."
        self.founded(town, [lambda: self.clear(self.route)])

    def founded(self, town: str, then: list[Callable[[], None]]) -> None:
        """Process a new office of a town, if there is one: link and end; then call `then` for the rest of the
        claim."""
        if self.has_chain(self.turn) and self.turn not in self.linked and len(self.linked) < 3:
            self.points[self.turn] += (7, 4, 2)[len(self.linked)]
            self.linked.append(self.turn)
        self.over = self.over or max(self.points) >= 20 or self.completed() >= self.ends_at
        for step in then:
            step()

    def clear(self, route: str) -> None:
        """7.8."""
        for house in self.board.houses(route):
            if self.houses[house] != ".":
                self.send(self.houses[house], self.stock)
                self.houses[house] = "."

    def do_no_benefit(self) -> None:
        if self.ask == "benefit":
            self.finish_claim(None)

    def do_office(self, office: str) -> None:
        town = office.split(".")[0]
        printed = self.next_office(town)
        piece = f"{self.turn}{'t' if printed[0] == 's' else 'm'}"
        self.offices.setdefault(town, []).append(piece)
        self.points[self.turn] += self.coin * printed.endswith("$")
        self.finish_claim(piece, town)

    def do_extra_office(self, kind: str, town: str) -> None:
        piece = f"{self.turn}{LETTERS[kind]}"
        self.extras.setdefault(town, []).append(piece)
        self.turn_down("extra_office")
        self.finish_claim(piece, town)

    def do_improve(self, track: str) -> None:
        self.improve(track)
        if self.ask == "benefit":
            self.finish_claim(None)

    def improve(self, track: str) -> None:
        before = self.value(self.turn, "actiones")
        self.level[self.turn, track] += 1
        self.supply[self.turn]["m" if track == "liber_sophiae" else "t"] += 1
        self.actions += self.value(self.turn, "actiones") - before

    def do_table(self, number: str) -> None:
        self.table[int(number) - 1] = str(self.turn)
        self.finish_claim(f"{self.turn}m")

    # --- section 12.B

    def settle(self) -> None:
        """12.B.3: a choice of one is made automatically."""
        choices = list(self.ask_neutral_claim())
        if len(choices) == 1:
            self.do_neutral(*choices[0].split()[1:])

    def do_neutral(self, route: str, town: str = "") -> None:
        self.pay_controllers(route)
        if route in self.taverns:
            del self.taverns[route]
            self.draw()
        houses = self.board.houses(route)
        if town:
            self.offices.setdefault(town, []).append(f"{self.neutral}t")
            self.houses[houses[0]] = "."
        self.clear_neutral(route)
        self.founded(town, [self.settle])

    def clear_neutral(self, route: str) -> None:
        """12.B.3, A35c; the engine does so before tributes, which makes no difference."""
        self.clear(route)
        if self.keeps_one(route):
            self.neutrals[0] -= 1
            self.houses[self.board.houses(route)[1]] = f"{self.neutral}t"

    # --- section 9

    def turn_down(self, kind: str) -> None:
        marker = [str(self.turn), kind]
        self.unused.remove(marker)
        self.used.append(marker)

    def do_use(self, kind: str, what: str = "", more: str = "") -> None:
        self.turn_down(kind)
        if kind == "improve_ability":
            self.improve(what)
        elif kind == "remove_3":
            self.do_remove(what)
        elif kind == "move_3":
            self.do_lift(what, free=True)
        elif kind == "swap_offices":
            town, number = what.split(".")
            row, left = self.offices[town], int(number) - 1
            row[left], row[left + 1] = row[left + 1], row[left]
        else:
            self.actions += int(kind.split("_")[1])

    def do_remove(self, house: str) -> None:
        self.send(self.houses[house], self.supply)
        self.houses[house] = "."

    def do_done(self) -> None:
        if self.ask == "carry" and self.neutral is not None:
            self.settle()

    def do_finish(self) -> None:
        pass

    # --- the turn, and two players

    def do_end_turn(self) -> None:
        if self.fields["plate"] == "0":
            self.turn = (self.turn + 1) % self.seats
            self.actions = self.value(self.turn, "actiones")

    def do_put(self, kind: str, route: str) -> None:
        self.taverns[route] = kind
        if self.neutral is not None and any(self.neutrals):
            self.draw_neutral()
            self.houses[self.board.houses(route)[0]] = f"{self.neutral}t"
        self.fields = {**self.fields, "plate": "0"}
        self.do_end_turn()

    def do_pawn(self, province: str) -> None:
        self.pawn = province
        self.actions = self.value(self.turn, "actiones")

    def do_step(self, province: str) -> None:
        self.pawn = province

    def do_walk(self, province: str) -> None:
        self.pawn = province
        self.actions -= 1
