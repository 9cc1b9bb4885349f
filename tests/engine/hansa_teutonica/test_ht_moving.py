"""Moves (5.4, A16) with hardly a free house: the offer is exactly what the rule allows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from random import Random

import pytest

from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tests.engine.hansa_teutonica.ht_board import LAST_LEVEL
from tests.engine.hansa_teutonica.ht_britannia import BRITANNIA
from tests.engine.hansa_teutonica.ht_east import EAST
from tests.engine.hansa_teutonica.ht_kit import assert_illegal, legal, play
from tests.engine.hansa_teutonica.ht_naive import Naive
from tests.engine.hansa_teutonica.ht_naive_britannia import NaiveBritannia
from tests.engine.hansa_teutonica.ht_naive_east import NaiveEast

BOARDS: dict[str, dict[str, str]] = {"base": {}, "east": EAST, "britannia": BRITANNIA}
SEATS = 5


def options(board: str) -> str:
    return "+".join(f"{name}:{value}" for name, value in BOARDS[board].items()) or "board:base"


def crowded(board: str, own: dict[str, str], empty: set[str], book: int) -> HansaTeutonicaState:
    """Return a board where seat 0 has these pieces in houses (`t`, `m`), and others fill all the rest but the
    empty ones."""
    tables = RULESET.new_game(SEATS, BOARDS[board]).board
    ships = {tables.house_ids[ship] for ship in tables.ships}
    others = [name for name in tables.house_ids if name not in own and name not in empty]
    kinds = [
        f"{seat}{kind}"
        for kind, count in (("m", 4), ("t", 26))
        for seat in range(1, SEATS)
        for _ in range(count)
    ]
    at_sea_first = sorted(others, key=lambda name: name not in ships)
    standing = {
        **dict(zip(at_sea_first, kinds, strict=False)),
        **{name: f"0{kind}" for name, kind in own.items()},
    }
    rows = [
        f"{route}:{','.join(standing.get(tables.house_ids[house], '.') for house in houses)}"
        for route, houses in zip(tables.route_ids, tables.route_houses, strict=True)
    ]
    full = {(seat, track): level for seat in range(SEATS) for track, level in LAST_LEVEL.items()}
    full[0, "liber_sophiae"] = book - 1
    levels = "+".join(f"{seat}:{track}:{level}" for (seat, track), level in full.items() if level > 1)
    stock = ",".join("-" * SEATS)
    line = f"hansa-teutonica seats={SEATS} options={options(board)} houses={'+'.join(rows)}"
    return RULESET.parse_position(f"{line} levels={levels} stock={stock}")


def reachable(state: HansaTeutonicaState) -> Iterator[bytes]:
    """Yield the houses after every sequence of actions that is a move."""
    for action in state.legal_actions():
        if action.text.split()[0] in ("lift", "set"):
            after = state.copy()
            after.apply(action)
            if after.decision and after.decision.id == "turn":
                yield bytes(after.houses)
            else:
                assert after.legal_actions(), "a move that was begun can be finished"
                yield from reachable(after)


def seatings(board: str, state: HansaTeutonicaState, book: int) -> Iterator[bytes]:
    """Yield the houses after every move by the words of the rule: some pieces are lifted, each is set down
    where it may go, and the board changes."""
    names = state.board.house_ids
    naive = {"base": Naive, "east": NaiveEast, "britannia": NaiveBritannia}[board](state.position())
    own = [house for house, piece in naive.houses.items() if piece[0] == "0"]
    empty = [house for house, piece in naive.houses.items() if piece == "."]
    number = {name: at for at, name in enumerate(names)}
    for size in range(1, book + 1):
        for lifted in combinations(own, size):
            for places in permutations([*empty, *lifted], size):
                if all(may_go(naive, origin, house) for origin, house in zip(lifted, places, strict=True)):
                    houses = bytearray(state.houses)
                    for origin in lifted:
                        houses[number[origin]] = 0
                    for origin, house in zip(lifted, places, strict=True):
                        houses[number[house]] = state.houses[number[origin]]
                    if houses != state.houses:
                        yield bytes(houses)


def may_go(naive: Naive, origin: str, house: str) -> bool:
    """Return whether the piece in a house may be moved to the other."""
    if isinstance(naive, NaiveEast | NaiveBritannia):
        return house in naive.open_houses(naive.houses[origin], origin)
    return True


LAND = {
    "base": ("hamburg-luebeck.1", "coellen-warburg.2"),
    "east": ("krakau-thorn.1", "magdeburg-halle.2"),
    "britannia": ("london-oxford.1", "cambridge-norwich.2"),
}


@pytest.mark.parametrize("board", BOARDS)
def test_5_4_a_trader_and_a_merchant_change_places_where_neither_has_an_empty_house(board: str) -> None:
    one, two = LAND[board]
    state = crowded(board, {one: "t", two: "m"}, set(), 2)
    assert legal(state, "lift") == [f"lift {one}", f"lift {two}"]
    play(state, f"lift {one}")
    assert legal(state) == [f"lift {two}"], "A16: alone it could only go back"
    play(state, f"lift {two}")
    assert legal(state) == [f"set {two}"]
    play(state, f"set {two}", f"set {one}")
    assert state.occupied()[two].kind == "trader" and state.occupied()[one].kind == "merchant"


@pytest.mark.parametrize(
    ("board", "trader", "merchant"),
    [
        ("east", "krakau-thorn.1", "malmoe-visby.2"),
        ("britannia", "london-oxford.1", "calais-southampton.2"),
        ("britannia", "london-oxford.1", "cardiff-pembroke.1"),
        ("britannia", "glasgow-falkirk.1", "cardiff-pembroke.1"),
    ],
    ids=["ship", "ship", "out of Wales", "Scotland and Wales"],
)
def test_5_4_they_do_not_where_one_may_not_stand_or_go(board: str, trader: str, merchant: str) -> None:
    """Expansions 2.2, 5.9."""
    names = RULESET.new_game(SEATS, BOARDS[board]).board.house_ids
    assert {trader, merchant} <= set(names)
    state = crowded(board, {trader: "t", merchant: "m"}, set(), 5)
    assert not legal(state, "lift")
    assert_illegal(state, f"lift {trader}", f"lift {merchant}")
    why = state.why_not_offered(f"house.{trader}")
    assert why is not None and why.id == "nothing-moves"


def test_5_4_a_piece_without_an_empty_house_says_so_and_follows_one_that_makes_room() -> None:
    """Expansions 2.2: only a ship is empty, where a merchant may go; the trader takes what it leaves."""
    trader, merchant, ship = "krakau-thorn.1", "krakau-thorn.2", "malmoe-visby.2"
    state = crowded("east", {trader: "t", "magdeburg-halle.1": "t"}, {ship}, 2)
    why = state.why_not_offered(f"house.{trader}")
    assert why is not None and why.id == "no-way" and not legal(state, "lift")
    state = crowded("east", {trader: "t", merchant: "m"}, {ship}, 2)
    play(state, f"lift {trader}", f"lift {merchant}", f"set {merchant}", f"set {ship}")
    assert state.occupied()[merchant].kind == "trader" and state.occupied()[ship].kind == "merchant"


@pytest.mark.parametrize("seed", range(24))
@pytest.mark.parametrize("board", BOARDS)
def test_5_4_moves_on_a_full_board_are_all_seatings_that_change_it(board: str, seed: int) -> None:
    """Few own pieces, in one or two countries and at sea; up to two empty houses."""
    rng = Random(seed)
    tables = RULESET.new_game(SEATS, BOARDS[board]).board
    ships = [tables.house_ids[ship] for ship in tables.ships]
    abroad = [
        name
        for name, at in zip(tables.house_ids, tables.house_route, strict=True)
        if tables.routes[at].country
    ]
    land = [name for name in tables.house_ids if name not in ships]
    names = [*rng.sample(land, 4), *abroad[:2], *abroad[-2:], *ships[:1]]
    chosen = list(dict.fromkeys(rng.sample(names, len(names))))
    cut, book = rng.randrange(3), rng.randrange(2, 5)
    houses = chosen[cut : cut + rng.randrange(2, 5)]
    able = sorted(houses, key=lambda name: (name not in ships, rng.random()))
    merchants = able[: rng.randrange(1, book)]
    own = {name: "m" if name in merchants else "t" for name in houses}
    state = crowded(board, own, set(chosen[:cut]), book)
    assert set(reachable(state)) == set(seatings(board, state, book)), state.position()
