"""The end of the game and the final scoring (rules 10, 11): scenarios G1-G10 and F1-F15."""

from __future__ import annotations

import pytest

from game.engine import IllegalAction, ParseError
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tests.engine.hansa_teutonica.ht_kit import (
    BOTH_SIDES,
    asked,
    assert_legal,
    at,
    end_turn,
    fields,
    full,
    kinds,
    legal,
    line,
    of_kind,
    play,
    points,
    result,
    shows,
    top,
)

NINE = {
    4: "stade:1m+brunswiek:2t+groningen:1t,2m+emden:3m,1t+luebeck:2t,3t+kampen:2m,1t+bremen:1m,3t"
    "+lueneburg:3m,2t+hannover:1t,2t",
    3: "stade:1m+brunswiek:2t+groningen:1t,2m+emden:1m,1t+luebeck:2t,2t+kampen:2t,1t+bremen:1t"
    "+lueneburg:2m+hannover:1t,2t",
}
BOOKS = {4: "1:liber_sophiae:2+2:liber_sophiae:2+3:liber_sophiae:2", 3: "1:liber_sophiae:2+2:liber_sophiae:2"}


def track(seats: int, *first: int) -> str:
    return ",".join(map(str, [*first, *[0] * (seats - len(first))]))


def assert_over(state: HansaTeutonicaState, reason: str) -> None:
    assert state.actor is None and state.turn_seat is None and state.decision is None
    assert not legal(state) and state.outcome is not None and state.outcome.reason == reason
    for text in ("end-turn", "income 3t", "use plus_4_actions", "put remove_3 kampen-arnheim"):
        with pytest.raises(IllegalAction):
            state.apply(state.parse_action(text))


# --- the end


@BOTH_SIDES
def test_G1_twenty_points_by_control(seats: int) -> None:
    state = at(
        seats, points=track(seats, 18), offices="minden:0t+hannover:0t",
        houses=full("0t", "minden-hannover", seats=seats), levels="0:privilegium:2",
    )  # fmt: skip
    events = play(state, "claim minden-hannover")
    assert points(state)[0] == 20 and state.outcome is None, "the claim is finished first"
    events += play(state, "office minden.2")
    assert_over(state, "points")
    assert kinds(events)[-1] == "game-end" and kinds(events).count("return") == 2


@BOTH_SIDES
def test_G1_nineteen_points_end_nothing(seats: int) -> None:
    state = at(
        seats, points=track(seats, 18), offices="minden:0t", houses=full("0t", "minden-hannover", seats=seats)
    )
    play(state, "claim minden-hannover", "no-benefit")
    assert points(state)[0] == 19 and asked(state) == "turn"


@BOTH_SIDES
def test_G2_twenty_points_by_a_coin(seats: int) -> None:
    state = at(seats, points=track(seats, 19), houses=full("0t", "hamburg-luebeck", seats=seats))
    play(state, "claim hamburg-luebeck", "office luebeck.1")
    assert points(state)[0] == 20
    assert_over(state, "points")


def test_G2_twenty_points_by_the_chain() -> None:
    state = at(
        4, points="12,0,0,0", offices="arnheim:0t+muenster:0m+minden:0t+brunswiek:0t",
        houses=full("0t", "brunswiek-stendal"),
    )  # fmt: skip
    play(state, "claim brunswiek-stendal", "office stendal.1")
    assert points(state)[0] == 20
    assert_over(state, "points")


@BOTH_SIDES
def test_G3_the_tenth_town(seats: int) -> None:
    houses = full("0t", "duisburg-dortmund", seats=seats)
    state = at(seats, offices=NINE[seats], levels=BOOKS[seats], houses=houses, markers="0:plus_4_actions")
    events = play(state, "claim duisburg-dortmund", "office duisburg.1")
    assert [event.amount for event in of_kind(events, "completed")] == [10]
    assert_over(state, "completed")


def test_G3_the_ninth_ends_nothing() -> None:
    eight = NINE[4].replace("+brunswiek:2t", "")
    state = at(4, offices=eight, levels=BOOKS[4], houses=full("0t", "duisburg-dortmund"))
    play(state, "claim duisburg-dortmund", "office duisburg.1")
    assert state.outcome is None


MARKED = "osnabrueck-bremen"


@BOTH_SIDES
def test_G4_no_marker_is_left_to_draw(seats: int) -> None:
    state = at(seats, bag=0, houses=full("0t", MARKED, seats=seats), offices="bremen:0t")
    events = play(state, f"claim {MARKED}")
    assert state.outcome is None and fields(state)["markers"] == "0:extra_office"
    assert "marker-drawn" not in kinds(events)
    play(state, "office osnabrueck.1")
    assert_over(state, "markers")
    assert line(state, "markers")[0] == 1, "the marker of the last claim counts (A21)"
    assert line(state, "towns")[0] == 4, "the office of the last claim counts"


def test_G4_a_claim_without_a_benefit_ends_the_game_as_well() -> None:
    state = at(4, bag=0, houses=full("0t", MARKED))
    play(state, f"claim {MARKED}", "no-benefit")
    assert_over(state, "markers")


@BOTH_SIDES
def test_G5_drawing_the_last_marker_does_not_end_the_game(seats: int) -> None:
    state = at(seats, bag="remove_3", houses=full("0t", MARKED, seats=seats))
    play(state, f"claim {MARKED}", "no-benefit")
    shows(state, bag=0, plate=1)
    play(state, "end-turn", "put remove_3 kampen-arnheim")
    assert state.turn_seat == 1 and state.outcome is None


def test_G6_the_second_marker_claim_of_a_turn_with_one_marker_left() -> None:
    state = at(4, bag="remove_3", houses=full("0t", MARKED, "hildesheim-goslar"))
    play(state, f"claim {MARKED}", "no-benefit")
    assert state.outcome is None
    play(state, "claim hildesheim-goslar", "no-benefit")
    assert_over(state, "markers")
    assert line(state, "markers") == (3, 0, 0, 0), "the marker on the plate does not count"


def test_G7_nothing_is_used_after_the_end() -> None:
    state = at(4, bag=0, houses=full("0t", MARKED), markers="0:plus_4_actions", actions=1)
    play(state, f"claim {MARKED}", "no-benefit")
    assert_over(state, "markers")


@BOTH_SIDES
def test_G8_another_players_points_end_the_game_too(seats: int) -> None:
    state = at(
        seats,
        points=track(seats, 3, 19),
        offices="minden:1t",
        houses=full("0t", "minden-hannover", seats=seats),
    )
    play(state, "claim minden-hannover", "office hannover.1")
    assert points(state)[:2] == (3, 20)
    assert_over(state, "points")


def test_G8_marker_and_benefit_are_still_done() -> None:
    """A22: 20 points in step (a); the marker is taken, the replacement drawn, the office filled."""
    state = at(4, points="19,0,0,0", offices="bremen:0t", houses=full("0t", MARKED), bag=3)
    events = play(state, f"claim {MARKED}")
    assert {"marker-taken", "marker-drawn"} <= set(kinds(events))
    play(state, "office osnabrueck.1")
    assert_over(state, "points")
    shows(state, markers="0:extra_office", bag=2, plate=1)
    assert line(state, "markers")[0] == 1 and line(state, "towns")[0] == 4


def test_G9_an_additional_office_completes_nothing() -> None:
    state = at(
        4, offices=NINE[4] + "+minden:1t,2t,3t", levels=BOOKS[4], houses=full("0t", "minden-hannover"),
        markers="0:extra_office",
    )  # fmt: skip
    play(state, "claim minden-hannover", "extra-office trader minden")
    assert state.outcome is None
    with pytest.raises(ParseError):
        at(4, offices=NINE[4] + "+duisburg:0t", levels=BOOKS[4])


def test_G10_reaching_twenty_does_not_win() -> None:
    state = at(
        4,
        ask="over",
        ending="points",
        points="21,19,0,0",
        offices="minden:1t,1t+hannover:1t+bremen:1t",
        levels="1:clavis_urbis:5",
    )
    outcome = state.outcome
    assert outcome is not None and outcome.totals[1] > outcome.totals[0] == 21
    assert outcome.winners == (1,) and outcome.ranks[:2] == (2, 1)


def test_A23_several_reasons_at_once_end_the_game_once() -> None:
    state = at(4, bag=0, points="19,0,0,0", offices="bremen:0t", houses=full("0t", MARKED))
    play(state, f"claim {MARKED}", "no-benefit")
    assert state.outcome is not None and state.outcome.reason in ("points", "markers")


# --- the final scoring


def over(seats: int = 4, **more: object) -> HansaTeutonicaState:
    """Return a game that ended because a replacement was missing."""
    return at(seats, **{"ask": "over", "ending": "markers", "bag": 0, **more})


def test_F1_four_full_tracks() -> None:
    assert line(over(levels=top(0)), "full_tracks") == (16, 0, 0, 0)


@pytest.mark.parametrize(
    ("levels", "full_tracks"),
    [
        ("0:actiones:5", 0),
        ("0:actiones:6", 4),
        ("0:clavis_urbis:5", 0),
        ("0:privilegium:4", 4),
        ("0:privilegium:3", 0),
        ("0:liber_sophiae:4", 4),
        ("0:bursa:4", 4),
        ("0:bursa:3", 0),
    ],
)
def test_F2_only_full_tracks_count(levels: str, full_tracks: int) -> None:
    assert line(over(levels=levels), "full_tracks") == (full_tracks, 0, 0, 0)


KINDS = ["extra_office*3", "swap_offices*2", "plus_3_actions*2", "plus_4_actions*2", "improve_ability*3"]


def some_markers(count: int) -> str:
    """Return this number of markers of A, from those not on routes."""
    found = []
    for kind, _, number in (text.partition("*") for text in KINDS):
        take = min(int(number), count)
        count -= take
        found += [f"0:{kind}*{take}"] * bool(take)
    return "+".join(found) or "-"


@pytest.mark.parametrize(
    ("count", "worth"),
    [(0, 0), (1, 1), (2, 3), (3, 3), (4, 6), (5, 6), (6, 10), (7, 10), (8, 15), (9, 15), (10, 21), (12, 21)],
)
def test_F3_markers(count: int, worth: int) -> None:
    assert line(over(markers=some_markers(count)), "markers") == (worth, 0, 0, 0)
    assert line(over(used=some_markers(count)), "markers") == (worth, 0, 0, 0)


@BOTH_SIDES
@pytest.mark.parametrize(
    ("table", "worth"), [("0,.,.,0", 18), ("0,.,.,.", 7), (".,0,0,.", 17), ("0,0,0,0", 35), (".,.,.,.", 0)]
)
def test_F4_the_coellen_table(seats: int, table: str, worth: int) -> None:
    state = over(seats, table=table, levels="0:liber_sophiae:4")
    assert line(state, "table")[0] == worth


def test_F5_two_points_a_controlled_town() -> None:
    state = over(offices="minden:0t,1t+hannover:1t,0t+bremen:0m+stade:1m", extras="stade:0t,0t")
    assert line(state, "towns") == (6, 2, 0, 0)


@BOTH_SIDES
def test_F6_the_network_is_the_group_with_most_offices(seats: int) -> None:
    state = over(
        seats,
        offices="minden:0t,0t+hannover:0t+groningen:0t+emden:0m,0t" + ("+stade:1m" if seats == 4 else ""),
        levels="0:clavis_urbis:4+0:liber_sophiae:2",
    )
    assert line(state, "network")[0] == 9, "three offices in each group, keys 3"


@pytest.mark.parametrize(("level", "keys"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 4)])
def test_F7_the_network_times_the_keys(level: int, keys: int) -> None:
    state = over(levels=f"0:clavis_urbis:{level}", offices="minden:0t,0t+hannover:0t+stade:0m")
    assert line(state, "network") == (3 * keys, 0, 0, 0)


def test_F8_branches_and_additional_offices_count_merchants_on_the_table_do_not() -> None:
    """Minden with four arms; additional offices count wherever they are (A29, A30)."""
    state = over(
        offices="minden:0t+muenster:1m+hannover:0t+brunswiek:1t+paderborn:0t+coellen:0t+bremen:1m",
        extras="muenster:0t+brunswiek:0t+minden:0t+bremen:0t",
        table="0,.,.,.",
        levels="1:liber_sophiae:2",
    )
    assert line(state, "network")[0] == 7


def test_F8_towns_held_by_rivals_do_not_link() -> None:
    state = over(offices="arnheim:0t+muenster:1m+minden:0t,0t")
    assert line(state, "network")[:2] == (2, 1)


@BOTH_SIDES
def test_F9_a_swap_leaves_the_group_as_it_was(seats: int) -> None:
    state = at(seats, offices="muenster:0m+minden:1t,0t+hannover:0t", markers="1:swap_offices", turn=1)
    before = line(state, "network")
    assert before[0] == 3
    play(state, "use swap_offices minden.1")
    assert line(state, "network") == before


@BOTH_SIDES
def test_F10_a_loop(seats: int) -> None:
    state = over(seats, offices="minden:0t+bremen:0t+hannover:0t")
    assert line(state, "network")[0] == 3


def test_F11_no_office_no_network() -> None:
    assert line(over(), "network") == (0, 0, 0, 0)
    assert line(over(levels=top(0)), "network") == (0, 0, 0, 0)


@BOTH_SIDES
def test_F12_the_full_sum(seats: int) -> None:
    state = over(
        seats,
        points=track(seats, 14),
        levels="0:bursa:4+0:privilegium:4+0:clavis_urbis:2+0:liber_sophiae:2",
        markers="0:extra_office",
        used="0:plus_3_actions+0:improve_ability",
        table=".,.,0,.",
        offices="minden:0t,0t+hannover:0t+bremen:0t+muenster:0m",
    )
    assert [row.id for row in result(state).lines] == [
        "track", "full_tracks", "markers", "table", "towns", "network",
    ]  # fmt: skip
    assert [row.points[0] for row in result(state).lines] == [14, 8, 3, 9, 8, 10]
    assert result(state).totals[0] == 52 and result(state).winners == (0,)


@pytest.mark.parametrize("options", ["-", "tie_break:bigbox"])
def test_F13_fewer_actions_win_a_tie(options: str) -> None:
    state = over(points="15,15,0,0", levels="0:actiones:4+1:actiones:3", options=options)
    assert result(state).totals[:2] == (15, 15)
    assert result(state).winners == (1,) and result(state).ranks == (2, 1, 3, 3)


def test_F14_then_more_offices() -> None:
    """Two offices times one key and one office times two keys have equal value."""
    state = over(points="10,10,0,0", offices="minden:0t,0t+hamburg:1t", levels="1:clavis_urbis:2")
    assert result(state).totals[:2] == (14, 14)
    assert result(state).winners == (0,)
    assert [row.points[:2] for row in result(state).tiebreaks] == [(-2, -2), (2, 1)]


@BOTH_SIDES
def test_F15_all_equal(seats: int) -> None:
    state = over(seats)
    assert result(state).winners == tuple(range(seats)) and result(state).ranks == (1,) * seats


def test_F15_two_share_the_victory_before_the_third() -> None:
    state = over(3, points="7,5,7")
    assert result(state).ranks == (1, 3, 1) and result(state).winners == (0, 2)


def test_the_rows_as_they_would_stand_now() -> None:
    state = at(4, points="3,2,1,0", offices="minden:0t")
    assert state.outcome is None
    assert sum(row.points[0] for row in state.scores()) == 3 + 2 + 1


def test_the_game_goes_on_until_a_claim_ends_it() -> None:
    state = at(4, points="19,19,19,19", bag=0)
    for _ in range(8):
        end_turn(state)
    assert state.outcome is None
    assert_legal(state, "end-turn")
