"""No one learns a secret or the future unseen: seats with secrets, undo, and rooms restored from a backup."""

from __future__ import annotations

import json
from random import Random

from game.match import Match
from game.rooms import updates
from game.rooms.commands import parse_command
from game.rooms.protocol import MAX_MEMBERS, SEAT_ABSENCE, SEAT_IDLE
from game.rooms.replica import RoomReplica
from game.server.room import Room
from tests.rooms.house import NAME, House, choice, key_of
from tests.rooms.test_room_missions import begun as with_cards
from tests.rooms.test_room_missions import dealt
from tests.rooms.test_room_strangers import act, code, seated


def test_the_owner_does_not_read_a_present_players_card() -> None:
    """Anna frees Ben's seat, puts a second device there, and gives it back: refused at the first step."""
    house = with_cards()
    anna = house.replicas[1]
    for text in (anna.seat(1), anna.seat(1, who=3), anna.seat(1, computer="easy"), anna.remove(2)):
        assert code(house, 1, text) == "consent", text
    facts = {"seat": 1, "after": round(SEAT_ABSENCE), "idle": round(SEAT_IDLE)}
    assert house.news[1][-1] == updates.Refusal("consent", facts, "remove")
    house.absence[2] = SEAT_ABSENCE - 1
    assert code(house, 1, anna.seat(1)) == "consent"
    house.absence[2] = SEAT_ABSENCE
    assert code(house, 1, anna.seat(1)) == "", "after an absence that all have seen"
    card = dealt(house)[1]
    assert code(house, 1, anna.seat(1, who=3)) == "" and card in house.sent[3][-1]
    for number in (1, 3):
        assert house.news[number][-1] == updates.Seated(1, None, 1, new=True), "all learn who sees it"
        assert house.replicas[number].state.seen[1] == [2, 3]
    house.absence.clear()
    house.come(2)
    assert house.replicas[2].state.seen[1] == [2, 3], "and so does Ben"


def test_a_connected_player_who_does_not_decide_is_replaced_in_the_end() -> None:
    """Otherwise one stranger at a seat could hold up the game for good."""
    house = with_cards()
    anna, idle = house.replicas[1], 0.0
    house.room.idle = lambda: idle
    rng = Random(8)
    while match_of(house).state.actor != 1:
        act(house, rng)
    idle = SEAT_IDLE - 1
    assert code(house, 1, anna.seat(1)) == "consent"
    idle = SEAT_IDLE
    assert code(house, 2, house.replicas[2].seat(0)) == "taken"
    house.say(1, anna.pause(True))
    assert code(house, 1, anna.seat(1)) == code(house, 1, anna.remove(2)) == "consent", "nobody can decide"
    house.say(1, anna.pause(False))
    assert code(house, 1, anna.remove(2)) == "" and house.replicas[2].state.members[2].removed


def test_the_turn_of_another_seat_does_not_count() -> None:
    house = with_cards()
    house.room.idle = lambda: 10 * SEAT_IDLE
    rng = Random(8)
    while match_of(house).state.actor != 0:
        act(house, rng)
    assert code(house, 1, house.replicas[1].seat(1)) == "consent"


def test_a_player_gives_up_the_seat_themselves() -> None:
    house = with_cards()
    anna, ben = house.replicas[1], house.replicas[2]
    assert code(house, 2, ben.seat(1)) == "" and code(house, 1, anna.seat(1, computer="hard")) == ""


def test_a_stranger_does_not_read_the_card_of_an_open_seat() -> None:
    house = with_cards()
    house.say(2, house.replicas[2].leave())
    kate = house.replicas[3]
    assert code(house, 3, kate.seat(1, who=3)) == "owner-only"
    ben = house.come(2)
    assert code(house, 2, ben.seat(1, who=2)) == "", "it is Ben's own"


def test_nobody_who_has_seen_one_card_plays_with_another() -> None:
    """Anna's own seat to a computer, Anna to the computer's seat, and back."""
    house = with_cards()
    anna = house.replicas[1]
    assert code(house, 1, anna.seat(0, computer="easy")) == ""
    assert code(house, 1, anna.seat(2, who=1)) == "one-seat"
    assert code(house, 1, anna.seat(0, who=1)) == ""


def test_a_stored_game_without_secrets_gives_its_seats_freely() -> None:
    house = seated()
    assert code(house, 1, house.replicas[1].seat(1, who=3)) == ""
    assert house.replicas[2].state.seen == [[1], [2, 3]]


def test_an_undo_asks_those_who_sat_there_when_the_moves_were_made() -> None:
    """Anna frees Ben's seat, plays on for both to see what comes, and asks for everything back."""
    house, rng = seated(), Random(3)
    for _ in range(6):
        act(house, rng)
    anna, ben = house.replicas[1], house.replicas[2]
    house.say(1, anna.seat(1, who=1))
    for _ in range(6):
        act(house, rng)
    assert house.room.match is not None
    moves = len(house.room.match.moves)
    house.say(1, anna.ask(2))
    assert house.room.state.asked is not None and len(house.room.match.moves) == moves
    assert ben.state.voters(house.room.state.asked) == {2}
    house.say(2, ben.answer(False))
    assert house.room.state.asked is None
    house.say(1, anna.ask(9))
    assert len(house.room.match.moves) == 9, "the moves since then were Anna's alone"
    house.say(1, anna.ask(2))
    house.say(2, ben.answer(True))
    assert len(house.room.match.moves) == 2
    assert house.reloaded().state.former == house.room.state.former == [(2, 2)]


def test_a_seat_given_to_a_computer_does_not_make_its_moves_a_computers() -> None:
    """Anna hands Ben's seat to a computer, and takes back what Ben has answered."""
    house, rng = seated(), Random(3)
    anna = house.replicas[1]
    while not any(move.seat == 1 for move in match_of(house).moves):
        act(house, rng)
    house.thinking = False
    assert code(house, 1, anna.back(0)) == "ask-first"
    house.say(1, anna.seat(1, computer="easy"))
    assert anna.can_take_back is None and anna.can_ask is not None
    assert code(house, 1, anna.back(0)) == "ask-first"


def match_of(house: House) -> Match:
    assert house.room.match is not None
    return house.room.match


def test_a_removed_player_cannot_be_passed_over() -> None:
    house, rng = seated(), Random(4)
    for _ in range(4):
        act(house, rng)
    anna = house.replicas[1]
    house.say(1, anna.remove(2))
    house.say(1, anna.ask(1))
    assert house.room.match is not None and len(house.room.match.moves) == 4
    house.say(1, anna.answer(False))
    assert house.room.state.asked is None


def test_a_player_whom_the_server_let_go_is_still_asked() -> None:
    """Anna takes Ben's seat, and fills the room with members until Ben is the longest absent."""
    house, rng = seated(), Random(4)
    for _ in range(4):
        act(house, rng)
    anna = house.replicas[1]
    house.say(1, anna.seat(1, who=1))
    house.absence[2] = 1000.0
    for number in range(4, MAX_MEMBERS + 3):
        house.come(number)
        house.absence[number] = 1.0
    assert house.room.state.members[2].gone
    house.say(1, anna.ask(1))
    assert house.room.match is not None and len(house.room.match.moves) == 4
    assert house.room.state.asked is not None and house.room.state.voters(house.room.state.asked) == {2}


def test_who_left_by_themselves_is_not_asked() -> None:
    house, rng = seated(), Random(5)
    for _ in range(4):
        act(house, rng)
    house.say(2, house.replicas[2].leave())
    house.say(1, house.replicas[1].ask(1))
    assert house.room.match is not None and len(house.room.match.moves) == 1


# ---- rooms that went back ----------------------------------------------------------------------------


def other_history(house: House, lost: int, more: int) -> Room:
    """Return the room after a restored backup: without the last entries, and with others in their place."""
    room, rng = Room(NAME, house.lines[:-lost]), Random(99)
    for _ in range(more):
        assert room.match is not None
        seat = room.match.state.actor or 0
        who = room.state.chairs[seat].who or 0
        device = RoomReplica(NAME, key_of(who), "", f"x{room.n}")
        device.receive(room.snapshot(who, 0, {}))
        action = choice(room.match.state, rng)
        line = room.propose(who, parse_command(device.play(action)), house.now + 50)
        assert line is not None
        room.apply(line)
    return room


def test_a_device_notices_that_the_room_has_another_history() -> None:
    house, rng = seated(), Random(6)
    for _ in range(12):
        act(house, rng)
    for lost, more in ((4, 5), (4, 4), (1, 3), (3, 1)):
        room = other_history(house, lost, more)
        device = RoomReplica(NAME, key_of(2), "Ben", "again")
        device.receive(house.room.snapshot(2, 0, {}))
        enter = json.loads(device.enter())
        told = device.receive(room.snapshot(2, enter["since"], {}, "", enter["last"]))
        assert isinstance(told[0], updates.Entered) and told[0].restored
        assert device.match is not None and room.match is not None
        assert device.match.state.position() == room.match.state.position(), (lost, more)
    enter = json.loads(device.enter())
    told = device.receive(room.snapshot(2, enter["since"], {}, "", enter["last"]))
    assert told == [updates.Entered(room.n, room.n)], "otherwise only what is new is sent"


def test_what_one_seat_alone_is_told_does_not_count_as_another_history() -> None:
    house = with_cards()
    for number in (1, 2, 3):
        enter = json.loads(house.replicas[number].enter())
        text = house.room.snapshot(number, enter["since"], {}, "", enter["last"])
        assert json.loads(text)["since"] == house.room.n
    assert json.loads(house.room.snapshot(1, 3, {}))["since"] == 3, "older devices send no fingerprint"


def test_messages_of_the_connection_to_another_room_are_ignored() -> None:
    house = seated()
    other = RoomReplica("o" * 22, key_of(1), "Anna", "d")
    assert other.receive(house.room.snapshot(1, 0, {})) == [] and other.state.n == 0
    assert other.receive(house.sent[1][-1]) == [] and other.outbox() == []
