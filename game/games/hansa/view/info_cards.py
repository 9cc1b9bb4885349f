"""Info cards of *Hansa*: the purpose of each element, its cost, and its current options."""

from __future__ import annotations

from collections.abc import Iterator

from game.client.draw.cards import InfoCard
from game.client.views.standing import Gauge, rows
from game.client.views.view import Shape
from game.client.words.i18n import t as core
from game.games.hansa.rules.board import TOWN_IDS, WAREHOUSES
from game.games.hansa.rules.extra_card import FACE_DOWN, seen
from game.games.hansa.rules.state import HansaState
from game.games.hansa.view.desk import COUNTED, Desk
from game.games.hansa.view.geometry import WAREHOUSE_PORT, Geometry
from game.games.hansa.view.words import Words


class InfoCards:
    """Info cards of one game."""

    def __init__(self, words: Words, geometry: Geometry, desks: tuple[Desk, ...]) -> None:
        self.words, self.geometry, self.desks = words, geometry, desks

    def shapes(self, s: HansaState, shown: int) -> Iterator[tuple[str, Shape]]:
        """Yield every non-interactive element that has a card, with its shape."""
        for element in (
            *(f"warehouse.{name}" for name in WAREHOUSES),
            *(f"town.{town}" for town in TOWN_IDS),
            *(f"stack.{number}" for number in range(1, len(s.stacks()) + 1)),
            "bank",
            "box",
            *(("card",) if s.extra else ()),
        ):
            shape = self.geometry.shape(element)
            if shape is not None:
                yield element, shape
        desk = self.desks[shown]
        for store in COUNTED:
            yield f"{store}.{shown}", Shape(desk.store(store))
        for good in dict.fromkeys(s.unsold(shown)):
            shape = desk.good(good, s.unsold(shown))
            if shape is not None:
                yield (f"good.{good}" if shown == s.actor else f"of.{shown}.good.{good}"), shape
        yield f"seat.{shown}", Shape(desk.header)

    def _warehouse(self, name: str, s: HansaState) -> str:
        """Return the town of a warehouse with its good; the place on the quay tells which one it is."""
        town, good = self.words.town(WAREHOUSE_PORT[name]), s.warehouse(name)
        if good is None:
            return self.words.t("card.warehouse.empty", town=town)
        return self.words.t("card.warehouse", town=town, good=self.words.good(good))

    def card(self, element: str, s: HansaState) -> InfoCard | None:
        """Return the card of an element; None if it has none."""
        if element.startswith("of."):
            element = element.split(".", 2)[2]
        kind, _, rest = element.partition(".")
        t = self.words.t
        match kind:
            case "town":
                return InfoCard(self.words.town(rest), tuple(self._town(rest, s)))
            case "warehouse":
                return InfoCard(self._warehouse(rest, s), tuple(self._town(WAREHOUSE_PORT[rest], s)))
            case "good":
                return InfoCard(self.words.good(rest), (t("about.good"),))
            case "purse" | "reserve" | "sold":
                seat = int(rest)
                coins = self.words.coins(s.coins[seat])
                count = s.reserve[seat] if kind == "reserve" else len(s.sold_goods(seat))
                told = t(f"about.{kind}", name=self.words.who(seat), coins=coins, n=count)
                return InfoCard(t(f"desk.{kind}"), (told,))
            case "stack":
                left = s.stacks()[int(rest) - 1]
                return InfoCard(t("about.stack", number=rest, n=left), (t("about.end.stacks"),))
            case "bank":
                return InfoCard(t("bank"), (t("about.bank", coins=self.words.coins(s.bank)),))
            case "box":
                return InfoCard(t("about.box", n=len(s.removed_goods())))
            case "card":
                return InfoCard(t("card"), tuple(card_sentences(self.words, s)))
            case "seat" | "desk":
                return InfoCard(self.words.who(int(rest)), tuple(self._desk(int(rest), s)))
            case "end":
                return InfoCard(self.gauges(s)[0].label, (t("about.end.stacks"),))
        return None

    def _town(self, town: str, s: HansaState) -> Iterator[str]:
        t, leader = self.words.t, s.leader(town)
        counts = [(seat, s.markets_in(town, seat)) for seat in range(s.seats)]
        owners = ", ".join(t("town.owner", name=self.words.who(seat), n=n) for seat, n in counts if n)
        if owners:
            yield t("town.markets", owners=owners)
        if leader is None:
            yield t("about.town.bank")
        else:
            yield t("about.town.leader", name=self.words.who(leader))
        yield t("about.town")
        yield t("about.town.score")

    def _desk(self, seat: int, s: HansaState) -> Iterator[str]:
        t, sold = self.words.t, len(s.sold_goods(seat))
        if s.outcome is not None or not sold:
            yield from rows(s, seat, self.words.score)
        else:
            points = {line.id: line.points[seat] for line in s.scores()} | {"sold": 2 * sold, FACE_DOWN: 0}
            yield t("about.points", n=sum(points.values()))
            for row, count in points.items():
                if count:
                    yield core("standing.row", row=self.words.score(row), points=count)
        yield t("about.purse", name=self.words.who(seat), coins=self.words.coins(s.coins[seat]))
        yield t("about.reserve", name=self.words.who(seat), n=s.reserve[seat])

    def gauges(self, s: HansaState) -> tuple[Gauge, ...]:
        """Return the gauge of the only way the game ends."""
        goods = s.bounds[-2]
        left = max(0, goods - s.drawn)
        label = self.words.t("end.last") if s.last_round else self.words.t("end.stacks", value=left)
        return (Gauge("end.stacks", label, 1 - left / goods if not s.last_round else 1.0),)


def card_sentences(words: Words, s: HansaState) -> Iterator[str]:
    """Yield the purpose of each prize, and its current winners."""
    for prize, counts, seats in seen(s):
        if prize.id == FACE_DOWN and s.outcome is None:
            now = words.t("card.hidden")
        elif not seats:
            now = words.t("card.nobody")
        elif prize.id == "card.opener":
            now = words.t("card.now", owners=words.who(seats[0]))
        else:
            owners = (words.t("town.owner", name=words.who(seat), n=counts[seat]) for seat in seats)
            now = words.t("card.now", owners=", ".join(owners))
        row = words.t("card.row", row=words.score(prize.id), n=prize.points)
        yield f"{row} {now}"
    yield words.t("card.ties")
