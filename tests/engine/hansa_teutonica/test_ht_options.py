"""Every value of every option changes what it should and nothing else (rules section 14, issue: editions)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from game.engine import ParseError
from game.games.hansa_teutonica.rules.editions import played_by
from game.games.hansa_teutonica.rules.expansion import BOARD
from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tests.engine.hansa_teutonica.ht_kit import (
    asked,
    assert_illegal,
    assert_legal,
    at,
    fields,
    legal,
    offices,
    play,
    result,
    rows,
)

VALUES = {option.id: option.values for option in RULESET.options}
DEFAULTS = {
    "marker_mix": "it4",
    "start_player": "random",
    "swap": "any",
    "remove_3": "any",
    "tie_break": "pt",
    "board": "base",
    "two_players": "pawn",
    "provinces": "B1",
    "permanent_end": "used",
    "green_swap": "added",
    "favour_abroad": "kept",
    "pawn_walk": "one",
    "missions": "off",
    "favour": "off",
    "favour_extra": "trader",
    "promos": "off",
    "promo_exchange": "2",
    "promo_tribute": "2",
    "promo_block": "2",
    "promo_out_extra_office": "0",
    "promo_out_swap_offices": "0",
    "promo_out_plus_3_actions": "0",
    "promo_out_plus_4_actions": "0",
    "promo_out_improve_ability": "0",
    "promo_out_remove_3": "0",
    "promo_refill": "free",
    "promo_points": "owner",
}


def test_the_defaults_are_the_recommended_readings() -> None:
    """Options added later are tested with their modules."""
    found = {option.id: option.default for option in RULESET.options}
    assert {name: found[name] for name in DEFAULTS} == DEFAULTS


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in VALUES for value in VALUES[name]])
def test_every_value_gives_a_game_that_says_so(name: str, value: str) -> None:
    seats = max(played_by({option.id: option.default for option in RULESET.options} | {name: value}))
    seats = seats if name in (BOARD, "start_player") else 2
    state = RULESET.new_game(seats, {name: value}, seed=3)
    assert state.options[name] == value
    assert {other: state.options[other] for other in DEFAULTS if other != name} == {
        other: default for other, default in DEFAULTS.items() if other != name
    }
    state.check()
    assert RULESET.parse_position(state.position()).options == state.options


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"swop": "any"}, "swop"),
        ({"swap": "both"}, "both"),
        ({"marker_mix": "EN"}, "EN"),
        ({"provinces": "b1"}, "b1"),
        ({"two_players": ""}, "two_players"),
    ],
)
def test_unknown_options_and_values_are_refused(options: dict[str, str], reason: str) -> None:
    with pytest.raises(ParseError, match=reason):
        RULESET.new_game(2, options)


def mattering(seats: int, **chosen: str) -> set[str]:
    return {
        option.id
        for option in RULESET.options
        if option.id in DEFAULTS and option.matters(seats, DEFAULTS | chosen)
    }


def test_provinces_and_walks_of_the_pawn_matter_only_where_there_is_a_pawn() -> None:
    two, east = {"two_players", "provinces", "pawn_walk"}, {"permanent_end", "green_swap", "favour_abroad"}
    promos = {name for name in DEFAULTS if name.startswith("promo_")}
    every = DEFAULTS.keys() - promos - {"favour_extra"}
    assert mattering(3) - {"board"} == mattering(2, two_players="pawn") - two
    assert mattering(2, two_players="neutral-it") == mattering(3) - {"board"} | {"two_players"}
    assert mattering(2) == every - east - {"board"}
    assert mattering(3, board="east") == every - two - {"missions", "favour_abroad"}
    assert mattering(2, board="britannia") == mattering(2) - {"missions"}, "two play on the base board"
    assert mattering(3, board="britannia") == every - two - {"missions", "green_swap"}
    assert mattering(3, promos="on") - mattering(3) == promos
    assert mattering(3, favour="on") - mattering(3) == {"favour_extra"}


@pytest.mark.parametrize("seats", [0, 1, 6, -1])
def test_wrong_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(ParseError):
        RULESET.new_game(seats)


def test_presets() -> None:
    expansions = {"East 2010", "Britannia 2014"}
    assert set(RULESET.presets) == {"English 2010", "Italian 4th", "Portuguese", "Big Box", *expansions}
    for preset in RULESET.presets.values():
        for seats in RULESET.played_by(RULESET.new_game(3, preset).options):
            RULESET.new_game(seats, preset, seed=1).check()
    wanted = {
        "English 2010": ("en", "pawn"),
        "Italian 4th": ("it4", "neutral-it"),
        "Portuguese": ("pt", "neutral-pt"),
    }
    for name, (mix, variant) in wanted.items():
        options = RULESET.new_game(2, RULESET.presets[name]).options
        assert (options["marker_mix"], options["two_players"]) == (mix, variant)
    big = RULESET.new_game(2, RULESET.presets["Big Box"]).options
    assert (big["marker_mix"], big["swap"], big["remove_3"], big["tie_break"]) == (
        "bigbox",
        "own",
        "move",
        "bigbox",
    )


@pytest.mark.parametrize(
    ("there", "allowed"),
    [
        ("1t,2t", []),
        ("0t,2t", ["minden.1"]),
        ("1t,0t", ["minden.1"]),
        ("1t,2t,0t", ["minden.2"]),
        ("0t,0t", None),
    ],
)
def test_swap_own(there: str, allowed: Any) -> None:
    """A6 (b): one of the two must be the player's own. The rules do not say whether both may be."""
    state = at(4, options="swap:own", offices=f"minden:{there}", markers="0:swap_offices")
    found = [text.split()[2] for text in legal(state, "use")]
    if allowed is not None:
        assert found == allowed
    for office in ("minden.1", "minden.2"):
        if office not in found:
            assert_illegal(state, f"use swap_offices {office}")
    if found:
        before = offices(state, "minden")
        play(state, f"use swap_offices {found[0]}")
        assert sorted(offices(state, "minden")) == sorted(before)


def test_swap_any() -> None:
    assert len(legal(at(4, offices="minden:1t,2t,0t", markers="0:swap_offices"), "use")) == 2


@pytest.mark.parametrize(("value", "own"), [("any", True), ("rivals", False)])
def test_remove_3(value: str, own: bool) -> None:
    options = "-" if value == "any" else f"remove_3:{value}"
    state = at(4, options=options, houses="minden-hannover:0t,1t,2m", markers="0:remove_3")
    assert ("use remove_3 minden-hannover.1" in legal(state)) == own
    play(state, "use remove_3 minden-hannover.2")
    assert ("remove minden-hannover.1" in legal(state)) == own
    assert_legal(state, "remove minden-hannover.3", "done")
    if not own:
        assert_illegal(state, "remove minden-hannover.1")


def test_remove_3_of_rivals_takes_neutral_traders_too() -> None:
    state = at(
        2,
        options="remove_3:rivals+two_players:neutral-pt",
        houses="bremen-minden:2t,0t",
        markers="0:remove_3",
    )
    assert legal(state, "use") == ["use remove_3 bremen-minden.1"]


def over(options: str, **more: object) -> HansaTeutonicaState:
    return at(4, options=options, ask="over", ending="markers", bag=0, **more)


def test_A24_tie_break_pt_goes_by_the_number_of_actions() -> None:
    """Levels 2 and 3 both give three actions: the number of offices decides (A24)."""
    state = over("-", points="8,12,0,0", levels="0:actiones:3+1:actiones:2", offices="minden:0t,0t")
    assert result(state).totals[:2] == (12, 12) and result(state).winners == (0,)


def test_A24_tie_break_bigbox_goes_by_the_level_then_by_the_network() -> None:
    levels = "0:actiones:3+1:actiones:2"
    state = over("tie_break:bigbox", points="8,12,0,0", levels=levels, offices="minden:0t,0t")
    assert result(state).totals[:2] == (12, 12) and result(state).winners == (1,)
    state = over("tie_break:bigbox", points="8,12,0,0", offices="minden:0t,0t")
    assert result(state).winners == (0,), "two network points against none"


def test_tie_breaks_are_no_part_of_the_totals() -> None:
    state = over("-", points="8,12,0,0", offices="minden:0t,0t")
    assert [row.id for row in result(state).tiebreaks] == ["actions", "offices"]
    assert sum(row.points[0] for row in result(state).lines) == result(state).totals[0]


@pytest.mark.parametrize("preset", VALUES["provinces"])
def test_A34c_provinces(preset: str) -> None:
    state = RULESET.new_game(2, {"provinces": preset, "start_player": "1"}, seed=1)
    for action in legal(state):
        twin = state.copy()
        play(twin, action)
        assert legal(twin, "place"), f"nothing can be placed from {action}"
        assert legal(twin, "step") and legal(twin, "walk")


def test_provinces_of_another_preset_are_refused() -> None:
    with pytest.raises(ParseError):
        at(2, options="provinces:A", pawn="R5")
    assert fields(at(2, options="provinces:A", pawn="R1"))["pawn"] == "R1"


@pytest.mark.parametrize(
    ("value", "pawn", "neutral"), [("pawn", True, 0), ("neutral-it", False, 8), ("neutral-pt", False, 9)]
)
def test_two_players(value: str, pawn: bool, neutral: int) -> None:
    state = RULESET.new_game(2, {"two_players": value})
    assert (asked(state) == "pawn") == pawn
    assert len(rows(fields(state)["houses"])) == neutral


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("name", ["two_players", "provinces", "pawn_walk"])
def test_options_for_two_change_nothing_for_more(seats: int, name: str) -> None:
    games = [RULESET.new_game(seats, {name: value}, seed=9) for value in VALUES[name]]
    lines = [fields(game) | {"options": "-"} for game in games]
    assert all(line == lines[0] for line in lines)
    assert len({tuple(legal(game)) for game in games}) == 1
    assert next(option for option in RULESET.options if option.id == name).seats == (2,)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_start_player(seats: int) -> None:
    for start in range(1, seats + 1):
        state = RULESET.new_game(seats, {"start_player": str(start), "two_players": "neutral-pt"}, seed=8)
        assert state.turn_seat == start - 1
    with pytest.raises(ParseError):
        RULESET.new_game(seats, {"start_player": "6"})


@pytest.mark.parametrize("parts", list(product(("off", "on"), repeat=3)))
@pytest.mark.parametrize("board", ["base", "east", "britannia"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_X2_X17b_every_mix_of_parts_begins_on_the_boards_it_is_for_and_no_other(
    seats: int, board: str, parts: tuple[str, str, str]
) -> None:
    chosen = dict(zip(("missions", "favour", "promos"), parts, strict=True)) | {"board": board}
    why = ""
    if board != "base" and seats == 2:
        why = "not for 2 players"
    elif board != "base" and chosen["missions"] == "on":
        why = "the towns of the mission cards are those of the base board"
    if why:
        with pytest.raises(ParseError, match=why):
            RULESET.new_game(seats, chosen)
    else:
        state = RULESET.new_game(seats, chosen, seed=5)
        state.check()
        assert {name: state.options[name] for name in chosen} == chosen
