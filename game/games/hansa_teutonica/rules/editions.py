"""The table of editions: which board and which modules a game is played with, by its seats and options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import compress, product
from typing import NamedTuple

from game.engine.core import Action, Option, ParseError
from game.games.hansa_teutonica.rules import options
from game.games.hansa_teutonica.rules.actions import EVERYWHERE, Words
from game.games.hansa_teutonica.rules.board import MARKER_MIXES, MARKERS, MOVE_3, REMOVE_3, Board
from game.games.hansa_teutonica.rules.boards.back import BACK
from game.games.hansa_teutonica.rules.boards.britannia_3 import BRITANNIA_3
from game.games.hansa_teutonica.rules.boards.britannia_4_5 import BRITANNIA_4_5
from game.games.hansa_teutonica.rules.boards.east import EAST
from game.games.hansa_teutonica.rules.boards.front import FRONT
from game.games.hansa_teutonica.rules.decisions import decisions
from game.games.hansa_teutonica.rules.edition import Absent, Edition, Module
from game.games.hansa_teutonica.rules.events import told
from game.games.hansa_teutonica.rules.modules.countries import Countries
from game.games.hansa_teutonica.rules.modules.favour import Favour
from game.games.hansa_teutonica.rules.modules.green import Green
from game.games.hansa_teutonica.rules.modules.missions import Missions
from game.games.hansa_teutonica.rules.modules.neutral import NINE, Neutral
from game.games.hansa_teutonica.rules.modules.pawn import Pawn
from game.games.hansa_teutonica.rules.modules.permanent import Permanent
from game.games.hansa_teutonica.rules.modules.promo import Promo
from game.games.hansa_teutonica.rules.position_format import AGENDA, FIELDS
from game.games.hansa_teutonica.rules.tables import tables


class Row(NamedTuple):
    """A way to play: the board, the modules, the player counts, and the values of options that choose it."""

    board: Board
    seats: tuple[int, ...]
    modules: tuple[type[Module], ...] = ()
    when: Mapping[str, tuple[str, ...]] = {}

    @property
    def key(self) -> str:
        """Names its actions: rows with the same board and the same modules that have some share them."""
        return " ".join([self.board.id, *(module.id for module in self.modules if module.speaks())])

    @property
    def usual(self) -> bool:
        """Whether it is played if nobody chooses a board."""
        return BOARD.default in self.when.get("board", (BOARD.default,))

    def fits(self, seats: int, chosen: Mapping[str, str]) -> bool:
        """Whether such a game is played so."""
        return seats in self.seats and all(chosen[name] in values for name, values in self.when.items())


class Extra(NamedTuple):
    """A module that games may be played with besides, the values of the option that choose it, and the boards
    it is made for; on others it is refused."""

    module: type[Module]
    option: str
    values: tuple[str, ...]
    boards: tuple[Board, ...]
    why: str


NEUTRAL = ("neutral-it", "neutral-pt", NINE)

BASE: Mapping[str, tuple[str, ...]] = {"board": ("base",)}

EDITIONS = [
    Row(EAST, (3, 4, 5), (Permanent, Green), {"board": ("east",)}),
    Row(BRITANNIA_3, (3,), (Permanent, Countries), {"board": ("britannia",)}),
    Row(BRITANNIA_4_5, (4, 5), (Permanent, Countries), {"board": ("britannia",)}),
    Row(FRONT, (4, 5), when=BASE),
    Row(BACK, (3,), when=BASE),
    Row(BACK, (2,), (Pawn,), {**BASE, "two_players": ("pawn",)}),
    Row(BACK, (2,), (Neutral,), {**BASE, "two_players": NEUTRAL}),
]
"""The first row that fits is played. Another board or module is another row."""

BOARD = Option("board", ("base", "east", "britannia"), "base", seats=(3, 4, 5))
"""Where it is played."""

EXTRAS = (
    Extra(
        Missions,
        "missions",
        ("on",),
        (FRONT, BACK),
        "the towns of the mission cards are those of the base board",
    ),
    Extra(Favour, "favour", ("on",), (FRONT, BACK, EAST, BRITANNIA_3, BRITANNIA_4_5), ""),
    Extra(Promo, "promos", ("on",), (FRONT, BACK, EAST, BRITANNIA_3, BRITANNIA_4_5), ""),
)
"""In the order in which they take part."""

REVEALING = frozenset({"reveal", *(extra.module.shows for extra in EXTRAS if extra.module.shows)})
"""The kinds of events that show something hidden."""

CHOICE = Option("two_players", ("pawn", *NEUTRAL), "pawn", seats=(2,), retired=(NINE,))
"""What two play with."""


BIG_BOX = {"marker_mix": "bigbox", "swap": "own", "remove_3": options.MOVES, "tie_break": "bigbox"}

PRESETS: Mapping[str, Mapping[str, str]] = {
    "English 2010": {"marker_mix": "en", "two_players": "pawn"},
    "Italian 4th": {"marker_mix": "it4", "two_players": "neutral-it"},
    "Portuguese": {"marker_mix": "pt", "remove_3": "rivals", "two_players": "neutral-pt"},
    "Big Box": BIG_BOX,
    "East 2010": {"board": "east", **BIG_BOX},
    "Britannia 2014": {"board": "britannia", **BIG_BOX},
}
"""Named sets of option values. Expansions have the markers of the Big Box (expansions 1.2, X1, X28)."""


def options_since(version: int, options: Mapping[str, str]) -> Mapping[str, str]:
    """In version 1 the Italian game had nine neutral traders too."""
    if options.get("two_players") == "neutral-it":
        return {**options, "two_players": NINE}
    return options


def modules() -> tuple[type[Module], ...]:
    """All modules that games may be played with."""
    found = [module for row in EDITIONS for module in row.modules]
    return tuple(dict.fromkeys([*found, *(extra.module for extra in EXTRAS)]))


def refuse(seats: int, chosen: Mapping[str, str]) -> None:
    """Raise `ParseError` if something is chosen that the board is not made for."""
    board = _board_row(seats, chosen).board
    for extra in EXTRAS:
        if chosen[extra.option] in extra.values and board not in extra.boards:
            raise ParseError(f"option {extra.option} cannot be {chosen[extra.option]!r}: {extra.why}")


def _board_row(seats: int, chosen: Mapping[str, str]) -> Row:
    return next(row for row in EDITIONS if row.fits(seats, chosen))


def _with_extras(row: Row, chosen: Mapping[str, str]) -> Row:
    """A row with what is played with besides."""
    extras = (extra.module for extra in EXTRAS if chosen[extra.option] in extra.values)
    return row._replace(modules=(*row.modules, *extras))


def all_options() -> tuple[Option, ...]:
    """Those of every edition, the choice, then those of the modules."""
    own = (option for module in modules() for option in module.options)
    return (*options.OPTIONS, BOARD, CHOICE, *own)


def played_by(chosen: Mapping[str, str]) -> tuple[int, ...]:
    """How many may play with these options, all of them."""
    return tuple(seats for seats in range(2, 6) if any(row.fits(seats, chosen) for row in EDITIONS))


@lru_cache(maxsize=64)
def _edition(seats: int, chosen: tuple[tuple[str, str], ...]) -> Edition:
    values = dict(chosen)
    return compiled(_with_extras(_board_row(seats, values), values), values)


def edition(seats: int, chosen: Mapping[str, str]) -> Edition:
    """What a game with these options, all of them, is played with."""
    return _edition(seats, tuple(chosen.items()))


def compiled(row: Row, chosen: Mapping[str, str]) -> Edition:
    """A row of the table with the readings chosen."""
    board = tables(row.board)
    markers = markers_of(row)
    mix = MARKER_MIXES[chosen["marker_mix"]]
    mix += tuple(count for module in row.modules for count in module.markers.values())
    start = [markers.index(kind) for kind in row.board.start_markers]
    if chosen["remove_3"] == options.MOVES:
        mix = moving(mix)
        start = [MOVE_3 if kind == REMOVE_3 else kind for kind in start]
    for module in row.modules:
        mix = module.mixed(mix, markers, start, chosen)
    made = Edition(words_of(row), told(board), markers, mix, tuple(start), options.readings(chosen))
    for module in row.modules:
        made.take(module, chosen)
    made.decisions = decisions(made.modules)
    made.fields, made.absent = fields_of(row)
    made.listen()
    return made


def moving(mix: tuple[int, ...]) -> tuple[int, ...]:
    """The mix with markers that move three instead of those that remove three."""
    counts = list(mix)
    counts[MOVE_3], counts[REMOVE_3] = counts[REMOVE_3], 0
    return tuple(counts)


def fields_of(row: Row) -> tuple[tuple[str, ...], dict[str, Absent]]:
    """The fields of its position lines in order, and those of absent modules."""
    names, absent = list(FIELDS), dict[str, Absent]()
    for module in modules():
        for field in module.fields:
            if module not in row.modules:
                absent[field.name] = Absent(field.absent, module.lacking)
            if module in row.modules or field.absent is not None:
                names.insert(names.index(field.after) + 1, field.name)
    return tuple(names), absent


def markers_of(row: Row) -> tuple[str, ...]:
    """The kinds of markers, by number."""
    return (*MARKERS, *(kind for module in row.modules for kind in module.markers))


_words: dict[str, Words] = {}


def words_of(row: Row) -> Words:
    """The actions of a row; made once and never again, as actions are told apart by identity."""
    if row.key not in _words:
        board = tables(row.board)
        markers = markers_of(row)
        own = {module.id: module.vocabulary(board, markers) for module in row.modules}
        said = {name: words for name, words in own.items() if words is not None}
        instant = [markers.index(kind) for module in row.modules for kind in module.instant]
        _words[row.key] = Words(row.key, board, markers, instant, said)
    return _words[row.key]


def _again(key: str, text: str) -> Action:
    """An action unpickled."""
    if not key:
        return EVERYWHERE[text]
    return words_of(next(row for row in _rows() if row.key == key)).parse(text)


Words.again = _again


def all_fields() -> tuple[str, ...]:
    """Every field that a position line may have."""
    return (*FIELDS, *(field.name for module in modules() for field in module.fields), AGENDA)


def all_decisions() -> tuple[str, ...]:
    """The ids of the decisions of every edition."""
    values = {option.id: option.default for option in all_options()}
    found = (compiled(row, values).decisions for row in _rows())
    return tuple(dict.fromkeys(name for decisions in found for name in decisions))


def all_words() -> Iterator[Words]:
    """Those of every row."""
    return (words_of(row) for row in _rows())


def _rows() -> Iterator[Row]:
    """Every way to play."""
    for row in EDITIONS:
        extras = [extra.module for extra in EXTRAS if row.board in extra.boards]
        for chosen in product((False, True), repeat=len(extras)):
            yield row._replace(modules=(*row.modules, *compress(extras, chosen)))


def all_reasons() -> dict[str, tuple[str, ...]]:
    """Those of the modules, with the names of their facts."""
    return {name: facts for module in modules() for name, facts in module.reasons.items()}
