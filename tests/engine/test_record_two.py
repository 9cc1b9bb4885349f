"""Records of games whose seed is unknown: a position, and the reveals of the actions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from game.engine import IllegalAction, ParseError
from game.engine.record import MAX_SEED, Record, head, read, replay, steps, write
from game.match import Match
from game.match.analysis import with_plan
from game.match.statistics import statistics

RECORDS = sorted(Path(__file__).parent.glob("records/*.txt"))
IDS = [path.stem for path in RECORDS]


def whole(path: Path) -> Record:
    return read(path.read_text(encoding="utf-8"))


def seedless(record: Record, seed: int = 0) -> Record:
    """Return the game as recorded by an observer who received the reveals, but not the seed."""
    told = {
        number: shown
        for number, (state, _, events) in enumerate(steps(record))
        if (shown := state.to_tell(events))
    }
    again = Record.beginning(record.ruleset, record.new_game().position(), seed, record.tags)
    return replace(again, told=told, actions=list(record.actions))


@pytest.mark.parametrize("path", RECORDS, ids=IDS)
def test_a_game_comes_back_without_its_seed(path: Path) -> None:
    record = whole(path)
    for seed in (0, 1, MAX_SEED):
        text = write(seedless(record, seed))
        again = read(text)
        assert text.startswith("kontor-record 2\n") and write(again) == text
        assert f"seed {seed}\n" in text
        played = zip(steps(record), steps(again), strict=True)
        assert all(events == same for (_, _, events), (_, _, same) in played)
        assert replay(again).position() == replay(record).position()
        assert head(text).tags == record.tags and head(text).actions == len(record.actions)


@pytest.mark.parametrize("path", RECORDS, ids=IDS)
def test_what_older_programs_can_read_is_written_for_them(path: Path) -> None:
    record = whole(path)
    assert write(record).startswith("kontor-record 1\n")
    assert write(replace(record, seed=2**63 - 1)).startswith("kontor-record 1\n")
    assert write(replace(record, seed=2**63)).startswith("kontor-record 2\n"), "they know no such seed"
    assert "\nposition " not in write(replace(record, seed=2**63))


@pytest.mark.parametrize("path", RECORDS, ids=IDS)
def test_a_match_without_the_seed_goes_back_and_on_like_any_other(path: Path) -> None:
    record = whole(path)
    record.actions = record.actions[:120]
    whole_game, match = (
        Match("a", replace(record, actions=list(record.actions))),
        Match("b", seedless(record)),
    )
    text = match.text()
    for step in (100, 41, 7, 0):
        assert match.branch("c", step).state.position() == whole_game.branch("d", step).state.position()
    told = {number: move.told for number, move in enumerate(match.moves) if move.told}
    moves = match.moves
    for step in (80, 33):
        match.take_back(step)
        for number in range(step, len(moves)):
            match.play(moves[number].action, told.get(number))
        assert match.state.position() == whole_game.state.position() and match.text() == text
    watched = Match.watch(read(text))
    for step in (120, 60, 119, 1, 120):
        watched.seek(step)
        again = whole_game.branch("e", step)
        assert watched.state.position() == again.state.position()
    assert watched.text() == text


def test_a_record_that_tells_wrong_things_is_refused_with_the_line() -> None:
    record = whole(RECORDS[0])
    text = write(seedless(record))
    number = min(seedless(record).told)
    row = next(at for at, row in enumerate(text.split("\n")) if row.startswith("told "))
    rows = text.split("\n")

    def changed(at: int, *now: str) -> str:
        return "\n".join([*rows[:at], *now, *rows[at + 1 :]])

    for wrong in ('told {"restock":"x"}', "told []", "told {", "told " + "[" * 60, 'told {"a":[7]}'):
        with pytest.raises(ParseError, match="what is told") as error:
            read(changed(row, wrong))
        assert error.value.line == row + 1
    with pytest.raises(ParseError, match="told twice"):
        read(changed(row, rows[row], rows[row]))
    with pytest.raises(ParseError, match="not there"):
        read(changed(len(rows) - 2, rows[row], rows[-2]))
    for wrong in ('told {"turn":["x"]}', 'told {"restock":["good.amber"]}'):
        lying = read(changed(row, wrong))
        with pytest.raises(ParseError, match=f"action {number + 1}") as error:
            replay(lying)
        assert error.value.line == row + 2
        with pytest.raises(ParseError, match=f"action {number + 1}"):
            Match("x", lying)
    seats = next(at for at, line in enumerate(rows) if line.startswith("position "))
    for position in ("position", "position chess", rows[seats].replace("seats=2", "seats=3")):
        with pytest.raises(ParseError) as error:
            read(changed(seats, position))
        assert error.value.line == seats + 1
    with pytest.raises(ParseError, match="unknown field 'position'"):
        read(changed(0, "kontor-record 1"))


def test_what_was_told_wrongly_leaves_the_match_as_it_was() -> None:
    match = Match("a", seedless(whole(RECORDS[0])))
    match.take_back(0)
    action, before = match.state.legal_actions()[0], match.state.position()
    with pytest.raises(ParseError):
        match.play(action, {"restock": ["nothing"]})
    illegal = match.state.parse_action("end-turn" if match.ruleset.id == "hansa-teutonica" else "done")
    with pytest.raises(IllegalAction):
        match.play(illegal, {"restock": ["good.red.1"]})
    assert match.state.position() == before and not match.moves and not match.record.told


@pytest.mark.parametrize("path", RECORDS, ids=IDS)
def test_numbers_and_plans_come_from_such_a_record_as_from_any(path: Path) -> None:
    record = whole(path)
    again = read(write(seedless(record)))
    assert statistics(again) == statistics(record)
    told = min(again.told, default=0)
    for step in (told, told + 1):
        line = [action.text for action in record.actions[step : step + 3]]
        other = with_plan(again, step, line)
        assert replay(other) and other.actions[:step] == record.actions[:step]
        assert all(number < step for number in other.told)


def test_a_seed_that_gives_another_beginning_is_not_taken() -> None:
    """Even if no action so far shows the difference."""
    record = whole(RECORDS[0])
    match = Match("a", replace(seedless(record), actions=[], told={}))
    before = match.text()
    assert not match.unseal(record.seed + 1, record.options, fresh=True) and match.text() == before
    assert match.unseal(record.seed, record.options, fresh=True)
    assert match.text() == write(replace(record, actions=[], lines=(), reasons={}))
    assert match.unseal(record.seed, record.options, fresh=True), "it may be said again"
