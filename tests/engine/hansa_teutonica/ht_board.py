"""The printed board, copied from the board files as plain data, and a few slow, simple queries on it.

The engine has its own data and tables; here they are stated a second time, so that each can be checked
against the other. An office is its shape (s, c), its privilege (w, o, p, k) and `$` for a coin;
a route is its two towns and the number of its houses.
"""

from __future__ import annotations

from typing import NamedTuple


class Side(NamedTuple):
    """A printed side: offices by town, and (town, town, houses) by route."""

    towns: dict[str, list[str]]
    routes: dict[str, tuple[str, str, int]]

    def adjacent(self, route: str) -> set[str]:
        """Return the routes that share a town with this one."""
        ends = set(self.routes[route][:2])
        return {other for other, (a, b, _) in self.routes.items() if other != route and ends & {a, b}}

    def ring(self, route: str, distance: int) -> set[str]:
        """Return the routes at a given distance, counted in steps over shared towns."""
        seen, ring = {route}, {route}
        for _ in range(distance):
            ring = {other for one in ring for other in self.adjacent(one)} - seen
            seen |= ring
        return ring

    def houses(self, route: str) -> list[str]:
        return [f"{route}.{n + 1}" for n in range(self.routes[route][2])]

    def neighbours(self, town: str) -> set[str]:
        """Return the towns that routes from this one lead to."""
        return {b if a == town else a for a, b, _ in self.routes.values() if town in (a, b)}


def side(towns: str, routes: str) -> Side:
    offices = {name: words for name, *words in map(str.split, towns.strip().splitlines())}
    rows = [row.split() for row in routes.strip().splitlines()]
    return Side(offices, {f"{a}-{b}": (a, b, int(houses)) for a, b, houses in rows})


FRONT = side(
    """
    groningen sw$ co
    emden cw sp
    stade cw
    hamburg sw so sk
    luebeck sw$ sp
    kampen co sk
    osnabrueck sw so sk
    bremen cw sp
    lueneburg co sk
    perleberg sw sp ck
    arnheim sw cw so sp
    muenster cw so
    minden sw so sp sk
    hannover sw sp
    brunswiek so
    stendal sw cw so sp
    duisburg sw
    dortmund cw so sp
    paderborn sw ck
    hildesheim sw sk
    goslar sw sk
    magdeburg cw so
    coellen sw$ sp
    warburg so sp
    goettingen sw cw sp
    quedlinburg co cp
    halle sw$ so
    """,
    """
    groningen emden 3
    emden osnabrueck 4
    kampen osnabrueck 2
    kampen arnheim 3
    arnheim muenster 3
    arnheim duisburg 3
    duisburg dortmund 2
    dortmund paderborn 3
    muenster minden 3
    osnabrueck bremen 3
    bremen minden 3
    bremen hannover 3
    bremen hamburg 4
    stade hamburg 3
    hamburg luebeck 3
    hamburg lueneburg 4
    hannover lueneburg 3
    lueneburg perleberg 3
    perleberg stendal 3
    minden hannover 3
    minden brunswiek 4
    brunswiek stendal 4
    minden paderborn 3
    paderborn hildesheim 3
    paderborn warburg 3
    coellen warburg 4
    hildesheim goslar 3
    goslar magdeburg 2
    stendal magdeburg 3
    goslar quedlinburg 4
    goettingen quedlinburg 3
    quedlinburg halle 4
    emden stade 3
    warburg goettingen 3
    """,
)

BACK = side(
    """
    groningen sw$ co
    emden cw sp
    stade cw$
    hamburg sw so sk
    luebeck sw$ sp
    kampen so sk
    osnabrueck sw so sk
    bremen sp
    lueneburg cw
    perleberg sw sp ck
    arnheim sw cw so sp
    muenster cw so
    minden sw so sp sk
    hannover sw sp
    brunswiek so
    stendal sw cw so sp
    duisburg sw
    dortmund cw so
    paderborn sw ck
    hildesheim sw sk
    goslar sw
    magdeburg cw so
    coellen sw$ sp
    warburg so$ sp
    goettingen sw so
    quedlinburg co cp
    halle sw$ so
    """,
    """
    groningen emden 3
    emden osnabrueck 4
    kampen osnabrueck 2
    kampen arnheim 3
    arnheim muenster 3
    arnheim duisburg 3
    duisburg dortmund 2
    dortmund paderborn 3
    muenster minden 3
    osnabrueck bremen 3
    bremen minden 3
    bremen hannover 3
    bremen hamburg 4
    stade hamburg 3
    hamburg luebeck 3
    hamburg lueneburg 4
    hannover lueneburg 3
    lueneburg perleberg 3
    perleberg stendal 3
    minden hannover 3
    minden brunswiek 4
    brunswiek stendal 4
    minden paderborn 3
    paderborn hildesheim 3
    paderborn warburg 3
    coellen warburg 4
    hildesheim goslar 3
    goslar magdeburg 2
    stendal magdeburg 3
    goslar quedlinburg 4
    goettingen quedlinburg 3
    quedlinburg halle 4
    """,
)


def side_for(seats: int) -> Side:
    """Return the side for a number of players (rules 1.5)."""
    return FRONT if seats > 3 else BACK


ABILITIES = {
    "groningen": "liber_sophiae",
    "stade": "privilegium",
    "luebeck": "bursa",
    "goettingen": "actiones",
    "halle": "clavis_urbis",
}
TAVERNS = ("osnabrueck-bremen", "lueneburg-perleberg", "hildesheim-goslar")
YELLOW = {*ABILITIES, "coellen"}
TABLE = ((7, "white"), (8, "orange"), (9, "pink"), (11, "black"))
TRACKS = ("clavis_urbis", "actiones", "privilegium", "liber_sophiae", "bursa")
LAST_LEVEL = {"clavis_urbis": 5, "actiones": 6, "privilegium": 4, "liber_sophiae": 4, "bursa": 4}
MARKERS = (
    "extra_office",
    "swap_offices",
    "plus_3_actions",
    "plus_4_actions",
    "improve_ability",
    "remove_3",
    "move_3",
)
