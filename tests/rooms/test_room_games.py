"""Whole games in a room, played by several devices: all see one game, whatever happens on the way."""

from __future__ import annotations

import json
from random import Random

import pytest

from game import engine
from game.engine.record import read, replay
from game.match import AwaitingInput, AwaitingRemote, Computer, Match, Person, RemoteController
from game.rooms import updates
from game.rooms.commitment import commitment_of
from game.rooms.replica import RoomReplica
from tests.match.games import new_match
from tests.needs import at_least, needs
from tests.rooms.house import NAME, SEED, House, choice, key_of, kinds, plan

GAMES = engine.rulesets()


def seated(house: House, *numbers: int) -> None:
    """Let devices join and take the open seats; Anna begins the game."""
    house.come(1)
    for number in numbers:
        replica = house.come(number)
        if house.room.state.open_seats:
            house.say(number, replica.seat(house.room.state.open_seats[0], replica.me))
    house.say(1, house.replicas[1].start())
    assert house.room.match is not None


def decider(house: House) -> tuple[int, RoomReplica]:
    """Return the person to act, with their device."""
    assert house.room.match is not None
    seat = house.room.match.state.actor
    who = None if seat is None else house.room.state.chairs[seat].who
    assert who is not None
    return who, house.replicas[who]


def act(house: House, rng: Random) -> None:
    who, replica = decider(house)
    assert replica.match is not None
    house.say(who, replica.play(choice(replica.match.state, rng)))


def over(house: House) -> bool:
    return house.room.match is not None and house.room.match.state.actor is None


@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_people_and_computers_is_the_same_on_every_device(game: str) -> None:
    """Each device's position is compared with the server's after every entry (`House.compare`)."""
    house, rng = House(plan(game, ("me", "open", "computer hard"))), Random(4)
    seated(house, 2, 3)
    while not over(house):
        act(house, rng)
    assert house.room.match is not None and house.room.state.over
    for number, replica in house.replicas.items():
        assert replica.match is not None and replica.match.state.outcome == house.room.match.state.outcome
        assert kinds(house.news[number])[-1] == "Ended" and replica.proven
        assert replica.mine == ([number - 1] if number < 3 else [])
        assert all(isinstance(replica.match.controllers[seat], Person) for seat in replica.mine)
    reasons = house.replicas[1].match and house.replicas[1].match.record.reasons
    assert reasons == house.room.match.record.reasons


@pytest.mark.parametrize("game", GAMES)
def test_after_the_game_everybody_has_the_whole_record(game: str) -> None:
    house, rng = House(plan(game, ("me", "open"))), Random(5)
    seated(house, 2)
    replica = house.replicas[2]
    assert replica.match is not None
    while not over(house):
        before = replica.match.text()
        act(house, rng)
    assert before.startswith("kontor-record 2\n") and "\nposition " in before and str(SEED) not in before
    record = read(replica.match.text())
    assert record.seed == SEED and record.start is None and not record.told
    assert replay(record).outcome == replica.match.state.outcome
    assert (record.tags["room"], record.tags["name.1"]) == (NAME, "Ben")


@pytest.mark.parametrize("game", GAMES)
def test_devices_come_back_from_wherever_they_were(game: str) -> None:
    """With stored data or without; meanwhile others played."""
    house, rng = House(plan(game, ("me", "open", "computer easy"))), Random(6)
    seated(house, 2, 3)
    while not over(house):
        act(house, rng)
        if rng.random() < 0.2:
            house.offline ^= {2 + int(rng.random() * 2)}
        if decider_is_away(house) or rng.random() < 0.02:
            for number in list(house.offline):
                house.come(number, anew=rng.random() < 0.3)
                assert house.replicas[number].state.n == house.room.n
    for number in (1, 2, 3):
        house.come(number, anew=False)
    house.compare()
    latest = house.come(4)
    assert latest.match is not None and latest.proven
    welcome = json.loads(house.sent[4][-1])
    for since in range(0, house.room.n + 1, 7):
        told = json.loads(house.room.snapshot(4, since, {}))
        assert told["entries"] == welcome["entries"][since:] and told["since"] == since


def decider_is_away(house: House) -> bool:
    return not over(house) and decider(house)[0] in house.offline


@pytest.mark.parametrize("game", GAMES)
def test_what_was_said_before_the_connection_broke_is_said_again_and_counts_once(game: str) -> None:
    house, rng = House(plan(game, ("me", "open"))), Random(7)
    seated(house, 2)
    for _ in range(60):
        if over(house):
            break
        who, replica = decider(house)
        assert replica.match is not None
        said = replica.play(choice(replica.match.state, rng))
        n = house.room.n
        if rng.random() < 0.5:
            house.offline.add(who)  # the message is lost
        else:
            house.mute.add(who)  # the message arrives, the response is lost
        house.say(who, said)
        house.mute.clear()
        assert list(replica.pending.values()) == [said]
        house.come(who, anew=False)
        assert house.room.n == n + 1 + house.room.state.over and not replica.pending
    house.compare()


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_taken_back_until_somebody_else_has_acted(game: str) -> None:
    house, rng = House(plan(game, ("me", "open", "computer easy"))), Random(8)
    seated(house, 2)
    taken = refused = 0
    for _ in range(120):
        if over(house):
            break
        act(house, rng)
        who = 1 + int(rng.random() * 2)
        replica = house.replicas[who]
        assert replica.match is not None and house.room.match is not None
        if replica.can_take_back is not None and rng.random() < 0.3:
            step = replica.can_take_back
            house.say(who, replica.back())
            assert len(house.room.match.moves) >= step and kinds(house.news[who])[-1] != "Refusal"
            taken += 1
        elif replica.can_take_back is None and replica.can_ask is not None:
            house.say(who, replica.back(replica.can_ask))
            refusal = house.news[who][-1]
            assert isinstance(refusal, updates.Refusal) and refusal.code in ("ask-first", "over"), refusal
            refused += 1
    assert min(taken, refused) >= at_least(game, 6, short=3)
    assert house.reloaded().match is not None


@pytest.mark.parametrize("game", GAMES)
def test_others_may_agree_to_more(game: str) -> None:
    house, rng = House(plan(game, ("me", "open", "open"))), Random(9)
    seated(house, 2, 3, 4)
    anna, ben, kate = (house.replicas[number] for number in (1, 2, 3))
    while anna.can_ask is None or anna.can_take_back is not None:
        act(house, rng)
    assert house.room.match is not None and anna.can_ask is not None
    position, step = house.room.match.state.position(), anna.can_ask
    house.say(1, anna.ask())
    assert ben.state.asked is not None and (ben.state.asked.by, ben.state.asked.to) == (1, step)
    house.say(2, ben.answer(True))
    house.say(4, house.replicas[4].answer(True))
    assert kinds(house.news[4])[-1] == "Refusal", "a watcher is not asked"
    house.say(3, kate.answer(False))
    assert ben.state.asked is None and house.room.match.state.position() == position
    house.say(1, anna.ask())
    for number in (2, 3):
        assert len(house.room.match.moves) > step
        house.say(number, house.replicas[number].answer(True))
    assert len(house.room.match.moves) == step and kate.match and len(kate.match.moves) == step
    assert isinstance(house.news[3][-1], updates.WentBack) and ben.state.asked is None
    while anna.can_ask is None or anna.can_take_back is not None:
        act(house, rng)
    house.say(1, anna.ask())
    act(house, rng)
    assert ben.state.asked is None, "somebody went on instead"
    match = house.room.match
    floor = match.undo_step
    assert floor is not None and floor > step
    house.say(1, anna.ask(step))
    for number in (2, 3):
        house.say(number, house.replicas[number].answer(True))
    act(house, rng)
    number, replica = next((n, g) for n, g in house.replicas.items() if g.can_take_back is not None)
    house.say(number, replica.back())
    acts = [line["at"] for line in map(json.loads, house.lines) if "at" in line]
    assert acts == list(range(1, len(acts) + 1)), "what goes back is counted like an action"
    assert house.room.match.state.position() == position_at(house, step), "after that undo is as ever"


def position_at(house: House, step: int) -> str:
    assert house.room.match is not None
    return house.room.match.branch("", step).state.position()


def test_going_back_after_the_end_is_possible_if_all_agree_and_the_next_end_is_another() -> None:
    house, rng = House(plan("hansa", ("me", "open"))), Random(10)
    seated(house, 2)
    while not over(house):
        act(house, rng)
    last, other = decider_of_last(house)
    assert house.replicas[last].can_take_back is None
    house.say(last, house.replicas[last].ask())
    house.say(other, house.replicas[other].answer(True))
    assert not over(house) and not house.room.state.over and house.replicas[1].proven is None
    while not over(house):
        act(house, rng)
    assert house.room.state.over and house.replicas[1].proven and house.replicas[2].proven
    assert house.come(3).proven


def decider_of_last(house: House) -> tuple[int, int]:
    """Return the last person who decided, and the other of two."""
    assert house.room.match is not None
    who = house.room.state.chairs[house.room.match.moves[-1].seat].who or 0
    return who, 3 - who


@pytest.mark.parametrize("game", GAMES)
def test_seats_change_hands_while_the_game_goes_on(game: str) -> None:
    """To a computer and back, to another person, vacated; a person who leaves comes back."""
    house, rng = House(plan(game, ("me", "open", "open"))), Random(11)
    seated(house, 2, 3, 4)
    anna, ben, kate, dietrich = (house.replicas[number] for number in (1, 2, 3, 4))

    def some(actions: int) -> None:
        for _ in range(actions):
            if not over(house):
                act(house, rng)

    some(10)
    house.say(1, anna.seat(1, computer="easy"))
    assert ben.match is not None and isinstance(ben.match.controllers[1], RemoteController)
    assert ben.match.record.tags["player.1"] == "computer easy" and not ben.mine
    some(10)
    house.say(1, anna.seat(1, who=2))
    assert isinstance(ben.match.controllers[1], Person) and "player.1" not in ben.match.record.tags
    some(10)
    house.say(3, kate.leave())
    assert house.room.state.open_seats == [2] and anna.state.label(2) == "Käthe"
    while house.room.match and house.room.match.state.actor != 2:
        act(house, rng)
    assert anna.match is not None and anna.match.waits() == AwaitingRemote(2)
    kate = house.come(3)
    house.say(3, kate.seat(2, kate.me))
    assert kate.match is not None and kate.match.waits() == AwaitingInput(2)
    some(10)
    house.say(1, anna.seat(2, who=4))
    assert dietrich.mine == [2] and not kate.mine and anna.match.players[2].name == "Dietrich"
    some(10)
    house.say(1, anna.leave())
    assert ben.owns, "the owner left: whoever has been there longest and is seated"
    house.say(2, ben.seat(0, computer="medium"))
    while not over(house):
        act(house, rng)
    assert ben.proven and kate.proven and dietrich.proven


def test_while_the_game_is_paused_nobody_acts() -> None:
    house, rng = House(plan("hansa", ("me", "open", "computer easy"))), Random(12)
    seated(house, 2)
    for _ in range(5):
        act(house, rng)
    house.thinking = False
    assert house.room.match is not None
    while house.room.awaited() is None:
        act(house, rng)
    house.say(2, house.replicas[2].pause(True))
    assert isinstance(house.news[2][-1], updates.Refusal), "only the owner pauses"
    house.say(1, house.replicas[1].pause(True))
    assert house.room.awaited() is None and house.replicas[2].state.paused
    house.say(1, house.replicas[1].pause(False))
    house.thinking = True
    house.say(1, house.replicas[1].pause(True))
    house.say(1, house.replicas[1].pause(False))
    n = house.room.n
    who, replica = decider(house)
    house.say(1, house.replicas[1].pause(True))
    assert replica.match is not None
    house.say(who, replica.play(choice(replica.match.state, rng)))
    assert house.news[who][-1] == updates.Refusal("paused", {}, "play") and house.room.n == n + 1


@pytest.mark.parametrize("game", GAMES)
def test_a_saved_game_moves_in_and_what_is_hidden_is_dealt_anew(game: str) -> None:
    needs(game, "secrets")
    match, rng = new_match(game, 3), Random(13)
    while not any(match.state.to_tell(move.events) for move in match.moves) or len(match.moves) < 40:
        match.play(choice(match.state, rng))
    house = House(plan(game, ("me", "open", "computer easy"), record=match.record))
    seated(house, 2)
    assert house.room.match is not None and house.room.state.moved == len(match.moves)
    assert [move.action for move in house.room.match.moves][: len(match.moves)] == match.record.actions
    assert house.room.match.branch("x", len(match.moves)).state.position() == match.state.position()
    while not over(house):
        act(house, rng)
    for replica in house.replicas.values():
        assert replica.match is not None and replica.proven
        record = read(replica.match.text())
        assert record.seed == SEED and replay(record).outcome == house.room.match.state.outcome


@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_on_without_the_room(game: str) -> None:
    """Saved and opened again before its end, as a game on one device; its computers stay."""
    house, rng = House(plan(game, ("me", "open", "computer easy"))), Random(14)
    seated(house, 2)
    for _ in range(30):
        act(house, rng)
    replica = house.replicas[1]
    assert replica.match is not None
    saved = Match.resume("saved", replica.match.text())
    assert saved.state.position(0) == replica.match.state.position(0) and saved.text() == replica.match.text()
    assert [type(controller) for controller in saved.controllers] == [Person, Person, Computer]
    alone = replica.match.branch("alone", 20, [Person(), Person(), Computer("easy")])
    assert "room" not in alone.record.tags and len(alone.moves) == 20
    while alone.state.actor is not None:
        alone.play(choice(alone.state, rng))
    assert replay(read(alone.text())).outcome == alone.state.outcome


def test_a_forged_seed_is_noticed() -> None:
    """Another seed than the committed one, or a committed one that does not give this game."""
    house, rng = House(plan("hansa", ("me", "open"))), Random(15)
    seated(house, 2)
    while not over(house):
        act(house, rng)
    welcome = json.loads(house.room.snapshot(1, 0, {}))
    end = welcome["entries"][-1]
    assert end["do"] == "over" and end["seed"] == str(SEED)

    def proven(text: str) -> bool | None:
        replica = RoomReplica(NAME, key_of(1), "Anna", "x")
        assert isinstance(replica.receive(text)[-1], updates.Ended)
        assert replica.match is not None and replica.match.state.outcome is not None
        return replica.proven

    assert proven(json.dumps(welcome))
    for forged in ({"seed": str(SEED + 1)}, {"salt": "pepper"}):
        again = json.loads(json.dumps(welcome))
        again["entries"][-1] |= forged
        assert proven(json.dumps(again)) is False
    again = json.loads(json.dumps(welcome))
    again["entries"][0]["seal"] = commitment_of(9, "s")
    again["entries"][-1] |= {"seed": "9", "salt": "s"}
    assert proven(json.dumps(again)) is False, "the seal fits, but the draw was another"
