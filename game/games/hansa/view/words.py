"""Texts of prompts, actions and events: the sentences of the game's `texts.<language>.json`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from game.client.words.i18n import Translator
from game.client.words.reason_text import with_additions
from game.engine.core import Action, Decision, Event, Reason
from game.games.hansa.rules.actions import Build, Buy, Discard, Done, EndTurn, Place, Restock, Sail, Sell
from game.games.hansa.rules.board import GOODS, KEEP_COINS, TOWN_IDS, TOWNS, WAREHOUSES
from game.games.hansa.rules.state import HansaState
from game.match import PlayerInfo

WAREHOUSE_TOWN = {name: town.id for town in TOWNS for name in town.warehouses}
MANY = 3
"""Number of new goods from which one sentence reports a restock, in place of one for each good."""
NAMES: Mapping[type[Action], str] = {
    Place: "place", Sail: "sail", Buy: "buy", Build: "build", Sell: "sell", Done: "done", Discard: "discard",
    EndTurn: "end-turn",
}  # fmt: skip
"""Text keys of actions, by class."""
TURN_ACTIONS = (Buy, Build, Sell, Sail, EndTurn)
"""Actions of a turn, in the order in which the prompt lists them."""
assert set(WAREHOUSE_TOWN) == set(WAREHOUSES)


class Words:
    """Texts of one game, with the names of its players."""

    def __init__(self, players: Sequence[PlayerInfo]) -> None:
        self.t = Translator("hansa")
        self.players = tuple(players)

    # ---- names ------------------------------------------------------------------------------

    def who(self, seat: int | None) -> str:
        """Return a player's name, or the bank if there is no player."""
        return self.t("bank") if seat is None else self.players[seat].name

    def town(self, town: str) -> str:
        """Return a town's name in the language of the table."""
        return self.t(f"town.{town}")

    def good(self, good: str) -> str:
        """Return the name of a good ("red.2")."""
        colour, _, barrels = good.partition(".")
        return self.t("good", ware=self.t(f"ware.{colour}"), barrels=self.t("count.barrel", n=int(barrels)))

    def goods(self, goods: Iterable[str]) -> str:
        """Return the names of several goods."""
        return "; ".join(self.good(good) for good in goods)

    def coins(self, count: int) -> str:
        """Return a number of coins in words."""
        return self.t("count.coin", n=count)

    def paid(self, key: str, payee: int | None, **fields: object) -> str:
        """Return a sentence about a coin for a player, or its form for the bank, which takes an article."""
        who = {"payee": self.who(payee), "name": self.who(payee)} | fields
        return self.t(key if payee is not None else f"{key}.bank", **who)

    def price(self, town: str, state: HansaState) -> str:
        """Return the price of a good in a town for the player whose turn it is, and the payee."""
        seat = state.turn_seat
        if seat is None:
            return ""
        coins, payee = state.price(town, seat)
        return self.paid("price", payee) if coins else self.t("price.free")

    # ---- interface of the table -------------------------------------------------------------

    def prompt(self, decision: Decision, state: HansaState) -> str:
        """Return the prompt of the pending decision, in one sentence."""
        facts, key = dict(decision.facts), decision.id
        fields: dict[str, object] = {"name": self.who(state.actor)}
        if "town" in facts:
            fields["town"] = self.town(facts["town"])
        match key:
            case "first-placement":
                fields.update(round=facts["round"], rounds=facts["rounds"], n=facts["markets"])
            case "restock":
                key += ".must" if facts["compulsory"] else ""
                fields["coins"] = self.coins(facts["cost"])
            case "turn":
                deeds = self._turn_actions(state)
                key += "" if len(state.legal_actions()) > 1 else ".over"
                fields["deeds"] = deeds
                fields["coins"] = self.coins(facts["coins"])
            case "sell-more":
                fields["wares"] = ", ".join(self.t(f"ware.{colour}") for colour in facts["colours"])
            case "loss":
                fields.update(seller=self.who(facts["seller"]), ware=self.t(f"ware.{facts['colour']}"))
            case "taxes":
                fields.update(n=facts["discard"], keep=facts["keep"])
        return self.t(f"decision.{key}", **fields)

    def _turn_actions(self, state: HansaState) -> str:
        """Return the currently possible actions in words, last the end of the turn with its tax, which a
        short button does not explain."""
        now, above = {type(action) for action in state.legal_actions()}, _above(state)
        names = {**NAMES, EndTurn: "end-turn.taxed"} if above else NAMES
        kinds = (kind for kind in TURN_ACTIONS if kind in now)
        *most, last = [self.t(f"deed.{names[kind]}", coins=self.coins(above)) for kind in kinds]
        return self.t("or", first=", ".join(most), last=last) if most else last

    def question(self, chosen: Sequence[str], actions: Sequence[Action]) -> str:
        """Return the question after an activated element: a specific one if it covers all
        remaining actions."""
        kind, _, rest = chosen[-1].partition(".")
        kinds = {type(action) for action in actions}
        if kinds == {Build} and kind == "good":
            return self.t("question.build", good=self.good(rest))
        if kinds == {Build, Sell} and kind == "good":
            return self.t("question.good", good=self.good(rest))
        if kinds == {Sell} and kind in ("colour", "good"):
            return self.t("question.sell", ware=self.t(f"ware.{rest.partition('.')[0]}"))
        return ""

    def label(self, element: str, state: HansaState) -> str:
        """Return the label of an element."""
        kind, _, rest = element.partition(".")
        match kind:
            case "town":
                return self._town(rest, state)
            case "warehouse":
                return self._warehouse(rest, state)
            case "good":
                return self._good(rest, state)
            case "colour":
                seat = state.actor
                held = () if seat is None else state.unsold(seat)
                count = sum(good.startswith(f"{rest}.") for good in held)
                return self.t("colour", ware=self.t(f"ware.{rest}"), n=count)
            case "amount":
                return self.t("amount", n=int(rest))
            case "markets":
                return self.t("markets", n=int(rest))
            case "button" if rest == "restock":
                seat = state.turn_seat
                cost = 0 if seat is None else min(1, state.coins[seat])
                return self.t("button.restock", coins=self.coins(cost))
            case "button" if rest == "end-turn" and (above := _above(state)):
                return self.t("button.end-turn.above", coins=self.coins(above))
        return self.t(element)

    def warning(self, action: Action, state: HansaState) -> str:
        """Return a warning before the end of a turn that costs coins above the tax-free ones, while they
        could be spent."""
        above = _above(state) if isinstance(action, EndTurn) else 0
        if not above or not any(isinstance(one, Sail | Buy) for one in state.legal_actions()):
            return ""
        return self.t("warning.end-turn", n=above, keep=KEEP_COINS)

    def brief(self, element: str, state: HansaState) -> str:
        """Return a short label: a colour to sell without the number of goods, or the end of the turn with the
        coins it costs."""
        kind, _, colour = element.partition(".")
        if element == "button.end-turn" and (above := _above(state)):
            return f"{self.t(element)} (−{above})"
        return self.t("colour.brief", ware=self.t(f"ware.{colour}")) if kind == "colour" else ""

    def tell_action(self, action: Action, state: HansaState) -> str:
        """Return the text of an action, before it is played."""
        fields: dict[str, object] = {}
        match action:
            case Restock():
                return self.label("button.restock", state)
            case Place(town=town) | Sail(town=town):
                fields["town"] = self.town(TOWN_IDS[town])
            case Buy(warehouse=place):
                name = WAREHOUSES[place]
                offered, price = state.warehouse(name), self.price(WAREHOUSE_TOWN[name], state)
                fields.update(good=self.good(offered) if offered else name, price=price)
            case Build(good=good, markets=markets):
                fields.update(good=self.good(GOODS[good]), n=markets, town=self.town(state.ship_town))
            case Sell(goods=goods):
                fields.update(goods=self.goods(GOODS[good] for good in goods), n=len(goods))
            case Discard(good=good):
                fields["good"] = self.good(GOODS[good])
        return self.t(f"action.{NAMES[type(action)]}", **fields)

    def tell_event(self, event: Event, state: HansaState) -> str:
        """Return a sentence for the log; empty if another event covers this one."""
        kind, seat, piece, source, target, amount, _ = event
        fields: dict[str, object] = {"name": self.who(seat), "n": amount}
        if piece.startswith("good."):
            fields["good"] = self.good(piece.removeprefix("good."))
        match kind:
            case "pay" if target == "bank":
                return ""
            case "pay":
                fields["payee"] = self.who(int(target.removeprefix("purse.")))
            case "place" | "build":
                fields["town"] = self.town(target.split(".")[1])
            case "recall":
                fields["town"] = self.town(source.split(".")[1])
            case "sail":
                fields["here"] = self.town(source.removeprefix("town."))
                fields["town"] = self.town(target.removeprefix("town."))
            case "restock":
                fields["town"] = self.town(WAREHOUSE_TOWN[target.removeprefix("warehouse.")])
            case "buy":
                fields["town"] = self.town(WAREHOUSE_TOWN[source.removeprefix("warehouse.")])
        return self.t(f"event.{kind}", **fields)

    def tell_events(self, events: Sequence[Event], state: HansaState) -> list[tuple[str, Event]]:
        """Return the log sentences of one action. The payments for many new goods form one sentence."""
        new = [event for event in events if event.kind == "restock"]
        payer = next((event.seat for event in events if event.kind == "pay"), None)
        if len(new) < MANY or payer is None:
            return [(self.tell_event(event, state), event) for event in events]
        words = self.t("event.restock.several", name=self.who(payer), n=len(new))
        others = [(self.tell_event(event, state), event) for event in events if event.kind != "restock"]
        return [(words, new[0]._replace(seat=payer)), *others]

    def losses(self, mover: int, events: Sequence[Event]) -> str:
        """Return a sentence for a person who lost goods to a player's sale."""
        goods = self.goods(event.piece.removeprefix("good.") for event in events)
        return self.t("lost.yours", other=self.who(mover), goods=goods)

    def why(self, reason: Reason, seat: int, *, yours: bool = False) -> str:
        """Return the reason of a computer player, or a recommendation to the reader; empty if there is no
        text for it."""
        key = f"{'you' if yours else 'bot'}.{reason.id}"
        if not self.t.has(key):
            return ""
        fields = {"n": 0, **self.in_words(reason.facts), "name": self.who(seat)}
        return with_additions(self.t, key, reason.facts, fields)

    def in_words(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """Return facts in the form used in sentences."""
        fields = dict(facts)
        for name in facts.keys() & {"town", "here", "next"}:
            fields[name] = self.town(facts[name])
        if "towns" in facts:
            fields["towns"] = ", ".join(map(self.town, facts["towns"]))
        if "colour" in facts:
            fields["ware"] = self.t(f"ware.{facts['colour']}")
        if "good" in facts:
            fields["good"] = self.good(facts["good"])
        for name in facts.keys() & {"rival", "holder", "payee"}:
            fields[name] = self.who(facts[name])
        return fields

    def score(self, line: str) -> str:
        """Return the name of a row of the scoring."""
        return self.t(f"score.{line}")

    def ending(self, reason: str) -> str:
        """Return the reason why the game ended."""
        return self.t(f"ending.{reason}")

    def refusal(self, reason: Reason, state: HansaState) -> str:
        """Return why an action is not legal, with advice. Some sentences have a form for a ship that cannot
        sail."""
        said = reason.facts
        fields: dict[str, object] = {name: self.town(said[name]) for name in ("town", "here") if name in said}
        if "good" in said:
            fields["good"] = self.good(said["good"])
        if "colour" in said:
            fields["ware"] = self.t(f"ware.{said['colour']}")
        if "seat" in said:
            fields["name"] = self.who(said["seat"])
        count = next((said[name] for name in ("moves", "left", "keep") if name in said), None)
        if count is not None:
            fields["n"] = count
        if "payee" in said:
            return self.paid(f"reason.{reason.id}", said["payee"], **fields)
        key = f"reason.{reason.id}"
        if self.t.has(f"{key}.no-sail") and not any(isinstance(one, Sail) for one in state.legal_actions()):
            key += ".no-sail"
        return self.t(key, **fields)

    # ---- parts ------------------------------------------------------------------------------

    def _town(self, town: str, state: HansaState) -> str:
        """Return the description of a town: the effect of activating it, its goods, and its markets."""
        parts = []
        full = [good for name in _warehouses(town) if (good := state.warehouse(name))]
        if full:
            goods, price = self.goods(full), self.price(town, state)
            parts.append(self.t("town.goods" if price else "town.goods.only", goods=goods, price=price))
        owners = [
            self.t("town.owner", name=self.who(seat), n=count)
            for seat in range(state.seats)
            if (count := state.markets_in(town, seat))
        ]
        if owners:
            parts.append(self.t("town.markets", owners=", ".join(owners)))
        meant = (one for one in state.legal_actions() if one.path == (f"town.{town}",))
        action = next(meant, None)
        name = self.town(town) if action is None else self.tell_action(action, state)
        return self.t("town.with", town=name, what=" ".join(parts)) if parts else name

    def _warehouse(self, name: str, state: HansaState) -> str:
        town, good = WAREHOUSE_TOWN[name], state.warehouse(name)
        if good is None:
            return self.t("warehouse.empty", town=self.town(town), name=name)
        fields = {"town": self.town(town), "name": name, "good": self.good(good)}
        if any(action.path == (f"warehouse.{name}",) for action in state.legal_actions()):
            return self.t("warehouse", price=self.price(town, state), **fields)
        return self.t("warehouse.good", **fields)

    def _good(self, good: str, state: HansaState) -> str:
        decision = state.decision
        asked = decision.id if decision is not None else ""
        key = {"loss": "good.lose", "taxes": "good.discard", "sell-more": "good.sell"}.get(
            asked, "good.build"
        )
        if key == "good.build" and any(f"good.{good}" in action.path[1:] for action in state.legal_actions()):
            key = "good.use"
        return self.t(key, good=self.good(good))


def _above(state: HansaState) -> int:
    """Return the number of coins that the end of the turn would cost now."""
    seat = state.turn_seat
    return 0 if seat is None else max(0, state.coins[seat] - KEEP_COINS)


def _warehouses(town: str) -> tuple[str, ...]:
    return tuple(name for name, where in WAREHOUSE_TOWN.items() if where == town)
