"""Standing answers in a room: private to a seat, applied by the server, and known to every later server."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random

import pytest

from game.match.standing import COMPUTER, StandingAnswer, interrupts
from game.rooms.clock import SEAT, TURN
from game.rooms.replica import RoomReplica
from game.server.room import Room
from game.server.waiting import facts_of
from tests.rooms.house import House, plan
from tests.rooms.test_room_clock import FAST, begun, until_turn_of
from tests.rooms.test_room_games import act, seated

ANNA_BEGINS = 1
NEAR = StandingAnswer("relocate", ("town.coellen", "extras"))
OPENING = ("place trader stade-hamburg.1", "place trader stade-hamburg.2")
"""Anna's first turn."""
DISPLACE = ("displace trader stade-hamburg.1", "pay trader")
"""Ben's actions, after which Anna decides."""


def table() -> House:
    """Return a game of Anna, Ben and Käthe in which Anna has had her first turn."""
    house = House(plan("hansa-teutonica", ("me", "open", "open")), seed=ANNA_BEGINS)
    seated(house, 2, 3)
    play(house, 1, *OPENING, "end-turn")
    return house


def play(house: House, number: int, *actions: str) -> None:
    replica = house.replicas[number]
    for text in actions:
        assert replica.match is not None
        house.say(number, replica.play(replica.match.state.parse_action(text)))
        assert not replica.pending and '"is":"refused"' not in house.sent[number][-1]


def prepare(house: House, number: int, *answers: StandingAnswer) -> None:
    replica = house.replicas[number]
    house.say(number, replica.answer_in_advance(replica.mine[0], answers))


def moves(room: Room) -> list[str]:
    assert room.match is not None
    return [move.action.text for move in room.match.moves[len(OPENING) + 1 :]]


def actor(house: House) -> int | None:
    assert house.room.match is not None
    return house.room.match.state.actor


def played_entries(house: House) -> Sequence[dict[str, object]]:
    return [one for one in map(json.loads, house.lines) if one["do"] == "play"]


RELOCATED = ["relocate bremen-hamburg.1", "add stock.trader bremen-hamburg.2"]


def test_the_server_answers_for_a_player_and_every_device_is_told_that_it_was_in_advance() -> None:
    house = table()
    prepare(house, 1, NEAR)
    play(house, 2, *DISPLACE)
    assert moves(house.room) == [*DISPLACE, *RELOCATED] and actor(house) == 1
    own = played_entries(house)[-2:]
    assert [one["by"] for one in own] == [None, None] and own[0]["why"] == ["in-advance", {}]
    assert "why" not in own[1]
    for replica in house.replicas.values():
        assert replica.match is not None and replica.match.record.reasons.keys() == {len(OPENING) + 3}


def test_an_answer_that_does_not_fit_leaves_the_decision_to_the_player() -> None:
    house = table()
    prepare(house, 1, StandingAnswer("relocate", ("route.minden-muenster", "no-extras")))
    play(house, 2, *DISPLACE)
    assert actor(house) == 0
    play(house, 1, "relocate bremen-hamburg.1")
    assert actor(house) == 0, "what a person has begun, the person completes"
    play(house, 1, "decline")
    assert actor(house) == 1


def test_an_answer_set_during_the_interruption_decides_it() -> None:
    house = table()
    play(house, 2, *DISPLACE)
    prepare(house, 1, NEAR)
    assert moves(house.room) == [*DISPLACE, *RELOCATED]


def test_an_answer_that_holds_once_is_used_up_and_others_are_withdrawn() -> None:
    house = table()
    anna = house.replicas[1]
    prepare(house, 1, NEAR._replace(once=True))
    assert anna.answers == {0: (NEAR._replace(once=True),)}
    play(house, 2, *DISPLACE)
    assert actor(house) == 1 and anna.answers == {}
    play(house, 2, "displace trader stade-hamburg.2", "pay trader")
    assert actor(house) == 0
    prepare(house, 1, NEAR)
    prepare(house, 1)
    assert actor(house) == 1 and anna.answers == {}, "the answer came in between"


@pytest.mark.parametrize("once", [True, False])
def test_answers_survive_restarts_and_other_devices_of_the_member(once: bool) -> None:
    house = table()
    prepare(house, 1, NEAR._replace(once=once))
    house.room = house.reloaded()
    play(house, 2, *DISPLACE)
    assert moves(house.room) == [*DISPLACE, *RELOCATED]
    for room in (house.room, house.reloaded()):
        assert room.match is not None and bool(room.match.answers(0)) != once
    again = house.come(1)
    assert again.answers == ({} if once else {0: (NEAR,)})


def test_no_other_member_learns_an_answer() -> None:
    """Not before it is used, and then only that there was one; nor does the next player of the seat."""
    house = table()
    before = [list(house.sent[number]) for number in (2, 3)]
    prepare(house, 1, NEAR)
    for number, sent in zip((2, 3), before, strict=True):
        (entry,) = [json.loads(text) for text in house.sent[number][len(sent) :]]
        public = {"is", "n", "t", "by", "do", "id", "name"}
        assert entry.keys() == public and entry["do"] == "rename" and entry["name"] == "Anna"
    play(house, 2, *DISPLACE)
    late = house.come(4)
    house.say(1, house.replicas[1].seat(0))
    house.say(4, late.seat(0, late.me))
    assert late.mine == [0] and late.answers == {} and house.replicas[1].answers == {}
    for number in (2, 3, 4):
        assert not any("coellen" in text for text in house.sent[number])
    assert house.room.match is not None and not house.room.match.answers(0)


def test_only_the_player_of_a_seat_sets_its_answers_once_the_game_has_begun() -> None:
    house = House(plan("hansa-teutonica", ("me", "open")))
    anna = house.come(1)
    house.say(1, anna.answer_in_advance(0, [NEAR]))
    assert refused(house, 1) == "not-started"
    seated(house, 2)
    house.say(2, house.replicas[2].answer_in_advance(0, [NEAR]))
    assert refused(house, 2) == "not-yours"


def refused(house: House, number: int) -> str:
    return str(json.loads(house.sent[number][-1])["why"])


def test_a_command_that_is_repeated_sets_the_answers_once() -> None:
    house = table()
    text = house.replicas[1].answer_in_advance(0, [NEAR])
    house.say(1, text)
    n = house.room.n
    prepare(house, 1)
    house.say(1, text)
    assert house.room.n == n + 1 and house.replicas[1].answers == {}


def test_a_computer_decides_where_the_player_wishes_so_unless_the_player_is_faster() -> None:
    house = table()
    house.thinking = False
    prepare(house, 1, StandingAnswer("relocate", (COMPUTER,)))
    play(house, 2, *DISPLACE)
    assert actor(house) == 0 and house.room.awaited() is not None
    play(house, 1, "relocate bremen-hamburg.4")
    assert house.room.awaited() is None and actor(house) == 0
    play(house, 1, "decline")
    house.thinking = True
    play(house, 2, "displace trader stade-hamburg.2", "pay trader")
    assert actor(house) == 1
    again = house.reloaded()
    assert moves(again) == moves(house.room)
    assert played_entries(house)[-1]["by"] is None


def test_a_decision_that_was_taken_back_is_made_by_the_player() -> None:
    house = table()
    prepare(house, 1, NEAR)
    play(house, 2, *DISPLACE)
    to = len(OPENING) + 1 + len(DISPLACE)
    house.say(1, house.replicas[1].back(to))
    assert actor(house) == 0 and moves(house.room) == list(DISPLACE)
    assert moves(house.reloaded()) == list(DISPLACE) and house.reloaded().follow_up(house.now) is None
    play(house, 1, "relocate bremen-hamburg.2")
    assert actor(house) == 0
    play(house, 1, "decline")
    play(house, 2, "displace trader stade-hamburg.2", "pay trader")
    assert actor(house) == 1, "the next interruption is answered again"


@pytest.mark.parametrize("over", [TURN, SEAT])
def test_answers_survive_a_time_in_which_a_computer_plays_and_no_other_player_inherits_them(
    over: str,
) -> None:
    house = begun(FAST._replace(over=over), "me", "open", "open", game="hansa-teutonica")
    seat = actor(house)
    assert seat is not None
    late, player, who = house.come(4), house.replicas[seat + 1], seat + 1
    prepare(house, who, NEAR)
    house.pass_time(house.room.time_left or 0)
    if over == SEAT:
        assert house.room.state.chairs[seat].computer and player.answers == {}
        house.say(who, player.seat(seat, who))
    assert player.mine == [seat] and player.answers == {seat: (NEAR,)}
    assert house.come(who).answers == {seat: (NEAR,)}
    for room in (house.room, house.reloaded()):
        assert room.match is not None and room.match.answers(seat) == (NEAR,)
    until_turn_of(house, seat, Random(1))
    house.thinking = False
    house.pass_time(house.room.time_left or 0)
    assert house.room.state.chairs[seat].computer
    house.say(1, house.replicas[1].seat(seat, late.me))
    assert any('"do":"seat"' in line and f'"who":{late.me}' in line for line in house.lines)
    assert late.answers == {} and not any("coellen" in text for text in house.sent[4])
    for room in (house.room, house.reloaded()):
        assert room.match is not None and not room.match.answers(seat)


def test_an_interruption_that_the_server_answers_waits_for_no_one() -> None:
    """So no notification announces it."""
    house = table()
    prepare(house, 1, NEAR)
    play(house, 2, *DISPLACE)
    before = Room(house.room.name, house.lines[: -len(RELOCATED)])
    facts = facts_of(before, thinks=False)
    assert facts.awaited == {} and facts.busy
    assert facts_of(house.room, thinks=False).awaited.keys() == {2}
    house.thinking = False
    prepare(house, 1, StandingAnswer("relocate", (COMPUTER,)))
    play(house, 2, "displace trader stade-hamburg.2", "pay trader")
    assert facts_of(house.room, thinks=True).awaited == {}
    assert facts_of(house.room, thinks=False).awaited.keys() == {1}, "without computers, Anna decides"


def test_answers_wait_while_the_game_is_paused() -> None:
    house = table()
    play(house, 2, DISPLACE[0])
    house.say(1, house.replicas[1].pause(True))
    prepare(house, 1, NEAR)
    house.say(1, house.replicas[1].pause(False))
    play(house, 2, DISPLACE[1])
    assert moves(house.room) == [*DISPLACE, *RELOCATED]


def test_a_server_without_this_command_does_not_make_a_client_repeat_it() -> None:
    anna = RoomReplica("n" * 22, "k" * 22, "Anna", "d")
    anna.answer_in_advance(0, [NEAR])
    anna.receive('{"is":"refused","why":"broken","where":"do"}')
    assert not anna.pending


def test_with_answers_of_all_people_no_interruption_waits_for_one() -> None:
    """In a game of three people and two computers."""
    chairs = ("me", "open", "open", "computer easy", "computer easy")
    house, rng = House(plan("hansa-teutonica", chairs)), Random(2)
    house.checked = False
    seated(house, 2, 3)
    for number in (1, 2, 3):
        prepare(house, number, NEAR)
    match = house.room.match
    assert match is not None
    while len(match.moves) < 150:
        act(house, rng)
        assert not interrupts(match.state)
    answered = [number for number, why in match.record.reasons.items() if why.id == "in-advance"]
    assert len(answered) > 3 and {match.moves[number].seat for number in answered} <= {0, 1, 2}
