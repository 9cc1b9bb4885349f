"""Every illegal action is rejected with a reason that is useful to the player."""

from __future__ import annotations

import pytest

from game.engine import IllegalAction, ruleset
from game.games.hansa.rules.board import GOODS, WAREHOUSES
from tests.engine.hansa.hansa_table import at, play, refused, texts

FULL = "seats=4 warehouses=" + "+".join(
    f"{name}:{good}" for name, good in zip(WAREHOUSES, GOODS, strict=False)
)
SALE = "ask=sell-more ship=riga selling=red markets=riga:1,-,- unsold=blue.1*2+red.1,-,- sold=red.1*2,-,-"
LOSS = "ask=loss acted=yes losses=1:red unsold=-,red.1+red.2+blue.1,- ship=riga sold=red.1*2,-,-"
TAX = "ask=taxes unsold=red.1*2+blue.1*2,-,-"
SELLER = "ship=riga markets=riga:1,-,-"
REFUSED = [
    ("seats=3 ask=restock", "place riga", "restock-first", {}),
    ("", "place riga", "placement-over", {}),
    ("", "done", "no-sale", {}),
    ("", "discard red.1", "nothing-to-discard", {}),
    ("warehouses=1a:red.1 busy=yes", "restock", "restock-over", {}),
    ("coins=0,3,3 warehouses=1a:red.1", "restock", "no-coin-to-restock", {}),
    ("stacks=0,0,0,0,0", "restock", "stacks-empty", {}),
    (FULL, "restock", "warehouses-full", {}),
    ("", "sail copenhagen", "ship-here", {"town": "copenhagen"}),
    ("", "sail reval", "no-route", {"here": "copenhagen", "town": "reval", "moves": 2}),
    ("coins=0,3,3", "sail danzig", "no-coin-to-sail", {}),
    (
        "warehouses=9a:red.1",
        "buy 9a",
        "ship-elsewhere",
        {"town": "riga", "warehouse": "9a", "here": "copenhagen"},
    ),
    ("ship=riga", "buy 9a", "warehouse-empty", {"town": "riga", "warehouse": "9a"}),
    ("ship=riga warehouses=9a:red.1 acted=yes", "buy 9a", "visit-over", {"town": "riga"}),
    ("ship=riga warehouses=9a:red.1 coins=0,3,3", "buy 9a", "no-coin-to-buy", {"payee": None}),
    (
        "ship=riga warehouses=9a:red.1 coins=0,3,3 markets=-,riga:1,-",
        "buy 9a",
        "no-coin-to-buy",
        {"payee": 1},
    ),
    ("", "build red.1 1", "no-such-good", {"good": "red.1"}),
    ("unsold=red.1,-,- acted=yes", "build red.1 1", "visit-over", {"town": "copenhagen"}),
    ("unsold=red.2,-,- markets=riga:14,-,-", "build red.2 2", "few-markets-left", {"left": 1}),
    ("unsold=red.2,-,- markets=riga:15,-,-", "build red.2 2", "no-markets-left", {}),
    ("unsold=red.1*2,-,-", "sell red 1 1", "no-market-here", {"town": "copenhagen"}),
    (f"{SELLER} unsold=red.1,-,-", "sell red 1 1", "pair-wanted", {"colour": "red"}),
    (f"{SELLER} unsold=red.1+red.2,-,-", "sell red 1 1", "no-such-good", {"good": "red.1"}),
    (f"{SELLER} unsold=red.1*2,-,- acted=yes", "sell red 1 1", "visit-over", {"town": "riga"}),
    ("ask=restock", "end-turn", "restock-first", {}),
    (
        "ask=restock warehouses=1a:red.1",
        "buy 4a",
        "warehouse-empty",
        {"town": "copenhagen", "warehouse": "4a"},
    ),
    (SALE, "end-turn", "sale-first", {}),
    (SALE, "sell red 1 1", "colour-sold", {"colour": "red"}),
    (SALE, "sell blue 1 1 1", "no-such-good", {"good": "blue.1"}),
    (SALE, "sell pink 1 1", "pair-wanted", {"colour": "pink"}),
    (LOSS, "end-turn", "loss-first", {"seat": 1, "colour": "red"}),
    (LOSS, "discard blue.1", "loss-of-colour", {"seat": 1, "colour": "red"}),
    (LOSS, "discard red.3", "no-such-good", {"good": "red.3"}),
    (TAX, "end-turn", "taxes-first", {"keep": 3}),
    (TAX, "discard red.3", "no-such-good", {"good": "red.3"}),
    ("ask=over stacks=0,0,0,0,0", "end-turn", "game-over", {}),
]


@pytest.mark.parametrize(("position", "action", "reason", "facts"), REFUSED)
def test_a_refusal_says_why(position: str, action: str, reason: str, facts: dict[str, object]) -> None:
    assert refused(at(position), action) == (reason, facts)


def test_the_message_of_a_refusal_names_the_action_and_the_reason() -> None:
    with pytest.raises(IllegalAction) as refusal:
        play(at(""), "sail reval")
    assert str(refusal.value) == "sail reval: no route (here copenhagen, town reval, moves 2)"


def test_an_action_of_another_game_is_refused() -> None:
    state = at("seats=3")
    other = ruleset("hansa-teutonica").new_game(3).legal_actions()[0]
    with pytest.raises(IllegalAction, match="other game"):
        state.apply(other)


def test_the_same_words_are_the_same_action_and_cannot_be_changed() -> None:
    state = at("seats=3")
    for action in state.legal_actions():
        assert state.parse_action(action.text) is action
        with pytest.raises(AttributeError):
            action.number = 3


def test_equal_goods_above_three_are_given_up_without_a_question() -> None:
    state = at("seats=3 unsold=red.2*5,-,-")
    events = play(state, "end-turn")
    assert state.unsold(0) == ("red.2",) * 3 and state.turn_seat == 1
    assert [event.kind for event in events].count("discard") == 2


def test_a_tax_asks_only_as_long_as_there_is_a_choice() -> None:
    state = at("seats=3 unsold=red.2*4+blue.1,-,-")
    play(state, "end-turn")
    assert texts(state) == ["discard red.2", "discard blue.1"]
    play(state, "discard blue.1")
    assert state.unsold(0) == ("red.2",) * 3 and state.turn_seat == 1
