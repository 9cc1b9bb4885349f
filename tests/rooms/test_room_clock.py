"""Clocks of rooms: whose time runs, what happens when it has run out, pauses and returns with consent."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.match import Match
from game.rooms import updates
from game.rooms.clock import (
    CONSEQUENCES,
    DAYS,
    LIVE,
    MARK,
    SEAT,
    SUBSTITUTE,
    TURN,
    ClockRules,
    Rest,
    RoomClock,
)
from game.rooms.commands import Command, parse_command
from game.rooms.protocol import SEAT_ABSENCE, Refused
from game.rooms.replica import RunningTime
from game.rooms.replica_storage import resume
from game.server.waiting import facts_of
from tests.rooms.house import House, choice, plan
from tests.rooms.test_room_kept import kept, new_replica

FAST = ClockRules(LIVE, 30, 60, MARK)
HOUR = 3600


def begun(rules: ClockRules = FAST, *chairs: str, game: str = "hansa", options: Any = None) -> House:
    """Return a room with a clock in which Anna, Ben and perhaps Käthe have begun, and Dietrich watches."""
    chairs = chairs or ("me", "open", "computer easy")
    house = House(plan(game, chairs, options=options))
    house.come(1)
    for seat, chair in enumerate(chairs):
        if chair == "open":
            house.come(seat + 1)
            house.say(seat + 1, house.replicas[seat + 1].seat(seat, who=seat + 1))
    house.say(1, house.replicas[1].set_clock(rules))
    house.say(1, house.replicas[1].start())
    assert house.room.match is not None
    return house


def playing(rules: ClockRules = FAST) -> House:
    """Return such a room after the setup of the game, in the turn of a person."""
    house, rng = begun(rules), Random(1)
    while match(house).state.turn_number == 0:
        act(house, rng)
    return house


def clock(house: House) -> RoomClock:
    found = house.room.state.clock
    assert found is not None
    return found


def match(house: House) -> Match:
    assert house.room.match is not None
    return house.room.match


def act(house: House, rng: Random) -> None:
    """Let the person who must decide play."""
    seat = match(house).state.actor
    assert seat is not None
    who = house.room.state.chairs[seat].who
    assert who is not None
    house.say(who, house.replicas[who].play(choice(match(house).state, rng)))


def code(house: House, number: int, text: str) -> str:
    """Return the code with which a command of a member is refused, or "" after it was accepted."""
    house.say(number, text)
    last = house.news[number][-1]
    if isinstance(last, updates.Refusal):
        house.news[number].pop()
        return last.code
    return ""


def until_turn_of(house: House, seat: int, rng: Random) -> None:
    while match(house).state.actor != seat:
        act(house, rng)


def test_a_player_whom_a_computer_replaces_is_still_told_of_the_table() -> None:
    house = begun(FAST._replace(over=SEAT), "me", "open", "open")
    house.pass_time(house.room.time_left or 0)
    assert len(house.room.state.seated) == 2 and house.room.state.players == [1, 2, 3]
    assert facts_of(house.room, thinks=True).seated.keys() == {1, 2, 3}


# ---- the sums -----------------------------------------------------------------------------------

happenings = st.lists(
    st.tuples(st.integers(0, 3), st.integers(-1, 4), st.integers(0, 400)), min_size=1, max_size=40
)
rules = st.builds(
    ClockRules,
    *(st.sampled_from([LIVE, DAYS]), st.integers(0, 100), st.integers(1, 300), st.sampled_from(CONSEQUENCES)),
)


@given(rules, happenings)
def test_every_second_is_used_by_one_seat_and_no_time_left_comes_from_nowhere(
    chosen: ClockRules, happened: list[tuple[int, int, int]]
) -> None:
    one, at, given_to = RoomClock(chosen), 0, [chosen.bank] * 4
    one.start(4)
    ran = 0
    for seat, turn, seconds in happened:
        before = [each.left for each in one.seats]
        running, at = one.running, at + seconds
        one.charge(seconds, at)
        ran += seconds if running is not None else 0
        for number, each in enumerate(one.seats):
            assert each.left == (max(0, before[number] - seconds) if number == running else before[number])
        known = [(each.left, each.turn) for each in one.seats]
        one.settle(None if turn < 0 else seat, turn)
        for number, each in enumerate(one.seats):
            more = each.left - known[number][0]
            given_to[number] += more
            assert 0 <= more <= chosen.turn or each.left == chosen.bank + chosen.turn
            assert each.turn > known[number][1] or not more, "once a turn"
        left = [each.left for each in one.seats]
        one.settle(one.running, turn)
        assert [each.left for each in one.seats] == left, "settling twice changes nothing"
    assert sum(each.used for each in one.seats) == ran
    for number, each in enumerate(one.seats):
        assert 0 <= each.left <= given_to[number]
        assert each.used >= given_to[number] - each.left or chosen.kind == DAYS


@settings(max_examples=15)
@given(st.integers(0, 2**32), st.sampled_from(CONSEQUENCES), st.sampled_from([LIVE, DAYS]))
def test_all_devices_and_a_restarted_server_have_the_same_times(seed: int, over: str, kind: str) -> None:
    rng = Random(seed)
    house = begun(ClockRules(kind, 20, 50, over), "me", "open", "open", "computer easy")
    house.checked = False
    for _ in range(25):
        if match(house).state.actor is None:
            break
        before, seat, at = [one.used for one in clock(house).seats], clock(house).running, house.clock.time
        house.pass_time(rng.choice((0, 1, 7, 40)))
        if over == MARK and seat is not None:
            after = [one.used for one in house.reloaded().state.clock.seats]  # type: ignore[union-attr]
            assert after[seat] - before[seat] <= house.clock.time - at
        seat = match(house).state.actor
        if seat is not None and house.room.state.chairs[seat].who is not None:
            act(house, rng)
        elif 1 not in house.room.state.seated:
            house.say(1, house.replicas[1].seat(0, who=1))
        again = house.reloaded()
        assert again.state.clock == clock(house)
        for number, replica in house.replicas.items():
            assert replica.state.clock == clock(house), number
    spent = sum(json.loads(line).get("time", {}).get("spent", 0) for line in house.lines)
    assert sum(one.used for one in clock(house).seats) == spent


def test_a_device_that_comes_back_has_stored_the_clock() -> None:
    house, rng = begun(), Random(1)
    house.pass_time(10)
    act(house, rng)
    room, record = kept(house.replicas[2])
    replica = new_replica(2, 1)
    assert resume(replica, room, Match.resume("n" * 22, record))
    assert replica.state.clock == clock(house) and replica.state.version == 2


# ---- whose time runs ----------------------------------------------------------------------------


def test_the_time_of_the_person_who_must_decide_runs_and_that_of_no_other() -> None:
    house, rng = begun(), Random(4)
    for _ in range(30):
        seat = match(house).state.actor
        assert seat == clock(house).running
        used = [one.used for one in clock(house).seats]
        house.pass_time(3)
        act(house, rng)
        assert clock(house).seats[seat or 0].used == used[seat or 0] + 3
        assert sum(one.used for one in clock(house).seats) == sum(used) + 3
    assert clock(house).seats[2].used == 0, "computers have no clock"


def test_an_interruption_counts_for_the_player_who_must_answer() -> None:
    house, rng = begun(ClockRules(LIVE, 30, 10**6, MARK), "me", "open", game="hansa-teutonica"), Random(2)
    for _ in range(400):
        state = match(house).state
        if state.turn_seat is not None and state.actor not in (None, state.turn_seat):
            break
        act(house, rng)
    state = match(house).state
    assert state.actor is not None and state.turn_seat is not None and state.actor != state.turn_seat
    answering, owner = clock(house).seats[state.actor], clock(house).seats[state.turn_seat]
    used, others = answering.used, owner.used
    assert answering.turn == state.turn_number, "the interruption has its own time"
    house.pass_time(20)
    act(house, rng)
    assert (answering.used, owner.used) == (used + 20, others)


def test_the_time_per_turn_is_added_once_and_an_undo_does_not_add_it_again() -> None:
    house, rng = begun(), Random(3)
    until_turn_of(house, 0, rng)
    anna, left = house.replicas[1], clock(house).seats[0].left
    for _ in range(4):
        act(house, rng)
        if match(house).state.actor != 0:
            break
        house.say(1, anna.back())
        assert clock(house).running == 0 and clock(house).seats[0].left == left


def test_over_days_unused_time_does_not_add_up() -> None:
    house, rng = begun(ClockRules(DAYS, 24 * HOUR, 72 * HOUR, MARK)), Random(5)
    for _ in range(40):
        act(house, rng)
    assert all(one.left <= 96 * HOUR for one in clock(house).seats) and clock(house).seats[0].turn > 3
    house, rng = begun(), Random(5)
    for _ in range(40):
        act(house, rng)
    assert max(one.left for one in clock(house).seats) > 90, "live, it does"


def test_nights_and_weekends_do_not_count() -> None:
    house = begun(ClockRules(DAYS, HOUR, 20 * HOUR, MARK, Rest("Europe/Berlin", True, True)))
    assert house.room.time_left == 21 * HOUR
    assert house.room.runs_out == (12 + 10 + 9) * HOUR, "Tuesday at 17 o'clock"
    told = json.loads(house.room.clock_message())
    assert told["rests"] == [[12 * HOUR, 22 * HOUR]] and told["left"] == 21 * HOUR
    running = house.replicas[2].running
    assert running is not None and running.seat == match(house).state.actor
    assert running.counted(11 * HOUR) == 11 * HOUR and running.counted(15 * HOUR) == 12 * HOUR
    assert running.counted(23 * HOUR) == 13 * HOUR
    house.pass_time(23 * HOUR)
    act(house, Random(1))
    assert sum(one.used for one in clock(house).seats) == 13 * HOUR


def test_a_device_hears_the_running_time_when_it_enters() -> None:
    house = begun()
    house.pass_time(12)
    replica = house.come(2)
    seat = match(house).state.actor
    assert replica.running == RunningTime(seat, 12, 78, 78, ())


def test_the_server_refuses_a_zone_that_it_does_not_know() -> None:
    house = House(plan("hansa", ("me", "open")))
    anna = house.come(1)
    wrong = FAST._replace(rest=Rest("Europe/Lubeck", True, False))
    assert code(house, 1, anna.set_clock(wrong)) == "zone" and house.room.state.clock is None


def test_the_owner_sets_the_clock_before_the_start() -> None:
    house = House(plan("hansa", ("me", "open")))
    anna, ben = house.come(1), house.come(2)
    assert code(house, 2, ben.set_clock(FAST)) == "owner-only"
    assert code(house, 1, anna.set_clock(FAST)) == ""
    assert code(house, 1, anna.set_clock(None)) == "" and house.replicas[2].state.clock is None
    house.say(1, anna.set_clock(FAST))
    house.say(2, ben.seat(1, who=2))
    house.say(1, anna.start())
    assert code(house, 1, anna.set_clock(None)) == "started"


# ---- running out --------------------------------------------------------------------------------


def test_a_mark_is_set_once_a_turn_and_the_game_goes_on() -> None:
    house, rng = playing(), Random(6)
    seat = match(house).state.actor
    assert seat is not None
    house.pass_time(1000)
    one = clock(house).seats[seat]
    assert (one.marks, one.left) == (1, 0) and house.room.runs_out is None
    assert updates.RanOut(seat, None) in house.news[2]
    assert json.loads(house.room.clock_message())["ends"] is None
    act(house, rng)
    assert one.used == 1000, "also the time after the mark"
    turn = match(house).state.turn_number
    while match(house).state.turn_number == turn or match(house).state.actor != seat:
        act(house, rng)
    assert one.left == FAST.turn
    house.pass_time(FAST.turn)
    assert one.marks == 2


def test_a_computer_plays_the_turn_and_gives_the_seat_back() -> None:
    house = playing(FAST._replace(over=TURN))
    seat, turn = match(house).state.actor, match(house).state.turn_number
    assert seat is not None
    house.pass_time(house.room.time_left or 0)
    assert match(house).state.turn_number > turn
    assert house.room.state.chairs[seat].who == seat + 1
    done = [json.loads(line) for line in house.lines]
    flag = next(one for one in done if one["do"] == "flag")
    assert (flag["by"], flag["seat"], flag["computer"], flag["turn"]) == (None, seat, SUBSTITUTE, turn)
    played = [one for one in done[flag["n"] :] if one["do"] == "play" and one["seat"] == seat]
    assert played and all(one["by"] is None for one in played)
    back = next(one for one in done[flag["n"] :] if one["do"] == "seat")
    assert (back["by"], back["who"]) == (None, seat + 1)


def test_a_computer_holds_the_seat_until_the_player_returns() -> None:
    house, rng = begun(FAST._replace(over=SEAT)), Random(7)
    seat = match(house).state.actor
    assert seat is not None
    who, other = seat + 1, 2 - seat
    house.pass_time(90)
    chair = house.room.state.chairs[seat]
    assert chair.computer == SUBSTITUTE and chair.name == house.room.state.members[who].name
    for _ in range(6):
        act(house, rng)
    assert house.room.state.chairs[seat].computer, "it continues in later turns"
    kate = house.come(3)
    assert code(house, 3, kate.seat(seat, who=3)) == "taken"
    if house.room.state.owner != other:
        assert code(house, other, house.replicas[other].seat(seat, who=other)) == "taken"
    assert code(house, who, house.replicas[who].seat(seat, who=who)) == "", "without consent"
    assert house.room.state.chairs[seat].who == who and not clock(house).stand_ins


def test_a_player_who_returns_in_the_same_turn_has_time_to_decide() -> None:
    house = begun(FAST._replace(over=SEAT))
    house.thinking = False
    seat = match(house).state.actor
    assert seat is not None
    house.pass_time(90)
    house.say(seat + 1, house.replicas[seat + 1].seat(seat, who=seat + 1))
    assert match(house).state.actor == seat == clock(house).running
    assert clock(house).seats[seat].left == FAST.turn


def test_a_player_without_any_time_left_does_not_stop_the_room() -> None:
    house, rng = begun(ClockRules(LIVE, 0, 1, TURN)), Random(3)
    house.checked = False
    for _ in range(40):
        house.pass_time(1)
        if match(house).state.actor is None:
            break
    assert match(house).state.turn_number > 6
    assert len(house.lines) < 1500 and rng


def test_a_member_who_has_left_does_not_get_the_seat_back() -> None:
    house = begun(FAST._replace(over=TURN))
    house.thinking = False
    seat = match(house).state.actor
    assert seat is not None
    house.pass_time(90)
    house.say(seat + 1, house.replicas[seat + 1].leave())
    house.thinking = True
    house.pass_time(1)
    assert house.room.state.chairs[seat].computer == SUBSTITUTE


def test_cards_are_shown_to_no_one_else_while_a_computer_holds_the_seat() -> None:
    house = begun(FAST._replace(over=SEAT), game="hansa-teutonica", options={"missions": "on"})
    seat = match(house).state.actor
    assert seat is not None
    house.pass_time(90)
    other = 2 - seat
    assert code(house, other, house.replicas[other].seat(seat, who=other)) in ("taken", "one-seat")
    assert code(house, seat + 1, house.replicas[seat + 1].seat(seat, who=seat + 1)) == ""
    assert house.room.state.seen[seat] == [seat + 1]


# ---- pauses -------------------------------------------------------------------------------------


def test_a_pause_needs_the_consent_of_all_players_and_stops_the_clock() -> None:
    house = begun(FAST, "me", "open", "open")
    anna, ben, kate = (house.replicas[number] for number in (1, 2, 3))
    assert code(house, 1, anna.pause(True)) == "ask-first"
    assert code(house, 2, ben.propose_pause(True)) == ""
    assert code(house, 1, anna.propose_pause(True)) == "asked"
    house.say(1, anna.answer(True))
    assert not house.room.state.paused
    house.say(3, kate.answer(True))
    assert house.room.state.paused and house.room.state.asked is None and clock(house).running is None
    used = [one.used for one in clock(house).seats]
    house.pass_time(10_000)
    assert code(house, 1, anna.pause(False)) == "ask-first"
    house.say(1, anna.propose_pause(False))
    for number in (2, 3):
        house.say(number, house.replicas[number].answer(True))
    assert not house.room.state.paused and clock(house).running == match(house).state.actor
    assert [one.used for one in clock(house).seats] == used


def test_a_no_ends_the_request_and_a_move_does_not() -> None:
    house, rng = begun(), Random(2)
    anna, ben = house.replicas[1], house.replicas[2]
    house.say(1, anna.propose_pause(True))
    act(house, rng)
    assert house.room.state.asked is not None
    assert code(house, 1, anna.answer(True)) == "not-asked", "the author has agreed"
    house.say(2, ben.answer(False))
    assert house.room.state.asked is None and not house.room.state.paused
    kate = house.come(3)
    assert code(house, 3, kate.propose_pause(True)) == "watching"
    assert code(house, 1, anna.propose_pause(False)) == "started"


def test_a_player_alone_with_computers_pauses_without_asking() -> None:
    house = begun(FAST, "me", "computer easy")
    assert code(house, 1, house.replicas[1].pause(True)) == "" and house.room.state.paused
    house.say(1, house.replicas[1].propose_pause(False))
    assert not house.room.state.paused, "no one is to be asked"


# ---- leaving and returning ----------------------------------------------------------------------


def test_a_player_hands_the_seat_to_a_computer_watches_and_returns_with_consent() -> None:
    house, rng = begun(FAST, "me", "open", "open"), Random(8)
    anna, ben, kate = (house.replicas[number] for number in (1, 2, 3))
    assert code(house, 2, ben.seat(1, computer="hard")) == ""
    assert house.room.state.chairs[1].computer == "hard" and not ben.mine
    for _ in range(8):
        act(house, rng)
    assert code(house, 2, ben.seat(1, who=2)) == "taken", "not without consent"
    assert code(house, 2, ben.propose_return(1)) == ""
    house.say(1, anna.answer(True))
    assert house.room.state.chairs[1].computer == "hard"
    house.say(3, kate.answer(True))
    assert house.room.state.chairs[1].who == 2 and ben.mine == [1]
    dietrich = house.come(4)
    house.say(2, ben.seat(1, computer="hard"))
    assert code(house, 4, dietrich.propose_return(1)) == "owner-only", "he has never played it"
    assert code(house, 1, anna.propose_return(1)) == "owner-only"


def test_the_table_is_asked_whether_a_computer_should_continue_for_an_absent_player() -> None:
    house = begun(FAST, "me", "open", "open")
    anna, ben, kate = (house.replicas[number] for number in (1, 2, 3))
    assert code(house, 3, kate.propose_computer(1, "medium")) == "consent"
    house.absence[2] = SEAT_ABSENCE
    assert code(house, 3, kate.propose_computer(1, "medium")) == ""
    assert code(house, 2, ben.answer(True)) == "not-asked", "Ben is not asked, but is heard"
    house.say(2, ben.answer(False))
    assert house.room.state.asked is None
    house.say(3, kate.propose_computer(1, "medium"))
    house.say(1, anna.answer(True))
    assert house.room.state.chairs[1].computer == "medium"


def test_an_absent_player_who_moves_is_not_replaced() -> None:
    house, rng = begun(FAST, "me", "open", "open"), Random(1)
    until_turn_of(house, 1, rng)
    house.absence[2] = SEAT_ABSENCE
    house.say(3, house.replicas[3].propose_computer(1, "medium"))
    act(house, rng)
    assert house.room.state.asked is None


def test_over_days_an_absence_does_not_count_before_the_time_has_run_out() -> None:
    house, rng = begun(ClockRules(DAYS, HOUR, HOUR, MARK), "me", "open", "open"), Random(1)
    until_turn_of(house, 1, rng)
    house.absence[2] = 10 * SEAT_ABSENCE
    kate = house.replicas[3]
    assert code(house, 3, kate.propose_computer(1, "medium")) == "consent"
    house.pass_time(2 * HOUR)
    assert code(house, 3, kate.propose_computer(1, "medium")) == ""


def test_without_a_clock_a_player_can_be_replaced_and_return_as_well() -> None:
    house = House(plan("hansa", ("me", "open", "computer easy")))
    anna, ben = house.come(1), house.come(2)
    house.say(2, ben.seat(1, who=2))
    assert code(house, 2, ben.seat(1, computer="easy")) == "owner-only", "not before the start"
    house.say(1, anna.start())
    assert code(house, 2, ben.seat(1, computer="easy")) == ""
    house.say(2, ben.propose_return(1))
    house.say(1, anna.answer(True))
    assert house.room.state.chairs[1].who == 2 and house.room.clock_message() == ""


# ---- versions -----------------------------------------------------------------------------------


def entering(number: int, version: int) -> Command | object:
    head = {"do": "enter", "v": version, "room": "n" * 22, "key": f"{number:022d}", "name": "X", "since": 0}
    return parse_command(json.dumps(head))


def test_a_client_of_version_1_enters_rooms_without_a_clock_and_no_others() -> None:
    house = House(plan("hansa", ("me", "open")))
    anna, ben = house.come(1), house.come(2)
    house.say(2, ben.seat(1, who=2))
    house.say(1, anna.start())
    act(house, Random(1))
    old = entering(3, 1)
    assert house.room.propose(None, old, 9) and house.room.state.version == 1  # type: ignore[arg-type]
    assert json.loads(house.room.snapshot(2, 0, {}))["v"] == 1
    house.say(1, anna.propose_pause(True))
    with pytest.raises(Refused, match="version") as refused:
        house.room.propose(None, old, 9)  # type: ignore[arg-type]
    assert refused.value.facts == {"v": 2} and house.reloaded().state.version == 2
    with pytest.raises(Refused, match="version"):
        entering(3, 3)
