"""Setups that cover every combination of modules and every pair of option values: a covering array.

>>> hansa = setups(ruleset("hansa"))
>>> len(hansa), str(hansa[3])
(24, 'hansa/2/stall_guard:on+extra_card:on')
>>> parse_setup(str(hansa[3])) == hansa[3]
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from game.engine.core import ParseError, Ruleset
from game.engine.registry import ruleset

Choice = tuple[str, str]
"""An option and one of its values."""
Pair = frozenset[Choice]
Chosen = dict[str, str]


class Setup(NamedTuple):
    """A ruleset, a number of players, and the values of all options that matter there."""

    ruleset: str
    seats: int
    chosen: tuple[Choice, ...]

    def __str__(self) -> str:
        """Name the values that are not the default ones, as position lines do."""
        usual = {(option.id, option.default) for option in ruleset(self.ruleset).options}
        named = [":".join(choice) for choice in self.chosen if choice not in usual]
        return f"{self.ruleset}/{self.seats}/" + ("+".join(named) or "-")

    @property
    def options(self) -> Chosen:
        return dict(self.chosen)

    @property
    def pairs(self) -> set[Pair]:
        return {frozenset(pair) for pair in combinations(self.chosen, 2)}


def parse_setup(text: str) -> Setup:
    """Read a setup written by `str`."""
    name, seats, named = text.split("/")
    rules, given = ruleset(name), dict(part.split(":") for part in named.split("+") if part != "-")
    full = rules.full_options(int(seats), given)
    there = [option.id for option in rules.options if option.matters(int(seats), full)]
    return Setup(name, int(seats), tuple((option, full[option]) for option in there))


@cache
def setups(rules: Ruleset) -> tuple[Setup, ...]:
    """Return setups for each number of players, in a fixed order."""
    return tuple(setup for seats in rules.seats for setup in _rows(rules, seats))


def possible_pairs(rules: Ruleset, seats: int) -> list[Pair]:
    """Return every two values of different options that can be chosen together and that both matter."""
    return [
        frozenset({(one.id, value), (two.id, other)})
        for one, two in combinations(rules.options, 2)
        for value, other in product(one.values, two.values)
        if next(_with_parents(rules, seats, {one.id: value, two.id: other}), None) is not None
    ]


def module_choices(rules: Ruleset, seats: int) -> Iterator[Chosen]:
    """Yield every combination of modules: of options that are switched on, or that others depend on."""
    parents = {option.when[0] for option in rules.options if option.when}
    switches = [option for option in rules.options if option.id in parents or "on" in option.values]
    for values in product(*(option.values for option in switches)):
        chosen = {option.id: value for option, value in zip(switches, values, strict=True)}
        idle = [option for option in switches if not option.matters(seats, _full(rules, chosen))]
        if _allowed(rules, seats, chosen) and all(chosen[option.id] == option.default for option in idle):
            yield {name: value for name, value in chosen.items() if name not in {one.id for one in idle}}


def _rows(rules: Ruleset, seats: int) -> Iterator[Setup]:
    missing = dict.fromkeys(possible_pairs(rules, seats))
    used = Counter[Choice]()
    for chosen in module_choices(rules, seats):
        yield _row(rules, seats, chosen, missing, used)
    while missing:
        chosen = next(_with_parents(rules, seats, dict(sorted(next(iter(missing))))))
        yield _row(rules, seats, chosen, missing, used)


def _row(
    rules: Ruleset, seats: int, begun: Mapping[str, str], missing: dict[Pair, None], used: Counter[Choice]
) -> Setup:
    """Complete a setup: each option gets the value that covers most of the missing pairs, of several the one
    used least so far."""
    chosen = dict(begun)
    for option in rules.options:
        if option.id in chosen or not option.matters(seats, _full(rules, chosen)):
            continue
        values = [one for one in option.values if _allowed(rules, seats, {**chosen, option.id: one})]
        gains = {
            value: sum(frozenset({(option.id, value), other}) in missing for other in chosen.items())
            for value in values
        }
        best = max(values, key=lambda value: (gains[value], -used[option.id, value]))
        chosen[option.id] = best
    setup = Setup(rules.id, seats, tuple((o.id, chosen[o.id]) for o in rules.options if o.id in chosen))
    used.update(setup.chosen)
    for pair in setup.pairs:
        missing.pop(pair, None)
    return setup


def _with_parents(rules: Ruleset, seats: int, chosen: Chosen) -> Iterator[Chosen]:
    """Yield the choices with values of other options that make them matter, in every way."""
    by_id = {option.id: option for option in rules.options}
    wanting = [by_id[name].when for name in chosen]
    parents = [when for when in wanting if when and when[0] not in chosen]
    parents = [when for when in parents if not by_id[when[0]].seats or seats in by_id[when[0]].seats]
    for values in product(*(values for _, values in parents)):
        more = dict(chosen)
        for (name, _), value in zip(parents, values, strict=True):
            if more.setdefault(name, value) != value:
                break
        else:
            full = _full(rules, more)
            if all(by_id[name].matters(seats, full) for name in more) and _allowed(rules, seats, more):
                yield more


def _full(rules: Ruleset, chosen: Mapping[str, str]) -> Chosen:
    return {**{option.id: option.default for option in rules.options}, **chosen}


def _allowed(rules: Ruleset, seats: int, chosen: Mapping[str, str]) -> bool:
    try:
        rules.full_options(seats, chosen)
    except ParseError:
        return False
    return True
