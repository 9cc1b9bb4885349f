"""Devices that return with stored data receive only new entries, and end in the state of all others."""

from __future__ import annotations

import json
from random import Random

import pytest

from game import engine
from game.match import Match
from game.rooms.replica import RoomReplica
from game.rooms.replica_storage import resume, written
from tests.needs import at_least
from tests.rooms.house import NAME, NAMES, House, choice, key_of, plan

GAMES = engine.rulesets()


def kept(replica: RoomReplica) -> tuple[str, str]:
    """Return a device's stored data of the room and the game."""
    assert replica.match is not None
    return written(replica), replica.match.text()


def new_replica(number: int, visit: int) -> RoomReplica:
    return RoomReplica(NAME, key_of(number), NAMES[number - 1], f"k{visit}")


def begun(game: str) -> House:
    house = House(plan(game, ("me", "open", "computer hard")))
    anna, ben = house.come(1), house.come(2)
    house.say(2, ben.seat(1, who=2))
    house.say(1, anna.start())
    return house


def act(house: House, rng: Random) -> None:
    """Let the player to act play, and sometimes cause another event in the room."""
    match = house.room.match
    assert match is not None and match.state.actor is not None
    who = house.room.state.chairs[match.state.actor].who
    assert who is not None
    replica = house.replicas[who]
    if replica.can_take_back is not None and rng.random() < 0.1:
        house.say(who, replica.back())
    elif replica.can_ask is not None and rng.random() < 0.05:
        house.say(who, replica.ask())
    elif rng.random() < 0.1:
        house.say(who, rng.choice([replica.rename(f"N{replica.state.n}"), replica.say("hello")]))
    else:
        house.say(who, replica.play(choice(match.state, rng)))


@pytest.mark.parametrize("game", GAMES)
def test_a_device_that_comes_back_is_told_only_what_is_new(game: str) -> None:
    """Every device's position is compared with the server's after every entry (`House.compare`)."""
    house, rng, returns = begun(game), Random(9), 0
    away = {number: kept(house.replicas[number]) for number in (1, 2)}
    while house.room.match is not None and house.room.match.state.actor is not None and returns < 40:
        for _ in range(rng.randrange(4)):
            if house.room.match.state.actor is not None:
                act(house, rng)
        if house.room.match.state.actor is None:
            break  # the verification of a finished game is received again
        number = rng.choice((1, 2))
        if rng.random() < 0.5:
            away[number] = kept(house.replicas[number])  # otherwise its data is older
        replica, (room, record) = new_replica(number, returns), away[number]
        assert resume(replica, room, Match.resume(NAME, record))
        known = replica.state.n
        house.replicas[number] = replica
        house.sent[number].clear()
        house.come(number, anew=False)
        told = json.loads(house.sent[number][0])
        assert told["since"] == known and len(told["entries"]) == house.room.n - known
        assert vars(replica.state) == vars(house.room.state)
        other = house.replicas[3 - number]
        assert replica.match is not None and other.match is not None
        assert replica.match.record.tags["room"] == NAME and replica.match.players == other.match.players
        assert [one.id for one in replica.match.controllers] == [
            "person" if seat in replica.mine else "room" for seat in range(3)
        ]
        assert replica.can_take_back == (None if house.room.state.paused else replica.match.undo_step)
        away[number] = kept(replica)
        returns += 1
    assert returns >= at_least(game, 21, short=6)


def test_what_is_illegible_or_of_another_moment_is_not_used() -> None:
    house, rng = begun("hansa"), Random(2)
    for _ in range(6):
        act(house, rng)
    room, record = kept(house.replicas[1])
    data = json.loads(room)
    wrong = [
        *("", "null", "[]", "{", "7", '{"v":1}'),
        *(
            json.dumps({name: value for name, value in data.items() if name != left})
            for left in data
            if left != "last"  # older versions did not store it
        ),
        json.dumps(data | {"v": 2}),
        json.dumps(data | {"me": 99}),
        json.dumps(data | {"state": data["state"] | {"n": "57"}}),
        json.dumps(data | {"state": data["state"] | {"chairs": []}}),
        json.dumps(data | {"state": data["state"] | {"members": 3}}),
    ]
    replica, match = new_replica(1, 1), Match.resume(NAME, record)
    for text in wrong:
        assert not resume(replica, text, match), text
        assert replica.state.n == 0 and replica.match is None
    match.take_back(len(match.moves) - 1)
    assert not resume(replica, room, match), "the game is of another moment"
    assert resume(replica, room, Match.resume(NAME, record))


def test_a_game_that_is_over_is_heard_once_more_with_its_proof() -> None:
    house, rng = begun("hansa"), Random(3)
    house.checked = False
    while house.room.match is not None and house.room.match.state.actor is not None:
        act(house, rng)
    room, record = kept(house.replicas[1])
    assert not resume(new_replica(1, 1), room, Match.resume(NAME, record))
