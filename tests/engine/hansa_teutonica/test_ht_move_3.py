"""The marker that moves three (rules 9.7 in the Big Box): expansions 1.2, 1.3, and the preset Big Box."""

from __future__ import annotations

from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tests.engine.hansa_teutonica.ht_kit import (
    actions_left,
    asked,
    assert_illegal,
    assert_legal,
    at,
    fields,
    full,
    house,
    kinds,
    legal,
    play,
    rows,
    shows,
)

MOVE = "remove_3:move"


def empty_houses(state: HansaTeutonicaState) -> set[str]:
    return set(state.board.house_ids) - set(state.occupied())


def test_there_are_as_many_as_would_remove_three_and_none_of_those() -> None:
    state = RULESET.new_game(5, RULESET.presets["Big Box"], seed=1)
    found = [kind for [kind] in rows(fields(state)["taverns"]).values()]
    assert sorted(found) == ["extra_office", "move_3", "swap_offices"]
    mix = dict(zip(state.edition.markers, state.edition.mix, strict=True))
    assert (sum(mix.values()), mix["move_3"], mix["remove_3"]) == (15, 2, 0)
    assert state.bag_left == 12


def test_what_was_played_as_big_box_readings_is_played_so_still() -> None:
    options = "marker_mix:bigbox+swap:own+remove_3:rivals+tie_break:bigbox"
    state = at(3, options=options, houses="minden-hannover:1t", markers="0:remove_3")
    play(state, "use remove_3 minden-hannover.1")
    assert house(state, "minden-hannover.1") == "."


def test_pieces_of_rivals_go_one_after_the_other_to_any_empty_house() -> None:
    state = at(4, options=MOVE, houses="minden-hannover:1t,0t,2m", markers="0:move_3", actions=1)
    assert legal(state, "use") == ["use move_3 minden-hannover.1", "use move_3 minden-hannover.3"]
    before = {name: fields(state)[name] for name in ("supply", "stock", "points")}
    events = play(state, "use move_3 minden-hannover.1")
    assert asked(state) == "carry" and kinds(events) == ["marker-used", "raised"]
    assert set(legal(state)) == {f"set {name}" for name in empty_houses(state) - {"minden-hannover.1"}}
    assert_illegal(state, "set minden-hannover.1", "set minden-hannover.2", "lift minden-hannover.3", "done")
    play(state, "set quedlinburg-halle.1")
    assert_legal(state, "lift minden-hannover.3", "lift quedlinburg-halle.1", "done")
    assert_illegal(state, "lift minden-hannover.2", "lift minden-hannover.1")
    play(state, "lift minden-hannover.3", "set minden-hannover.1")
    play(state, "lift quedlinburg-halle.1", "set minden-hannover.3")
    assert asked(state) == "turn" and actions_left(state) == 1
    shows(state, houses="minden-hannover:2m,0t,1t", used="0:move_3", **before)


def test_fewer_than_three_will_do() -> None:
    state = at(3, options=MOVE, houses="minden-hannover:1t,1t", markers="0:move_3")
    play(state, "use move_3 minden-hannover.1", "set quedlinburg-halle.4", "done")
    shows(state, used="0:move_3")
    assert (house(state, "quedlinburg-halle.4"), house(state, "minden-hannover.1")) == ("1t", ".")


def test_without_rivals_on_the_routes_it_is_not_offered() -> None:
    state = at(3, options=MOVE, houses="minden-hannover:0t", markers="0:move_3")
    assert legal(state, "use") == []
    for text, why in (("minden-hannover.1", "nobody-else"), ("minden-hannover.2", "house-empty")):
        reason = state.why_not(state.parse_action(f"use move_3 {text}"))
        assert reason is not None and reason.id == why
    other = at(3, houses="minden-hannover:1t")
    reason = other.why_not(other.parse_action("use move_3 minden-hannover.1"))
    assert reason is not None and reason.id == "marker-none"


def test_a_position_in_the_middle_of_it_is_read_as_it_was_written() -> None:
    state = at(3, options=MOVE, houses="minden-hannover:1t,1t", markers="0:move_3")
    for text in ("use move_3 minden-hannover.1", "set quedlinburg-halle.1"):
        play(state, text)
        again = RULESET.parse_position(state.position())
        assert again.position() == state.position() and legal(again) == legal(state)


def test_neutral_traders_are_moved_too_and_claim_what_they_fill() -> None:
    state = at(
        2,
        options=f"{MOVE}+two_players:neutral-it",
        houses="minden-hannover:2t+stade-hamburg:2t,2t,.",
        markers="0:move_3",
    )
    play(state, "use move_3 minden-hannover.1", "set stade-hamburg.3")
    assert asked(state) == "carry", "not before the player has done with it"
    play(state, "done")
    assert asked(state) == "neutral-claim"
    play(state, "neutral stade-hamburg hamburg")
    assert asked(state) == "turn"


def test_a_broken_up_route_cannot_be_claimed() -> None:
    state = at(3, options=MOVE, houses=full("1t", "minden-hannover", seats=3), markers="0:move_3")
    play(state, "use move_3 minden-hannover.1", "set quedlinburg-halle.1", "done", "end-turn")
    assert legal(state, "claim") == []
