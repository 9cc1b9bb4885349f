"""The printed board: its terms, and the types of its data.

The boards themselves are JSON files (`board_file`): `front` (4-5 players) and `back` (2-3 players) in the
package `boards`, those of expansions with them. Positions are fractions of the whole printed board with its
score frame, from the top left corner; the board is `aspect` times as wide as it is high.
"""

from __future__ import annotations

from typing import NamedTuple

TRADER, MERCHANT = 0, 1
KINDS = ("trader", "merchant")

PRIVILEGES = ("white", "orange", "pink", "black")

KEYS, ACTIONES, PRIVILEGIUM, BOOK, BURSA = range(5)
TRACKS = ("clavis_urbis", "actiones", "privilegium", "liber_sophiae", "bursa")

ALL = 99
"""The "C" of the Money Bags: every piece in the stock."""

LEVELS: tuple[tuple[int, ...], ...] = (
    (1, 2, 2, 3, 4),
    (2, 3, 3, 4, 4, 5),
    (0, 1, 2, 3),
    (2, 3, 4, 5),
    (3, 5, 7, ALL),
)
"""Rules section 3: the value of each track at each level; that of the Privilege is an index of PRIVILEGES."""

TRACK_PIECE = (TRADER, TRADER, TRADER, MERCHANT, TRADER)
"""Which piece an improvement frees, by track."""

FULL_TRACK_POINTS = (0, 4, 4, 4, 4)

EXTRA_OFFICE, SWAP_OFFICES, PLUS_3_ACTIONS, PLUS_4_ACTIONS, IMPROVE_ABILITY, REMOVE_3, MOVE_3 = range(7)
MARKERS = (
    "extra_office",
    "swap_offices",
    "plus_3_actions",
    "plus_4_actions",
    "improve_ability",
    "remove_3",
    "move_3",
)

INSTANT_MARKERS = (PLUS_3_ACTIONS, PLUS_4_ACTIONS)
"""The markers that are used without touching anything else (9.4); `markers` says what they do."""

MOST_REMOVED = 3
"""How many pieces one remove-3 marker may remove (9.7)."""

MOST_CARRIED = 3
"""How many pieces one move-3 marker may move (9.7, Big Box)."""

MARKER_MIXES: dict[str, tuple[int, ...]] = {
    "it4": (4, 3, 2, 2, 3, 2, 0),
    "en": (5, 2, 2, 2, 3, 2, 0),
    "pt": (4, 2, 2, 2, 3, 2, 0),
    "bigbox": (4, 3, 2, 2, 2, 2, 0),
}
"""Rules section 9.1: how many of each of MARKERS there are, the three start markers included. By an
option those that remove three move three."""

START_MARKERS = ("extra_office", "swap_offices", "remove_3")
"""What lies on the taverns at setup (2.3)."""

MARKER_POINTS = (0, 1, 3, 3, 6, 6, 10, 10, 15, 15, 21)
"""Rules section 11.2: points for 0, 1, ... 10 and more markers."""

TRADERS_EACH, MERCHANTS_EACH = 27, 4

END_POINTS = 20
MOST_POINTS = 27
"""The last space of the prestige track that a token ever reaches on most boards (13.3)."""

MOVE_TWO, IMPROVE_PRIVILEGE, REUSE_TWO = ("move-two", "improve-privilege", "reuse-two")
"""Effects of permanent markers on any board (expansions 3), and the steps of the agenda that carry them out.
Modules add further ones."""

XY = tuple[float, float]


class Office(NamedTuple):
    """One printed office: the piece it takes, the privilege it needs, whether it shows a coin."""

    kind: int
    privilege: int
    coin: bool


class Town(NamedTuple):
    """A town: its printed offices from the left, and the track it improves, if any. One without printed
    offices is green: only additional ones come there (expansions 4.3)."""

    id: str
    name: str
    xy: XY
    banner: str
    offices: tuple[Office, ...]
    ability: int | None = None
    also: int | None = None
    """Another track: a claim improves one of the two."""
    countries: tuple[str, ...] = ()
    """The countries abroad in which it counts at the end (expansions 5.2); none: only at home."""

    @property
    def abilities(self) -> tuple[int, ...]:
        """The tracks of which a claim improves one."""
        return tuple(track for track in (self.ability, self.also) if track is not None)

    @property
    def green(self) -> bool:
        """Whether it has no printed office."""
        return not self.offices


class Route(NamedTuple):
    """A trade route from town `a` to town `b`, its houses in that order."""

    id: str
    a: str
    b: str
    house_xy: tuple[XY, ...]
    tavern_xy: XY | None = None
    ships: tuple[int, ...] = ()
    """Its houses at sea, counted from 1: merchants only (expansions 2.1)."""
    effect: str = ""
    """The permanent marker printed beside it: what a claim lets one do. No other marker comes there (3)."""
    effect_xy: XY | None = None
    country: str = ""
    """The country abroad that it belongs to (expansions 5.1); none: it is at home."""


class Country(NamedTuple):
    """A country abroad: placing and displacing on its routes needs a permission (expansions 5)."""

    id: str
    permissions: tuple[str, ...]
    """The towns that give one, its own first (5.5, 5.6)."""
    xy: XY
    """Where its scoring is printed."""
    points: tuple[int, ...] = (7, 4, 2)
    """For the first players in it at the end (5.18)."""


class TableSpace(NamedTuple):
    """A space of the table."""

    points: int
    privilege: int
    xy: XY


class Board(NamedTuple):
    """One printed board, or one side of it."""

    id: str
    aspect: float
    frame: tuple[XY, XY]
    """The corners of the inside of the score frame."""
    towns: tuple[Town, ...]
    routes: tuple[Route, ...]
    table: tuple[TableSpace, ...]
    table_route: str
    table_town: str
    """The end of that route at which the table stands."""
    east_west: tuple[str, str]
    east_west_xy: XY
    scroll_xy: tuple[XY, ...]
    """Where the scroll of each of TRACKS is printed."""
    completed_xy: tuple[XY, XY]
    """The first (0) and the last (`end_completed`) space of the completed-towns track."""
    link_points: tuple[int, ...] = (7, 4, 2)
    """For the first chains of towns from west to east (7.7)."""
    end_completed: int = 10
    """So many completed towns end the game (10.1)."""
    coin_points: int = 1
    """For filling an office that shows a coin (7.4)."""
    most_points: int = MOST_POINTS
    """No token on the prestige track ever passes this space (13.3)."""
    start_markers: tuple[str, ...] = START_MARKERS
    """As many as there are taverns (2.3)."""
    countries: tuple[Country, ...] = ()
    """Those abroad."""
    land: str = ""
    """The map that it is printed on, by name; without one, views draw it on plain ground."""
    aside: tuple[tuple[str, XY], ...] = ()
    """By element, the distance right and down that the picture moves it, in board units: elements larger than
    in print make way for their neighbours."""
    room: tuple[XY, ...] = ()
    """Places on the map with room for tiles, in board units."""


def offices(*printed: str) -> tuple[Office, ...]:
    """Offices from their words.

    >>> offices("square white coin", "circle orange")
    (Office(kind=0, privilege=0, coin=True), Office(kind=1, privilege=1, coin=False))
    """
    result = []
    for words in printed:
        shape, privilege, *coin = words.split()
        result.append(Office(("square", "circle").index(shape), PRIVILEGES.index(privilege), bool(coin)))
    return tuple(result)
