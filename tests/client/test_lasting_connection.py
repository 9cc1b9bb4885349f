"""A device stays in its room: lost connections are restored, messages arrive in the end, waiting is free."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from pytest import approx

from game.client.rooms.connection import (
    ANSWER_TIMEOUT,
    FIRST_DELAY,
    HEARTBEAT_TIMEOUT,
    MAX_DELAY,
    MAX_HIDDEN_DELAY,
    SIGN,
    ReconnectingConnection,
)
from game.platform import Changed, Connected, Disconnected, Heard
from game.rooms import updates
from game.rooms.commands import parse_command
from game.rooms.plan import parse_plan
from game.rooms.protocol import Enter, Here, Ping, Refused
from game.rooms.replica import RoomReplica
from game.server.room import Room
from tests.rooms.house import NAME, key_of, plan

from .conftest import Screen


class House:
    """A server without a network."""

    def __init__(self) -> None:
        self.room = Room(NAME, [Room.opening(parse_plan(plan().text()), seed=7, salt="salt", now=1)])
        self.connected: list[Phone] = []

    def hear(self, phone: Phone, text: str) -> None:
        try:
            command = parse_command(text)
            match command:
                case Enter():
                    line = self.room.propose(None, command, 2)
                    if line is not None:
                        self._append(line)
                    phone.who = self.room.member(command.key) or 0
                    self.connected.append(phone)
                    phone.told(self.room.snapshot(phone.who, command.since, {}))
                case Ping():
                    phone.told('{"is":"pong"}')
                case Here(on):
                    phone.shown.append(on)
                case _:
                    line = self.room.propose(phone.who, command, 2)
                    if line is not None:
                        self._append(line)
                    elif (entry := self.room.find_duplicate(phone.who, command)) is not None:
                        phone.told(self.room.message(entry, phone.who))
        except Refused as refused:
            phone.told(refused.message())

    def _append(self, line: str | None) -> None:
        while line is not None:
            entry = self.room.apply(line)
            for phone in self.connected:
                phone.told(self.room.message(entry, phone.who))
            line = self.room.follow_up(2)


class Phone(Screen):
    """A device, its connection and the player in the room (`ConnectionListener`).

    reached   its messages and connection attempts arrive
    answered  messages to it arrive
    dead      the connection has lost a message in either direction; it transfers nothing until replaced
    """

    def __init__(self, folder: Path, house: House, number: int) -> None:
        super().__init__(folder)
        self.house, self.who = house, 0
        self.replica = RoomReplica(NAME, key_of(number), f"Guest {number}", f"device{number}")
        self.closed = ""
        self.asked = 0
        self.sent: list[str] = []
        self.shown: list[bool] = []
        self.refused: list[str] = []
        self.changes = 0
        self.reached, self.answered, self.is_hidden = True, True, False
        self.dead: tuple[str, ...] = ()
        self.connection = ReconnectingConnection(self, self, chance=lambda: 1.0)

    # ---- the platform -----------------------------------------------------------------------

    def rooms(self) -> str:
        return "https://kontor.example/rooms"

    def connect(self, url: str) -> None:
        assert url == self.rooms()
        self.asked += 1
        self.disconnect()
        self.dead = ()
        if self.reached:
            self.connection.receive(Connected())

    def send(self, text: str) -> None:
        self.sent.append(text)
        if self.reached and "out" not in self.dead:
            self.house.hear(self, text)

    def disconnect(self) -> None:
        if self in self.house.connected:
            self.house.connected.remove(self)

    def hidden(self) -> bool:
        return self.is_hidden

    def told(self, text: str) -> None:
        if self.answered and "in" not in self.dead:
            self.connection.receive(Heard(text))

    def cut(self) -> None:
        """Close the connection, with notice to this device."""
        self.disconnect()
        self.connection.receive(Disconnected("cut"))

    # ---- in the room ------------------------------------------------------------------------

    def receive(self, text: str) -> None:
        for one in self.replica.receive(text):
            if isinstance(one, updates.Refusal):
                self.refused.append(one.code)
                if one.code == "unknown-room":
                    self.closed = one.code
        for owed in self.replica.outbox():
            self.connection.send(owed)

    def changed(self) -> None:
        self.changes += 1


@pytest.fixture
def anna(tmp_path: Path) -> Phone:
    """Anna's device, which has joined the room at second 0."""
    anna = Phone(tmp_path, House(), 1)
    assert anna.connection.update(0.0) is None and anna.connection.stands
    return anna


def hide(phone: Phone, hidden: bool) -> None:
    phone.is_hidden = hidden
    phone.connection.receive(Changed("hidden" if hidden else "visible"))


def test_while_nothing_is_awaited_a_line_wants_to_be_woken_by_nothing_but_messages(anna: Phone) -> None:
    assert anna.replica.me == 1 and anna.changes == 1
    for now in (10.0, 1e3, 1e6):
        assert anna.connection.update(now) is None
    assert anna.asked == 1 and len(anna.sent) == 1


def test_a_lost_line_is_asked_for_again_soon_then_ever_more_seldom_but_at_least_every_few_seconds(
    anna: Phone,
) -> None:
    anna.reached = False
    now, waits = 100.0, []
    for _ in range(8):
        anna.cut()
        assert not anna.connection.stands
        wait = anna.connection.update(now)
        assert wait is not None
        waits.append(wait)
        now += wait
        before = anna.asked
        anna.connection.update(now)
        assert anna.asked == before + 1
    assert waits[0] == approx(FIRST_DELAY) and waits[-1] == approx(MAX_DELAY)
    assert waits == approx(sorted(waits))
    anna.reached = True
    anna.cut()
    anna.connection.update(now)
    anna.connection.update(now + MAX_DELAY)
    assert anna.connection.stands and anna.connection.failed == 0
    anna.cut()
    assert anna.connection.update(now) == approx(FIRST_DELAY)


def test_not_all_devices_come_back_at_the_same_moment(anna: Phone) -> None:
    waits = set()
    for chance in (0.0, 0.5, 1.0):
        anna.connection = ReconnectingConnection(anna, anna, chance=lambda chance=chance: chance)  # type: ignore[misc]
        anna.connection.update(0.0)
        anna.cut()
        waits.add(anna.connection.update(0.0))
    assert len(waits) == 3 and min(filter(None, waits)) >= FIRST_DELAY / 2


def test_a_page_that_nobody_sees_asks_more_seldom_and_at_once_when_it_is_seen_or_online_again(
    anna: Phone,
) -> None:
    hide(anna, True)
    anna.reached = False
    wait: float | None = 0.0
    for _ in range(12):
        anna.cut()
        wait = anna.connection.update(0.0)
    assert wait == MAX_HIDDEN_DELAY
    for again in ("online", "visible"):
        before = anna.asked
        anna.is_hidden = again != "visible"
        anna.connection.receive(Changed(again))
        anna.connection.update(1.0)
        assert anna.asked == before + 1


def test_the_others_are_told_whether_the_page_is_seen(anna: Phone) -> None:
    hide(anna, True)
    hide(anna, False)
    assert anna.shown == [False, True]
    hide(anna, True)
    anna.cut()
    anna.connection.update(0.0)
    anna.connection.update(1.0)
    assert anna.connection.stands and anna.shown == [False, True, False, False], (
        "told again over the new line"
    )


def test_a_line_that_died_unnoticed_is_found_out_when_the_page_is_seen_again(anna: Phone) -> None:
    hide(anna, True)
    anna.reached = False  # a phone has slept, and lost its connection without notice
    hide(anna, False)
    assert anna.sent[-1] == SIGN and anna.connection.update(50.0) == HEARTBEAT_TIMEOUT
    anna.reached = True
    anna.connection.update(50.0 + HEARTBEAT_TIMEOUT)
    assert not anna.connection.stands
    anna.connection.update(50.0 + HEARTBEAT_TIMEOUT + FIRST_DELAY)
    assert anna.connection.stands and anna.connection.update(1e6) is None


def test_a_line_that_lives_is_not_given_up_when_the_page_is_seen_again(anna: Phone) -> None:
    hide(anna, True)
    hide(anna, False)
    assert anna.sent[-1] == SIGN and anna.connection.update(50.0) is None and anna.asked == 1


def test_what_gets_no_answer_is_said_again_over_a_new_line_and_counts_once(anna: Phone) -> None:
    anna.answered = False  # it arrives, and the response is lost
    anna.connection.send(anna.replica.rename("Änne"))
    assert anna.connection.update(10.0) == ANSWER_TIMEOUT
    anna.answered = True
    anna.connection.update(10.0 + ANSWER_TIMEOUT)
    anna.connection.update(10.0 + ANSWER_TIMEOUT + FIRST_DELAY)
    assert anna.replica.state.members[1].name == "Änne" and not anna.replica.pending
    assert sum('"rename"' in text for text in anna.sent) == 1, "the room told it: there was no need"
    anna.reached = False  # it does not arrive
    anna.connection.send(anna.replica.rename("Anneke"))
    anna.cut()
    anna.connection.update(20.0)
    anna.reached = True
    anna.connection.update(20.0 + MAX_DELAY)
    assert anna.replica.state.members[1].name == "Anneke" and not anna.replica.pending


def test_a_service_that_does_not_answer_is_not_waited_for_for_ever(anna: Phone) -> None:
    anna.reached = False
    anna.cut()
    anna.connection.update(0.0)
    wait = anna.connection.update(FIRST_DELAY)  # requested without result
    assert wait is not None and anna.asked == 2
    anna.connection.update(FIRST_DELAY + wait)
    anna.connection.update(FIRST_DELAY + wait + MAX_DELAY)
    assert anna.asked == 3


def test_a_room_that_is_no_more_is_asked_for_no_more(anna: Phone) -> None:
    ben = Phone(Path(), anna.house, 2)
    ben.replica.name = "x" * 22
    ben.told('{"is":"refused","id":"","why":"unknown-room"}')
    assert ben.connection.update(0.0) is None and ben.asked == 0
    ben.cut()
    assert ben.connection.update(9.0) is None


def test_whoever_closes_a_line_hears_nothing_of_it(anna: Phone) -> None:
    anna.connection.close()
    anna.connection.receive(Disconnected("closed"))
    hide(anna, False)
    assert not anna.connection.stands and anna.connection.update(9.0) is None and len(anna.sent) == 1


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_cut_off_in_the_end_all_have_the_same_game_and_nothing_counts_twice(
    tmp_path: Path, seed: int
) -> None:
    rng, house = random.Random(seed), House()
    phones = [Phone(tmp_path / str(number), house, number) for number in (1, 2, 3)]
    now = 0.0

    def rest() -> None:
        """Let all players return to their devices."""
        nonlocal now
        for phone in phones:
            phone.connection.receive(Changed("visible"))
        while any([phone.connection.update(now) is not None for phone in phones]):
            now += 0.5

    rest()
    for seat, phone in enumerate(phones):
        phone.connection.send(phone.replica.seat(seat, who=phone.replica.me))
    phones[0].connection.send(phones[0].replica.start())
    done = 0
    while done < 40:
        for phone in phones:
            if rng.random() < 0.1:
                phone.dead = rng.choice([("in", "out"), ("in",), ("out",)])
            if rng.random() < 0.1:
                phone.cut()
            game = phone.replica.match
            if not phone.replica.pending and game and game.state.actor in phone.replica.mine:
                phone.connection.send(phone.replica.play(rng.choice(game.state.legal_actions())))
                done += 1
            phone.connection.update(now)
        now += 0.5
    rest()
    assert house.room.match is not None
    played = house.room.match.record.actions
    assert len(played) == done - sum(len(phone.refused) for phone in phones) >= 20
    assert {code for phone in phones for code in phone.refused} <= {"late"}
    for phone in phones:
        assert phone.replica.match is not None and not phone.replica.pending
        assert [action.text for action in phone.replica.match.record.actions] == [one.text for one in played]
        assert phone.replica.match.state.position() == house.room.match.state.position()
