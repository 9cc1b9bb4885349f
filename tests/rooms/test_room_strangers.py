"""Limits for strangers, members and spectators of a room, and the protection by its owner."""

from __future__ import annotations

import json
from random import Random

import pytest

from game.rooms import updates
from game.rooms.commands import Command, parse_command
from game.rooms.protocol import (
    MAX_ENTRIES,
    MAX_ENTRIES_WITHOUT_SEAT,
    MAX_FIRST_ENTRIES,
    MAX_MEMBERS,
    MAX_PRESENT,
    MAX_TABLE_ENTRIES,
    MAX_WATCHER_ENTRIES,
    OWNER_ABSENCE,
)
from game.server import room as room_module
from tests.rooms.house import House, choice, kinds, plan


def seated(*, people: int = 3) -> House:
    """Return a game that has begun between Anna and Ben, with spectators."""
    house = House(plan("hansa", ("me", "open")))
    for number in range(1, people + 1):
        house.come(number)
    house.say(2, house.replicas[2].seat(1, 2))
    house.say(1, house.replicas[1].start())
    assert house.room.match is not None
    return house


def code(house: House, number: int, text: str) -> str:
    """Return the code of the refusal of a command, or ""."""
    known = len(house.news[number])
    house.say(number, text)
    refusals = [one for one in house.news[number][known:] if isinstance(one, updates.Refusal)]
    return refusals[0].code if refusals else ""


def act(house: House, rng: Random) -> None:
    assert house.room.match is not None
    who = house.room.state.chairs[house.room.match.state.actor or 0].who or 0
    house.say(who, house.replicas[who].play(choice(house.room.match.state, rng)))


def test_what_watchers_do_leaves_the_game_its_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """One watcher talks and renames themselves as often as they like; then others come with new keys."""
    monkeypatch.setattr(room_module, "MAX_WATCHER_ENTRIES", 100)
    house, rng = seated(), Random(1)
    n = house.room.n
    for step in range(3 * MAX_ENTRIES_WITHOUT_SEAT):
        house.say(3, house.replicas[3].say("hello"))
        house.say(3, house.replicas[3].rename(f"K{step}"))
    assert house.room.n <= n + MAX_ENTRIES_WITHOUT_SEAT, "each member has a budget"
    for number in range(4, 14):
        house.come(number)
        for step in range(20):
            house.say(number, house.replicas[number].rename(f"{number} {step}"))
    assert house.room.n <= n + 100 + 10 * MAX_FIRST_ENTRIES, "all watchers together have a budget"
    act(house, rng)
    assert house.room.match is not None and len(house.room.match.moves) == 1
    assert code(house, 2, house.replicas[2].rename("Benedikt")) == "", "players have their own budget"
    assert code(house, 3, house.replicas[3].leave()) == ""


def test_used_up_budgets_keep_neither_guests_nor_the_owner_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strangers sit down, rename themselves, stand up, and come back with new keys."""
    monkeypatch.setattr(room_module, "MAX_TABLE_ENTRIES", 60)
    monkeypatch.setattr(room_module, "MAX_WATCHER_ENTRIES", 30)
    house = House(plan("hansa", ("me", "open")))
    anna = house.come(1)
    for number in range(3, 10):
        house.come(number)
        house.say(number, house.replicas[number].seat(1, number - 1))
        for step in range(50):
            house.say(number, house.replicas[number].rename(f"{number} {step}"))
        house.say(number, house.replicas[number].leave())
    assert house.room.n <= 60 + 7 * (2 * MAX_FIRST_ENTRIES + 1), "few for each key, and to leave"
    assert house.come(2).me == 9 and code(house, 2, house.replicas[2].seat(1, 9)) == ""
    assert code(house, 1, anna.protect(locked=True, invite="i" * 22)) == ""
    assert code(house, 1, anna.start()) == code(house, 1, anna.pause(True)) == ""
    assert code(house, 1, anna.remove(9)) == ""


def test_a_full_room_can_still_be_left_and_followed_to_another(monkeypatch: pytest.MonkeyPatch) -> None:
    house = seated()
    anna, ben = house.replicas[1], house.replicas[2]
    monkeypatch.setattr(room_module, "MAX_ENTRIES", house.room.n)
    assert house.room.match is not None
    assert code(house, 1, anna.play(house.room.match.state.legal_actions()[0])) == "long"
    assert code(house, 1, anna.rename("A")) == "long"
    assert code(house, 1, anna.again("r" * 22)) == "" and ben.state.again == "r" * 22
    assert code(house, 2, ben.leave()) == "" and ben.state.members[2].gone


def test_the_numbers_reserved_for_the_game_are_most_of_them() -> None:
    assert MAX_WATCHER_ENTRIES < MAX_TABLE_ENTRIES < MAX_ENTRIES / 2


def test_people_who_opened_the_link_and_closed_the_tab_do_not_fill_the_room() -> None:
    house = House(plan("hansa", ("me", "open")))
    house.come(1)
    for number in range(2, MAX_PRESENT + 2 * MAX_MEMBERS):
        house.absence |= {who: float(100 - who) for who in range(2, number)}
        assert house.come(number).me == number
    present = list(house.room.state.present)
    assert len(present) <= MAX_MEMBERS + 1 and 1 in present, "the longest absent have left"
    house.absence.clear()
    late = house.come(1000)
    assert house.news[1000][-1] == updates.Refusal("full", {"most": MAX_PRESENT}, "") and late.me is None


def test_a_player_comes_back_into_a_room_full_of_watchers() -> None:
    house = seated(people=MAX_PRESENT)
    house.absence[2] = 5.0
    assert house.come(MAX_PRESENT + 1).me == MAX_PRESENT + 1
    house.absence.clear()
    assert house.come(2, anew=False).mine == [1] and kinds(house.news[2])[-1] == "Entered"
    house.absence[2] = 5.0
    assert house.come(2).me == 2


def test_names_at_one_table_are_distinct() -> None:
    house = House(plan("hansa", ("me", "open")))
    for number in (1, 2, 3):
        house.come(number)
    names = {number: member.name for number, member in house.room.state.members.items()}
    assert names == {1: "Anna", 2: "Ben", 3: "Käthe"}
    house.say(2, house.replicas[2].rename("ANNA"))
    house.say(3, house.replicas[3].rename("anna"))
    assert [one.name for one in house.room.state.members.values()] == ["Anna", "ANNA 2", "anna 3"]
    assert house.come(6).state.members[4].name == "Anna 4", "the sixth device is another Anna's"
    assert house.reloaded().state.members == house.room.state.members
    for number, name in ((2, "?"), (3, "? 2")):
        house.say(number, house.replicas[number].rename("\u3164"))
        assert house.room.state.members[number].name == name, "without a name they could not be told apart"
    house.say(2, house.replicas[2].rename("Annabella-Charlotte von X"))
    house.say(3, house.replicas[3].rename("Annabella-Charlotte von X"))
    assert len({one.name for one in house.room.state.members.values()}) == 4


def test_the_owner_removes_a_member_for_good() -> None:
    house = seated()
    anna, ben, kate = (house.replicas[number] for number in (1, 2, 3))
    assert code(house, 3, kate.remove(2)) == "owner-only"
    assert code(house, 1, anna.remove(9)) == code(house, 1, anna.remove(1)) == "unknown-member"
    assert code(house, 1, anna.remove(3)) == "" and not anna.pending
    assert ben.state.members[3].removed and house.news[2][-1] == updates.Left(3, host=1)
    assert code(house, 3, kate.say("hello")) == "unknown-member"
    house.come(3)
    assert house.news[3][-1] == updates.Refusal("removed", {}, "")
    assert code(house, 1, anna.remove(2)) == "" and house.room.state.open_seats == [1]
    assert house.reloaded().state.members == house.room.state.members
    n = house.room.n
    house.say(1, anna.remove(2))
    assert house.room.n == n


def test_a_command_that_an_older_server_lacks_is_not_said_again() -> None:
    """429bc39a refuses an unknown command without its id."""
    house = seated()
    anna = house.replicas[1]
    kept = anna.rename("A")
    anna.remove(2)
    anna.protect(locked=True)
    anna.receive('{"is":"refused","why":"broken","where":"do"}')
    assert list(anna.pending.values()) == [kept]


def test_the_owner_locks_the_door_to_new_members_only() -> None:
    house = seated()
    anna, ben = house.replicas[1], house.replicas[2]
    assert code(house, 2, ben.protect(locked=True)) == "owner-only"
    assert code(house, 1, anna.protect(locked=True)) == "" and ben.state.locked
    assert house.come(2).me == 2
    house.come(4)
    assert house.news[4][-1] == updates.Refusal("locked", {}, "")
    assert code(house, 1, anna.protect(locked=False)) == "" and house.come(4).me == 4


def test_who_has_left_comes_back_only_where_new_members_can() -> None:
    """Otherwise a stranger who leaves in time could not be kept away: only present members are removed."""
    house = seated()
    anna, kate = house.replicas[1], house.replicas[3]
    house.say(3, kate.leave())
    house.say(1, anna.protect(locked=True))
    house.come(3)
    assert house.news[3][-1] == updates.Refusal("locked", {}, "")
    house.say(1, anna.protect(locked=False, invite="i" * 22))
    house.come(3)
    assert house.news[3][-1] == updates.Refusal("changed-link", {}, "")
    house.replicas[3].invite = "i" * 22
    assert house.come(3, anew=False).me == 3 and not house.room.state.members[3].gone
    for number in (2, 3, 1):
        house.say(number, house.replicas[number].leave())
    house.say(1, house.replicas[1].protect(locked=True))
    assert house.come(1).owns, "a locked room that all have left is still its owner's"


def test_the_owner_changes_the_invitation() -> None:
    house = seated()
    new = "i" * 22
    assert code(house, 1, house.replicas[1].protect(invite=new)) == ""
    assert house.replicas[2].state.invite == new, "every member can invite"
    house.come(4)
    assert house.news[4][-1] == updates.Refusal("changed-link", {}, "")
    house.replicas[4].invite = new
    assert house.come(4, anew=False).me == 4
    assert house.come(2).me == 2, "members need no invitation"


def test_the_next_player_takes_over_a_room_whose_owner_vanished() -> None:
    house = seated()
    ben, kate = house.replicas[2], house.replicas[3]
    assert code(house, 2, ben.owner(2)) == "owner-only"
    house.absence[1] = OWNER_ABSENCE - 1
    assert code(house, 2, ben.owner(2)) == "owner-only"
    house.absence[1] = OWNER_ABSENCE
    assert code(house, 2, ben.owner(3)) == "owner-only", "only for oneself"
    assert code(house, 2, ben.protect(locked=True)) == "owner-only"
    assert code(house, 3, kate.owner(3)) == "owner-only", "a player is there"
    assert code(house, 2, ben.owner(2)) == "" and ben.owns and kate.state.owner == 2


def test_a_watcher_takes_over_only_where_the_owner_is_the_only_player() -> None:
    """A stranger with the link does not get the game of absent people overnight."""
    house = seated()
    house.absence |= {1: 10 * OWNER_ABSENCE, 2: 10 * OWNER_ABSENCE}
    kate = house.replicas[3]
    assert code(house, 3, kate.owner(3)) == "owner-only" and not kate.state.succeeds(3)
    house.say(2, house.replicas[2].leave())
    assert kate.state.succeeds(3)
    assert code(house, 3, kate.owner(3)) == "" and kate.owns


def test_a_room_whose_owner_left_alone_gets_the_next_who_comes() -> None:
    house = House(plan("hansa", ("me", "open")))
    house.say(1, house.come(1).leave())
    ben = house.come(2)
    assert ben.owns and house.room.state.owner == 2
    house.come(1)
    assert ben.owns, "whoever returns is a member"


def test_a_leave_whose_answer_is_lost_does_not_make_one_a_member_again() -> None:
    house = seated()
    kate = house.replicas[3]
    house.mute.add(3)
    house.say(3, kate.leave())
    house.mute.clear()
    n = house.room.n
    house.say(3, kate.enter())
    assert house.news[3][-1] == updates.Refusal("left", {}, "") and house.room.n == n
    assert house.room.state.members[3].gone


def test_a_device_of_429bc39a_whose_leave_was_not_answered_leaves_in_the_end() -> None:
    """It joins to say it again, under the same id."""
    house = seated()
    leave = house.replicas[3].leave()
    house.mute.add(3)
    house.say(3, leave)
    enter = json.loads(house.replicas[3].enter())
    del enter["leave"]
    house.say(3, json.dumps(enter))
    assert not house.room.state.members[3].gone
    house.say(3, leave)
    assert house.room.state.members[3].gone
    n = house.room.n
    house.say(3, leave)
    assert house.room.n == n


def test_the_times_of_entries_never_decrease() -> None:
    house = seated()
    house.now = 5
    house.say(2, house.replicas[2].rename("B"))
    times = [json.loads(line)["t"] for line in house.lines]
    assert times == sorted(times) and times[-1] > 5


def test_every_command_that_is_said_again_counts_once() -> None:
    """A device repeats a command if the answer was lost. Moves are known by number, the others by id."""
    house, rng = seated(), Random(2)
    while house.replicas[1].can_take_back is None:
        act(house, rng)
    anna = house.replicas[1]
    commands = [anna.back(), anna.rename("A"), anna.seat(0), anna.protect(locked=True), anna.remove(3)]
    for text in commands:
        house.say(1, text)
        n = house.room.n
        known = len(house.news[1])
        house.say(1, text)
        assert house.room.n == n and house.news[1][known:] == [], text
    command = parse_command(commands[0])
    assert isinstance(command, Command)
    assert house.reloaded().find_duplicate(1, command) is not None
