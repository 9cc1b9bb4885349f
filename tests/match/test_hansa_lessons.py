"""Statements of the lessons on *Hansa* are true of the table: coins, goods, markets, payers, winners."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest

from game.assets import of_game
from game.client.words.i18n import LANGUAGES, file_of
from game.engine.core import State
from game.games import part
from game.games.hansa.rules.board import WAREHOUSES
from game.games.hansa.rules.state import HansaState
from game.match.lesson import Lesson

LESSONS = {
    path.stem.partition("-")[2]: Lesson.read(
        "hansa", path.stem.partition("-")[2], path.read_text(encoding="utf-8")
    )
    for path in sorted((of_game("hansa") / "lessons").rglob("*.json"))
}
YOU, BLUE, GREEN = 0, 1, 2
PLANS = part("hansa", "openings").PLANS


def at(lesson: str, step: int) -> HansaState:
    """Return the table at a step, counted from 1 as its text is."""
    state: State = LESSONS[lesson].state(step - 1)
    assert isinstance(state, HansaState)
    return state


def totals(state: HansaState) -> list[int]:
    return [sum(line.points[seat] for line in state.scores()) for seat in range(state.seats)]


SAID: dict[tuple[str, int], tuple[Callable[[HansaState], object], object]] = {
    ("goal", 2): (lambda s: (s.warehouse("7a"), s.warehouse("7b")), ("blue.1", "red.3")),
    ("goal", 8): (
        lambda s: (s.reserve[YOU], {points in (6, 8, 10, 12) for points in totals(s)}),
        (9, {True}),
    ),
    ("goal", 9): (lambda s: s.coins[YOU], 6),
    ("voyage", 1): (lambda s: s.coins[YOU], 3),
    ("voyage", 2): (lambda s: s.ship_town, "copenhagen"),
    ("voyage", 6): (lambda s: s.coins[YOU], 1),
    ("voyage", 7): (lambda s: s.ship_town, "tonsberg"),
    ("voyage", 8): (lambda s: s.coins[YOU], 4),
    ("buying", 2): (
        lambda s: (s.markets_in("danzig", YOU), s.markets_in("danzig", GREEN), s.price("danzig", YOU)),
        (2, 1, (0, None)),
    ),
    ("buying", 4): (lambda s: s.price("reval", YOU), (1, BLUE)),
    ("buying", 5): (lambda s: s.price("riga", YOU), (1, None)),
    ("buying", 7): (
        lambda s: (s.markets_in("kalmar", YOU), s.markets_in("kalmar", GREEN), s.price("kalmar", YOU)),
        (2, 2, (1, None)),
    ),
    ("building", 1): (lambda s: s.unsold(YOU), ("red.1", "blue.2")),
    ("building", 3): (
        lambda s: (s.markets_in("kalmar", YOU), s.markets_in("kalmar", BLUE), s.leader("kalmar")),
        (2, 1, YOU),
    ),
    ("building", 6): (lambda s: [s.markets_in("copenhagen", seat) for seat in range(3)], [1, 0, 0]),
    ("building", 8): (lambda s: s.coins[YOU], 2 + 1 + 3),
    ("selling", 4): (lambda s: (len(s.sold_goods(YOU)), s.unsold(YOU)), (4, ())),
    ("selling", 5): (lambda s: s.markets_in("danzig", YOU), 1),
    ("selling", 6): (lambda s: (s.unsold(BLUE), s.unsold(GREEN)), (("green.2",), ("red.2",))),
    ("selling", 8): (
        lambda s: [good for good in s.unsold(YOU) if good.startswith("green.")],
        ["green.1", "green.3"],
    ),
    ("end", 1): (lambda s: sum(s.warehouse(name) is not None for name in WAREHOUSES), 2),
    ("end", 5): (lambda s: (s.coins[YOU], len(s.unsold(YOU))), (4, 4)),
    ("end", 6): (lambda s: s.coins[YOU], 3),
    ("end", 8): (lambda s: list(s.stacks()[:4]), [0, 0, 0, 0]),
    ("end", 9): (lambda s: s.last_round, True),
    ("openings", 3): (
        lambda s: (
            sum(line.points[YOU] for line in s.scores() if line.id == "sold"),
            s.markets_in("danzig", YOU),
        ),
        (7, 1),
    ),
    ("openings", 5): (
        lambda s: (s.leader("kalmar"), [s.markets_in("copenhagen", seat) for seat in range(3)]),
        (YOU, [2, 0, 0]),
    ),
    ("openings", 7): (lambda s: [good[:3] for good in s.unsold(YOU)], ["red", "red", "pin"]),
    ("end", 10): (lambda s: totals(s)[YOU] == max(totals(s)) and totals(s)[YOU], 24),
}
"""By lesson and step: the value its text refers to, and the value it states."""


@pytest.mark.parametrize(("lesson", "step"), SAID)
def test_what_a_step_says_is_so(lesson: str, step: int) -> None:
    found, said = SAID[lesson, step]
    assert found(at(lesson, step)) == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_count_at_the_end_is_said_in_every_language(language: str) -> None:
    texts = json.loads(file_of("lessons", language).read_text(encoding="utf-8"))
    state = at("end", 10)
    points = {line.id: line.points[YOU] for line in state.scores()}
    towns = sum(count for row, count in points.items() if row not in ("sold", "unsold"))
    said = [str(points["sold"]), str(points["unsold"]), str(towns), str(sum(points.values()))]
    digits = "".join(letter if letter.isdigit() else " " for letter in texts["hansa.end.10"]).split()
    assert digits == said
    sold = [1 + int(good.partition(".")[2]) for good in at("selling", 3).sold_goods(YOU)]
    assert sold == [2, 4] and "2 + 4" in texts["hansa.selling.4"] and "2 + 3" in texts["hansa.selling.4"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_to_be_touched_is_called_as_it_is_on_the_table(language: str) -> None:
    texts, table, names = (
        json.loads(file_of(domain, language).read_text(encoding="utf-8"))
        for domain in ("lessons", "hansa", "guide")
    )
    labels = [
        *(table[key].partition(" (")[0] for key in ("button.end-turn", "button.restock")),
        *(table["colour.brief"].format(ware=table[f"ware.{colour}"]) for colour in ("red", "blue")),
        table["markets"]["other"].format(n=2),
        table["end.stacks"].removesuffix(": {value}"),
        *(names[f"hansa.opening.{plan}"] for plan in PLANS),
    ]
    quoted = [
        name
        for key, text in texts.items()
        if key.startswith("hansa.")
        for name in re.findall("[“„«]([^“”„«»]+)[“”»]", text)
    ]
    assert set(quoted) == set(labels)
