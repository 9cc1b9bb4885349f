"""Effects shared by several decisions: pieces in and out of houses, points, improvements, turns.

Every function changes the state and appends the resulting events.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.core import Event
from game.games.hansa_teutonica.rules.board import (
    ACTIONES,
    END_POINTS,
    KINDS,
    LEVELS,
    TRACK_PIECE,
    TRACKS,
)
from game.games.hansa_teutonica.rules.codes import (
    NOBODYS_STOCK,
    OWNER,
    changed,
    kind_name,
    level_at,
    owner,
    pile_at,
    pile_of,
    with_row,
)
from game.games.hansa_teutonica.rules.position import Position


def put(s: Position, house: int, piece: int) -> None:
    """Put a piece in an empty house."""
    s.houses[house] = piece
    board = s.board  # `missing_at` and `owner` inlined: nearly every action runs this.
    s.missing[board.stride * OWNER[piece] + board.house_route[house]] -= 1


def take(s: Position, house: int) -> int:
    """Take the piece out of a house and return its code."""
    piece, board = s.houses[house], s.board
    s.houses[house] = 0
    s.missing[board.stride * OWNER[piece] + board.house_route[house]] += 1
    return piece


def back_to_turn(s: Position) -> None:
    """Return to the active player's turn after an action.

    The queue is empty here: no pending step is lost.
    """
    s.hand = s.origins = ()
    s.allowance = 0
    s.route = s.fresh = -1
    s.ask("turn", s.active)


def move_to_supply(s: Position, seat: int, pieces: Sequence[int], events: list[Event]) -> None:
    """Move pieces from stock to supply; `pieces`: their number by kind (5.1)."""
    for kind, amount in enumerate(pieces):
        if amount:
            s.stock[pile_at(seat, kind)] -= amount
            s.supply[pile_at(seat, kind)] += amount
            events.append(Event("income", seat, KINDS[kind], f"stock.{seat}", f"supply.{seat}", amount))


def pay_piece(s: Position, kind: int, events: list[Event]) -> None:
    """Move a piece of the active player from supply to stock, as part of a price (5.3)."""
    seat = s.active
    s.supply[pile_at(seat, kind)] -= 1
    s.stock[pile_at(seat, kind)] += 1
    s.allowance -= 1
    events.append(Event("pay", seat, KINDS[kind], f"supply.{seat}", f"stock.{seat}"))


def score(s: Position, seat: int, amount: int, source: str, events: list[Event]) -> None:
    """Score prestige points on the track; 20 points end the game (10.1)."""
    s.points[seat] += amount
    events.append(Event("points", seat, "", source, f"score.{seat}", amount))
    if s.points[seat] >= END_POINTS and not s.ending:
        s.ending = "points"


def improve(s: Position, seat: int, track: int, events: list[Event]) -> None:
    """Move the leftmost piece of a track to the supply. More actions count immediately (3.1, 3.2)."""
    at = level_at(seat, track)
    before = s.levels[at]
    s.levels = changed(s.levels, at, before + 1)
    kind = TRACK_PIECE[track]
    s.supply[pile_at(seat, kind)] += 1
    desk = f"desk.{seat}.{TRACKS[track]}.{before + 2}"
    events.append(Event("improve", seat, KINDS[kind], desk, f"supply.{seat}"))
    if track == ACTIONES and LEVELS[ACTIONES][before + 1] > LEVELS[ACTIONES][before]:
        more_actions(s, seat, 1, events)


def more_actions(s: Position, seat: int, amount: int, events: list[Event]) -> None:
    """Add actions to this turn."""
    s.actions_left += amount
    events.append(Event("actions", seat, amount=amount))


def take_marker(s: Position, route: int, events: list[Event]) -> None:
    """Give the claimant the marker of the route, and draw its replacement (7.2)."""
    seat, kind = s.active, s.tavern[route] - 1
    s.tavern = changed(s.tavern, route, 0)
    s.unused = _more(s.unused, seat, kind, 1)
    s.fresh = kind
    marker, place = f"marker.{s.edition.markers[kind]}", s.board.tavern_places[route]
    events.append(Event("marker-taken", seat, marker, place, f"markers.{seat}"))
    draw_replacement(s, events)


def draw_replacement(s: Position, events: list[Event]) -> None:
    """Draw a marker from the bag to the plate, face down. An empty bag ends the game (7.2, 10.1)."""
    if s.bag_left:
        s.bag_left -= 1
        s.plate += (s.bag[s.bag_left],)
        events.append(Event("marker-drawn", s.active, "marker", "bag", f"plate.{s.active}"))
    elif not s.ending:
        s.ending = "markers"


def use_marker(s: Position, kind: int, events: list[Event], how: str = "marker-used") -> None:
    """Turn a marker of the active player face down (9.3); `how`: the kind of the event."""
    s.unused = _more(s.unused, s.active, kind, -1)
    s.used = _more(s.used, s.active, kind, 1)
    marker = f"marker.{s.edition.markers[kind]}"
    events.append(Event(how, s.active, marker, f"markers.{s.active}"))


def _more(counts: tuple[bytes, ...], seat: int, kind: int, amount: int) -> tuple[bytes, ...]:
    """Return `unused` or `used` with the number of a seat's markers of a kind changed."""
    row = counts[seat]
    return with_row(counts, seat, changed(row, kind, row[kind] + amount))


def fill_office(s: Position, slot: int, piece: int, source: str, events: list[Event]) -> None:
    """Put a piece in the leftmost empty printed office of a town: coin, completion, east-west (7.4, 7.7).

    A neutral piece scores no coin and no east-west bonus.
    """
    board, seat = s.board, owner(piece)
    town = board.office_town[slot]
    s.offices = changed(s.offices, slot, piece)
    place = board.office_places[slot]
    events.append(Event("office", seat, kind_name(piece), source, place))
    if board.office_coin[slot] and seat < s.seats:
        score(s, seat, board.printed.coin_points, place, events)
    if slot == board.town_offices[town][-1]:
        complete(s, seat, town, events)
    be_present(s, seat, town, events)
    for hook in s.edition.on_office_founded:
        hook(s, seat, town, events)


def complete(s: Position, seat: int, town: int, events: list[Event]) -> None:
    """Complete a town; a number of them ends the game (7.4, 10.1)."""
    s.completed += 1
    name = f"town.{s.board.town_ids[town]}"
    events.append(Event("completed", seat, "completed", name, "", s.completed))
    if s.completed >= s.board.printed.end_completed and not s.ending:
        s.ending = "completed"


def add_office(
    s: Position, town: int, piece: int, source: str, events: list[Event], rightmost: bool = False
) -> None:
    """Add an office to the left of all others of the town (9.5), or to the right of them in a green town
    (expansions 4.5)."""
    row, new = s.extras[town], bytes((piece,))
    row = new + row if rightmost else row + new
    s.extras = (*s.extras[:town], row, *s.extras[town + 1 :])
    target = f"extra.{s.board.town_ids[town]}.{1 if rightmost else len(row)}"
    events.append(Event("extra-office", owner(piece), kind_name(piece), source, target))
    if s.board.green[town] and len(row) == 1:
        complete(s, owner(piece), town, events)
    be_present(s, owner(piece), town, events)
    for hook in s.edition.on_office_founded:
        hook(s, owner(piece), town, events)


def be_present(s: Position, seat: int, town: int, events: list[Event]) -> None:
    """Note that a seat has an office in the town. The first three east-west links score (7.7)."""
    s.presence[seat] |= 1 << town
    bonuses = s.board.printed.link_points
    if seat >= s.seats or seat in s.linked or len(s.linked) == len(bonuses):
        return
    reached = s.connected(seat, s.board.west)
    if reached >> s.board.east & 1:
        s.linked += (seat,)
        bonus = bonuses[len(s.linked) - 1]
        events.append(Event("east-west", seat, amount=len(s.linked)))
        score(s, seat, bonus, "east-west", events)


def clear_route(s: Position, route: int, events: list[Event], keep: int = -1) -> None:
    """Return the pieces left on a claimed route, except the one in `keep`, to their owner's stock (7.8)."""
    for house in s.board.route_houses[route]:
        if s.houses[house] and house != keep:
            piece = take(s, house)
            s.stock[pile_of(piece)] += 1
            seat = owner(piece)
            target = f"stock.{seat}" if seat < s.seats else NOBODYS_STOCK
            place = s.board.house_places[house]
            events.append(Event("return", seat, kind_name(piece), place, target))


def end_game(s: Position, events: list[Event]) -> None:
    """End the game, now that the claim is finished (10.2)."""
    s.hand = s.origins = s.agenda = ()
    s.allowance = 0
    s.route = s.fresh = -1
    s.now = None
    for module in s.edition.secrets:
        module.on_game_over(s, events)
    events.append(Event("game-end", reason=s.ending))


def begin_turn(s: Position, seat: int, events: list[Event]) -> None:
    """Begin the next player's turn (4.1)."""
    s.active = seat
    s.turns += 1
    s.actions_left = s.worth(seat, ACTIONES)
    for hook in s.edition.on_turn_start:
        hook(s)
    events.append(Event("turn", seat, amount=s.actions_left))
    back_to_turn(s)
