"""Guided first game of *Hansa*: notices of new situations, and themes of turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from game.engine.core import Action, Event, Reason, State
from game.games.hansa.rules.actions import Build, Buy, Restock, Sail, Sell
from game.games.hansa.rules.board import COLOURS, EMPTY, GOODS, KEEP_COINS, KEEP_GOODS, TOWNS
from game.games.hansa.rules.state import HansaState
from game.match.guide.sight import NONE, Facts, GuidedDecision, Notice, always, second_part
from game.match.log import Move

LOW_MARKETS, NEAR_END, BARE = 3, 9, 5
"""Thresholds: markets left that count as few, goods before the last stack from which the end is near, and
empty warehouses with which there is little to buy."""
TOWN_OF = {name: town.id for town in TOWNS for name in town.warehouses}


def _state(sight: GuidedDecision) -> HansaState:
    assert isinstance(sight.state, HansaState)
    return sight.state


def _colour(good: str) -> str:
    """Return the colour of a good as named in events ("good.red.2")."""
    return good.split(".")[1]


# ---- markets ------------------------------------------------------------------------------------


def _placing(sight: GuidedDecision) -> Facts | None:
    return NONE if sight.asked == "first-placement" else None


def _came(sight: GuidedDecision) -> Iterator[tuple[int, str, list[int], list[int]]]:
    """Yield other players' new markets in towns with markets of the player: their seat, the town, the markets
    before and now."""
    s = _state(sight)
    for _, event in sight.events("place", "build"):
        town = second_part(event.target)
        now = [s.markets_in(town, seat) for seat in range(s.seats)]
        if event.seat is not None and event.seat != sight.seat and now[sight.seat]:
            before = now[:]
            before[event.seat] -= event.amount
            yield event.seat, town, before, now


def _shared(sight: GuidedDecision) -> Facts | None:
    for rival, town, before, _ in _came(sight):
        if sum(before) == before[sight.seat]:
            return {"rival": rival, "town": town}
    return None


def _lead_lost(sight: GuidedDecision) -> Facts | None:
    for rival, town, before, now in _came(sight):
        mine = before[sight.seat]
        was_mine = mine == max(before) and before.count(mine) == 1
        if was_mine and _state(sight).leader(town) == rival:
            return {"rival": rival, "town": town, "n": now[rival]}
    return None


def _lead(sight: GuidedDecision) -> Facts | None:
    """Detect a new market with which the player has the most in its town."""
    for _, event in sight.events("build"):
        if event.seat == sight.seat and _state(sight).leader(second_part(event.target)) == sight.seat:
            return {"town": second_part(event.target)}
    return None


def _few_markets(sight: GuidedDecision) -> Facts | None:
    left = _state(sight).reserve[sight.seat]
    return {"n": left} if sight.begins and left <= LOW_MARKETS else None


# ---- voyages ------------------------------------------------------------------------------------


def _restock(sight: GuidedDecision) -> Facts | None:
    s = _state(sight)
    if sight.asked != "restock" or s.decision is None or s.decision.facts["compulsory"]:
        return None
    return {"n": s.shelf.count(EMPTY)}


def _bought(sight: GuidedDecision) -> Iterator[tuple[Move, Event, Event | None]]:
    """Yield goods that a player bought, with the payment for each, None if it was free."""
    for move, event in sight.events("buy"):
        yield move, event, next((other for other in move.events if other.kind == "pay"), None)


def _good(sight: GuidedDecision) -> Facts | None:
    for move, event, _ in _bought(sight):
        if move.seat == sight.seat:
            barrels = int(event.piece.split(".")[2])
            return {"colour": _colour(event.piece), "n": barrels, "points": barrels + 1}
    return None


def _free(sight: GuidedDecision) -> Facts | None:
    for move, event, payment in _bought(sight):
        if move.seat == sight.seat and payment is None:
            return {"town": TOWN_OF[second_part(event.source)]}
    return None


def _paid_rival(sight: GuidedDecision) -> Facts | None:
    for move, event, payment in _bought(sight):
        if move.seat == sight.seat and payment is not None and payment.target != "bank":
            return {"town": TOWN_OF[second_part(event.source)], "rival": int(second_part(payment.target))}
    return None


def _paid_me(sight: GuidedDecision) -> Facts | None:
    for move, event, payment in _bought(sight):
        if payment is not None and payment.target == f"purse.{sight.seat}":
            return {"town": TOWN_OF[second_part(event.source)], "rival": move.seat}
    return None


def _visit(sight: GuidedDecision) -> Facts | None:
    s = _state(sight)
    acted = sight.asked == "turn" and s.acted and s.coins[sight.seat] > 0
    return {"town": s.ship_town} if acted else None


# ---- sales --------------------------------------------------------------------------------------


def _sold(sight: GuidedDecision) -> Facts | None:
    for move, event in sight.events("recall"):
        if move.seat == sight.seat:
            return {"town": second_part(event.source)}
    return None


def _losses(sight: GuidedDecision) -> Iterator[tuple[int, Event]]:
    """Yield goods lost to a sale, with the seat of the seller, whose market has just returned."""
    seller = None
    for _, event in sight.events("recall", "loss"):
        if event.kind == "recall":
            seller = event.seat
        elif seller is not None:
            yield seller, event


def _hurt(sight: GuidedDecision) -> Facts | None:
    for seller, event in _losses(sight):
        if seller == sight.seat:
            return {"rival": event.seat, "colour": _colour(event.piece)}
    return None


def _lost(sight: GuidedDecision) -> Facts | None:
    for seller, event in _losses(sight):
        if event.seat == sight.seat != seller:
            return {"rival": seller, "colour": _colour(event.piece)}
    return None


def _choose_loss(sight: GuidedDecision) -> Facts | None:
    s = _state(sight)
    if sight.asked != "loss" or s.decision is None:
        return None
    return {"rival": s.decision.facts["seller"], "colour": s.decision.facts["colour"]}


def _held(s: HansaState, seat: int, colour: str) -> int:
    """Return the number of a player's unsold goods of a colour."""
    return sum(good.startswith(f"{colour}.") for good in s.unsold(seat))


def _pair(sight: GuidedDecision) -> Facts | None:
    """Detect goods that the player can sell together, with a market of theirs on the board."""
    s = _state(sight)
    if not sight.begins or not any(s.markets_of(sight.seat)):
        return None
    held = ((colour, _held(s, sight.seat, colour)) for colour in COLOURS)
    return next(({"colour": colour, "n": n} for colour, n in held if n >= 2), None)


def _threat(sight: GuidedDecision) -> Facts | None:
    """Detect a rival who could sell a colour of which the player has a good."""
    s = _state(sight)
    if not sight.begins:
        return None
    for colour in COLOURS:
        for rival in range(s.seats):
            if rival != sight.seat and _held(s, sight.seat, colour) and _held(s, rival, colour) >= 2:
                return {"rival": rival, "colour": colour}
    return None


# ---- the end of the turn and of the game --------------------------------------------------------


def _taxes(sight: GuidedDecision) -> Facts | None:
    return {"n": KEEP_GOODS} if sight.asked == "taxes" else None


def _coins_taxed(sight: GuidedDecision) -> Facts | None:
    for _, event in sight.events("tax"):
        if event.seat == sight.seat:
            return {"n": event.amount, "keep": KEEP_COINS}
    return None


def _last_near(sight: GuidedDecision) -> Facts | None:
    s = _state(sight)
    left = s.bounds[-2] - s.drawn
    return {"n": left} if sight.begins and 0 < left <= NEAR_END else None


def _last_round(sight: GuidedDecision) -> Facts | None:
    return NONE if sight.begins and _state(sight).last_round else None


NOTICES: Mapping[str, Notice] = {
    "placing": _placing,
    "choose-loss": _choose_loss,
    "lost": _lost,
    "shared": _shared,
    "lead-lost": _lead_lost,
    "paid-me": _paid_me,
    "sold": _sold,
    "hurt": _hurt,
    "good": _good,
    "free": _free,
    "paid-rival": _paid_rival,
    "lead": _lead,
    "visit": _visit,
    "taxes": _taxes,
    "coins-taxed": _coins_taxed,
    "restock": _restock,
    "pair": _pair,
    "threat": _threat,
    "few-markets": _few_markets,
    "last-near": _last_near,
    "last-round": _last_round,
}
"""Notices of new situations, in the order in which they are given."""


# ---- themes of a turn ---------------------------------------------------------------------------


def _first(sight: GuidedDecision) -> Facts | None:
    s = _state(sight)
    return {"town": s.ship_town, "n": s.coins[sight.seat]} if sight.state.turn_number <= s.seats else None


def _full(sight: GuidedDecision) -> Facts | None:
    n = len(_state(sight).unsold(sight.seat))
    return {"n": n} if n >= KEEP_GOODS else None


def _no_goods(sight: GuidedDecision) -> Facts | None:
    return None if _state(sight).unsold(sight.seat) else NONE


def _bare(sight: GuidedDecision) -> Facts | None:
    n = _state(sight).shelf.count(EMPTY)
    return {"n": n} if n >= BARE else None


def _few_towns(sight: GuidedDecision) -> Facts | None:
    n = sum(map(bool, _state(sight).markets_of(sight.seat)))
    return {"n": n} if n <= 3 else None


def _nothing_sold(sight: GuidedDecision) -> Facts | None:
    return None if _state(sight).sold_goods(sight.seat) else NONE


THEMES: Mapping[str, Notice] = {
    "first": _first,
    "full": _full,
    "no-goods": _no_goods,
    "bare": _bare,
    "few-towns": _few_towns,
    "nothing-sold": _nothing_sold,
    "leave": always,
    "barrels": always,
    "alone": always,
}
"""Themes of a turn: the first that applies and has not been given is used."""


# ---- plans --------------------------------------------------------------------------------------


DEEDS: Mapping[str, type[Action]] = {
    "restock": Restock, "sail": Sail, "buy": Buy, "build": Build, "break": Build, "sell": Sell,
}  # fmt: skip
"""Main action of a plan, by the first word of its reason."""


EXPOSED: frozenset[str] = frozenset()
"""Kinds of plans, by the first word of their reason, that opponents often undo before the next turn: none."""


def ahead(state: State, reason: Reason, actions: Sequence[str]) -> Facts:
    """Return the requirements of a plan.

    way   the actions up to the main one, to be drawn on the map
    more  the id of one further sentence and its facts:
          first.VERB      what comes before the main action, in the town `here`; `colour`: of the good bought
          way, sail       ports before the main action, if any (`towns`); the coins (`n`) up to it
          cost            the coins for a main action that comes first
          pay, pay.bank, free  price of a good bought before anything else; `rival` is paid
          give            the good that is given for markets
    """
    assert isinstance(state, HansaState) and state.actor is not None
    if actions[0] == "restock" and not reason.id.startswith("restock"):
        return {"more": ("first.restock", NONE)}  # the goods that come then are unknown
    way = _way(state, reason, actions)
    if not way:
        return NONE
    deed, _ = way[-1]
    paid = [event for _, told in way for event in told if event.kind == "pay" and event.seat == state.actor]
    found: dict[str, Any] = {"way": [action.text for action, _ in way]}
    if len(way) > 1:
        found["more"] = _before(state, way, len(paid))
    elif isinstance(deed, Buy):
        found["more"] = _price(paid)
    elif isinstance(deed, Build):
        found["more"] = "give", {"good": GOODS[deed.good]}
    elif paid:
        found["more"] = "cost", {"n": len(paid)}
    return found


def _before(state: HansaState, way: Sequence[tuple[Action, list[Event]]], coins: int) -> tuple[str, Facts]:
    """Return what a plan does before its main action: the first deed, or the voyage, and the coins for it."""
    here, ports = state.ship_town, list[str]()
    for action, events in way[:-1]:
        if not isinstance(action, Sail):
            bought = next((event.piece for event in events if event.kind == "buy"), "")
            colour = {"colour": _colour(bought)} if bought else NONE
            return f"first.{action.text.partition(' ')[0]}", {"here": here, "n": coins, **colour}
        here = next(second_part(event.target) for event in events if event.kind == "sail")
        ports.append(here)
    between = ports if isinstance(way[-1][0], Sail) else ports[:-1]
    return ("way", {"towns": between, "n": coins}) if between else ("sail", {"n": coins})


def _way(state: HansaState, reason: Reason, actions: Sequence[str]) -> list[tuple[Action, list[Event]]]:
    """Return the actions of a plan up to its main action, with their events; empty if the plan does not get
    there."""
    after, way = state.copy(), list[tuple[Action, list[Event]]]()
    kind, town = DEEDS.get(reason.id.partition("-")[0]), reason.facts.get("town", "")
    for text in actions:
        action = next((one for one in after.legal_actions() if one.text == text), None)
        if action is None or after.actor != state.actor:
            return []
        way.append((action, after.apply(action)))
        if kind is not None and isinstance(action, kind) and town in ("", after.ship_town):
            return way
    return []


def _price(paid: Sequence[Event]) -> tuple[str, Facts]:
    """Return the price of a good, and the player who is paid."""
    if not paid:
        return "free", NONE
    bank = paid[0].target == "bank"
    return ("pay.bank", NONE) if bank else ("pay", {"rival": int(paid[0].target.partition(".")[2])})
