"""Reasons for plans: one sentence about the most important action (`bot.<id>` of the catalogues), and at most
one more (`also.<id>`).

Facts use the words of docs/reference/elements.md: `town`, `next` (a town), `colour`; seats: `rival`,
`holder`, `payee`; and numbers: `n`, `points`, and one by the id of an `also`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from game.bots.brain import Plan
from game.engine.core import Action
from game.games.hansa.bots.features import DISTANCE, hand_counts
from game.games.hansa.bots.forecast import game_ends
from game.games.hansa.rules.actions import Build, Buy, Discard, Place, Restock, Sail, Sell
from game.games.hansa.rules.board import (
    COLOURS,
    EMPTY,
    INCOME,
    KEEP_COINS,
    START_TOWN,
    TOWN_IDS,
    TOWN_WAREHOUSES,
)
from game.games.hansa.rules.state import HansaState

Why = tuple[str, dict[str, Any]]
Also = tuple[float, str, dict[str, Any]]
"""An additional statement (`also.<id>`): its importance, id and facts. Its number is the fact of the same
name as its id."""


class KeyAction(NamedTuple):
    """An important action of a plan: its purpose, the position before it, and the action."""

    why: Why
    before: HansaState
    action: Action


def reason(state: HansaState, plan: Plan) -> Why:
    """Return the purpose of the actor's plan. Plays the plan on a copy until another player decides."""
    assert state.decision is not None
    if state.decision.id in ("loss", "taxes"):
        return _given_up(state, plan)
    seat, deeds = state.active, _deeds(state, plan)
    sales = _sales(deeds)
    told = {deed.why[0]: deed for deed in deeds if not isinstance(deed.action, Sell)}
    chosen = next((told[name] for name in ORDER if name in told), None)
    if sales:
        main = max(sales, key=lambda sale: int(sale[0][1]["points"]))
        found = [also for deed in main[1] for also in _besides(deed, seat)]
        found += [(1.5, "sells", {"next": sale[0][1]["town"]}) for sale in sales if sale is not main]
        sold = {deed.action.colour for _, parts in sales for deed in parts if isinstance(deed.action, Sell)}
        if chosen is None or chosen.why[1].get("colour") not in [COLOURS[colour] for colour in sold]:
            found += _second(chosen)
        return _with_also(main[0], found, state)
    if chosen is None:
        saves = 0 < state.coins[seat] < 2 * KEEP_COINS and not state.last_round
        return _with_also(("wait" if saves else "wait-idle", {}), [*_left(state), *_kept(state)], state)
    if chosen.why[0].startswith("sail"):
        return _with_also(chosen.why, _left(state), state)
    others = [deed for deed in told.values() if deed is not chosen]
    found = [*_besides(chosen, seat), *(also for deed in others for also in _second(deed))]
    return _with_also(chosen.why, found, state)


ORDER = (
    *("build-alone", "break-alone", "build-lead", "build-break", "build-town", "build-keep", "build-spare"),
    *(
        "build",
        "buy-set",
        "buy-last",
        "buy-free",
        "buy",
        "place-empty",
        "place-shared",
        "restock-end",
        "restock",
        "sail",
        "sail-on",
    ),
)
"""Purposes other than a sale, the most important first. Of several actions of one kind the last is used."""


BARE = 5
"""Number of empty warehouses from which filling them matters."""


def _deeds(state: HansaState, plan: Plan) -> list[KeyAction]:
    """Return the important actions of the plan, until another player decides."""
    now, found = state.copy(), list[KeyAction]()
    for action in plan:
        said = _DEEDS.get(type(action))
        if said is not None:
            found.append(KeyAction(said(now, action, state.active), now.copy(), action))
        now.apply(action)
        if now.actor != state.active:
            break
    return found


def _sales(deeds: Sequence[KeyAction]) -> list[tuple[Why, list[KeyAction]]]:
    """Return the sales; those in several colours form one."""
    found, before = list[tuple[Why, list[KeyAction]]](), False
    for deed in deeds:
        sells = isinstance(deed.action, Sell)
        if sells and before and deed.before.now is not None and deed.before.now.id == "sell-more":
            why, parts = found[-1]
            found[-1] = _joined(why, deed.why), [*parts, deed]
        elif sells:
            found.append((deed.why, [deed]))
        before = sells
    return found


def _joined(first: Why, then: Why) -> Why:
    """Return two parts of one sale, in different colours, as one reason."""
    told = "sell-hurt" if "sell-hurt" in (first[0], then[0]) else "sell"
    return told, {**then[1], **{fact: first[1][fact] + then[1][fact] for fact in ("n", "points")}}


def _with_also(why: Why, found: Sequence[Also], state: HansaState) -> Why:
    """Return the reason with the most important additional statement."""
    if state.last_round and not why[0].startswith("place"):
        found = [*found, (1.4, "last", {})]
    fits = [one for one in found if all(why[1].get(name, fact) == fact for name, fact in one[2].items())]
    if not fits:
        return why
    _, name, facts = max(fits, key=lambda one: one[0])
    return why[0], {**why[1], **facts, "also": name}


# ---- additional statements ----------------------------------------------------------------------


def _besides(deed: KeyAction, seat: int) -> list[Also]:
    """Return additional statements about winners, losers and later effects."""
    match deed.action:
        case Sell():
            return _sold(deed.before, deed.action, seat)
        case Buy():
            return _bought(deed, seat)
        case Build():
            return _built(deed, seat)
        case Place():
            free = [
                town for town in range(len(TOWN_IDS)) if town != START_TOWN and not any(deed.before.row(town))
            ]
            two = len(TOWN_WAREHOUSES[deed.action.town]) > 1
            return [*([] if free else [(1.5, "none-free", {})]), *([(1.0, "two", {})] if two else [])]
        case Restock():
            return _filled(deed, seat)
    return []


def _sold(s: HansaState, sale: Sell, seat: int) -> list[Also]:
    """Return the rivals who could have sold that colour first, and those who lose a good."""
    held = {who: hand_counts(hand)[sale.colour] for who, hand in enumerate(s.hands) if who != seat}
    losers = [who for who, number in held.items() if number]
    found = list[Also]()
    if ready := [who for who in losers if held[who] > 1]:
        found.append((3.0, "safe", {"rival": ready[0]}))
    if len(losers) == 1:
        found.append((2.0, "loses", {"rival": losers[0]}))
    elif len(losers) == 2:
        found.append((2.5, "lose", {"rival": losers[0], "holder": losers[1]}))
    return found


def _bought(deed: KeyAction, seat: int) -> list[Also]:
    """Return possible uses of bought goods (sale, building), rivals who collect them too, and the payee."""
    s, action, found = deed.before, deed.action, list[Also]()
    assert isinstance(action, Buy)
    if s.last_round:
        return []
    good, leader = s.shelf[action.warehouse], s.leader_at(s.ship)
    goods = [other for other in s.hands[seat] if other // 3 == good // 3]
    if goods:
        points = sum(other % 3 + 2 for other in [*goods, good])
        found.append((2.0, "worth", {"worth": points}))
    elif (lead := _lead_by(s, seat, good % 3 + 1)) is not None:
        found.append((1.6, "for-lead", {"next": TOWN_IDS[lead], "for_lead": good % 3 + 1}))
    elif good % 3:
        found.append((1.0, "barrels", {"barrels": good % 3 + 1}))
    others = [who for who, hand in enumerate(s.hands) if who != seat and hand_counts(hand)[good // 3]]
    if others:
        found.append((1.5, "rival-collects", {"rival": others[0]}))
    if leader == seat and deed.why[0] != "buy-free":
        found.append((1.1, "free", {}))
    elif leader not in (seat, None):
        found.append((1.4, "pays", {"payee": leader}))
    return found


def _lead_by(s: HansaState, seat: int, markets: int) -> int | None:
    """Return the nearest town in which this number of markets would give the seat the most; None if no town
    is like that."""
    found = list[tuple[int, int]]()
    for town in range(len(TOWN_IDS)):
        here = s.row(town)
        rival = max(number for other, number in enumerate(here) if other != seat)
        if 0 < here[seat] <= rival < here[seat] + markets:
            found.append((DISTANCE[s.ship][town], town))
    return min(found)[1] if found else None


def _built(deed: KeyAction, seat: int) -> list[Also]:
    """Return the rivals who lose points or the lead by it."""
    s = deed.before
    others = [(number, who) for who, number in enumerate(s.row(s.ship)) if who != seat and number]
    if deed.why[0] == "break-alone":
        return [(3.0, "alone-lost", {"holder": others[0][1]})]
    if deed.why[0] == "build-lead" and (leader := s.leader_at(s.ship)) not in (seat, None):
        return [(2.5, "lead-from", {"holder": leader})]
    return []


def _filled(deed: KeyAction, seat: int) -> list[Also]:
    """Return that the restock is mandatory, or the leader when the end comes."""
    s = deed.before
    if deed.why[0] == "restock-end":
        totals = next((end.totals for end in game_ends(s) if end.seat == seat), ())
        best = max((points for who, points in enumerate(totals) if who != seat), default=0)
        if totals and totals[seat] > best:
            return [(1.5, "ahead", {"own": totals[seat], "best": best})]
    if len(s.legal_actions()) == 1:
        return [(2.0, "must", {})]
    return [(1.0, "bare", {"bare": s.shelf.count(EMPTY), "spare": max(0, s.coins[seat] - 1)})]


def _left(state: HansaState) -> list[Also]:
    """Return that the warehouses are left for another player to fill."""
    empty = state.shelf.count(EMPTY)
    if state.decision is None or state.decision.id != "restock" or empty < BARE:
        return []
    last = state.drawn <= state.bounds[-2] < state.drawn + empty
    return [(2.0, "leaves-end" if last else "leaves", {})]


def _kept(state: HansaState) -> list[Also]:
    """Return the effect of doing nothing: the ship's position, the coins in the next turn."""
    seat, found = state.active, list[Also]()
    if state.last_round:
        return found
    if not _helps(state, state.ship, seat):
        found.append((1.5, "stays", {"next": TOWN_IDS[state.ship]}))
    if (saved := min(state.coins[seat], KEEP_COINS)) > 0 and state.bank >= INCOME:
        found.append((1.0, "coins", {"coins": saved + INCOME}))
    return found


def _second(deed: KeyAction | None) -> list[Also]:
    """Return another important action of the plan."""
    match deed:
        case KeyAction(action=Build()) if deed.why[0] == "build-lead":
            return [(2.2, "leads", {"next": deed.why[1]["town"]})]
        case KeyAction(action=Build()):
            return [(1.6, "builds", {"next": deed.why[1]["town"], "builds": deed.why[1]["n"]})]
        case KeyAction(action=Buy()) if deed.why[0] == "buy-set":
            return [(1.3, "collects", {"next": deed.why[1]["town"]})]
    return []


def _given_up(state: HansaState, plan: Plan) -> Why:
    """Return the goods that are lost to a sale or a tax."""
    loss = state.decision is not None and state.decision.id == "loss"
    main: Why = ("give-least" if loss else "keep-best", {})
    if not isinstance(plan[0], Discard) or state.actor is None:
        return main
    good, hand = plan[0].good, state.hands[state.actor]
    if hand_counts(hand)[good // 3] == 1:
        return _with_also(main, [(1.0, "single", {})], state)
    fewest = all(good % 3 <= other % 3 for other in hand if other // 3 == good // 3)
    return _with_also(main, [(1.0, "fewest", {})] if fewest else [], state)


# ---- important actions ---------------------------------------------------------------------------


def _place(state: HansaState, action: Place, seat: int) -> Why:
    others = any(state.row(action.town))
    return "place-shared" if others else "place-empty", {"town": TOWN_IDS[action.town]}


def _restock(state: HansaState, action: Restock, seat: int) -> Why:
    empty = state.shelf.count(EMPTY)
    last = state.drawn <= state.bounds[-2] < state.drawn + empty
    goods = ((town, [state.shelf[place] for place in TOWN_WAREHOUSES[n]]) for n, town in enumerate(TOWN_IDS))
    towns = [town for town, here in goods if EMPTY in here]
    return "restock-end" if last else "restock", {"n": empty, "towns": towns}


def _sail(state: HansaState, action: Sail, seat: int) -> Why:
    helps = _helps(state, action.town, seat)
    return "sail-on" if helps else "sail", {"town": TOWN_IDS[action.town]}


def _helps(state: HansaState, town: int, seat: int) -> bool:
    """Return whether the ship helps the next player: a good or a market of theirs is in the town."""
    goods = any(state.shelf[place] != EMPTY for place in TOWN_WAREHOUSES[town])
    return goods or bool(state.market_at(town, (seat + 1) % state.seats))


def _buy(state: HansaState, action: Buy, seat: int) -> Why:
    colour = state.shelf[action.warehouse] // 3
    facts: dict[str, Any] = {"town": TOWN_IDS[state.ship], "colour": COLOURS[colour]}
    held = hand_counts(state.hands[seat])[colour]
    if state.last_round:
        return "buy-last", facts
    if held:
        return "buy-set", {**facts, "n": held + 1}
    return "buy-free" if state.leader_at(state.ship) == seat else "buy", facts


def _build(state: HansaState, action: Build, seat: int) -> Why:
    here = list(state.row(state.ship))
    facts = {"town": TOWN_IDS[state.ship], "n": action.markets}
    others = [number for other, number in enumerate(here) if other != seat]
    if not here[seat]:
        owners = sum(number > 0 for number in others)
        return {0: "build-alone", 1: "break-alone"}.get(owners, "build-town"), facts
    rival = max(others)
    if here[seat] <= rival < here[seat] + action.markets:
        return "build-lead", facts
    if here[seat] + action.markets == rival and others.count(rival) == 1:
        return "build-break", {**facts, "rival": state.leader_at(state.ship)}
    if here[seat] > rival > 0:
        return "build-keep", facts
    return ("build-spare" if here[seat] > rival or here[seat] == 1 else "build"), facts


def _sell(state: HansaState, action: Sell, seat: int) -> Why:
    points = sum(good % 3 + 2 for good in action.goods)
    hurt = any(hand_counts(hand)[action.colour] for who, hand in enumerate(state.hands) if who != seat)
    facts = {"town": TOWN_IDS[state.ship], "n": len(action.goods), "points": points}
    return "sell-hurt" if hurt else "sell", facts


_DEEDS: Mapping[type[Action], Callable[[HansaState, Any, int], Why]] = {
    Place: _place,
    Restock: _restock,
    Sail: _sail,
    Buy: _buy,
    Build: _build,
    Sell: _sell,
}
