"""Queries of a position."""

from __future__ import annotations

from typing import NamedTuple

from game.games.hansa_teutonica.rules.board import ALL, KEYS, LEVELS, MERCHANT, PRIVILEGES, TRACKS
from game.games.hansa_teutonica.rules.codes import OWNER, PILES_OF, code, kind_name, level_at, owner
from game.games.hansa_teutonica.rules.data import Data


class Piece(NamedTuple):
    """A piece and its owner. Neutral pieces have the seat after the last player's."""

    seat: int
    kind: str


class Pieces(NamedTuple):
    """Numbers of traders and merchants."""

    traders: int
    merchants: int


class Network(NamedTuple):
    """A player's largest connected group of towns (rules 11.5)."""

    towns: tuple[str, ...]
    offices: int
    keys: int

    @property
    def points(self) -> int:
        """Return its points at the end."""
        return self.offices * self.keys


def _piece(code: int) -> Piece:
    return Piece(owner(code), kind_name(code))


def _piece_if_any(code: int) -> Piece | None:
    return _piece(code) if code else None


class Position(Data):
    """A position with queries for rules, board views, bots and tests.

    Public facts are plain values. Towns, routes, tracks and kinds are named by their ids. Places count from
    1, seats from 0. The last methods serve the decisions and use the numbers of `codes`.
    """

    __slots__ = ()

    def house_piece(self, house: str) -> Piece | None:
        """Return the piece in a house ("kampen-osnabrueck.1")."""
        return _piece_if_any(self.houses[self.board.house_index[house]])

    def route_pieces(self, route: str) -> tuple[Piece | None, ...]:
        """Return the pieces in the houses of a route, from its first town."""
        return tuple(
            _piece_if_any(self.houses[house])
            for house in self.board.route_houses[self.board.route_index[route]]
        )

    def occupied(self) -> dict[str, Piece]:
        """Return every piece in a house, keyed by house."""
        names = self.board.house_ids
        return {names[house]: _piece(code) for house, code in enumerate(bytes(self.houses)) if code}

    def office_piece(self, office: str) -> Piece | None:
        """Return the piece in a printed office ("minden.2")."""
        return _piece_if_any(self.offices[self.board.office_index[office]])

    def town_offices(self, town: str) -> tuple[Piece | None, ...]:
        """Return the pieces in the printed offices of a town, from the left."""
        return tuple(
            _piece_if_any(self.offices[slot]) for slot in self.board.town_offices[self.board.town_index[town]]
        )

    def extra_offices(self, town: str) -> tuple[Piece, ...]:
        """Return the additional offices of a town. The first is next to the printed ones, the
        last leftmost."""
        return tuple(_piece(code) for code in self.extras[self.board.town_index[town]])

    def supply_of(self, seat: int) -> Pieces:
        """Return the pieces in the personal supply."""
        return Pieces(*self.supply[PILES_OF[seat]])

    def stock_of(self, seat: int) -> Pieces:
        """Return a player's part of the general stock; for seat `seats`, the neutral traders in use."""
        return Pieces(*self.stock[PILES_OF[seat]])

    def level(self, seat: int, track: str) -> int:
        """Return the level of a track, 1 at the start. The pieces of higher levels are still on the player
        board."""
        return self.levels[level_at(seat, TRACKS.index(track))] + 1

    def value(self, seat: int, track: str) -> int | str:
        """Return the current value of a track: a number, a privilege colour, or "C" for the whole stock."""
        index = TRACKS.index(track)
        value = self.worth(seat, index)
        if track == "privilegium":
            return PRIVILEGES[value]
        return "C" if value == ALL else value

    def markers_of(self, seat: int) -> dict[str, int]:
        """Return the unused bonus markers of a player, by kind."""
        return self._counted(self.unused[seat])

    def used_markers_of(self, seat: int) -> dict[str, int]:
        """Return the used bonus markers, face down, by kind. They still count at the end."""
        return self._counted(self.used[seat])

    def plate_markers(self) -> tuple[str, ...]:
        """Return the replacement markers on the active player's plate; "" while it is face down."""
        return tuple(self.edition.markers[kind] if self.revealed else "" for kind in self.plate)

    def tavern_marker(self, route: str) -> str | None:
        """Return the bonus marker on a route."""
        kind = self.tavern[self.board.route_index[route]]
        return self.edition.markers[kind - 1] if kind else None

    def table_seats(self) -> tuple[int | None, ...]:
        """Return the owners of the merchants on the Coellen table."""
        return tuple(value - 1 if value else None for value in bytes(self.table))

    def hand_pieces(self) -> tuple[Piece, ...]:
        """Return the pieces in hand: lifted for a move (to be set down in this order), or displaced."""
        return tuple(_piece(code) for code in self.hand)

    def controller(self, town: str) -> int | None:
        """Return the controller of a town (rules section 8), which can be the neutral seat."""
        seat = self.control(self.board.town_index[town])
        return None if seat < 0 else seat

    def network(self, seat: int) -> Network:
        """Return the connected towns in which a player has most offices, and their score (11.5)."""
        owners = [self.owners(town) for town in range(len(self.board.towns))]
        offices, group = self.best_group(seat, owners)
        towns = tuple(town.id for index, town in enumerate(self.board.towns) if group >> index & 1)
        return Network(towns, offices, self.worth(seat, KEYS))

    def best_group(self, seat: int, owners: list[list[int]]) -> tuple[int, int]:
        """Return the connected group of towns with most of a seat's offices: their number, the
        towns as bits."""
        best = (0, 0)
        left = self.presence[seat]
        while left:
            group = rest = self.connected(seat, (left & -left).bit_length() - 1)
            left &= ~group
            offices = 0
            while rest:
                town = rest & -rest
                rest ^= town
                offices += owners[town.bit_length() - 1].count(seat)
            if offices > best[0]:
                best = (offices, group)
        return best

    def stands(self, kind: int, house: int) -> bool:
        """Return whether pieces of this kind can occupy a house."""
        stand = self.edition.stand
        return not stand or bool(stand[kind][house])

    def goes(self, origin: int, house: int) -> bool:
        """Return whether a piece can be moved from one house to the other, if it can occupy it."""
        go = self.edition.go
        return not go or bool(go[self.board.house_route[origin]][house])

    def stays(self, origin: int, house: int) -> bool:
        """Return whether a marker can take a piece from one house to the other, if it can occupy it."""
        stay = self.edition.stay
        return not stay or bool(stay[self.board.house_route[origin]][house])

    def pieces_out(self) -> bytearray:
        """Return the codes of all pieces in houses, in offices, on the table and in hand, and zeros."""
        table = bytes(code(space - 1, MERCHANT) for space in self.table if space)
        return self.houses + self.offices + b"".join(self.extras) + table + bytes(self.hand)

    def _counted(self, counts: bytes) -> dict[str, int]:
        return {kind: count for kind, count in zip(self.edition.markers, counts, strict=True) if count}

    def worth(self, seat: int, track: int) -> int:
        """Return the value of a track as in `LEVELS`; for the Privilege an index of PRIVILEGES."""
        return LEVELS[track][self.levels[level_at(seat, track)]]

    def row(self, town: int) -> bytes:
        """Return the codes of all offices of a town, from the left, additional ones first."""
        printed = self.board.town_offices[town]
        return self.extras[town][::-1] + self.offices[printed.start : printed.stop].rstrip(b"\0")

    def owners(self, town: int) -> list[int]:
        """Return the seats that own the offices of a town, from the left."""
        if not self.offices[self.board.first_office[town]] and not self.extras[town]:
            return []
        return [OWNER[code] for code in self.row(town)]  # `owner` inlined: bots query every town

    def control(self, town: int) -> int:
        """Return the seat with most offices, of equals the one furthest right; -1 for an empty town (8.1,
        8.2)."""
        return controller_among(self.owners(town))

    def next_office(self, town: int) -> int:
        """Return the leftmost empty printed office of a town, -1 if it is complete."""
        offices = self.offices
        for slot in self.board.town_offices[town]:
            if not offices[slot]:
                return slot
        return -1

    def is_complete(self, town: int) -> bool:
        """Return whether all printed offices are filled. A green town is complete with its first office
        (expansions 4.6)."""
        return bool(self.extras[town]) if self.board.green[town] else self.next_office(town) < 0

    def connected(self, seat: int, start: int) -> int:
        """Return the towns connected to a town through towns where the seat has offices, as bits."""
        mine, near = self.presence[seat], self.board.town_mask
        reached = edge = mine & 1 << start
        while edge:
            town = edge & -edge
            fresh = near[town.bit_length() - 1] & mine & ~reached
            reached |= fresh
            edge ^= town
            edge |= fresh
        return reached


def controller_among(owners: list[int]) -> int:
    """Return the controller of a town whose offices have these owners, from the left.

    >>> controller_among([0, 1]), controller_among([0, 1, 0]), controller_among([])
    (1, 0, -1)
    """
    return max(reversed(owners), key=owners.count, default=-1)
