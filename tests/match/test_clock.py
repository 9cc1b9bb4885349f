"""One clock: a match's version counts its changes, its log describes them."""

from __future__ import annotations

import json
from random import Random

import pytest

from game import engine
from game.match import (
    AwaitingAnswer,
    AwaitingSend,
    AwaitingTimer,
    Computer,
    Cursor,
    Entry,
    Mail,
    Match,
    Seek,
    TakenBack,
)
from game.match.log import last_move
from tests.match.games import finished, hurried, new_match

GAMES = engine.rulesets()


@pytest.mark.parametrize("game", GAMES)
def test_whatever_changes_what_a_match_shows_or_waits_for_raises_its_version(game: str) -> None:
    match, rng, seen = new_match(game, 3), Random(4), set[int]()

    def changed() -> bool:
        before = max(seen, default=-1)
        seen.add(match.version)
        return match.version > before

    assert changed()
    while not match.can_undo:
        match.play(hurried(match.state, rng))
        assert changed(), "a move"
    match.undo()
    assert changed(), "moves taken back"
    seat = match.state.actor
    assert seat is not None
    match.set_controller(seat, Computer())
    assert changed(), "somebody else decides"
    wait = match.waits()
    assert isinstance(wait, AwaitingAnswer) and wait.version == match.version
    match.answered(wait.version, json.dumps({"plan": [hurried(match.state, rng).text]}))
    assert changed() and isinstance(match.waits(), AwaitingTimer), "an answer"
    match.step()
    assert changed(), "a step"
    match.rest(1.0)
    assert not changed(), "when it goes on is nothing to be seen"


def test_a_pause_and_a_game_sent_on_raise_the_version_once() -> None:
    watched = Match.watch(finished("hansa").record)
    before = watched.version
    watched.paused = True
    assert watched.version == before, "it was paused already"
    watched.paused = False
    assert watched.version == before + 1
    match, rng = new_match("hansa", 2), Random(1)
    for each in range(2):
        match.set_controller(each, Mail())
    while not isinstance(match.waits(), AwaitingSend):
        match.play(hurried(match.state, rng))
    before = match.version
    match.posted()
    assert match.version == before + 1


@pytest.mark.parametrize("game", GAMES)
def test_whoever_reads_on_in_the_log_misses_nothing_and_reads_nothing_twice(game: str) -> None:
    match, rng, cursor, read = new_match(game, 3), Random(2), Cursor(), list[Entry]()
    for number in range(60):
        if match.state.actor is None:
            break
        match.play(hurried(match.state, rng))
        if number % 7 == 3 and match.can_undo:
            match.undo()
        if number % 4 == 0:
            read += cursor.new(match.log)
    read += cursor.new(match.log)
    assert read == match.log and not cursor.new(match.log)
    moves = list[object]()
    for entry in read:
        if isinstance(entry, TakenBack):
            assert moves[-len(entry.moves) :] == list(entry.moves), "what is taken back was played last"
            del moves[-len(entry.moves) :]
        else:
            moves.append(entry)
    assert moves == match.moves, "the log says how the game got here"


def test_a_recording_put_to_a_step_says_so_and_one_that_goes_on_says_which_move_it_was() -> None:
    watched, cursor = Match.watch(finished("hansa").record), Cursor()
    watched.seek(5)
    assert cursor.new(watched.log) == [Seek(watched.moves[4])]
    watched.step()
    assert last_move(cursor.new(watched.log)) is watched.moves[5]
    watched.seek(0)
    assert cursor.new(watched.log) == [Seek(None)]
