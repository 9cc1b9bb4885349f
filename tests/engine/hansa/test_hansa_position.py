"""Impossible positions are rejected with the reason."""

from __future__ import annotations

import pytest

from game.engine import ParseError
from game.games.hansa.rules.board import COLOURS, GOODS, WAREHOUSES
from game.games.hansa.rules.ruleset import RULESET
from tests.engine.hansa.hansa_table import asked, at

FULL = "warehouses=" + "+".join(f"{name}:{good}" for name, good in zip(WAREHOUSES, GOODS, strict=False))
HALL = "markets=copenhagen:1,-,-"
OFFER = f"ask=sell-more selling=red {HALL} unsold=blue.1*2,-,-"
LOSES = "ask=loss acted=yes losses="
BROKEN = {
    "seats=5": "between 2 and 4",
    "seats=three": "not a number",
    "seats=3 seats=3": "given twice",
    "boats=1": "not a field",
    "seats": "not a field",
    "colours=red+blue": "5 different",
    "seats=2 unsold=red.1+blue.1+green.1,orange.1+pink.1": "colour is left out",
    "turn=4": "between 0 and 2",
    "turn=1 number=1": "not a turn of seat 1",
    "ask=tea": "unknown",
    "ship=hamburg": "unknown",
    "ship=rigga": "did you mean riga",
    "acted=yes busy=no": "busy",
    "coins=10,10,10": "30 of 22",
    "coins=1,2": "2 entries for 3",
    "coins=²,2,2": "not a number",
    "markets=riga:16,-,-": "more than 15",
    "markets=riga:1+riga:1,-,-": "given twice",
    "markets=riga,-,-": "no colon",
    "unsold=red.1*5,-,-": "more than 4",
    "unsold=red.1*9,-,-": "there are not 9",
    "unsold=red.4,-,-": "unknown",
    "unsold=-,red.1*4,-": "I4",
    "warehouses=1a:red.1+1a:red.2": "given twice",
    "warehouses=1c:red.1": "unknown",
    "stacks=1,2": "2 of 5",
    "stacks=11,9,10,10,10": "drawn in order",
    "stacks=0,0,0,0,11": "drawn in order",
    "removed=-": "in no other place",
    "removed=red.1 stacks=0,0,0,0,9": "in no other place",
    "stalled=yes": "guard is off",
    "stall_guard=on idle=15": "stalled",
    "ask=restock stacks=0,0,0,0,0": "no restock",
    "ask=restock busy=yes": "no restock",
    "ask=sell-more": "selling: filled while sell-more is asked",
    "ask=sell-more selling=red markets=riga:1,-,- unsold=blue.1*2,-,-": "no sale",
    f"{OFFER} acted=no sold=red.1*2,-,-": "no sale",
    OFFER: "red has not been sold",
    f"{OFFER} sold=red.1,-,-": "red has not been sold",
    f"{OFFER} sold=-,red.1*2,-": "red has not been sold",
    "ask=sell-more selling=red+red ship=riga markets=riga:1,-,- unsold=blue.1*2,-,-": "given twice",
    "selling=red": "selling: filled while sell-more is asked",
    "ask=loss": "losses: filled while loss is asked",
    f"{LOSES}1:red unsold=-,red.1,-": "losses",
    f"{LOSES}7:red unsold=-,red.1+red.2,-": "no seat 7",
    "ask=loss losses=1:red unsold=-,red.1+red.2,-": "follows a sale",
    f"{LOSES}1:red unsold=-,red.1+red.2,-": "red has not been sold",
    f"{LOSES}1:red unsold=-,red.1+red.2,- sold=-,-,red.3*2": "red has not been sold",
    f"{LOSES}1:red unsold=-,red.1+red.2,red.1 sold=red.3*2,-,-": "only opponents who have it",
    f"{LOSES}1:red+2:blue unsold=-,red.1+red.2+blue.1,blue.2 sold=red.3*2+blue.3*2,-,-": "clockwise",
    f"{LOSES}2:red+1:red unsold=-,red.1+red.2,red.1+red.2 sold=red.3*2,-,-": "clockwise",
    f"{LOSES}0:red unsold=red.1+red.2,-,- sold=red.3*2,-,-": "only opponents",
    f"{LOSES}1:red markets=riga:15,-,- unsold=-,red.1+red.2,- sold=red.3*2,-,-": "the sale returned a market",
    "losses=1:red": "losses: filled while loss is asked",
    "ask=taxes": "no choice of taxes",
    "ask=over": "cannot be over",
    "ask=over turn=1 stacks=0,0,0,0,1": "not a turn",
    "ask=first-placement": "before everything",
    f"seats=4 ask=first-placement ship=danzig {FULL}": "before everything",
    "ask=first-placement number=1": "between 0 and 0",
    "ask=first-placement markets=copenhagen:2,-,-": "clockwise",
    "ask=first-placement markets=riga:3,-,-": "clockwise",
    f"seats=4 stall_guard=on stalled=yes ask=first-placement {FULL}": "before everything",
}


@pytest.mark.parametrize("position", BROKEN)
def test_what_cannot_occur_is_refused_with_the_reason(position: str) -> None:
    with pytest.raises(ParseError, match=BROKEN[position]):
        at(position)


def test_a_position_begins_with_the_name_of_the_game() -> None:
    for text in ("", "chess seats=3", "seats=3"):
        with pytest.raises(ParseError, match="begins with"):
            RULESET.parse_position(text)


def test_what_is_not_said_has_its_default() -> None:
    state = RULESET.parse_position("hansa")
    assert state.seats == 3 and asked(state).id == "turn" and state.ship_town == "copenhagen"
    assert state.stacks() == (11, 10, 10, 10, 10) and state.coins[2] == 3
    assert at("seats=4 number=7").turn_seat == 2
    colours = at("seats=3 unsold=brown.1,-,-").colours
    assert [COLOURS[colour] for colour in colours] == ["red", "blue", "green", "orange", "brown"]
