"""Claiming: abilities (rules 7.5), the Coellen table (7.6), east-west (7.7): scenarios B1-B12, E1-E8."""

from __future__ import annotations

import pytest

from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tests.engine.hansa_teutonica.ht_board import ABILITIES, LAST_LEVEL, TABLE, side_for
from tests.engine.hansa_teutonica.ht_kit import (
    BOTH_SIDES,
    actions_left,
    asked,
    assert_illegal,
    assert_legal,
    at,
    fields,
    full,
    kinds,
    legal,
    line,
    of_kind,
    play,
    points,
    shows,
    supply,
)

ROUTE_OF = {
    4: {"groningen": "groningen-emden", "stade": "emden-stade", "luebeck": "hamburg-luebeck",
        "goettingen": "warburg-goettingen", "halle": "quedlinburg-halle"},
    3: {"groningen": "groningen-emden", "stade": "stade-hamburg", "luebeck": "hamburg-luebeck",
        "goettingen": "goettingen-quedlinburg", "halle": "quedlinburg-halle"},
}  # fmt: skip


def claiming(route: str, pieces: str = "", seats: int = 4, **more: object) -> HansaTeutonicaState:
    row = ",".join(f"0{piece}" for piece in pieces)
    state = at(seats, houses=f"{route}:{row}" if pieces else full("0t", route, seats=seats), **more)
    play(state, f"claim {route}")
    return state


@BOTH_SIDES
def test_B1_privilegium_at_stade(seats: int) -> None:
    state = at(
        seats,
        houses=full("0t", "stade-hamburg", seats=seats) + "+hamburg-luebeck:0t,0t,0t",
        offices="hamburg:1t",
    )
    before = state.supply_of(0), state.stock_of(0)
    play(state, "claim stade-hamburg", "improve privilegium")
    assert state.value(0, "privilegium") == "orange"
    assert state.supply_of(0).traders == before[0].traders + 1
    assert state.stock_of(0).traders == before[1].traders + 3
    play(state, "claim hamburg-luebeck", "office hamburg.2")


@BOTH_SIDES
def test_B1_the_new_privilege_is_for_the_next_claim(seats: int) -> None:
    state = claiming("stade-hamburg", seats=seats, offices="hamburg:1t")
    play(state, "improve privilegium")
    assert asked(state) == "turn", "the benefit is used up"


@BOTH_SIDES
def test_B2_the_book_frees_a_merchant(seats: int) -> None:
    state = claiming("groningen-emden", seats=seats)
    before = state.supply_of(0)
    [event] = of_kind(play(state, "improve liber_sophiae"), "improve")
    assert event.piece == "merchant" and state.value(0, "liber_sophiae") == 3
    assert state.supply_of(0) == (before.traders, before.merchants + 1)


@pytest.mark.parametrize(("seats", "town"), [(seats, town) for seats in (4, 3) for town in ABILITIES])
def test_B3_every_ability_at_its_town(seats: int, town: str) -> None:
    state = claiming(ROUTE_OF[seats][town], seats=seats)
    assert legal(state, "improve") == [f"improve {ABILITIES[town]}"]
    play(state, f"improve {ABILITIES[town]}")
    assert state.level(0, ABILITIES[town]) == 2


@pytest.mark.parametrize("seats", [4, 3])
def test_B3_only_at_its_town(seats: int) -> None:
    """Every route of the board: the offer matches the towns' abilities."""
    for route, (a, b, _) in side_for(seats).routes.items():
        state = at(seats, houses=full("0t", route, seats=seats))
        play(state, f"claim {route}")
        shown = [f"improve {ABILITIES[town]}" for town in (a, b) if town in ABILITIES]
        assert legal(state, "improve") == shown, route


@BOTH_SIDES
def test_B4_no_ability_without_its_town(seats: int) -> None:
    state = claiming("emden-osnabrueck", seats=seats)
    assert legal(state, "improve") == []
    assert_illegal(state, "improve liber_sophiae")


def test_B5_bursa_to_the_end() -> None:
    state = claiming("hamburg-luebeck", levels="0:bursa:3")
    assert line(state, "full_tracks") == (0, 0, 0, 0)
    play(state, "improve bursa")
    assert state.value(0, "bursa") == "C" and line(state, "full_tracks") == (4, 0, 0, 0)


@pytest.mark.parametrize("town", ABILITIES)
def test_A31_a_track_at_its_end_is_not_offered(town: str) -> None:
    track = ABILITIES[town]
    state = at(
        4,
        houses=full("0t", ROUTE_OF[4][town]),
        levels=f"0:{track}:{LAST_LEVEL[track]}",
        markers="0:extra_office",
        offices=f"{town}:1t",
    )
    play(state, f"claim {ROUTE_OF[4][town]}")
    assert legal(state, "improve") == []
    assert_legal(state, f"extra-office trader {town}", "no-benefit")


@BOTH_SIDES
def test_B6_the_table_by_privilege(seats: int) -> None:
    state = claiming("coellen-warburg", "tttm", seats=seats)
    assert legal(state, "table") == ["table 1"]
    assert_illegal(state, "table 2", "table 3", "table 4")
    before = state.stock_of(0)
    play(state, "table 1")
    shows(state, table="0,.,.,.", houses="-")
    assert state.stock_of(0) == (before.traders + 3, before.merchants)
    assert points(state) == (0,) * seats and line(state, "table")[0] == 7


@pytest.mark.parametrize(("level", "spaces"), [(1, 1), (2, 2), (3, 3), (4, 4)])
def test_B7_each_privilege_opens_one_more_space(level: int, spaces: int) -> None:
    state = claiming("coellen-warburg", "mttt", levels=f"0:privilegium:{level}")
    assert legal(state, "table") == [f"table {n + 1}" for n in range(spaces)]
    play(state, f"table {spaces}")
    assert line(state, "table") == (TABLE[spaces - 1][0], 0, 0, 0)


@BOTH_SIDES
def test_B8_the_last_space_at_once(seats: int) -> None:
    state = claiming("coellen-warburg", "tttm", seats=seats, levels="0:privilegium:4")
    play(state, "table 4")
    shows(state, table=".,.,.,0")
    assert line(state, "table")[0] == 11


@BOTH_SIDES
def test_B9_no_merchant_no_table(seats: int) -> None:
    state = claiming("coellen-warburg", "tttt", seats=seats)
    assert legal(state, "table") == []
    assert_illegal(state, "table 1")


def test_B10_one_merchant_a_claim() -> None:
    state = claiming("coellen-warburg", "mmtt", levels="0:liber_sophiae:2+0:privilegium:4")
    before = state.stock_of(0)
    play(state, "table 1")
    assert asked(state) == "turn"
    assert_illegal(state, "table 2")
    assert state.stock_of(0) == (before.traders + 2, before.merchants + 1)


def test_B11_one_merchant_a_space() -> None:
    state = claiming("coellen-warburg", "mttt", levels="0:privilegium:2", table="1,.,.,.")
    assert legal(state, "table") == ["table 2"]
    state = claiming("coellen-warburg", "mttt", table="1,.,.,.")
    assert legal(state, "table") == []


def test_B11_the_table_is_reached_by_its_route_only() -> None:
    for route in ("paderborn-warburg", "warburg-goettingen"):
        state = claiming(route, "mtt", levels="0:privilegium:4")
        assert legal(state, "table") == []


def test_B11_the_table_instead_of_an_office() -> None:
    state = claiming("coellen-warburg", "mttt")
    assert_legal(state, "office coellen.1", "table 1", "no-benefit")
    play(state, "table 1")
    assert fields(state)["offices"] == "-"


def test_B12_a_merchant_on_the_table_stays() -> None:
    state = at(
        4,
        table=".,.,1,.",
        offices="coellen:0t",
        markers="0:swap_offices+0:remove_3",
        houses="coellen-warburg:1t",
    )
    assert legal(state, "use") == ["use remove_3 coellen-warburg.1"]
    assert_illegal(state, "use swap_offices coellen.1")
    assert all("coellen-warburg.1" in text for text in legal(state, "displace"))


# --- east-west

CHAIN = "arnheim:0t+muenster:0m+minden:0t+brunswiek:0t"
LONG = ("arnheim", "kampen", "osnabrueck", "bremen", "hannover", "lueneburg", "perleberg", "stendal")


def linked_rivals(*seats: int) -> str:
    """Return offices of these seats in every town on the long way from Arnheim to Stendal."""
    return "+".join(f"{town}:{','.join(f'{seat}t' for seat in seats)}" for town in LONG)


def towns_of(*parts: str) -> str:
    """Return several values for `offices`, combined."""
    row: dict[str, list[str]] = {}
    for part in "+".join(parts).split("+"):
        town, pieces = part.split(":")
        row.setdefault(town, []).extend(pieces.split(","))
    return "+".join(f"{town}:{','.join(pieces)}" for town, pieces in row.items())


@BOTH_SIDES
def test_E1_the_first_chain(seats: int) -> None:
    state = claiming("brunswiek-stendal", seats=seats, offices=CHAIN)
    assert points(state)[0] == 1, "for Brunswiek"
    events = play(state, "office stendal.1")
    assert points(state)[0] == 8 and fields(state)["linked"] == "0"
    assert [event.amount for event in of_kind(events, "east-west")] == [1]


@BOTH_SIDES
def test_E1_the_missing_town_may_be_in_the_middle(seats: int) -> None:
    state = claiming(
        "minden-brunswiek", seats=seats, levels="0:privilegium:2",
        offices="arnheim:0t+muenster:0m+minden:0t+stendal:0t",
    )  # fmt: skip
    play(state, "office brunswiek.1")
    assert points(state)[0] == 1 + 7


@pytest.mark.parametrize(("before", "bonus"), [((), 7), ((1,), 4), ((2, 1), 2)])
def test_E2_seven_four_two(before: tuple[int, ...], bonus: int) -> None:
    offices = towns_of(CHAIN, linked_rivals(*before)) if before else CHAIN
    state = claiming(
        "brunswiek-stendal",
        "tmtt",
        seats=5,
        offices=offices,
        linked="+".join(map(str, before)) or "-",
        levels="0:privilegium:4+0:liber_sophiae:2",
    )
    gained = points(state)[0]
    play(state, f"office stendal.{1 + len(before)}")
    assert points(state)[0] == gained + bonus
    shows(state, linked="+".join(map(str, (*before, 0))))


def test_E4_the_fourth_gets_nothing() -> None:
    offices = towns_of(CHAIN, linked_rivals(1, 2))
    state = claiming(
        "brunswiek-stendal",
        seats=4,
        offices=offices,
        extras="+".join(f"{town}:3t" for town in LONG),
        linked="3+2+1",
        levels="0:privilegium:4+3:clavis_urbis:2",
    )
    gained = points(state)[0]
    events = play(state, "office stendal.3")
    assert points(state)[0] == gained and "east-west" not in kinds(events)
    shows(state, linked="3+2+1")


def test_E3_once_for_each_player() -> None:
    second_way = "kampen:0t+osnabrueck:0t+bremen:0t+hannover:0t+lueneburg:0t"
    offices = towns_of(CHAIN, "stendal:0t", second_way)
    state = claiming("perleberg-stendal", offices=offices, linked="0", levels="0:clavis_urbis:3")
    gained = points(state)[0]
    events = play(state, "office perleberg.1")
    assert points(state)[0] == gained and "east-west" not in kinds(events)
    shows(state, linked="0")


def test_E5_a_gap_is_no_chain() -> None:
    state = claiming("brunswiek-stendal", offices="arnheim:0t+muenster:0m+brunswiek:0t")
    gained = points(state)[0]
    events = play(state, "office stendal.1")
    assert points(state)[0] == gained and "east-west" not in kinds(events)
    shows(state, linked="-")


def test_E6_an_additional_office_closes_the_chain() -> None:
    state = claiming(
        "brunswiek-stendal",
        offices="arnheim:0t+muenster:0m+minden:0t+brunswiek:1t+stendal:0t",
        markers="0:extra_office",
    )
    gained = points(state)
    play(state, "extra-office trader brunswiek")
    assert points(state)[0] == gained[0] + 7
    shows(state, extras="brunswiek:0t", used="0:extra_office")


def test_E6_a_chain_may_rest_on_additional_offices() -> None:
    state = claiming(
        "brunswiek-stendal", offices="arnheim:1t+muenster:1m+minden:1t+brunswiek:1t",
        extras="arnheim:0t+muenster:0t+minden:0m+brunswiek:0t",
    )  # fmt: skip
    play(state, "office stendal.1")
    assert points(state)[0] == 7


@BOTH_SIDES
def test_E7_control_does_not_matter(seats: int) -> None:
    state = claiming(
        "brunswiek-stendal",
        seats=seats,
        offices="arnheim:0t,1m,1t+muenster:0m,1t+minden:0t,1t+brunswiek:0t+stendal:1t,1m",
        levels="0:privilegium:2+1:liber_sophiae:2",
    )
    gained = points(state)[0]
    assert state.controller("arnheim") == state.controller("minden") == 1
    play(state, "office stendal.3")
    assert points(state)[0] == gained + 7 and state.controller("stendal") == 1


def test_E8_a_swap_neither_makes_nor_breaks_a_chain() -> None:
    offices = towns_of("arnheim:0t+muenster:0m+minden:0t,1t+brunswiek:0t+stendal:0t")
    state = at(4, offices=offices, linked="0", markers="0:swap_offices")
    before = points(state), line(state, "network")
    events = play(state, "use swap_offices minden.1")
    assert "east-west" not in kinds(events)
    assert (points(state), line(state, "network")) == before
    shows(state, linked="0")
    assert actions_left(state) == 2 and supply(state, 0) == fields(state)["supply"].split(",")[0]
