"""Reasons near the end of the game, and what a plan costs the others, in *Hansa Teutonica*."""

from __future__ import annotations

import pytest

from game.bots.mistakes import mistake_kind
from game.games.hansa_teutonica.bots.end_reasons import not_won
from game.games.hansa_teutonica.rules.ruleset import RULESET

from .kit import THREAT, told

at = RULESET.parse_position
USED = "0:extra_office+0:plus_3_actions+0:plus_4_actions+0:improve_ability+0:remove_3+"
ALMOST = (
    THREAT.replace(
        "number=45 turn=0 ask=turn actor=0 actions=3", "number=47 turn=2 ask=turn actor=2 actions=1"
    )
    .replace("groningen-emden:2t,2t,2t", "groningen-emden:2t,2t,.")
    .replace("supply=-,1t,1t", "supply=-,1t,2t")
)
"""The route of `THREAT` lacks one piece, and the third player has one action left."""
LOSING = THREAT.replace("number=45 turn=0 ask=turn actor=0", "number=46 turn=1 ask=turn actor=1")
"""The second player could end the game, and would lose it."""


COSTS = (
    "hansa-teutonica seats=5 start=2 number=20 turn=1 ask=turn actor=1 actions=3 "
    "houses=groningen-emden:4t,4t,4t+emden-osnabrueck:3t,4t,4t,3t+stade-hamburg:3t,3t,.+"
    "paderborn-hildesheim:.,.,1t+paderborn-warburg:2t,.,.+goslar-quedlinburg:1t,1t,1t,2t+"
    "quedlinburg-halle:2t,.,.,.+emden-stade:4t,4t,4t+warburg-goettingen:0t,0t,0t "
    "offices=osnabrueck:0t+bremen:3m table=2,.,.,. supply=1t1m,3t1m,2t,2t,2t stock=6t,5t,7t,6t,2t1m "
    "levels=1:actiones:2+2:actiones:2+3:actiones:2+4:actiones:2 points=1,0,0,0,0 "
    "used=3:remove_3 taverns=groningen-emden:plus_3_actions+lueneburg-perleberg:swap_offices+"
    "hildesheim-goslar:extra_office bag=12"
)
"""The fifth of five players holds every house of a route with a marker."""

COUNTED = (
    "hansa-teutonica seats=5 start=4 number=94 turn=2 ask=turn actor=2 actions=3 "
    "houses=groningen-emden:3t,3t,3t+kampen-arnheim:4t,4t,4t+arnheim-duisburg:.,.,3t+bremen-minden:2t,2t,.+"
    "goslar-quedlinburg:1t,1t,1t,0t+goettingen-quedlinburg:0t,0t,0t+quedlinburg-halle:1t,1t,1t,1t+"
    "emden-stade:.,4t,.+warburg-goettingen:0t,.,4t "
    "offices=groningen:3t+emden:2m+hamburg:2t,0t+luebeck:1t+osnabrueck:2t,0t+bremen:0m,2t+perleberg:3t+"
    "arnheim:3t+muenster:3m,0t+minden:4t,0t+hannover:4t,2t+brunswiek:0t+stendal:1t+duisburg:2t+paderborn:4t+"
    "hildesheim:1t+goslar:1t+magdeburg:1m,0t+coellen:4t+warburg:4t+goettingen:1t "
    "extras=osnabrueck:2t+muenster:3t+duisburg:3t,3t table=4,.,.,. supply=2t,-,2t,1t,- stock=1t,1t,4t,2t,4t "
    "levels=0:actiones:2+0:privilegium:3+1:actiones:2+1:privilegium:2+2:actiones:2+2:privilegium:3+"
    "3:clavis_urbis:2+3:actiones:2+4:clavis_urbis:2+4:actiones:2+4:privilegium:2 points=7,5,15,9,9 "
    "used=0:swap_offices+0:plus_3_actions+0:plus_4_actions+0:remove_3+1:swap_offices+2:extra_office+"
    "2:remove_3+3:extra_office*3+3:plus_3_actions+4:plus_4_actions+4:improve_ability "
    "taverns=groningen-emden:swap_offices+emden-osnabrueck:improve_ability+kampen-arnheim:improve_ability "
    "bag=0"
)
"""The fourth of five players ends the game with the next claim, 36:35 against the third, who is to move."""


def test_whoever_prevents_that_an_opponent_ends_the_game_and_wins_says_so() -> None:
    name, facts = told(at(THREAT), "income 3t", "displace trader groningen-emden.1", "end-turn")
    assert (name, facts["rival"], facts["route"]) == ("stop-end", 2, "groningen-emden")
    assert (facts["won"], facts["lost"]) == (27, 25)


def test_whoever_outscores_an_opponent_who_can_still_end_the_game_says_so() -> None:
    claim = "place trader bremen-minden.3", "claim bremen-minden", "office minden.3"
    name, facts = told(at(COUNTED), *claim, "end-turn")
    assert (name, facts["rival"], facts["route"]) == ("outscore-end", 3, "groningen-emden")
    assert (facts["won"], facts["lost"]) == (36, 35)


def test_a_claim_that_ends_the_game_without_a_victory_is_told_with_its_result() -> None:
    route = RULESET.new_game(3).board.route_index
    found = not_won(at(LOSING), 1, route["kampen-osnabrueck"])
    assert found is not None and found.facts["own"] < found.facts["best"]
    assert not_won(at(THREAT), 2, route["groningen-emden"]) is None, "a claim that wins is the reason itself"
    assert not_won(at(COSTS), 4, route["groningen-emden"]) is None, "the game goes on"


def test_whoever_completes_an_ability_says_what_it_brings_at_the_end() -> None:
    line = (
        "hansa-teutonica seats=3 turn=0 ask=turn actor=0 houses=stade-hamburg:0t,0t,0t "
        "levels=0:privilegium:{} supply=3t,3t,3t"
    )
    claim = "claim stade-hamburg", "improve privilegium", "end-turn"
    for level, full in ((2, False), (3, True)):
        name, facts = told(at(line.format(level)), *claim)
        assert name == "claim-track" and (facts.get("full_track") == 4) == full


def test_a_claim_that_the_plan_leaves_to_an_opponent_is_not_called_prevented() -> None:
    name, _ = told(at(THREAT), "income 3t", "displace trader kampen-osnabrueck.1", "end-turn")
    assert name != "stop-end"


def test_whoever_can_end_the_game_and_win_with_the_next_claim_says_so() -> None:
    name, facts = told(at(ALMOST), "place trader groningen-emden.3", "end-turn")
    assert (name, facts["route"]) == ("ready-end", "groningen-emden")
    assert (facts["won"], facts["lost"]) == (27, 25)


def test_whoever_waits_with_a_claim_that_would_end_and_lose_the_game_says_so() -> None:
    name, facts = told(at(LOSING), "end-turn")
    assert (name, facts["also"]) == ("wait", "not-yet") and facts["own"] < facts["best"]


@pytest.mark.parametrize("bag", [0, 5])
def test_a_marker_that_can_never_be_used_is_no_reason(bag: int) -> None:
    """With an empty bag the claim of the last marker ends the game."""
    line = THREAT.replace("bag=0", f"bag={bag}").replace("supply=-,1t,1t", "supply=4t,1t,1t")
    line = line.replace("stock=6t1m", "stock=2t1m").replace(USED, "" if bag else USED)
    _, facts = told(at(line), "displace trader kampen-osnabrueck.1", "displace trader kampen-osnabrueck.2")
    assert ("marker" in facts) == (bag > 0)


def test_whoever_displaces_a_player_from_a_full_route_says_how_many_actions_that_costs() -> None:
    once = "displace trader groningen-emden.1", "pay trader"
    _, facts = told(at(COSTS), *once, "end-turn")
    assert "undoes" in facts["also"].split(".") and (facts["rival"], facts["undoes"]) == (4, 1)
    _, facts = told(at(COSTS), *once, "displace trader groningen-emden.2", "pay trader", "end-turn")
    assert "undoes-shut" in facts["also"].split("."), "the rival lacks the pieces to displace both"


def test_not_to_take_actions_from_a_rival_who_could_claim_is_a_mistake_of_denial() -> None:
    state, kinds = at(COSTS), []
    better = "displace trader groningen-emden.1", "pay trader", "end-turn"
    for played in (("place trader paderborn-hildesheim.1", "end-turn"), better):
        kinds.append(mistake_kind(state, *((plan, told(state, *plan)) for plan in (played, better))))
    assert kinds[0] == "denial" != kinds[1]


def test_whoever_puts_a_merchant_where_a_trader_would_do_says_what_it_guards_against() -> None:
    """The rival has two pieces: enough to displace a trader, not a merchant."""
    _, facts = told(at(COSTS), "displace merchant groningen-emden.1", "pay trader", "end-turn")
    assert "guard-few" in facts["also"].split(".") and (facts["guard_few"], facts["has"]) == (3, 2)
    _, facts = told(at(COSTS), "displace trader groningen-emden.1", "pay trader", "end-turn")
    assert "guard" not in facts["also"]


def test_whoever_clears_a_full_route_with_a_marker_says_whose_it_was() -> None:
    """Elsewhere it is one more sentence, and on the route of the reason part of it."""
    marked = at(COSTS.replace("used=3:remove_3", "markers=1:remove_3"))
    uses = "use remove_3 groningen-emden.1", "remove groningen-emden.2", "remove groningen-emden.3"
    _, facts = told(marked, *uses, "place trader groningen-emden.1", "end-turn")
    assert "undoes" in facts["also"].split(".") and facts["rival"] == 4
    _, facts = told(marked, "displace trader stade-hamburg.1", "pay trader", *uses, "end-turn")
    assert "clears-full" in facts["also"].split(".")
    assert (facts["rival"], facts["holder"], facts["next"]) == (3, 4, "groningen-emden")
    first = "use remove_3 stade-hamburg.2", "remove groningen-emden.1", "remove groningen-emden.2"
    _, facts = told(marked, "displace trader stade-hamburg.1", "pay trader", *first, "end-turn")
    assert (facts["also"].split(".")[1], facts["next"]) == ("clears-full", "groningen-emden")


def test_a_piece_that_moves_on_in_the_same_turn_displaced_nobody_for_the_route_it_leaves() -> None:
    moved = "lift paderborn-warburg.1", "set arnheim-muenster.1"
    for plan, stays in (((), True), (moved, False)):
        name, facts = told(at(COSTS), "displace trader paderborn-warburg.1", "pay trader", *plan, "end-turn")
        assert name.startswith("displace-") and ("missing" in facts.get("also", "")) == stays, (name, facts)
    assert name == "displace-plain"


def test_what_a_plan_spoils_elsewhere_is_told_besides_the_marker_it_gathers_for() -> None:
    line = COSTS.replace("actions=3", "actions=4").replace("1t1m,3t1m", "1t1m,5t1m").replace("6t,5t", "6t,3t")
    gathers = "place trader hildesheim-goslar.1", "place trader hildesheim-goslar.2"
    name, facts = told(at(line), *gathers, "displace trader groningen-emden.1", "pay trader", "end-turn")
    assert (name, facts["route"], facts["marker"]) == ("build-office", "hildesheim-goslar", "extra_office")
    assert (facts["rival"], facts["next"], facts["spoils"]) == (4, "groningen-emden", 1)


def test_a_victory_by_the_tie_break_is_called_one() -> None:
    two = "place trader emden-osnabrueck.1", "place trader emden-osnabrueck.2", "end-turn"
    name, facts = told(at(COUNTED), *two)
    assert name == "build-ends" and facts["own"] == facts["best"]
    assert facts["also"].split(".")[-1] == "tie"
    name, facts = told(at(THREAT), "income 3t", "displace trader groningen-emden.1", "end-turn")
    assert (name, "tie" in facts.get("also", "").split(".")) == ("stop-end", False)
