"""Damaged text raises `ParseError` or `IllegalAction`, never another exception."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine import IllegalAction, ParseError, Ruleset, ruleset, rulesets
from game.engine.record import Record, read, replay, write


def played(rules: Ruleset, seats: int, seed: int, actions: int) -> Record:
    state = rules.new_game(seats, seed=seed)
    record = Record.of(state, {"name.0": "Käthe", "name.1": "two\nlines"})
    rng = Random(seed)
    while state.actor is not None and len(record.actions) < actions:
        legal = state.legal_actions()
        record.append(legal[int(rng.random() * len(legal))])
        state.apply(record.actions[-1])
    return record


RULES = {name: ruleset(name) for name in rulesets()}
PARSERS = {name: rules.parser(rules.seats[-1]) for name, rules in RULES.items()}
RECORDS = {name: write(played(rules, rules.seats[-1], 5, 120)) for name, rules in RULES.items()}
POSITIONS = {
    name: [
        replay(played(rules, seats, 5, actions)).position() for seats in rules.seats for actions in (0, 9, 80)
    ]
    for name, rules in RULES.items()
}
PIECES = st.sampled_from(
    ["\n", " ", "=", ",", "+", ":", "-", "0", "9" * 30, "\x00", "é", "²", "٣", "\u2028", "\ud800"]
)


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """Damage the text by cutting, swapping, doubling, dropping or inserting, once or more."""
    for _ in range(draw(st.integers(1, 3))):
        places = st.integers(0, len(text))
        one, two, three = sorted(draw(st.tuples(places, places, places)))
        text = draw(
            st.sampled_from(
                [
                    text[:two],
                    text[two:],
                    text[:one] + text[two:three] + text[one:two] + text[three:],
                    text[:one] + text[two:],
                    text[:two] + text[one:],
                    text[:two] + draw(PIECES) + text[two:],
                    text[:two] + draw(PIECES) + text[two + 1 :],
                    text[:one] + text[one:two].upper() + text[two:],
                ]
            )
        )
        rows = text.split("\n")
        if draw(st.booleans()) and len(rows) > 1:
            here, there = draw(st.tuples(*[st.integers(0, len(rows) - 1)] * 2))
            rows[here], rows[there] = rows[there], rows[here]
            text = "\n".join(rows)
    return text


@pytest.mark.parametrize("name", RECORDS)
@settings(max_examples=150)
@given(data=st.data())
def test_damaged_records(name: str, data: st.DataObject) -> None:
    text = data.draw(damaged(RECORDS[name]))
    try:
        state = replay(read(text))
    except (ParseError, IllegalAction) as error:
        assert str(error)
    else:
        state.check()


@pytest.mark.parametrize("name", POSITIONS)
@settings(max_examples=200)
@given(data=st.data())
def test_damaged_positions(name: str, data: st.DataObject) -> None:
    text = data.draw(damaged(data.draw(st.sampled_from(POSITIONS[name]))))
    try:
        state = RULES[name].parse_position(text)
    except ParseError as error:
        assert str(error)
    else:
        state.check()
        assert state.actor is None or state.legal_actions()
        assert RULES[name].parse_position(state.position()).position() == state.position()


@pytest.mark.parametrize("name", RECORDS)
@settings(max_examples=150)
@given(data=st.data())
def test_damaged_actions(name: str, data: st.DataObject) -> None:
    rows = [row for row in RECORDS[name].split("\n\n")[1].split("\n") if row]
    text = data.draw(damaged(data.draw(st.sampled_from(rows))))
    try:
        action = PARSERS[name](text)
    except ParseError as error:
        assert str(error)
    else:
        assert str(action) == text


@pytest.mark.parametrize("name", RECORDS)
@given(text=st.text(max_size=200))
def test_any_text_at_all(name: str, text: str) -> None:
    for parse in (read, RULES[name].parse_position):
        with pytest.raises(ParseError):
            parse(text)
    with suppress(ParseError):  # hypothesis also tries words it finds in our code
        assert str(PARSERS[name](text)) == text


@pytest.mark.parametrize("name", RECORDS)
def test_a_cut_record_is_noticed(name: str) -> None:
    """Cut anywhere in its head and its last lines, at the end of every line, and at a sample of other
    places."""
    text = RECORDS[name]
    head, last = text.index("\n\n"), len(text) - 1
    ends = [place for place, letter in enumerate(text) if letter == "\n"]
    around = {end + step for end in ends for step in (-1, 0, 1)}
    cuts = {*range(head), *range(head, last, 17), *around, *range(last - 60, last)}
    for cut in cuts - {last, last + 1}:
        with pytest.raises(ParseError):
            read(text[:cut])
