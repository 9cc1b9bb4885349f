"""Records: a game saved as text is restored exactly, and errors in a text are explained."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine import IllegalAction, ParseError, ruleset
from game.engine.core import Reason
from game.engine.record import MAX_SEED, OtherVersion, Record, head, read, replay, steps, write

HANSA = ruleset("hansa")


def played(seats: int = 3, seed: int = 7, actions: int = 10**6, **options: str) -> Record:
    """Return a record of a game of random legal play."""
    state = HANSA.new_game(seats, options, seed)
    record = Record.of(state, {"name.0": "Käthe"})
    rng = Random(seed)
    while state.actor is not None and actions:
        legal = state.legal_actions()
        action = legal[int(rng.random() * len(legal))]
        state.apply(action)
        record.append(action)
        actions -= 1
    return record


def test_the_head_of_a_record_says_what_the_whole_says() -> None:
    for path in sorted(Path(__file__).parent.glob("records/*.txt")):
        text = path.read_text(encoding="utf-8")
        whole, short = read(text), head(text)
        assert (short.ruleset, short.seats, short.seed) == (whole.ruleset, whole.seats, whole.seed)
        assert dict(short.options) == dict(whole.options) and short.tags == whole.tags
        assert short.actions == len(whole.actions)
        with pytest.raises(ParseError, match="cut off"):
            head(text[: len(text) // 2])


@pytest.mark.parametrize("last", ["take 2", "end", "end two", "end -1", "send 2"])
def test_only_a_last_line_with_the_number_of_actions_ends_the_head_of_a_record(last: str) -> None:
    """Not that of an action which happens to be a word and a number, where a record was cut off."""
    record = write(played(actions=2))
    whole, _, end = record.rstrip("\n").rpartition("\n")
    assert end == "end 2" and head(record).actions == 2
    with pytest.raises(ParseError, match="cut off"):
        head(f"{whole}\n{last}\n")


def test_a_record_reads_as_it_is_documented() -> None:
    text = (
        "kontor-record 1\nruleset hansa\nversion 1\nseats 2\nseed 7\noption start_player 1\n"
        "tag name.0 Käthe\n\nplace reval\nplace riga\nend 2\n"
    )
    record = read(text)
    assert (record.ruleset.id, record.seats, record.seed) == ("hansa", 2, 7)
    assert record.options == {"start_player": "1", "stall_guard": "off", "extra_card": "off"}
    assert record.tags == {"name.0": "Käthe"}
    assert [str(action) for action in record.actions] == ["place reval", "place riga"]
    assert write(record) == text


@settings(max_examples=20)
@given(st.integers(2, 4), st.integers(0, MAX_SEED), st.sampled_from(["on", "off"]))
def test_a_whole_game_comes_back_as_the_same_game(seats: int, seed: int, guard: str) -> None:
    record = played(seats, seed, stall_guard=guard)
    again = read(write(record))
    assert again == record
    assert replay(again).outcome == replay(record).outcome is not None


@given(st.dictionaries(st.from_regex(r"[a-z0-9_.-]{1,40}", fullmatch=True), st.text(max_size=60), max_size=8))
def test_tags_hold_any_text(tags: dict[str, str]) -> None:
    record = Record.of(HANSA.new_game(2, seed=1), tags)
    text = write(record)
    assert read(text).tags == tags
    assert text.splitlines() == text.split("\n")[:-1], "a tag must not break a line"


@pytest.mark.parametrize(
    "name", ["two\nlines", "cr\r", "\\", "\\n", "\u2028", "\ud800", " blank ", "", "\x00", "👩‍🚀"]
)
def test_names_may_hold_any_unicode(name: str) -> None:
    assert read(write(Record.of(HANSA.new_game(2), {"name.0": name}))).tags["name.0"] == name


def test_steps_tell_state_action_and_events() -> None:
    record = played(actions=30)
    told = list(steps(record))
    assert [action for _, action, _ in told] == record.actions
    assert all(events for _, _, events in told)
    assert told[-1][0].position() == replay(record).position()
    assert replay(Record.of(HANSA.new_game(2, seed=3))).position() == HANSA.new_game(2, seed=3).position()


def test_windows_line_ends_byte_order_mark_comments_and_blanks_are_read() -> None:
    record = played(actions=5)
    text = write(record).replace("\n\n", "\n\n# first placement\n\n").replace("\n", "\r\n")
    assert read("\ufeff" + text + "\n\n# bye") == record


def test_an_illegal_action_names_its_line() -> None:
    text = write(played(actions=3))
    line = 9
    rows = text.split("\n")
    rows[line - 1] = "end-turn"
    record = read("\n".join(rows))
    with pytest.raises(IllegalAction, match=f"line {line}: end-turn: placement first"):
        replay(record)


def test_an_illegal_action_that_was_not_read_names_its_number() -> None:
    record = played(actions=3)
    record.append(HANSA.parser(3)("done"))
    with pytest.raises(IllegalAction, match="action 4: done"):
        replay(record)


HEAD = "kontor-record 1\nruleset hansa\nversion 1\nseats 3\nseed 7\n"
BROKEN = {
    "nothing": ("", 1, "not a Kontor record"),
    "another file": ("<html>\n", 1, "not a Kontor record"),
    "a newer format": ("kontor-record 3\n", 1, "format 3"),
    "no format": ("kontor-record one\n", 1, "not a number"),
    "only a header": (HEAD[:-1], 5, "cut off inside its header"),
    "an unknown ruleset": (HEAD.replace("hansa", "chess") + "\nend 0\n", 2, "unknown ruleset 'chess'"),
    "newer rules": (HEAD.replace("version 1", "version 2") + "\nend 0\n", 3, "newer rules"),
    "no version": (HEAD.replace("version 1\n", "") + "\nend 0\n", 5, "has no version"),
    "too many seats": (HEAD.replace("seats 3", "seats 5") + "\nend 0\n", 4, "2 to 4 players, not 5"),
    "odd digits": (HEAD.replace("seats 3", "seats ³") + "\nend 0\n", 4, "seats must be a number"),
    "a seed below zero": (HEAD.replace("seed 7", "seed -7") + "\nend 0\n", 5, "seed must be a number"),
    "a huge seed": (HEAD.replace("seed 7", "seed " + "9" * 5000) + "\nend 0\n", 5, "seed must be a number"),
    "a field twice": (HEAD + "seed 8\n\nend 0\n", 6, "seed is given twice"),
    "an unknown field": (HEAD + "speed 8\n\nend 0\n", 6, "unknown field 'speed'"),
    "an unknown option": (HEAD + "option taxes no\n\nend 0\n", 6, "unknown option 'taxes'"),
    "an unknown value": (HEAD + "option stall_guard maybe\n\nend 0\n", 6, "cannot be 'maybe'"),
    "an option for others": (HEAD + "option start_player 4\n\nend 0\n", 6, "with 3 players"),
    "an option twice": (HEAD + "option stall_guard on\noption stall_guard on\n\nend 0\n", 7, "given twice"),
    "a bad tag key": (HEAD + "tag Name Anna\n\nend 0\n", 6, "tag key 'Name'"),
    "a bad escape": (HEAD + "tag name \\x\n\nend 0\n", 6, "backslash"),
    "no character": (HEAD + "tag name \\u{ffffff}\n\nend 0\n", 6, "not a character"),
    "a long tag": (HEAD + f"tag name {'x' * 501}\n\nend 0\n", 6, "501 characters"),
    "many tags": (
        HEAD + "".join(f"tag {n} x\n" for n in range(101)) + "\nend 0\n",
        106,
        "more than 100 tags",
    ),
    "an unknown action": (HEAD + "\nplace reval\nhoist sails\nend 2\n", 8, "unknown action 'hoist sails'"),
    "an action cut off": (HEAD + "\nplace reval\nplace ri", 8, "no action 'place ri'"),
    "cut between actions": (HEAD + "\nplace reval\n", 8, "cut off"),
    "a missing action": (HEAD + "\nplace reval\nend 2\n", 8, "closes with '2' actions, but 1 were read"),
    "an odd end": (HEAD + "\nplace reval\nend one\n", 8, "closes with 'one'"),
    "text behind the end": (HEAD + "\nend 0\nplace reval\n", 8, "after the end"),
    "two records": (2 * (HEAD + "\nend 0\n"), 8, "after the end"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_broken_records_are_refused_with_line_and_reason(what: str) -> None:
    text, line, reason = BROKEN[what]
    with pytest.raises(ParseError) as error:
        read(text)
    assert reason in str(error.value)
    assert error.value.line == line


def test_records_of_another_kontor_can_be_told_from_broken_ones() -> None:
    foreign = {"a newer format", "an unknown ruleset", "newer rules"}
    for what, (text, _, _) in BROKEN.items():
        with pytest.raises(ParseError) as error:
            read(text)
        assert isinstance(error.value, OtherVersion) == (what in foreign), what


def test_a_record_of_any_size_is_refused_in_time() -> None:
    with pytest.raises(ParseError, match="characters"):
        read("x" * 5_000_000)
    with pytest.raises(ParseError, match="more than 200000 actions"):
        read(HEAD + "\n" + "end-turn\n" * 200_001 + "end 200001\n")


def test_a_record_may_be_as_long_as_is_said_and_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    text = write(played(actions=5))
    monkeypatch.setattr("game.engine.record.MAX_CHARACTERS", len(text))
    assert len(read(text).actions) == 5
    monkeypatch.setattr("game.engine.record.MAX_CHARACTERS", len(text) - 1)
    with pytest.raises(ParseError, match=f"{len(text)} characters"):
        read(text)


def test_what_cannot_be_written_is_refused_when_it_is_recorded() -> None:
    state = HANSA.new_game(2, seed=-1)
    with pytest.raises(ParseError, match="seed"):
        Record.of(state)
    with pytest.raises(ParseError, match="tag key"):
        Record.of(HANSA.new_game(2), {"Name": "Anna"})
    with pytest.raises(ParseError, match="tags"):
        Record.of(HANSA.new_game(2), {str(number): "" for number in range(101)})


def test_why_an_action_was_done_is_kept_as_a_comment_and_is_no_part_of_the_game() -> None:
    text = write(played())
    rows = text.split("\n")
    first = rows.index("") + 1
    rows[first:first] = [
        "# first placement",
        "# why place-empty town=riga n=-2",
        "# why (no reason)",
        "# why x=",
        "# computer",
        "# computers",
    ]
    told = read("\n".join(rows))
    assert told.reasons == {0: Reason("place-empty", {"town": "riga", "n": -2})}
    assert told == read(text) and head("\n".join(rows)).actions == len(told.actions)
    assert read(write(told)).reasons == told.reasons
    assert told.computed == {0} and read(write(told)).computed == {0}
    assert write(told).count("#") == 2


@pytest.mark.parametrize(
    "facts", [{"town": "riga\nend 0"}, {"town": "Riga =x"}, {"n": 1.5}, {"n": {1}}, {"a b": 1}]
)
def test_of_a_reason_that_no_comment_can_hold_only_the_fact_that_a_computer_acts_is_kept(
    facts: dict[str, object],
) -> None:
    record = played()
    record.reasons[0] = Reason("buy", facts)
    again = read(write(record))
    assert write(record).count("#") == 1 and again.by_computer == {0} and not again.reasons


@pytest.mark.parametrize("towns", [[], ["riga"], ["riga", "reval"]])
def test_a_reason_is_kept_without_the_lists_that_only_mark_places(towns: list[str]) -> None:
    record = played()
    record.reasons[0] = Reason("restock", {"n": 5, "towns": towns, "also": "bare"})
    assert read(write(record)).reasons == {0: Reason("restock", {"n": 5, "also": "bare"})}
