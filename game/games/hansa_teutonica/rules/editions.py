"""Table of editions: the board and the modules of a game, by its seats and options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import compress, product
from typing import Any

from game.engine.core import Action, Option, ParseError
from game.games.hansa_teutonica.expansions import found
from game.games.hansa_teutonica.rules import options
from game.games.hansa_teutonica.rules.actions import EVERYWHERE, ActionTable
from game.games.hansa_teutonica.rules.board import MARKER_MIXES, MARKERS, MOVE_3, REMOVE_3, Board
from game.games.hansa_teutonica.rules.board_file import BoardError
from game.games.hansa_teutonica.rules.decisions import decisions
from game.games.hansa_teutonica.rules.edition import AbsentField, Edition, Module, SecretModule
from game.games.hansa_teutonica.rules.events import event_cache
from game.games.hansa_teutonica.rules.expansion import (
    BACK,
    BASE,
    BOARD,
    FRONT,
    TWO,
    EditionRow,
    Expansion,
    Extra,
)
from game.games.hansa_teutonica.rules.position_format import AGENDA, FIELDS
from game.games.hansa_teutonica.rules.tables import tables

EXPANSIONS: tuple[Expansion, ...] = tuple(
    sorted((module.EXPANSION for module in found("rules")), key=lambda expansion: expansion.rank)
)

ROWS = (
    EditionRow(FRONT, (4, 5), when={BOARD: (BASE,)}),
    EditionRow(BACK, (3,), when={BOARD: (BASE,)}),
    *(row for expansion in EXPANSIONS for row in expansion.rows),
)
"""Every way to play without extras."""

EDITIONS = sorted(ROWS, key=lambda row: row.usual)
"""All ways to play. The first that fits is used; the rows of the base board come last."""

EXTRAS: tuple[Extra, ...] = tuple(extra for expansion in EXPANSIONS for extra in expansion.extras)
"""Optional modules, in the order of their hooks."""

REVEALING = frozenset(
    {"reveal", *(extra.module.shows for extra in EXTRAS if issubclass(extra.module, SecretModule))}
)
"""Kinds of events that reveal hidden information."""


def _choice(name: str, seats: tuple[int, ...]) -> Iterator[Option]:
    """Yield the option of this name with the values that choose rows, unless none does."""
    values = tuple(dict.fromkeys(value for row in ROWS for value in row.when.get(name, ())))
    retired = tuple(value for expansion in EXPANSIONS for value in expansion.retired if value in values)
    if values:
        yield Option(name, values, values[0], seats, retired=retired)


CHOICES = (*_choice(BOARD, (3, 4, 5)), *_choice(TWO, (2,)))
"""The options that choose a row: the board, and the variant for two."""


def _presets() -> Mapping[str, Mapping[str, str]]:
    """Return the presets of every edition with the additions of expansions, then those of expansions."""
    made: dict[str, Mapping[str, str]] = dict(options.PRESETS)
    for expansion in EXPANSIONS:
        for name, values in expansion.presets.items():
            made[name] = {**made.get(name, {}), **values}
    return made


PRESETS = _presets()
"""Named sets of option values."""


def options_since(version: int, chosen: Mapping[str, str]) -> Mapping[str, str]:
    """Return the options of a record of an earlier version as this version reads them."""
    for expansion in EXPANSIONS:
        chosen = expansion.since(version, chosen)
    return chosen


def printed(board: str) -> Board:
    """Return the board with this id. Raises `KeyError` for an unknown id."""
    return {row.board.id: row.board for row in EDITIONS}[board].read()


def modules() -> tuple[type[Module[Any]], ...]:
    """Return all modules that games can be played with."""
    found = [module for row in EDITIONS for module in row.modules]
    return tuple(dict.fromkeys([*found, *(extra.module for extra in EXTRAS)]))


def refuse(seats: int, chosen: Mapping[str, str]) -> None:
    """Raise `ParseError` if an option does not fit the board."""
    board = _board_row(seats, chosen).board
    for extra in EXTRAS:
        if chosen[extra.option] in extra.values and not extra.suits(board):
            raise ParseError(f"option {extra.option} cannot be {chosen[extra.option]!r}: {extra.why}")


def _board_row(seats: int, chosen: Mapping[str, str]) -> EditionRow:
    return next(row for row in EDITIONS if row.fits(seats, chosen))


def _with_extras(row: EditionRow, chosen: Mapping[str, str]) -> EditionRow:
    """Return a row with the chosen extras added."""
    extras = (extra.module for extra in EXTRAS if chosen[extra.option] in extra.values)
    return row._replace(modules=(*row.modules, *extras))


def all_options() -> tuple[Option, ...]:
    """Return the options of every edition, those that choose a row, then those of the modules."""
    own = (option for module in modules() for option in _options_of(module))
    return (*options.OPTIONS, *CHOICES, *own)


def _options_of(module: type[Module[Any]]) -> Iterable[Option]:
    """Yield the options of a module. One without `when` matters on the boards that have the module."""
    rows = [row for row in EDITIONS if module in row.modules]
    where = tuple(dict.fromkeys(value for row in rows for value in row.when.get(BOARD, ())))
    for option in module.options:
        yield option._replace(when=(BOARD, where)) if where and option.when is None else option


def played_by(chosen: Mapping[str, str]) -> tuple[int, ...]:
    """Return the player counts of these complete options."""
    return tuple(seats for seats in range(2, 6) if any(row.fits(seats, chosen) for row in EDITIONS))


@lru_cache(maxsize=64)
def _edition(seats: int, chosen: tuple[tuple[str, str], ...]) -> Edition:
    values = dict(chosen)
    return compiled(_with_extras(_board_row(seats, values), values), values)


def edition(seats: int, chosen: Mapping[str, str]) -> Edition:
    """Return the edition of a game with these complete options."""
    return _edition(seats, tuple(chosen.items()))


def compiled(row: EditionRow, chosen: Mapping[str, str]) -> Edition:
    """Return a row compiled with the chosen rule interpretations."""
    board = tables(row.board.read())
    markers = markers_of(row)
    mix = MARKER_MIXES[chosen["marker_mix"]]
    mix += tuple(count for module in row.modules for count in module.markers.values())
    start = [_marker(row, markers, kind) for kind in board.printed.start_markers]
    if chosen["remove_3"] == options.MOVES:
        mix = moving(mix)
        start = [MOVE_3 if kind == REMOVE_3 else kind for kind in start]
    for module in row.modules:
        mix = module.marker_counts(mix, markers, start, chosen)
    made = Edition(words_of(row), event_cache(board), markers, mix, tuple(start), options.variants(chosen))
    for module in row.modules:
        made.add(module, chosen)
    made.decisions = decisions(made.modules)
    made.fields, made.absent = fields_of(row)
    made.collect_hooks()
    _check_effects(row, made)
    return made


def _marker(row: EditionRow, markers: Sequence[str], kind: str) -> int:
    """Return the number of a kind of start marker. Raises `BoardError` for an unknown kind."""
    if kind not in markers:
        expected = f"{row.board.id}.json: start_markers: expected some of {', '.join(markers)}"
        raise BoardError(f"{expected}, got {kind!r}")
    return markers.index(kind)


def _check_effects(row: EditionRow, made: Edition) -> None:
    """Check that a module implements the printed effects. Raises `BoardError`."""
    for route in made.board.routes:
        if route.effect and route.effect not in made.agenda_steps:
            known = ", ".join(made.agenda_steps) or "no effect, as no module of the board has any"
            place = f"{row.board.id}.json: routes.{route.id}.effect"
            raise BoardError(f"{place}: expected {known}, got {route.effect!r}")


def moving(mix: tuple[int, ...]) -> tuple[int, ...]:
    """Return the mix with markers that move three pieces in place of those that remove three."""
    counts = list(mix)
    counts[MOVE_3], counts[REMOVE_3] = counts[REMOVE_3], 0
    return tuple(counts)


def fields_of(row: EditionRow) -> tuple[tuple[str, ...], dict[str, AbsentField]]:
    """Return the fields of the row's position strings in order, and those of absent modules."""
    names, absent = list(FIELDS), dict[str, AbsentField]()
    for module in modules():
        for field in module.fields:
            if module not in row.modules:
                absent[field.name] = AbsentField(field.default, module.no_fields)
            if module in row.modules or field.default is not None:
                names.insert(names.index(field.after) + 1, field.name)
    return tuple(names), absent


def markers_of(row: EditionRow) -> tuple[str, ...]:
    """Return the kinds of markers by number."""
    return (*MARKERS, *(kind for module in row.modules for kind in module.markers))


_words: dict[str, ActionTable] = {}


def words_of(row: EditionRow) -> ActionTable:
    """Return the action table of a row. Built only once, because actions are compared by identity."""
    if row.key not in _words:
        board = tables(row.board.read())
        markers = markers_of(row)
        own = [module.vocabulary(board, markers) for module in row.modules if module.vocabulary]
        instant = [markers.index(kind) for module in row.modules for kind in module.instant]
        _words[row.key] = ActionTable(row.key, board, markers, instant, own)
    return _words[row.key]


def _again(key: str, text: str) -> Action:
    """Return the shared object of an unpickled action."""
    if not key:
        return EVERYWHERE[text]
    return words_of(next(row for row in _rows() if row.key == key)).parse(text)


ActionTable.again = _again


def all_fields() -> tuple[str, ...]:
    """Return every field of position strings."""
    return (*FIELDS, *(field.name for module in modules() for field in module.fields), AGENDA)


def all_decisions() -> tuple[str, ...]:
    """Return the ids of the decisions of every edition."""
    values = {option.id: option.default for option in all_options()}
    found = (compiled(row, values).decisions for row in _rows())
    return tuple(dict.fromkeys(name for decisions in found for name in decisions))


def all_words() -> Iterator[ActionTable]:
    """Yield the action table of every row."""
    return (words_of(row) for row in _rows())


def _rows() -> Iterator[EditionRow]:
    """Yield every way to play."""
    for row in EDITIONS:
        extras = [extra.module for extra in EXTRAS if extra.suits(row.board)]
        for chosen in product((False, True), repeat=len(extras)):
            yield row._replace(modules=(*row.modules, *compress(extras, chosen)))
