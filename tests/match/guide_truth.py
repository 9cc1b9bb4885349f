"""Conditions under which statements of a first game's guide are true, by the knowledge of an observer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from game.engine.core import Event
from game.games.hansa.rules.board import COLOURS as WARES
from game.games.hansa.rules.board import TOWNS
from game.games.hansa.rules.state import HansaState
from game.games.hansa_teutonica.rules.board import KINDS, PRIVILEGES
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.match.guide import TURNS, Facts

ME = 0


class Seen(NamedTuple):
    """The knowledge of an observer at a decision of the guided person.

    before  the position after the person's last action; None before their first
    since   the moves since, the last action included: the mover and the event
    """

    state: Any
    before: Any
    since: Sequence[tuple[int, Event]]

    def happened(self, kind: str, **like: object) -> list[tuple[int, Event]]:
        """Return the events of a kind with matching fields, each with its mover."""
        return [
            (mover, event)
            for mover, event in self.since
            if event.kind == kind and all(getattr(event, name) == value for name, value in like.items())
        ]


True_ = Callable[[Seen, Facts], object]


def pieces_of(state: HansaTeutonicaState, route: str) -> list[int | None]:
    """Return the owner of the piece in each house of a route."""
    return [None if piece is None else piece.seat for piece in state.route_pieces(route)]


def supply(state: HansaTeutonicaState) -> int:
    return sum(state.supply_of(ME))


def stock(state: HansaTeutonicaState) -> int:
    return sum(state.stock_of(ME))


def own_routes(state: HansaTeutonicaState) -> set[str]:
    return {house.split(".")[0] for house, piece in state.occupied().items() if piece.seat == ME}


def next_office(state: HansaTeutonicaState, town: str) -> Any:
    """Return the first free printed office of a town."""
    printed = next(one for one in state.board.printed.towns if one.id == town)
    return printed.offices[sum(piece is not None for piece in state.town_offices(town))]


def by_claim(seen: Seen, mover: int, gainer: int, town: str) -> bool:
    """Return whether the mover's claim brought the gainer a point for the control of the town."""
    return (mover, 1) in [
        (who, event.amount) for who, event in seen.happened("points", seat=gainer, source=f"town.{town}")
    ]


def displacement(seen: Seen, mover: int, owner: int, facts: Facts) -> bool:
    """Return whether the mover displaced a piece of the owner on the route, at the stated cost."""
    return any(
        who == mover and event.source.split(".")[1] == facts["route"] and event.piece == KINDS[facts["n"] - 1]
        for who, event in seen.happened("displaced", seat=owner)
    )


TEUTONICA: Mapping[str, True_] = {
    "hello": lambda seen, facts: True,
    "goodbye": lambda seen, facts: seen.state.turn_number > TURNS * 3,
    "displaced": lambda seen, facts: (
        seen.state.decision.id == "relocate"
        and displacement(seen, facts["rival"], ME, facts)
        and stock(seen.state) > 0
    ),
    "removed": lambda seen, facts: (
        [(mover, event.target) for mover, event in seen.happened("removed", seat=ME) if mover != ME]
        == [(facts["rival"], f"supply.{ME}")] * facts["n"]
        and pieces_of(seen.before, facts["route"]).count(ME) > pieces_of(seen.state, facts["route"]).count(ME)
    ),
    "swapped": lambda seen, facts: any(
        mover == facts["rival"] != ME and facts["town"] in event.target
        for mover, event in seen.happened("swap", seat=ME)
    ),
    "displacing": lambda seen, facts: displacement(seen, ME, facts["rival"], facts),
    "marker-put": lambda seen, facts: (
        seen.state.decision.id == "replace"
        and seen.state.revealed
        and f"plate.{facts['marker']}" in {action.path[0] for action in seen.state.legal_actions()}
    ),
    "privilege": lambda seen, facts: (
        PRIVILEGES[next_office(seen.state, facts["town"]).privilege] == facts["privilege"]
        and PRIVILEGES.index(facts["privilege"]) > PRIVILEGES.index(facts["own"])
        and facts["own"] == seen.state.value(ME, "privilegium")
    ),
    "shape": lambda seen, facts: (
        KINDS[next_office(seen.state, facts["town"]).kind] == facts["piece"]
        and facts["piece"]
        not in [
            piece.kind
            for piece in seen.state.route_pieces(seen.state.board.route_ids[seen.state.route])
            if piece
        ]
    ),
    "control-lost": lambda seen, facts: (
        seen.before.controller(facts["town"]) == ME
        and seen.state.controller(facts["town"]) == facts["rival"] != ME
    ),
    "paid-rival": lambda seen, facts: (
        facts["rival"] != ME and by_claim(seen, ME, facts["rival"], facts["town"])
    ),
    "paid-me": lambda seen, facts: by_claim(seen, facts["rival"], ME, facts["town"]),
    "control": lambda seen, facts: (
        seen.state.controller(facts["town"]) == ME
        and any(facts["town"] in event.target for _, event in seen.happened("office", seat=ME))
    ),
    "improved": lambda seen, facts: (
        seen.state.level(ME, facts["track"]) > 1
        and any(facts["track"] in event.source for _, event in seen.happened("improve", seat=ME))
    ),
    "marker-own": lambda seen, facts: (
        facts["marker"] in {**seen.state.markers_of(ME), **seen.state.used_markers_of(ME)}
        and seen.happened("marker-taken", seat=ME, piece=f"marker.{facts['marker']}")
    ),
    "returned": lambda seen, facts: len(seen.happened("return", seat=ME)) == facts["n"] <= stock(seen.state),
    "own-route": lambda seen, facts: f"claim {facts['route']}" in map(str, seen.state.legal_actions()),
    "rival-route": lambda seen, facts: set(pieces_of(seen.state, facts["route"])) == {facts["rival"]} != {ME},
    "marker-rival": lambda seen, facts: (
        facts["rival"] != ME
        and seen.happened("marker-taken", seat=facts["rival"], piece=f"marker.{facts['marker']}")
    ),
    "improved-rival": lambda seen, facts: (
        seen.state.level(facts["rival"], facts["track"]) > 1
        and any(facts["track"] in event.source for _, event in seen.happened("improve", seat=facts["rival"]))
    ),
    "table": lambda seen, facts: (
        facts["rival"]
        in [
            owner
            for owner, space in zip(seen.state.table_seats(), seen.state.board.printed.table, strict=True)
            if space.points == facts["n"]
        ]
    ),
    "completed": lambda seen, facts: (
        None not in seen.state.town_offices(facts["town"]) and facts["n"] <= seen.state.completed
    ),
    "leader": lambda seen, facts: (
        seen.state.points[facts["rival"]] == facts["n"] == max(seen.state.points[1:]) and facts["limit"] == 20
    ),
    "towns": lambda seen, facts: facts["n"] == seen.state.completed < facts["limit"] == 10,
    "markers": lambda seen, facts: facts["n"] == seen.state.bag_left,
    "now.early": lambda seen, facts: seen.state.turn_number <= 6,
    "now.none-left": lambda seen, facts: supply(seen.state) == 0 < stock(seen.state),
    "now.few-left": lambda seen, facts: supply(seen.state) == facts["n"] and stock(seen.state) > 0,
    "now.marker-unused": lambda seen, facts: facts["marker"] in seen.state.markers_of(ME),
    "now.one-lacks": lambda seen, facts: (
        facts["rival"] != ME
        and Counter(pieces_of(seen.state, facts["route"]))
        == {None: 1, facts["rival"]: len(pieces_of(seen.state, facts["route"])) - 1}
    ),
    "now.scattered": lambda seen, facts: (
        len(own_routes(seen.state)) >= 3 and facts["n"] == seen.state.value(ME, "liber_sophiae")
    ),
    "now.no-office": lambda seen, facts: (
        not any(
            piece and piece.seat == ME
            for town in seen.state.board.town_ids
            for piece in (*seen.state.town_offices(town), *seen.state.extra_offices(town))
        )
    ),
    "now.white": lambda seen, facts: seen.state.value(ME, "privilegium") == "white",
    "now.network": lambda seen, facts: (
        facts["n"] == seen.state.network(ME).offices > 0
        and facts["keys"] == seen.state.value(ME, "clavis_urbis")
    ),
    "now.in-the-way": lambda seen, facts: True,
}

TOWN_OF = {name: town.id for town in TOWNS for name in town.warehouses}


def markets(state: HansaState, town: str) -> list[int]:
    return [state.markets_in(town, seat) for seat in range(state.seats)]


def held(state: HansaState, seat: int, ware: str) -> int:
    return sum(good.split(".")[0] == ware for good in state.unsold(seat))


def bought(seen: Seen, mover: int, town: str) -> bool:
    """Return whether the mover has bought there."""
    found = [event.source.split(".")[1] for _, event in seen.happened("buy", seat=mover)]
    return town in [TOWN_OF[warehouse] for warehouse in found]


def towns_of(state: HansaState) -> int:
    return sum(state.markets_in(town.id, ME) > 0 for town in TOWNS)


def empty(state: HansaState) -> int:
    return sum(state.warehouse(name) is None for name in TOWN_OF)


def lost_to(seen: Seen, loser: int, ware: str) -> bool:
    """Return whether the loser lost a good of that colour to a sale."""
    return any(event.piece.split(".")[1] == ware for _, event in seen.happened("loss", seat=loser))


HANSA: Mapping[str, True_] = {
    "hello": lambda seen, facts: True,
    "goodbye": lambda seen, facts: seen.state.turn_number > TURNS * 3,
    "placing": lambda seen, facts: seen.state.decision.id == "first-placement",
    "choose-loss": lambda seen, facts: (
        seen.state.decision.id == "loss"
        and seen.state.turn_seat == facts["rival"]
        and held(seen.state, ME, facts["colour"]) > 1
    ),
    "lost": lambda seen, facts: (
        lost_to(seen, ME, facts["colour"])
        and seen.happened("recall", seat=facts["rival"])
        and facts["rival"] != ME
    ),
    "shared": lambda seen, facts: (
        markets(seen.state, facts["town"])[facts["rival"]] > 0
        and sum(markets(seen.before, facts["town"])) == markets(seen.before, facts["town"])[ME] > 0
    ),
    "lead-lost": lambda seen, facts: (
        seen.before.leader(facts["town"]) == ME and seen.state.leader(facts["town"]) == facts["rival"] != ME
    ),
    "paid-me": lambda seen, facts: (
        bought(seen, facts["rival"], facts["town"])
        and seen.happened("pay", seat=facts["rival"], target=f"purse.{ME}")
    ),
    "sold": lambda seen, facts: (
        seen.happened("recall", seat=ME, source=f"market.{facts['town']}.{ME}") and seen.state.sold_goods(ME)
    ),
    "hurt": lambda seen, facts: (
        facts["rival"] != ME
        and lost_to(seen, facts["rival"], facts["colour"])
        and facts["colour"] in {good.split(".")[0] for good in seen.state.sold_goods(ME)}
    ),
    "good": lambda seen, facts: (
        f"good.{facts['colour']}.{facts['n']}" in [event.piece for _, event in seen.happened("buy", seat=ME)]
        and facts["points"] == facts["n"] + 1
    ),
    "free": lambda seen, facts: bought(seen, ME, facts["town"]) and not seen.happened("pay", seat=ME),
    "paid-rival": lambda seen, facts: (
        bought(seen, ME, facts["town"]) and seen.happened("pay", seat=ME, target=f"purse.{facts['rival']}")
    ),
    "lead": lambda seen, facts: (
        seen.state.leader(facts["town"]) == ME
        and seen.happened("build", seat=ME, target=f"market.{facts['town']}.{ME}")
    ),
    "visit": lambda seen, facts: (
        seen.state.ship_town == facts["town"]
        and not [one for one in seen.state.legal_actions() if str(one).split()[0] in ("buy", "build", "sell")]
    ),
    "taxes": lambda seen, facts: (
        seen.state.decision.id == "taxes" and len(seen.state.unsold(ME)) > facts["n"]
    ),
    "coins-taxed": lambda seen, facts: (
        seen.happened("tax", seat=ME, amount=facts["n"]) and facts["keep"] == 3
    ),
    "restock": lambda seen, facts: (
        "restock" in map(str, seen.state.legal_actions())
        and len(seen.state.legal_actions()) > 1
        and facts["n"] == empty(seen.state)
    ),
    "pair": lambda seen, facts: (
        held(seen.state, ME, facts["colour"]) == facts["n"] >= 2 and towns_of(seen.state) > 0
    ),
    "threat": lambda seen, facts: (
        facts["rival"] != ME
        and held(seen.state, facts["rival"], facts["colour"]) >= 2
        and held(seen.state, ME, facts["colour"]) >= 1
    ),
    "few-markets": lambda seen, facts: facts["n"] == seen.state.reserve[ME] <= 3,
    "last-near": lambda seen, facts: facts["n"] == sum(seen.state.stacks()[:-1]) > 0,
    "last-round": lambda seen, facts: seen.state.last_round,
    "now.first": lambda seen, facts: (
        facts["town"] == seen.state.ship_town and facts["n"] == seen.state.coins[ME]
    ),
    "now.full": lambda seen, facts: facts["n"] == len(seen.state.unsold(ME)) >= 3,
    "now.no-goods": lambda seen, facts: not seen.state.unsold(ME),
    "now.bare": lambda seen, facts: facts["n"] == empty(seen.state) > 1,
    "now.few-towns": lambda seen, facts: facts["n"] == towns_of(seen.state),
    "now.nothing-sold": lambda seen, facts: not seen.state.sold_goods(ME),
    "now.leave": lambda seen, facts: True,
    "now.barrels": lambda seen, facts: True,
    "now.alone": lambda seen, facts: True,
}
TRUTH = {"hansa-teutonica": TEUTONICA, "hansa": HANSA}
assert set(WARES) == {"red", "blue", "green", "orange", "pink", "brown"}
