"""Secret cards in a room: each device receives its own, and all cards only at the end."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from game.engine.record import Record
from game.games.hansa_teutonica.expansions.missions.rules import NAMES, Missions
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.rooms.protocol import Refused
from game.rooms.replica import RoomReplica
from tests.rooms.house import House, choice, plan

ON = {"missions": "on"}


def opened(chairs: Sequence[str] = ("me", "open", "computer easy")) -> House:
    house = House(plan("hansa-teutonica", chairs, options=ON))
    for number in (1, 2, 3):
        house.come(number)
    if "open" in chairs:
        house.say(2, house.replicas[2].seat(chairs.index("open"), 2))
    return house


def begun() -> House:
    house = opened()
    house.say(1, house.replicas[1].start())
    return house


def state_of(side: object) -> HansaTeutonicaState:
    state = side.match.state  # type: ignore[attr-defined]
    assert isinstance(state, HansaTeutonicaState)
    return state


def dealt(house: House) -> list[str]:
    """Return the card that the server dealt to each seat."""
    state = state_of(house.room)
    module = state.edition.part["missions"]
    assert isinstance(module, Missions)
    return [NAMES[card] for card in module.state(state).cards]


def known(replica: RoomReplica) -> list[bool]:
    """Return whether the device has the card of each seat."""
    state = state_of(replica)
    module = state.edition.part["missions"]
    assert isinstance(module, Missions)
    return [module.towns(state, seat) is not None for seat in range(state.seats)]


def play(house: House, actions: int, rng: Random) -> None:
    for _ in range(actions):
        state = state_of(house.room)
        if state.actor is None:
            return
        who = house.room.state.chairs[state.actor].who or 0
        house.say(who, house.replicas[who].play(choice(state, rng)))


def test_each_device_is_sent_its_own_card_and_a_watcher_none() -> None:
    house = begun()
    play(house, 30, Random(1))
    cards = dealt(house)
    for number in (1, 2, 3):
        said = "\n".join(house.sent[number])
        for seat, card in enumerate(cards):
            assert (card in said) == (seat == number - 1 and number < 3), f"device {number}, seat {seat}"
    assert known(house.replicas[1]) == [True, False, False]
    assert known(house.replicas[3]) == [False, False, False]


def test_whoever_comes_back_with_nothing_has_the_own_card_again() -> None:
    house = begun()
    play(house, 12, Random(2))
    house.come(2)
    assert known(house.replicas[2]) == [False, True, False]
    assert dealt(house)[0] not in "\n".join(house.sent[2])


def test_whoever_takes_over_a_seat_gets_its_card_then_and_not_before() -> None:
    house = begun()
    play(house, 9, Random(3))
    assert not any(card in text for card in dealt(house) for text in house.sent[3])
    house.say(1, house.replicas[1].seat(2, who=3))
    assert known(house.replicas[3]) == [False, False, True]
    assert dealt(house)[2] in house.sent[3][-1]
    house.say(3, house.replicas[3].seat(2))
    house.say(1, house.replicas[1].seat(2, computer="easy"))
    assert known(house.replicas[3]) == [False, False, False]


def test_nobody_plays_two_seats_with_cards() -> None:
    house = opened(("me", "me", "computer easy"))
    house.say(1, house.replicas[1].start())
    assert not house.room.state.started and '"why":"one-seat"' in house.sent[1][-1]
    house = begun()
    house.say(1, house.replicas[1].seat(2, who=2))
    assert '"why":"one-seat"' in house.sent[1][-1]


def test_a_saved_game_with_cards_does_not_move_in() -> None:
    state = state_of(begun().room)
    record = Record.of(state)
    with pytest.raises(Refused, match="secrets"):
        House(plan("hansa-teutonica", ("me", "open", "open"), options=ON, record=record))


def test_with_the_end_all_cards_are_told_and_the_deal_is_proven() -> None:
    house = begun()
    house.checked = False
    play(house, 1500, Random(4))
    assert state_of(house.room).actor is None, "the game is over"
    cards = dealt(house)
    for number in (1, 2, 3):
        replica = house.replicas[number]
        end = next(at for at, text in enumerate(house.sent[number]) if '"mission":' in text)
        others = [card for seat, card in enumerate(cards) if seat != number - 1 or number == 3]
        assert not any(card in text for card in others for text in house.sent[number][:end])
        assert state_of(replica).outcome == state_of(house.room).outcome and replica.proven
