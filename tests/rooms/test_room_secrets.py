"""Hidden information is in no message before it is revealed, and a room equals its replayed log at every
moment."""

from __future__ import annotations

import json
from functools import cache
from random import Random

import pytest

from game import engine
from game.engine.record import Record, read, write
from game.rooms.commands import parse_command
from game.rooms.commitment import hashed
from game.rooms.entries import compact, entry_of
from game.rooms.protocol import Refused
from game.server.room import Room
from tests.match.games import finished_text
from tests.needs import at_least, needs
from tests.rooms.house import NAME, SALT, SEED, House, choice, key_of, plan

GAMES = engine.rulesets()
WATCHER = 3


def often_enough(game: str) -> float:
    """Return how likely each kind of interruption is after an action, so that a short game has all kinds."""
    return max(0.05, 6 / len(read(finished_text(game)).actions))


@cache
def eventful(game: str) -> House:
    """Return a whole game with a computer and a spectator, with undo, alone and with consent."""
    house, rng = House(plan(game, ("me", "open", "computer easy"))), Random(21)
    house.checked = False
    often = often_enough(game)
    for number in (1, 2, WATCHER):
        house.come(number)
    house.say(2, house.replicas[2].seat(1, 2))
    house.say(1, house.replicas[1].start())
    assert house.room.match is not None
    while (seat := house.room.match.state.actor) is not None:
        who = house.room.state.chairs[seat].who or 0
        house.say(who, house.replicas[who].play(choice(house.room.match.state, rng)))
        other, dice = house.replicas[3 - who], rng.random()
        if dice < often and other.can_take_back is not None:
            house.say(3 - who, other.back())
        elif dice < 2 * often and other.can_ask is not None:
            house.say(3 - who, other.ask(max(0, other.can_ask - 3)))
            house.say(who, house.replicas[who].answer(rng.random() < 0.5))
        elif dice < 3 * often:
            house.say(WATCHER, house.replicas[WATCHER].say("well-played"))
    kinds = {entry_of(line).do for line in house.lines}
    assert {"open", "join", "seat", "start", "play", "back", "ask", "answer", "over"} <= kinds
    secrets = bool(engine.ruleset(game).revealing)
    assert any('"told":' in text for text in house.sent[1]) == secrets
    return house


# ---- hidden information ----------------------------------------------------------------------------


def dealt_anew(lines: list[str], rng: Random) -> Room:
    """Return the room with equal history and re-dealt hidden information."""
    twin = Room(NAME, lines)
    match = twin.match
    assert match is not None
    match.state = match.state.determinize(rng)
    began = match.branch("", 0).state
    record = Record.beginning(match.ruleset, began.position(), 7, {})
    twin._secret = {"seed": "7", "salt": "other", "record": write(record)}
    return twin


def told(room: Room, rng: Random) -> list[str]:
    """Return all messages that members can receive now, for any request."""
    said = [room.snapshot(who, since, {who: "here"}) for who in (1, 2, WATCHER) for since in (0, room.n - 1)]
    match = room.match
    assert match is not None
    wanted = room.awaited()
    said.append(json.dumps(room.state.game_seq) if wanted is None else without_dice(wanted.request))
    texts = [action.text for action in match.state.legal_actions()[:3]] + ["end-turn", "done", "place reval"]
    for who in (1, 2, WATCHER):
        for text in texts:
            at = room.state.game_seq + int(rng.random() * 2)
            said.append(answered(room, who, {"do": "play", "id": "x", "at": at, "action": text}))
        for do in ("back", "ask"):
            to = len(match.moves) - 1 - int(rng.random() * 3)
            said.append(
                answered(room, who, {"do": do, "id": "y", "at": room.state.game_seq + 1, "to": max(0, to)})
            )
    return said


def without_dice(request: str) -> str:
    """Return a computer's request without its seed, which comes from the salt."""
    return json.dumps({**json.loads(request), "seed": 0})


def answered(room: Room, who: int, command: dict[str, object]) -> str:
    try:
        return room.propose(who, parse_command(compact(command)), 5) or "counted"
    except Refused as refused:
        return refused.message()


@pytest.mark.parametrize("game", GAMES)
def test_nobody_peeks(game: str) -> None:
    """Re-dealing hidden information changes no byte of the messages, until something is revealed."""
    needs(game, "secrets")
    house, rng = eventful(game), Random(22)
    begun = next(n for n, line in enumerate(house.lines, 1) if entry_of(line).do == "start")
    room = Room(NAME, house.lines[:begun])
    twin, compared, revealed = dealt_anew(house.lines[:begun], rng), 0, 0
    for line in house.lines[begun:]:
        if room.n % 3 == 0:
            dice = rng.random()
            assert told(room, Random(dice)) == told(twin, Random(dice))
        entry = room.apply(line)
        if entry.do == "over":
            break
        if room.n in room._revealed or entry.do == "back":
            revealed += entry.do == "play"
            twin = dealt_anew(house.lines[: room.n], rng)
            continue
        assert twin.apply(line) == entry
        for who in (1, 2, WATCHER):
            assert room.message(entry, who) == twin.message(entry, who)
            compared += 1
    assert compared > 200 and revealed


@pytest.mark.parametrize("game", GAMES)
def test_seed_salt_and_keys_are_in_no_message(game: str) -> None:
    house = eventful(game)
    secrets = [SALT, *(key for number in (1, 2, 3) for key in (key_of(number), hashed(key_of(number))))]
    for number in (1, 2, WATCHER):
        texts = house.sent[number]
        end = next(at for at, text in enumerate(texts) if '"do":"over"' in text)
        for text in texts[:end]:
            assert not any(secret in text for secret in [str(SEED), f"{SEED:x}", f'"{SALT}"', *secrets[1:]])
            assert '"_"' not in text
        assert f'"seed":"{SEED}"' in texts[end] and '"_"' not in texts[end]


# ---- durability ------------------------------------------------------------------------------------


def looks(room: Room) -> list[object]:
    """Return the room's complete state, except cached computer choices."""
    match = room.match
    state = sorted((name, repr(value)) for name, value in vars(room.state).items())
    told = [room.snapshot(who, 0, {}) for who in room.state.members]
    if match is None:
        return [state, told]
    follows = None if match.ready else room.follow_up(1)
    return [state, told, match.text(), match.undo_step, match.state.position(), follows]


@pytest.mark.parametrize("game", GAMES)
def test_a_room_read_from_its_lines_is_the_room_that_wrote_them_at_every_moment(game: str) -> None:
    """So nothing is lost whenever the server is killed."""
    lines = eventful(game).lines
    live = Room(NAME)
    for number, line in enumerate(lines, 1):
        live.apply(line)
        if number % 5 == 1 or number == len(lines):
            assert looks(Room(NAME, lines[:number])) == looks(live)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_survives_a_service_that_is_killed_again_and_again(game: str) -> None:
    house, rng = House(plan(game, ("me", "open", "computer easy"))), Random(23)
    house.come(1)
    house.come(2)
    house.say(2, house.replicas[2].seat(1, 2))
    house.say(1, house.replicas[1].start())
    kills = 0
    while house.room.match is not None and (seat := house.room.match.state.actor) is not None:
        who = house.room.state.chairs[seat].who
        if who is not None:
            house.say(who, house.replicas[who].play(choice(house.room.match.state, rng)))
        if rng.random() < max(0.2, 3 * often_enough(game)):
            house.room, kills = house.reloaded(), kills + 1
            for number in (1, 2):
                house.come(number, anew=False)
    assert kills >= at_least(game, 11, short=6)
    assert house.replicas[1].proven and house.replicas[2].proven


# ---- idempotence -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_message_counts_once_however_often_it_comes(game: str) -> None:
    house, rng = House(plan(game, ("me", "open", "computer easy"))), Random(24)
    heard: list[tuple[int, str]] = []

    def twice(number: int, text: str) -> None:
        house.say(number, text)
        n = house.room.n
        heard.append((number, text))
        house.say(number, text)
        house.say(*rng.choice(heard))
        assert house.room.n == n

    for number in (1, 2):
        replica = house.come(number)
        twice(number, replica.enter())
    anna, ben = house.replicas[1], house.replicas[2]
    twice(2, ben.seat(1, 2))
    twice(2, ben.rename("Benno"))
    twice(1, anna.start())
    match = house.room.match
    while match is not None and (seat := match.state.actor) is not None:
        who = house.room.state.chairs[seat].who or 0
        replica, other = house.replicas[who], house.replicas[3 - who]
        twice(who, replica.play(choice(match.state, rng)))
        dice = rng.random()
        if dice < 0.05 and other.can_take_back is not None:
            twice(3 - who, other.back())
        elif dice < 0.1 and other.can_ask is not None:
            twice(3 - who, other.ask())
            twice(who, replica.answer(rng.random() < 0.5))
        elif dice < 0.15:
            twice(who, replica.say("sorry"))
    n = house.room.n
    for number, text in heard:
        house.say(number, text)
    assert house.room.n == n
    house.compare()


@pytest.mark.parametrize("game", GAMES)
def test_what_a_device_hears_twice_or_in_the_wrong_order_does_no_harm(game: str) -> None:
    house = eventful(game)
    again, rng = House(plan(game, ("me", "open"))).come(1), Random(25)
    texts = [text for text in house.sent[1] if '"is":"entry"' in text or '"is":"room"' in text]
    again.receive(texts[0])
    for _ in range(300):
        again.receive(rng.choice(texts))
        if again.outbox():
            again.receive(house.room.snapshot(1, again.state.n, {}))
    again.receive(house.room.snapshot(1, again.state.n, {}))
    assert again.state.n == house.room.n and again.match is not None and again.proven
    assert house.replicas[1].match is not None
    assert again.match.state.position() == house.replicas[1].match.state.position()
