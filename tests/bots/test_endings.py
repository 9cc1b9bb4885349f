"""Claims that end the game: players see those with which they win, and foresee those of opponents."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import pytest

from game.bots.brain import brain
from game.bots.search import Search, Variation
from game.bots.steps import finish
from game.engine import State, ruleset
from game.games.hansa_teutonica.bots import endings, forecast
from game.games.hansa_teutonica.bots.guesser import PriorScorer
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from tools.baselines.thinkers import baseline

from .kit import random_positions

MIND = brain("hansa-teutonica")
SHORT_SIGHTED = baseline("hansa-teutonica", "SHORTSIGHTED").adapted(False)
WINS = {
    "two moves to a poor route": (
        "hansa-teutonica seats=4 options=- start=0 number=32 turn=3 ask=turn actor=3 actions=3 ending=- h"
        "ouses=groningen-emden:.,0t,.+kampen-arnheim:3t,3t,3t+arnheim-muenster:2t,2t,2t+arnheim-duisburg:"
        ".,.,3t+muenster-minden:3t,3t,1t+minden-paderborn:1t,.,. offices=groningen:2t,0m+emden:3m+kampen:"
        "2m+osnabrueck:3t,0t+perleberg:1t+duisburg:2t+hildesheim:1t extras=osnabrueck:3t,0t table=.,.,.,. "
        "supply=2t,2t,1t,1t stock=8t,6t1m,7t,4t levels=0:actiones:2+0:privilegium:2+1:actiones:2+2:action"
        "es:2+2:privilegium:2+3:clavis_urbis:2+3:actiones:2 neutral=- points=5,0,5,3 linked=- "
        "markers=0:extra_office+0:swap_offices+1:swap_offices+1:plus_3_actions+2:extra_office used=0:extr"
        "a_office+1:plus_4_actions+1:remove_3+2:improve_ability+2:remove_3+3:extra_office+3:plus_3_action"
        "s+3:improve_ability taverns=groningen-emden:swap_offices+emden-osnabrueck:improve_ability+arnhei"
        "m-muenster:plus_4_actions bag=0 plate=0 box=- pawn=- steps=2 acted=no hand=- origins=- "
        "allowance=0 route=- fresh=-"
    ),
    "two displacements": (
        "hansa-teutonica seats=4 options=- start=3 number=37 turn=3 ask=turn actor=3 actions=3 ending=- h"
        "ouses=groningen-emden:2t,2t,2t+emden-osnabrueck:.,.,.,0t+kampen-osnabrueck:2t,2t+bremen-hamburg:"
        ".,.,1t,1t+stade-hamburg:.,1t,1t offices=groningen:3t+emden:2m+stade:1m+osnabrueck:2t,1t+bremen:0"
        "m+perleberg:3t+minden:0t+hannover:0t+hildesheim:3t+goslar:3t extras=emden:1t table=.,.,.,. "
        "supply=3t1m,1t,2t,5t1m stock=7t,7t,4t,4t levels=0:actiones:2+0:privilegium:2+0:liber_sophiae:2+1"
        ":clavis_urbis:2+1:actiones:2+1:privilegium:2+2:actiones:2+3:clavis_urbis:2+3:actiones:2 "
        "neutral=- points=2,4,7,3 linked=- "
        "markers=0:extra_office+1:swap_offices+2:plus_3_actions+3:extra_office+3:swap_offices used=0:impr"
        "ove_ability+0:remove_3+1:extra_office+1:improve_ability+2:plus_3_actions+2:remove_3+3:plus_4_act"
        "ions+3:improve_ability taverns=groningen-emden:plus_4_actions+emden-osnabrueck:extra_office+kamp"
        "en-osnabrueck:swap_offices bag=0 plate=0 box=- pawn=- steps=2 acted=no hand=- origins=- "
        "allowance=0 route=- fresh=-"
    ),
    "one move of four": (
        "hansa-teutonica seats=4 options=- start=3 number=63 turn=1 ask=turn actor=1 actions=3 ending=- h"
        "ouses=groningen-emden:3t,3t,3t+kampen-arnheim:2t,2t,2t+goettingen-quedlinburg:1t,1t,.+quedlinbur"
        "g-halle:2t,1t,1t,1t+emden-stade:.,0t,. offices=groningen:1t+emden:3m+stade:3m+hamburg:3t,3t+lueb"
        "eck:3t+osnabrueck:2t,3t+bremen:2m+perleberg:0t+arnheim:1t,0m,0t+minden:2t+hannover:2t+stendal:0t"
        "+duisburg:1t+dortmund:1m,0t+paderborn:1t+hildesheim:3t+goslar:0t+coellen:0t "
        "extras=osnabrueck:2t+duisburg:0t+dortmund:1t table=1,.,.,. supply=-,1t2m,4t,3t stock=5t,1t,1t,3t "
        "levels=0:actiones:2+0:privilegium:2+1:actiones:2+1:liber_sophiae:4+2:clavis_urbis:2+2:actiones:2"
        "+3:clavis_urbis:2+3:actiones:2+3:privilegium:2+3:liber_sophiae:2 neutral=- points=5,11,4,11 "
        "linked=- markers=- used=0:extra_office+0:plus_3_actions+0:improve_ability+0:remove_3+1:extra_off"
        "ice+1:swap_offices+1:plus_4_actions+1:improve_ability+2:extra_office+2:plus_4_actions+3:swap_off"
        "ices+3:improve_ability+3:remove_3 "
        "taverns=groningen-emden:extra_office+emden-osnabrueck:swap_offices+kampen-arnheim:plus_3_actions "
        "bag=0 plate=0 box=- pawn=- steps=2 acted=no hand=- origins=- allowance=0 route=- fresh=-"
    ),
    "a move and a displacement": (
        "hansa-teutonica seats=4 options=- start=3 number=55 turn=1 ask=turn actor=1 actions=3 ending=- h"
        "ouses=groningen-emden:.,.,0t+kampen-arnheim:0t,0t,0t+bremen-hamburg:1t,1t,.,.+stade-hamburg:3t,3"
        "t,3t offices=groningen:1t+emden:3m+stade:3m+hamburg:3t+luebeck:3t+osnabrueck:2t,3t+bremen:2m+per"
        "leberg:0t+arnheim:1t,0m,0t+minden:2t+hannover:2t+duisburg:1t+dortmund:1m,0t+paderborn:1t+hildesh"
        "eim:3t+goslar:0t extras=osnabrueck:2t+duisburg:0t table=1,.,.,. supply=2t,5t2m,6t,1t "
        "stock=2t,1t,3t,6t levels=0:actiones:2+0:privilegium:2+1:actiones:2+1:liber_sophiae:4+2:clavis_ur"
        "bis:2+2:actiones:2+3:clavis_urbis:2+3:actiones:2+3:privilegium:2+3:liber_sophiae:2 neutral=- "
        "points=2,10,4,9 linked=- markers=1:extra_office used=0:extra_office+0:plus_3_actions+0:improve_a"
        "bility+0:remove_3+1:swap_offices+1:plus_4_actions+1:improve_ability+2:extra_office+2:plus_4_acti"
        "ons+3:swap_offices+3:improve_ability+3:remove_3 "
        "taverns=groningen-emden:extra_office+emden-osnabrueck:swap_offices+kampen-arnheim:plus_3_actions "
        "bag=0 plate=0 box=- pawn=- steps=2 acted=no hand=- origins=- allowance=0 route=- fresh=-"
    ),
    "the pawn's way and a move": (
        "hansa-teutonica seats=2 options=- start=1 number=51 turn=1 ask=turn actor=1 actions=4 ending=- "
        "houses=arnheim-duisburg:1m,1t,1t+duisburg-dortmund:0t,. offices=groningen:0t,1m+emden:1m+hamburg"
        ":0t+luebeck:0t+kampen:1t+osnabrueck:1t,1t+perleberg:1t+arnheim:1t+duisburg:0t+dortmund:0m "
        "extras=kampen:1t table=.,.,.,. supply=2t,2t stock=7t,6t levels=0:actiones:2+0:privilegium:2+0:bu"
        "rsa:2+1:clavis_urbis:2+1:actiones:4+1:privilegium:2+1:liber_sophiae:3 neutral=- points=5,10 "
        "linked=- markers=1:extra_office*2+1:swap_offices*2+1:improve_ability used=0:plus_3_actions+0:plu"
        "s_4_actions+0:improve_ability+1:extra_office+1:plus_3_actions+1:plus_4_actions+1:remove_3*2 tave"
        "rns=groningen-emden:swap_offices+bremen-minden:improve_ability+hildesheim-goslar:extra_office "
        "bag=0 plate=0 box=- pawn=R3 steps=2 acted=no hand=- origins=- allowance=0 route=- fresh=-"
    ),
    "a second claim with the marker of before": (
        "hansa-teutonica seats=4 options=- start=2 number=44 turn=1 ask=turn actor=1 actions=3 ending=- ho"
        "uses=groningen-emden:2t,.,.+emden-osnabrueck:1t,1t,1t,.+duisburg-dortmund:0m,0t+hamburg-lueneburg"
        ":2t,2t,2t,.+minden-hannover:3t,3t,. offices=groningen:1t+emden:1m+hamburg:3t,2t+luebeck:0t+osnabr"
        "ueck:3t,2t+lueneburg:3m+perleberg:1t+hannover:3t+duisburg:0t+paderborn:0t+hildesheim:0t+goslar:0t"
        " extras=hamburg:3t table=.,2,.,. supply=1t,2t,3t,2t stock=6t,5t,4t,5t levels=0:actiones:2+0:privi"
        "legium:2+1:actiones:2+2:actiones:2+2:privilegium:2+3:actiones:2+3:privilegium:2 neutral=- points="
        "3,4,2,3 linked=- markers=0:extra_office+1:extra_office+1:swap_offices+2:improve_ability+3:extra_o"
        "ffice used=0:swap_offices+0:remove_3+1:plus_3_actions+2:plus_3_actions+2:remove_3+3:extra_office+"
        "3:improve_ability taverns=emden-osnabrueck:plus_4_actions+hamburg-lueneburg:improve_ability+luene"
        "burg-perleberg:swap_offices bag=1 plate=0 box=- pawn=- steps=2 acted=no hand=- origins=- allowanc"
        "e=0 route=- fresh=-"
    ),
    "a second claim, by a better book": (
        "hansa-teutonica seats=3 options=- start=1 number=46 turn=1 ask=turn actor=1 actions=3 ending=- ho"
        "uses=groningen-emden:0t,1t,1t+emden-osnabrueck:1t,2t,2t,.+dortmund-paderborn:1t,1t,.+hamburg-luen"
        "eburg:2t,.,.,. offices=groningen:0t+emden:1m+hamburg:2t+luebeck:2t+kampen:0t+osnabrueck:1t,0t+lue"
        "neburg:2m+arnheim:0t+minden:1t+hannover:2t+duisburg:0t+hildesheim:0t extras=- table=1,.,.,. suppl"
        "y=1t1m,-,- stock=6t,6t,7t1m levels=0:clavis_urbis:2+0:actiones:2+0:privilegium:2+1:clavis_urbis:2"
        "+1:actiones:2+1:liber_sophiae:2+2:clavis_urbis:2+2:actiones:2+2:liber_sophiae:2 neutral=- points="
        "4,6,5 linked=- markers=0:extra_office+1:extra_office+2:extra_office*2 used=0:swap_offices+0:plus_"
        "3_actions+0:improve_ability+1:plus_3_actions+1:improve_ability+2:swap_offices+2:improve_ability+2"
        ":remove_3 taverns=groningen-emden:plus_4_actions+osnabrueck-bremen:swap_offices+hamburg-lueneburg"
        ":remove_3 bag=1 plate=0 box=- pawn=- steps=2 acted=no hand=- origins=- allowance=0 route=- fresh="
        "-"
    ),
    "a second claim with the marker just won": (
        "hansa-teutonica seats=4 options=- start=0 number=43 turn=2 ask=turn actor=2 actions=3 ending=- ho"
        "uses=emden-osnabrueck:1t,1t,1t,.+osnabrueck-bremen:2t,.,.+bremen-hannover:0t,0t,0t+bremen-hamburg"
        ":2t,.,.,3t+minden-brunswiek:0t,.,2t,. offices=groningen:0t+osnabrueck:0t+bremen:0m+lueneburg:1m+p"
        "erleberg:1t+arnheim:1t+muenster:3m+minden:3t+hannover:3t+stendal:1t+duisburg:3t+dortmund:2m+pader"
        "born:2t+hildesheim:2t+goslar:2t extras=minden:2t table=.,.,.,. supply=2t,3t,2t,5t stock=5t,4t,3t,"
        "3t levels=0:actiones:2+0:privilegium:2+1:actiones:2+1:privilegium:2+2:actiones:2+3:actiones:2 neu"
        "tral=- points=4,2,3,7 linked=- markers=1:extra_office*3+2:swap_offices+2:plus_3_actions+3:swap_of"
        "fices used=0:improve_ability+0:remove_3+1:improve_ability+2:extra_office+3:plus_4_actions+3:remov"
        "e_3 taverns=emden-osnabrueck:improve_ability+kampen-arnheim:swap_offices+bremen-hannover:plus_3_a"
        "ctions bag=1 plate=0 box=- pawn=- steps=2 acted=no hand=- origins=- allowance=0 route=- fresh=-"
    ),
}
"""Positions by kind of win, all missed by a beam search without forecasts (width 16, branching factor 20)."""
BOARDS: dict[str, tuple[int, dict[str, str]]] = {
    "pawn": (2, {"two_players": "pawn"}),
    "neutral": (2, {"two_players": "neutral-it"}),
    "3": (3, {}),
    "5": (5, {"marker_mix": "bigbox"}),
    "east": (4, {"board": "east"}),
    "britannia": (3, {"board": "britannia"}),
}


def position(text: str) -> State:
    return ruleset("hansa-teutonica").parse_position(text)


def wins(line: Variation, seat: int | None) -> bool:
    outcome = line.state.outcome
    return outcome is not None and outcome.winners == (seat,)


@pytest.mark.parametrize("text", WINS.values(), ids=WINS)
def test_who_can_win_at_once_sees_it_however_poor_it_looks_on_the_way(text: str) -> None:
    state = position(text)
    assert not wins(finish(Search(SHORT_SIGHTED, state.copy()).lines(16, 20, Random(1)))[0], state.actor)
    best = finish(Search(MIND, state.copy()).turns(8, 20, Random(1)))[0]
    assert wins(best, state.actor)
    after = state.copy()
    for action in best.plan:
        while after.actor != state.actor:  # the displaced player
            for reply in MIND.reply(after, MIND.context(after), None):
                after.apply(reply)
        after.apply(action)
    assert after.outcome is not None and after.outcome.winners == (state.actor,)


@pytest.mark.parametrize("text", WINS.values(), ids=WINS)
def test_the_others_foresee_it(text: str) -> None:
    state = position(text)
    search = Search(MIND, state.copy(), playouts=MIND.playouts_for(state))
    after = state.copy()
    while after.actor is not None:
        if after.actor == state.actor:
            reply = finish(search.planned(after, Random(1)))[0]
        else:  # the displaced player
            reply = MIND.reply(after, MIND.context(after), None)
        for action in reply:
            after.apply(action)
        assert after.turn_number == state.turn_number
    assert after.outcome is not None and after.outcome.winners == (state.actor,)


def test_players_of_before_do_not_see_it() -> None:
    """Frozen baselines do not change."""
    mind = baseline("hansa-teutonica", "CHAMPION")
    for text in WINS.values():
        state = position(text)
        assert not mind.endings(state, mind.context(state))


@pytest.mark.parametrize("board", BOARDS)
def test_ways_to_end_the_game_are_legal_on_every_board(board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecast, "END_POINTS", 2)  # so that nearly every claim could end it
    monkeypatch.setattr(endings, "MOST_CAUGHT_UP", 99)
    seats, options = BOARDS[board]
    state = ruleset("hansa-teutonica").new_game(seats, options, 7)
    ways, pairs, deeds = 0, 0, set[str]()
    for number, found in enumerate(random_positions(state, 5, 600)):
        if number % 6 != 3 or found.actor != found.turn_seat:
            continue
        assert isinstance(found, HansaTeutonicaState)
        if number % 12 == 9 and found.actions_left:
            found.bag_left, found.actions_left = 1, 8  # as if all markers but one had been drawn
        search = Search(MIND, found.copy())
        for way in endings.endings(found, search.context):
            ways += 1
            pairs += len(way.legs) > 1
            line, over = search.line((), search.state, 0, False), False
            while not over and (
                plan := endings.towards(way, PriorScorer(cast(Any, line.state), search.context))
            ):
                line, over = search.after(line, plan, {})  # raises if an action is illegal
                deeds.add(plan[0].text.split()[0])
    assert ways > 100 and pairs > 20 and deeds >= {"place", "displace", "lift"}
