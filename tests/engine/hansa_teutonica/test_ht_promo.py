"""The promo markers (expansions 8): exchange, tribute and block."""

from __future__ import annotations

from random import Random

import pytest

from game.engine import ParseError
from game.engine.record import Record, read, replay, write
from game.engine.taste import Taste
from game.games.hansa_teutonica.rules.board import MARKERS
from game.games.hansa_teutonica.rules.ruleset import RULESET
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tests.engine.hansa_teutonica import ht_kit as kit
from tests.engine.hansa_teutonica.ht_kit import (
    actions_left,
    asked,
    assert_illegal,
    assert_legal,
    legal,
    of_kind,
    play,
    stock,
    supply,
)

ON = "promos:on"
TWO_TAVERNS = "osnabrueck-bremen:extra_office+lueneburg-perleberg:swap_offices"
PLACE = "place trader hamburg-luebeck.1"


def at(seats: int = 3, **given: object) -> HansaTeutonicaState:
    """Return a game with all six."""
    return kit.at(seats, **{"options": ON, **given})


def traders(pile: str) -> int:
    """Return the number of traders in a pile such as `5t1m`."""
    return int(pile.partition("t")[0]) if "t" in pile else 0


def blocked(*owners: int, **given: object) -> HansaTeutonicaState:
    """Return a game with blocks of these seats above Hamburg-Lübeck."""
    lying = "+".join(f"hamburg-luebeck:block.{seat}" for seat in owners)
    used = "+".join(f"{seat}:block" for seat in owners)
    return at(4, **{"above": lying, "used": used, **given})


def taxed(owner: int, **given: object) -> HansaTeutonicaState:
    """Return a game with a tribute of this seat above Hamburg-Lübeck; seat 0 fills Stade-Hamburg."""
    lying = {"above": f"hamburg-luebeck:tribute.{owner}", "used": f"{owner}:tribute"}
    return at(4, **{**lying, "houses": "stade-hamburg:0t,0t,0t", **given})


@pytest.mark.parametrize("mix", ["it4", "en", "pt", "bigbox"])
@pytest.mark.parametrize("promos", [(2, 2, 2), (0, 0, 0), (1, 0, 2)])
def test_XH13_there_are_15_markers_whatever_is_mixed(mix: str, promos: tuple[int, ...]) -> None:
    counts = dict(zip(("promo_exchange", "promo_tribute", "promo_block"), map(str, promos), strict=True))
    state = RULESET.new_game(4, {"promos": "on", "marker_mix": mix, **counts}, 1)
    found = dict(zip(state.edition.markers, state.edition.mix, strict=True))
    assert sum(found.values()) == 15 and len(state.bag) == 12
    assert tuple(found[name] for name in ("exchange", "tribute", "block")) == promos
    started = sorted(state.edition.markers[kind - 1] for kind in state.tavern if kind)
    assert started == ["extra_office", "remove_3", "swap_offices"]
    plain = RULESET.new_game(4, {"marker_mix": mix}, 1).edition.mix
    out = [before - found[name] for name, before in zip(MARKERS, plain, strict=True)]
    assert min(out) >= 0 and sum(out) == sum(plain) - 15 + sum(promos)


@pytest.mark.parametrize("remove", ["any", "move"])
def test_X23_those_chosen_make_room_first_and_the_rest_is_as_ever(remove: str) -> None:
    def mix(**chosen: str) -> dict[str, int]:
        options = {"promos": "on", "marker_mix": "bigbox", "remove_3": remove, **chosen}
        played = RULESET.new_game(4, options, 1).edition
        return dict(zip(played.markers, played.mix, strict=True))

    three = "move_3" if remove == "move" else "remove_3"
    six = mix(promo_out_plus_4_actions="2", promo_out_improve_ability="2", promo_out_remove_3="1",
              promo_out_swap_offices="1")  # fmt: skip
    assert (six["plus_4_actions"], six["improve_ability"], six[three], six["swap_offices"]) == (0, 0, 1, 2)
    assert six["extra_office"] == 4 and six["plus_3_actions"] == 2 and sum(six.values()) == 15
    one = mix(promo_out_plus_4_actions="2", promo_exchange="1", promo_tribute="0", promo_block="0")
    assert one["plus_4_actions"] == 1, "no more go out than come in"
    usual = mix()
    some = mix(promo_out_remove_3="1")
    assert some[three] == 1 and sum(some.values()) == sum(usual.values()) == 15


def test_without_the_option_nothing_is_said_of_them() -> None:
    assert "above" not in RULESET.new_game(4, {}, 1).position()
    with pytest.raises(ParseError, match="no promo markers"):
        RULESET.parse_position("hansa-teutonica seats=4 above=hamburg-luebeck:block.0")


# ---- block ------------------------------------------------------------------------------------


def test_XH15_placing_on_a_blocked_route_takes_two_pieces() -> None:
    state = blocked(1, supply="1t,5t,5t,5t")
    assert_illegal(state, PLACE)
    reason = state.why_not(state.parse_action(PLACE))
    assert reason is not None
    assert (reason.id, reason.facts) == ("block-price", {"price": 2, "have": 1})
    assert_legal(state, "place trader stade-hamburg.1")


def test_XH15_the_piece_goes_to_the_stock_and_the_owner_pays_too() -> None:
    state = blocked(0, supply="3t,5t,5t,5t")
    before = traders(stock(state, 0))
    play(state, PLACE)
    assert supply(state, 0) == "1t" and traders(stock(state, 0)) == before + 1 and asked(state) == "turn"


def test_XH15_which_piece_goes_back_is_the_players_choice() -> None:
    state = blocked(1, supply="2t1m,5t,5t,5t")
    play(state, PLACE)
    assert asked(state) == "block-price" and legal(state) == ["pay trader", "pay merchant"]
    play(state, "pay merchant")
    assert supply(state, 0) == "1t" and asked(state) == "turn"


def test_two_blocks_take_two_more() -> None:
    assert_illegal(blocked(1, 2, supply="2t,5t,5t,5t"), PLACE)
    state = blocked(1, 2, supply="3t,5t,5t,5t")
    play(state, PLACE)
    assert supply(state, 0) == "-"


def test_XH16_displacing_there_costs_what_it_always_does() -> None:
    state = blocked(1, supply="2t,5t,5t,5t", houses="hamburg-luebeck:1t")
    play(state, "displace trader hamburg-luebeck.1")
    assert supply(state, 0) == "-"


def test_moving_there_costs_nothing() -> None:
    state = blocked(1, supply="1t,5t,5t,5t", houses="stade-hamburg:0t")
    play(state, "lift stade-hamburg.1", "set hamburg-luebeck.1")
    assert supply(state, 0) == "1t"


@pytest.mark.parametrize("name", ["block", "tribute"])
def test_it_is_laid_with_a_trader_of_the_supply_and_costs_no_action(name: str) -> None:
    state = at(4, markers=f"0:{name}", supply="1t1m,5t,5t,5t")
    before = actions_left(state)
    events = play(state, f"use {name} hamburg-luebeck")
    assert [event.target for event in of_kind(events, "promo-laid")] == ["above.hamburg-luebeck.1"]
    assert supply(state, 0) == "1m" and actions_left(state) == before
    assert f"above=hamburg-luebeck:{name}.0" in state.position()


def test_without_a_trader_it_cannot_be_laid() -> None:
    state = at(4, markers="0:block", supply="1m,5t,5t,5t")
    reason = state.why_not(state.parse_action("use block hamburg-luebeck"))
    assert reason is not None and reason.id == "supply-lacks" and not legal(state, "use")


def test_a_claim_does_not_take_it() -> None:
    state = blocked(1, houses="hamburg-luebeck:0t,0t,0t")
    play(state, "claim hamburg-luebeck", "no-benefit")
    assert "above=hamburg-luebeck:block.1" in state.position()


# ---- tribute ----------------------------------------------------------------------------------


@pytest.mark.parametrize("owner", [0, 2])
def test_XH14_an_office_in_an_end_town_brings_two_pieces_by_any_route(owner: int) -> None:
    state = taxed(owner)
    before = traders(supply(state, owner))
    play(state, "claim stade-hamburg", "office hamburg.1")
    assert traders(supply(state, owner)) == before + 2


def test_XH14_the_owner_chooses_in_anothers_turn_and_the_claim_goes_on() -> None:
    state = taxed(2, supply="5t,5t,5t,5t", levels="2:liber_sophiae:2")
    play(state, "claim stade-hamburg", "office hamburg.1")
    assert asked(state) == "tribute-income" and state.actor == 2
    line = state.position()
    assert RULESET.parse_position(line).position() == line
    play(state, legal(state)[-1])
    assert asked(state) == "turn" and state.actor == 0 and "m" in supply(state, 2)


def test_XH14_no_office_no_tribute() -> None:
    state = taxed(2)
    before = supply(state, 2)
    play(state, "claim stade-hamburg", "no-benefit")
    assert supply(state, 2) == before


def test_an_office_elsewhere_brings_nothing() -> None:
    state = taxed(2, houses="bremen-minden:0t,0t,0t")
    before = supply(state, 2)
    play(state, "claim bremen-minden", "office minden.1")
    assert supply(state, 2) == before


NEUTRAL = "two_players:neutral-it+promos:on"


def taxed_neutrals(houses: str = "", **given: object) -> HansaTeutonicaState:
    """Return a game with a tribute of seat 1 above Hamburg-Lüneburg; a neutral trader is about to fill
    Stade-Hamburg."""
    lying = {"above": "hamburg-lueneburg:tribute.1", "used": "1:tribute"}
    rows = f"stade-hamburg:2t,2t,.+hamburg-luebeck:2t{houses}"
    state = kit.at(2, **{"options": NEUTRAL, **lying, "houses": rows, "stock": "3t,3t", **given})
    play(state, "displace trader hamburg-luebeck.1", "pay trader", "relocate stade-hamburg.3")
    return state


def test_XH14_an_office_of_neutral_traders_brings_two_pieces_whatever_town_is_chosen() -> None:
    state = taxed_neutrals()
    before = traders(supply(state, 1))
    play(state, "relocate hamburg-lueneburg.1", "neutral stade-hamburg hamburg")
    assert traders(supply(state, 1)) == before + 2 and stock(state, 1) == "1t" and asked(state) == "turn"


def test_XH14_an_office_of_neutral_traders_in_another_town_brings_nothing() -> None:
    state = taxed_neutrals()
    before = supply(state, 1)
    play(state, "relocate hamburg-lueneburg.1", "neutral stade-hamburg stade")
    assert supply(state, 1) == before


def test_XH14_the_owner_chooses_before_the_next_route_of_neutral_traders_is_claimed() -> None:
    """Both routes are full at the same time (A35i)."""
    state = taxed_neutrals("+bremen-hamburg:2t,2t,2t,.", stock="3t,3t1m", offices="stade:0t")
    play(state, "relocate bremen-hamburg.4", "neutral stade-hamburg hamburg")
    assert asked(state) == "tribute-income" and state.actor == 1
    line = state.position()
    assert RULESET.parse_position(line).position() == line
    play(state, "income 1t1m")
    assert asked(state) == "neutral-claim" and state.actor == 0 and stock(state, 1) == "2t"
    play(state, "neutral bremen-hamburg bremen")
    assert asked(state) == "turn" and kit.offices(state, "bremen") == ["2t"] and stock(state, 1) == "2t"


def test_XH14_the_office_that_ends_the_game_brings_its_tribute() -> None:
    state = taxed_neutrals(points="19,0", offices="stade:0t+hamburg:0t")
    before = traders(supply(state, 1))
    play(state, "relocate hamburg-lueneburg.1")
    assert traders(supply(state, 1)) == before + 2 and asked(state) == "" and kit.points(state)[0] > 19


def test_XH14_an_additional_office_and_one_in_a_green_town_bring_two_pieces() -> None:
    state = taxed(2, markers="0:extra_office", offices="hamburg:1t")
    before = traders(supply(state, 2))
    play(state, "claim stade-hamburg", "extra-office trader hamburg")
    assert traders(supply(state, 2)) == before + 2
    lying = {"above": "waren-wismar:tribute.1", "used": "1:tribute", "houses": "malmoe-visby:0t,0m,0t"}
    east = at(3, options=f"{ON}+board:east", **lying)
    before = traders(supply(east, 1))
    play(east, "claim malmoe-visby")
    kit.decline_benefit(east)
    play(east, "green-office trader waren")
    assert traders(supply(east, 1)) == before + 2 and asked(east) == "turn"


@pytest.mark.parametrize(
    ("lying", "used", "owners"),
    [
        ("hamburg-luebeck:tribute.1+bremen-hamburg:tribute.2", "1:tribute+2:tribute", (1, 2)),
        ("hamburg-luebeck:tribute.2+bremen-hamburg:tribute.1", "1:tribute+2:tribute", (2, 1)),
        ("hamburg-luebeck:tribute.2+hamburg-luebeck:tribute.2", "2:tribute*2", (2, 2)),
        ("hamburg-luebeck:tribute.1+kampen-arnheim:tribute.2", "1:tribute+2:tribute", (1,)),
        ("kampen-arnheim:tribute.2+hamburg-luebeck:tribute.1", "1:tribute+2:tribute", (1,)),
    ],
)
def test_XH14_a_line_without_an_actor_asks_the_owner_whose_tribute_is_due(
    lying: str, used: str, owners: tuple[int, ...]
) -> None:
    """Tributes bring pieces in the order in which they were laid; one elsewhere brings none."""
    stock = "6t,5t1m,4t1m,3t"
    state = at(4, above=lying, used=used, houses="stade-hamburg:0t,0t,0t", stock=stock)
    play(state, "claim stade-hamburg", "office hamburg.1")
    for owner in owners:
        assert asked(state) == "tribute-income" and state.actor == owner
        line = state.position()
        assert RULESET.parse_position(line.replace(f" actor={owner}", "")).position() == line
        play(state, "income 2t")
    assert asked(state) == "turn"


# ---- exchange ---------------------------------------------------------------------------------


def test_XH14b_a_used_marker_of_a_rival_becomes_an_unused_own_one() -> None:
    state = at(4, markers="0:exchange", used="1:plus_4_actions+2:exchange+0:improve_ability")
    assert legal(state, "use") == ["use exchange 1 plus_4_actions"]
    play(state, "use exchange 1 plus_4_actions")
    assert "markers=0:plus_4_actions" in state.position() and "1:exchange" in state.position()
    before = actions_left(state)
    play(state, "use plus_4_actions")
    assert actions_left(state) == before + 4


def test_an_exchange_never_takes_an_exchange_nor_what_lies_above_a_route() -> None:
    state = at(4, markers="0:exchange", used="1:exchange+2:block", above="hamburg-luebeck:block.2")
    assert not legal(state, "use")
    for what, why in {
        "1 exchange": "exchange-own",
        "2 block": "exchange-none",
        "0 block": "exchange-own",
    }.items():
        reason = state.why_not(state.parse_action(f"use exchange {what}"))
        assert reason is not None and reason.id == why


def test_after_an_exchange_no_favour_is_bought() -> None:
    given = {"markers": "0:exchange+0:extra_office+0:improve_ability", "used": "1:plus_4_actions"}
    state = at(4, options="favour:on+promos:on", **given)
    assert legal(state, "favour")
    play(state, "use exchange 1 plus_4_actions")
    assert not legal(state, "favour")
    assert RULESET.parse_position(state.position()).position() == state.position()


# ---- second implementation ---------------------------------------------------------------------


def placed_for(before: HansaTeutonicaState, action: str, after: HansaTeutonicaState) -> int:
    """Return the price of placing, computed from the position strings; 0 for other actions and while it is
    owed."""
    word, *rest = action.split()
    if word != "place" or asked_or_over(after) == "block-price":
        return 0
    route, seat = rest[1].rpartition(".")[0], before.actor
    assert seat is not None
    lying = kit.fields(before)["above"].split("+")
    price = 1 + sum(part.startswith(f"{route}:block.") for part in lying)
    gone = sum(before.supply_of(seat)) - sum(after.supply_of(seat))
    assert gone == price, f"8.4: {action} took {gone}, not {price}"
    return price


def asked_or_over(state: HansaTeutonicaState) -> str:
    return state.decision.id if state.decision else "over"


ALL_KINDS = "0:tribute+1:block+2:exchange"


@pytest.mark.parametrize(("seats", "board"), [(3, "base"), (4, "east"), (3, "britannia"), (5, "britannia")])
def test_games_with_promo_markers_keep_every_promise_on_every_board(seats: int, board: str) -> None:
    prices, done = set[int](), set[str]()
    for seed in range(6):
        rng = Random(seed)
        state = at(seats, options=f"{ON}+board:{board}", markers=ALL_KINDS, used="0:plus_3_actions")
        taste = Taste(rng)
        for step in range(400):
            if state.actor is None:
                break
            offered = state.legal_actions()
            using = [one for one in offered if str(one).split()[:2][-1] in ("tribute", "block", "exchange")]
            action = rng.choice(using) if using and rng.random() < 0.1 else taste.choose(offered, state.actor)
            before = state.copy()
            state.apply(action)
            state.check()
            prices.add(placed_for(before, str(action), state))
            done.update({str(action).split()[1]} if action in using else ())
            if step % 29 == 0:
                assert RULESET.parse_position(state.position()).position() == state.position()
    assert 1 in prices and done == {"tribute", "block", "exchange"}


def test_a_record_keeps_what_lies_above_routes() -> None:
    state = RULESET.new_game(3, {"promos": "on"}, 8)
    assert isinstance(state, HansaTeutonicaState)
    taste, record = Taste(Random(1)), Record.of(state)
    while state.actor is not None and len(record.actions) < 300:
        record.append(taste.choose(state.legal_actions(), state.actor))
        state.apply(record.actions[-1])
    assert replay(read(write(record))).position() == state.position()


# ---- uncertain interpretations -----------------------------------------------------------------


@pytest.mark.parametrize(("reading", "counted"), [("owner", 3), ("nobody", 1)])
def test_X24c_what_lies_above_a_route_counts_at_the_end_or_not(reading: str, counted: int) -> None:
    end = {"ask": "over", "ending": "points", "points": "20,0,0,0"}
    state = blocked(1, options=f"{ON}+promo_points:{reading}", markers="1:swap_offices", **end)
    assert kit.line(state, "markers") == (0, counted, 0, 0)


@pytest.mark.parametrize(("reading", "there"), [("free", True), ("barred", False)])
def test_X25b_a_route_with_a_block_gets_a_new_marker_or_not(reading: str, there: bool) -> None:
    options = f"{ON}+promo_refill:{reading}"
    state = blocked(1, options=options, ask="replace", plate="plus_3_actions", taverns=TWO_TAVERNS)
    put = {text.rpartition(" ")[2] for text in legal(state)}
    assert ("hamburg-luebeck" in put) == there and "stade-hamburg" in put
