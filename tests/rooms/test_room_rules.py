"""Permissions of members, and the validation of a room's setup."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from game import engine
from game.engine.record import write
from game.rooms import updates
from game.rooms.commands import parse_command
from game.rooms.entries import entry_of
from game.rooms.plan import parse_plan
from game.rooms.protocol import MAX_PLAN, MAX_PRESENT, Refused
from game.rooms.replica import RoomReplica
from game.server.room import Room
from tests.match.games import new_match
from tests.rooms.house import NAME, House, choice, key_of, plan


def refused(house: House, number: int, text: str) -> str:
    """Return the code of the rejection; empty if the message is accepted."""
    n = house.room.n
    house.say(number, text)
    last = house.news[number][-1] if house.news[number] else None
    if house.room.n > n:
        return ""
    assert isinstance(last, updates.Refusal)
    return last.code


def lobby(*chairs: str, people: int = 4) -> tuple[House, list[RoomReplica]]:
    house = House(plan("hansa", chairs))
    return house, [house.come(number) for number in range(1, people + 1)]


def test_open_seats_are_for_whoever_sits_down_first() -> None:
    house, (anna, ben, kate, _) = lobby("me", "open", "open")
    assert refused(house, 2, ben.seat(1, who=2)) == ""
    assert refused(house, 3, kate.seat(1, who=3)) == "taken"
    assert refused(house, 3, kate.seat(0)) == "taken"
    assert refused(house, 3, kate.seat(2, who=4)) == "owner-only", "nobody is made to sit"
    assert refused(house, 3, kate.seat(2, computer="easy")) == "owner-only"
    assert refused(house, 3, kate.seat(2)) == "owner-only", "there is nothing to stand up from"
    assert refused(house, 3, kate.seat(7, who=3)) == "broken"
    assert refused(house, 2, ben.seat(1)) == "" and house.room.state.open_seats == [1, 2]
    assert refused(house, 1, anna.seat(1, who=3)) == "" and kate.mine == [1]
    assert refused(house, 1, anna.seat(1, computer="hard")) == "" and kate.mine == []
    assert refused(house, 1, anna.seat(2, who=9)) == "unknown-member"


def test_a_colour_is_one_seats_and_changes_before_the_game() -> None:
    house, (anna, ben, *_) = lobby("me", "open", people=2)
    taken = house.room.state.chairs[0].colour
    assert refused(house, 2, ben.seat(1, who=2, colour=taken)) == "colour"
    assert refused(house, 2, ben.seat(1, who=2, colour="white")) == ""
    house.say(1, anna.start())
    assert anna.match is not None and anna.match.players[1].colour == "white"
    assert refused(house, 2, ben.seat(1, who=2, colour="black")) == "started"


def test_the_owner_alone_starts_pauses_and_hands_the_room_on() -> None:
    house, (anna, ben, kate, dietrich) = lobby("me", "open", "open")
    for number, replica in ((2, ben), (3, kate)):
        assert refused(house, number, replica.start()) == "owner-only"
        assert refused(house, number, replica.pause(True)) == "owner-only"
        assert refused(house, number, replica.owner(number)) == "owner-only"
    assert refused(house, 1, anna.pause(True)) == "not-started"
    house.say(2, ben.seat(1, who=2))
    house.say(1, anna.start())
    refusal = house.news[1][-1]
    assert refusal == updates.Refusal("open-seats", {"seats": [2]}, "start")
    house.say(1, anna.owner(4))
    assert dietrich.owns and not anna.owns and house.news[2][-1] == updates.Owned(4)
    assert refused(house, 4, dietrich.seat(2, computer="easy")) == ""
    assert refused(house, 4, dietrich.start()) == ""
    assert refused(house, 4, dietrich.start()) == "started"
    house.say(4, dietrich.leave())
    assert house.room.state.owner == 1, "of those who are seated, Anna has been there longest"
    house.say(1, anna.leave())
    house.say(2, ben.leave())
    assert kate.owns
    house.say(3, kate.leave())
    assert house.room.state.owner == 3, "nobody is left: whoever comes back first finds it so"
    assert refused(house, 3, kate.say("hello")) == "unknown-member"


def test_watchers_talk_and_rename_themselves_but_do_not_play() -> None:
    house, (anna, ben, kate, _) = lobby("me", "open")
    house.say(2, ben.seat(1, who=2))
    assert refused(house, 3, kate.ask(0)) == "not-started"
    house.say(1, anna.start())
    assert kate.match is not None
    action = kate.match.state.legal_actions()[0]
    assert refused(house, 3, kate.play(action)) == "not-yours"
    assert refused(house, 1, anna.ask(0)) == "nothing-to-take-back"
    actor = kate.match.state.actor or 0
    house.say(actor + 1, house.replicas[actor + 1].play(action))
    assert refused(house, 3, kate.ask(0)) == "watching"
    assert refused(house, 3, kate.back(0)) == "watching"
    n = house.room.n
    house.say(3, kate.say("hello"))
    assert house.news[1][-1] == updates.Said(3, "hello") and not kate.pending
    assert house.room.n == n, "talk is not stored"
    house.say(3, kate.rename("Kät\u202ehe\n"))
    assert anna.state.members[3].name == "Käthe"
    wrong = kate.seat(0).replace('"do":"seat"', '"do":"say","phrase":"rubbish"')
    assert refused(house, 3, wrong) == "broken"


def test_what_comes_too_late_is_refused_with_the_number_that_is_next() -> None:
    house, (anna, ben) = lobby("me", "open", people=2)
    house.say(2, ben.seat(1, who=2))
    house.say(1, anna.start())
    rng = Random(3)
    for _ in range(6):
        assert house.room.match is not None and house.room.match.state.actor is not None
        number = house.room.match.state.actor + 1
        house.say(number, house.replicas[number].play(choice(house.room.match.state, rng)))
    old = json.dumps({"do": "play", "id": "z", "at": 3, "action": "place reval of another game"})
    house.say(1, old)
    assert house.news[1][-1] == updates.Refusal("late", {"at": 7}, "")
    assert refused(house, 1, old.replace("3", "99")) == "late"
    assert refused(house, 1, old.replace('"play"', '"back"').replace('"action"', '"to":0,"x"')) == "late"
    wrong = json.dumps({"do": "play", "id": "z", "at": 7, "action": "hoist sails"})
    assert house.room.match is not None
    house.say((house.room.match.state.actor or 0) + 1, wrong)
    refusal = house.news[(house.room.match.state.actor or 0) + 1][-1]
    assert isinstance(refusal, updates.Refusal) and refusal.facts == {"reason": ["unknown-action", {}]}


def test_so_many_people_are_in_a_room_at_most() -> None:
    house, _ = lobby("me", "open", people=MAX_PRESENT)
    late = house.come(MAX_PRESENT + 1)
    assert (
        house.news[MAX_PRESENT + 1] == [updates.Refusal("full", {"most": MAX_PRESENT}, "")]
        and late.me is None
    )
    house.say(5, house.replicas[5].leave())
    house.come(MAX_PRESENT + 1)
    assert late.me is None and house.replicas[MAX_PRESENT + 1].me == MAX_PRESENT + 1
    house.come(5)
    assert house.news[5][-1] == updates.Refusal("full", {"most": MAX_PRESENT}, "")
    house.say(6, house.replicas[6].leave())
    assert house.come(5).me == 5, "whoever comes back is the same"


def test_a_replica_learns_who_is_there_and_that_the_server_ends_and_ignores_the_rest() -> None:
    _, (anna, *_) = lobby("me", "open", people=1)
    assert anna.receive('{"is":"present","who":{"1":"away","2":"gone"}}') == []
    assert anna.present == {1: "away", 2: "gone"}
    assert all(anna.receive(f'{{"is":"{one}"}}') == [] for one in ("pong", "thinking", "something new"))
    assert anna.receive('{"is":"bye","why":"stopping"}') == [updates.Closed("stopping")]


def test_a_device_that_cannot_follow_begins_anew_and_then_gives_up() -> None:
    house, (anna, ben) = lobby("me", "open", people=2)
    house.say(2, ben.seat(1, who=2))
    house.say(1, anna.start())
    n = anna.state.n
    strange = {"is": "entry", "n": n + 1, "t": 1, "by": 2, "do": "play", "at": 1, "seat": 1, "action": "fly"}
    assert anna.receive(json.dumps(strange)) == [] and anna.match is not None, "it is still on show"
    (again,) = anna.outbox()
    assert anna.receive(json.dumps(strange | {"n": n + 2})) == [] and anna.outbox() == []
    assert json.loads(anna.enter())["since"] == 0, "over another line, too"
    assert json.loads(again)["since"] == 0
    house.say(1, again)
    assert anna.state.n == n and anna.match is not None
    anna.receive(json.dumps(strange))
    anna.outbox()
    broken = json.loads(house.room.snapshot(1, 0, {}))
    broken["entries"].append(strange)
    assert anna.receive(json.dumps(broken)) == [updates.Closed("broken")]


# ---- plans -----------------------------------------------------------------------------------------


def asked(**changed: Any) -> str:
    """Return a setup with some fields changed."""
    return json.dumps({**json.loads(plan("hansa", ("me", "open", "computer hard")).text()), **changed})


def why(text: str | bytes) -> tuple[str, object]:
    with pytest.raises(Refused) as refusal:
        parse_plan(text)
    return refusal.value.code, refusal.value.facts.get("where")


def test_a_plan_comes_back_as_it_was() -> None:
    for game in engine.rulesets():
        match = new_match(game, 3)
        for record in (None, match.record):
            made = plan(game, ("me", "open", "computer medium"), record=record)
            again = parse_plan(made.text())
            assert again._replace(record=None) == made._replace(record=None)
            assert again.record == record and parse_plan(again.text().encode()) == again


def test_a_plan_that_is_none_is_refused() -> None:
    setup = {"ruleset": "hansa", "seats": 3, "options": {}}
    assert why("") == why(b"\xff") == why("[]") == ("broken", "message")
    assert why(" " * (MAX_PLAN + 1))[0] == "too-big"
    assert why(asked(v=3))[0] == "version"
    assert why(asked(key="short")) == ("broken", "key")
    for wrong in ({**setup, "ruleset": "chess"}, {**setup, "options": {"speed": "high"}}):
        assert why(asked(setup=wrong))[0] == "broken"
    assert why(asked(setup={**setup, "seats": 4})) == ("broken", "chairs")
    assert why(asked(setup={**setup, "options": {"start_player": 1}})) == ("broken", "options")
    assert why(asked(chairs=["me", "open", "computer"])) == ("broken", "chairs")
    assert why(asked(chairs=["me", "open", "computer god"])) == ("broken", "chairs")
    assert why(asked(chairs=["me", "open", 3])) == ("broken", "chairs")
    assert why(asked(colours=["red", "red", "blue"])) == ("broken", "colours")
    assert why(asked(colours=["red", "gold", "blue"])) == ("broken", "colours")
    assert why(asked(names=["x" * 1000, "", ""])) == ("broken", "names")
    match = new_match("hansa", 3)
    assert why(asked(record=write(match.record)[:-3])) == ("broken", "record")
    assert why(asked(record=write(match.record).replace("end 0", "done\nend 1"))) == ("broken", "record")
    rng = Random(1)
    while match.state.actor is not None:
        match.play(choice(match.state, rng))
    assert why(asked(record=write(match.record)))[0] == "over"


def test_a_room_may_be_made_by_somebody_who_watches() -> None:
    line = Room.opening(parse_plan(asked(chairs=["open", "open", "open"])), seed=1, salt="s", now=5, lasts=9)
    room = Room(NAME, [line])
    assert room.state.owner == 1 and not room.state.seated and room.state.lasts == 9
    assert room.member(key_of(1)) == 1 and room.member(key_of(2)) is None


def test_a_refusal_names_the_command_it_refuses() -> None:
    for text in ('{"do":"play","id":"a.7","at":"x"}', '{"do":"play","id":"a.7"}'):
        with pytest.raises(Refused) as refusal:
            parse_command(text)
        assert json.loads(refusal.value.message())["id"] == "a.7"


# ---- requests, gaps, knowledge ---------------------------------------------------------------------


def begun(*chairs: str, people: int = 3, actions: int = 8) -> House:
    """Return a game in progress, in which the open seats are taken in order."""
    house, replicas = lobby(*chairs, people=people)
    for number, replica in enumerate(replicas, 1):
        if number > 1 and house.room.state.open_seats:
            house.say(number, replica.seat(house.room.state.open_seats[0], number))
    house.say(1, replicas[0].start())
    rng = Random(5)
    for _ in range(actions):
        assert house.room.match is not None
        who = house.room.state.chairs[house.room.match.state.actor or 0].who or 0
        house.say(who, house.replicas[who].play(choice(house.room.match.state, rng)))
    return house


def test_a_request_is_for_the_others_and_each_answers_once() -> None:
    house = begun("me", "open", "open")
    anna, ben, kate = (house.replicas[number] for number in (1, 2, 3))
    house.say(1, anna.ask(2))
    assert refused(house, 1, anna.answer(True)) == "not-asked"
    assert refused(house, 2, ben.ask(1)) == "asked" and ben.can_ask is None
    assert refused(house, 2, ben.answer(True)) == ""
    assert refused(house, 2, ben.answer(False)) == "not-asked"
    assert refused(house, 3, kate.answer(True).replace('"ask":', '"ask":1')) == "not-asked"
    house.say(1, anna.seat(0))
    assert house.room.state.asked is None and kate.state.asked is None, "whoever asked has stood up"


def test_whoever_asked_may_withdraw_the_request() -> None:
    house = begun("me", "open", "open")
    anna, ben = house.replicas[1], house.replicas[2]
    house.say(1, anna.ask(2))
    house.say(2, ben.answer(True))
    house.say(1, anna.answer(False))
    assert house.room.state.asked is None and ben.state.asked is None
    assert refused(house, 1, anna.ask(2)) == "", "and may ask again"


def test_a_request_needs_nobody_where_all_others_are_computers() -> None:
    house = begun("me", "computer easy", people=1, actions=6)
    match = house.room.match
    assert match is not None and len(match.moves) > 3
    house.thinking = False
    house.say(1, house.replicas[1].ask(1))
    assert len(match.moves) == 1


def test_while_people_agree_on_going_back_computers_wait() -> None:
    house = begun("me", "open", "computer easy", actions=4)
    house.thinking = False
    rng = Random(6)
    while house.room.awaited() is None:
        assert house.room.match is not None
        who = house.room.state.chairs[house.room.match.state.actor or 0].who or 0
        house.say(who, house.replicas[who].play(choice(house.room.match.state, rng)))
    house.say(1, house.replicas[1].ask(0))
    assert house.room.awaited() is None
    house.say(2, house.replicas[2].answer(False))
    assert house.room.awaited() is not None


def test_who_owned_the_room_is_followed_by_somebody_who_plays() -> None:
    house, (anna, ben, kate) = lobby("me", "open", people=3)
    house.say(3, kate.seat(1, 3))
    house.say(1, anna.leave())
    assert kate.owns and not ben.owns


def test_a_device_that_missed_an_entry_asks_from_where_it_was() -> None:
    house = begun("me", "open", "open")
    replica = RoomReplica(NAME, key_of(2), "Ben", "again")
    welcome = json.loads(house.room.snapshot(2, 0, {}))
    welcome["entries"] = welcome["entries"][:-3]
    replica.receive(json.dumps(welcome))
    known = replica.state.n
    assert known == house.room.n - 3
    entry = json.loads(house.sent[2][-1])
    assert entry["n"] == house.room.n and replica.receive(json.dumps(entry)) == []
    (again,) = replica.outbox()
    assert json.loads(again)["since"] == known
    replica.receive(house.room.snapshot(2, known, {}))
    assert replica.state.n == house.room.n


def test_whoever_knows_more_than_the_room_begins_anew() -> None:
    """The server may have been restored from an older backup."""
    house = begun("me", "open")
    older = Room(NAME, house.lines[:-4])
    replica = house.replicas[2]
    replica.receive(older.snapshot(2, replica.state.n, {}))
    assert replica.state.n == older.n and replica.match is not None and older.match is not None
    assert replica.match.state.position() == older.match.state.position()


def test_what_one_seat_alone_is_shown_is_told_to_that_seat_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hypothetical game; no existing one has that."""
    house = begun("me", "open", actions=2)
    assert house.room.match is not None
    state = type(house.room.match.state)

    def to_tell(_: object, events: object, seat: int | None = None) -> dict[str, list[str]]:
        return {"peep": ["ace"]} if seat == 1 else {}

    monkeypatch.setattr(state, "to_tell", to_tell)
    monkeypatch.setattr(type(house.room.match.ruleset), "revealing", frozenset({"place", "build", "turn"}))
    room = Room(NAME, house.lines)
    entry = entry_of(house.lines[-1])
    assert entry.do == "play" and room.message(entry, 2).endswith('"told":{"peep":["ace"]}}')
    assert '"ace"' not in room.message(entry, 1) and '"ace"' not in room.snapshot(1, 0, {})
    assert '"ace"' in room.snapshot(2, 0, {})
