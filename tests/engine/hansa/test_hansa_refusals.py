"""Every action that is not legal is refused with the reason a player can do something with."""

from __future__ import annotations

import pytest
from hansa_table import at, play, refused, texts

from game.engine import IllegalAction, ruleset

SALE = "ask=sell-more ship=riga selling=red markets=riga:1,-,- unsold=blue.1*2+red.1,-,- sold=red.1*2,-,-"
LOSS = "ask=loss acted=yes losses=1:red unsold=-,red.1+red.2+blue.1,- ship=riga"
TAX = "ask=taxes unsold=red.1*2+blue.1*2,-,-"
REFUSED = [
    ("", "place riga", "not now: move, buy, build, sell or end the turn"),
    ("", "done", "not now"),
    ("", "restock", "a restock comes first in a turn"),
    ("", "sail reval", "no route leads from Copenhagen to Reval"),
    ("coins=0,3,3", "sail danzig", "no coin left for the move"),
    ("ship=riga", "buy 1a", "warehouse 1a is not in Riga"),
    ("ship=riga", "buy 9a", "warehouse 9a is empty"),
    ("ship=riga warehouses=9a:red.1 acted=yes", "buy 9a", "the ship must move first"),
    ("ship=riga warehouses=9a:red.1 coins=0,3,3", "buy 9a", "no coin left for the good"),
    ("", "build red.1 1", "no such good left: red.1"),
    ("unsold=red.1,-,- acted=yes", "build red.1 1", "the ship must move first"),
    ("unsold=red.2,-,- markets=riga:14,-,-", "build red.2 2", "only 1 markets are left"),
    ("unsold=red.1*2,-,-", "sell red 1 1", "no own market in Copenhagen"),
    ("ship=riga markets=riga:1,-,- unsold=red.1,-,-", "sell red 1 1", "no such good left: red.1"),
    ("ship=riga markets=riga:1,-,- unsold=red.1*2,-,- acted=yes", "sell red 1 1", "the ship must move first"),
    ("ask=restock", "end-turn", "they must be filled first"),
    ("ask=restock warehouses=1a:red.1", "buy 1a", "warehouse 1a is not in Copenhagen"),
    (SALE, "end-turn", "a sale is under way"),
    (SALE, "sell red 1 1", "red is already sold in this action"),
    (SALE, "sell blue 1 1 1", "no such good left: blue.1"),
    (LOSS, "end-turn", "seat 1 must choose a red good to lose"),
    (LOSS, "discard blue.1", "seat 1 must choose a red good to lose"),
    (LOSS, "discard red.3", "no such good left: red.3"),
    (TAX, "end-turn", "choose a good to give up"),
    (TAX, "discard red.3", "no such good left: red.3"),
    ("ask=over stacks=0,0,0,0,0", "end-turn", "the game is over"),
]


@pytest.mark.parametrize(("position", "action", "reason"), REFUSED)
def test_a_refusal_says_why(position, action, reason):
    said = refused(at(position), action)
    assert said.startswith(f"{action}: ") and reason in said


def test_an_action_of_another_game_is_refused():
    state = at("seats=3")
    other = ruleset("hansa-teutonica").new_game(3).legal_actions()[0]
    with pytest.raises(IllegalAction, match="no action of hansa"):
        state.apply(other)


def test_the_same_words_are_the_same_action_and_cannot_be_changed():
    state = at("seats=3")
    for action in state.legal_actions():
        assert state.ruleset.parse_action(action.text) is action
        with pytest.raises(AttributeError):
            action.number = 3


def test_equal_goods_above_three_are_given_up_without_a_question():
    state = at("seats=3 unsold=red.2*5,-,-")
    events = play(state, "end-turn")
    assert state.unsold(0) == ("red.2",) * 3 and state.turn_seat == 1
    assert [event.kind for event in events].count("discard") == 2


def test_a_tax_asks_only_as_long_as_there_is_a_choice():
    state = at("seats=3 unsold=red.2*4+blue.1,-,-")
    play(state, "end-turn")
    assert texts(state) == ["discard red.2", "discard blue.1"]
    play(state, "discard blue.1")
    assert state.unsold(0) == ("red.2",) * 3 and state.turn_seat == 1
