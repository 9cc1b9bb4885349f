"""The printed board: its terms and data types.

The boards themselves are JSON files (`board_file`): `front` (4-5 players) and `back` (2-3 players) in the
package `boards`, those of expansions in their own packages. Coordinates are fractions of the whole printed
board with its score frame, from the top left corner. The board is `aspect` times as wide as it is high.
"""

from __future__ import annotations

from typing import NamedTuple

TRADER, MERCHANT = 0, 1
KINDS = ("trader", "merchant")

PRIVILEGES = ("white", "orange", "pink", "black")

KEYS, ACTIONES, PRIVILEGIUM, BOOK, BURSA = range(5)
TRACKS = ("clavis_urbis", "actiones", "privilegium", "liber_sophiae", "bursa")

ALL = 99
"""Value "C" of the Money Bags: every piece in the stock."""

LEVELS: tuple[tuple[int, ...], ...] = (
    (1, 2, 2, 3, 4),
    (2, 3, 3, 4, 4, 5),
    (0, 1, 2, 3),
    (2, 3, 4, 5),
    (3, 5, 7, ALL),
)
"""Value of each track at each level (section 3). A value of the Privilege is an index of PRIVILEGES."""

TRACK_PIECE = (TRADER, TRADER, TRADER, MERCHANT, TRADER)
"""Kind of piece that an improvement frees, by track."""

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
"""Markers that need no target (9.4); `markers` has their effects."""

MOST_REMOVED = 3
"""Maximum number of pieces a remove-3 marker removes (9.7)."""

MOST_CARRIED = 3
"""Maximum number of pieces a move-3 marker moves (9.7, Big Box)."""

MARKER_MIXES: dict[str, tuple[int, ...]] = {
    "it4": (4, 3, 2, 2, 3, 2, 0),
    "en": (5, 2, 2, 2, 3, 2, 0),
    "pt": (4, 2, 2, 2, 3, 2, 0),
    "bigbox": (4, 3, 2, 2, 2, 2, 0),
}
"""Number of markers of each of MARKERS in each mix, start markers included (9.1). An option makes the markers
that remove three pieces move three pieces instead."""

START_MARKERS = ("extra_office", "swap_offices", "remove_3")
"""Markers on the taverns at setup (2.3)."""

MARKER_POINTS = (0, 1, 3, 3, 6, 6, 10, 10, 15, 15, 21)
"""Points for 0, 1, ... 10 and more markers (11.2)."""

TRADERS_EACH, MERCHANTS_EACH = 27, 4

END_POINTS = 20
MOST_POINTS = 27
"""Last space of the prestige track that a token can occupy on most boards (13.3)."""

MOVE_TWO, IMPROVE_PRIVILEGE, REUSE_TWO = ("move-two", "improve-privilege", "reuse-two")
"""Effects of permanent markers on any board (expansions 3), and the queue steps that carry them out. Modules
add further effects."""

XY = tuple[float, float]


class Office(NamedTuple):
    """A printed office: the piece it takes, the privilege it needs, and whether it shows a coin."""

    kind: int
    privilege: int
    coin: bool


class Town(NamedTuple):
    """A town: its printed offices from the left, and the track it improves, if any. A town without printed
    offices is green: it holds additional offices only (expansions 4.3)."""

    id: str
    name: str
    xy: XY
    banner: str
    offices: tuple[Office, ...]
    ability: int | None = None
    also: int | None = None
    """Second track: a claim improves one of the two."""
    countries: tuple[str, ...] = ()
    """Countries abroad in which the town counts at the end (expansions 5.2); empty: only at home."""

    @property
    def abilities(self) -> tuple[int, ...]:
        """Return the tracks of which a claim improves one."""
        return tuple(track for track in (self.ability, self.also) if track is not None)

    @property
    def green(self) -> bool:
        """Return whether the town has no printed office."""
        return not self.offices


class Route(NamedTuple):
    """A trade route from town `a` to town `b`, with its houses in that order."""

    id: str
    a: str
    b: str
    house_xy: tuple[XY, ...]
    tavern_xy: XY | None = None
    ships: tuple[int, ...] = ()
    """Houses at sea, counted from 1: merchants only (expansions 2.1)."""
    effect: str = ""
    """Effect of the permanent marker printed next to the route, carried out by a claim. The route never holds
    another marker (3)."""
    effect_xy: XY | None = None
    country: str = ""
    """Country abroad that the route belongs to (expansions 5.1); "": at home."""


class Country(NamedTuple):
    """A country abroad: placing and displacing on its routes needs a permission (expansions 5)."""

    id: str
    permissions: tuple[str, ...]
    """Towns that give a permission, the country's own first (5.5, 5.6)."""
    xy: XY
    """Position of its printed scoring."""
    points: tuple[int, ...] = (7, 4, 2)
    """Points for the leading players in the country at the end (5.18)."""


class TableSpace(NamedTuple):
    """A space of the Coellen table."""

    points: int
    privilege: int
    xy: XY


class Board(NamedTuple):
    """One printed board, or one side of it."""

    id: str
    aspect: float
    frame: tuple[XY, XY]
    """Corners of the inside of the score frame."""
    towns: tuple[Town, ...]
    routes: tuple[Route, ...]
    table: tuple[TableSpace, ...]
    table_route: str
    table_town: str
    """End of that route at which the table is printed."""
    east_west: tuple[str, str]
    east_west_xy: XY
    scroll_xy: tuple[XY, ...]
    """Position of the scroll of each of TRACKS."""
    completed_xy: tuple[XY, XY]
    """Positions of the first (0) and the last (`end_completed`) space of the completed-towns track."""
    link_points: tuple[int, ...] = (7, 4, 2)
    """Points for the first chains of towns from west to east (7.7)."""
    end_completed: int = 10
    """Number of completed towns that ends the game (10.1)."""
    coin_points: int = 1
    """Points for filling an office that shows a coin (7.4)."""
    most_points: int = MOST_POINTS
    """Upper bound of a token on the prestige track (13.3)."""
    start_markers: tuple[str, ...] = START_MARKERS
    """Start markers, one per tavern (2.3)."""
    countries: tuple[Country, ...] = ()
    """Countries abroad."""
    land: str = ""
    """Name of the map that the board is printed on; "": views draw plain ground."""
    aside: tuple[tuple[str, XY], ...] = ()
    """Displacement of elements in the view, right and down in board units, by element. Elements that are
    larger than in print make way for their neighbours."""
    room: tuple[XY, ...] = ()
    """Positions on the map with room for tiles, in board units."""


def offices(*printed: str) -> tuple[Office, ...]:
    """Return offices parsed from their descriptions.

    >>> offices("square white coin", "circle orange")
    (Office(kind=0, privilege=0, coin=True), Office(kind=1, privilege=1, coin=False))
    """
    result = []
    for words in printed:
        shape, privilege, *coin = words.split()
        result.append(Office(("square", "circle").index(shape), PRIVILEGES.index(privilege), bool(coin)))
    return tuple(result)
