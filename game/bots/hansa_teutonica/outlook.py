"""What a forecast of the result looks at: facts of a position by seat, as numbers of about 1.

The evaluation judges what a seat has by itself. What it has among the others is for the forecast: who moves
when, with how many actions, who can end the game and stands where then.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from game.bots.hansa_teutonica.evaluation import Scene, Scenes, evaluate, scene
from game.bots.hansa_teutonica.features import standings
from game.engine.hansa_teutonica.board import ACTIONES, BOOK, BURSA, END_POINTS, KEYS, PRIVILEGIUM
from game.engine.hansa_teutonica.codes import PILES_OF, level_at
from game.engine.hansa_teutonica.state import HansaTeutonicaState

COMMON = ("left", "bag", "points", "towns", "markers")
OWN = (
    "worth", "now", "promises", "moves", "wait", "three", "four", "five", "keys", "privilege", "book",
    "bursa", "unused", "used", "traders", "merchants", "stock", "houses", "full", "near", "blocked", "marked",
    "offices", "network", "track", "lead", "ahead",
)  # fmt: skip


def common(s: HansaTeutonicaState, left: float) -> list[float]:
    """The facts of all: how much of the game is left, and how near each of its ends is."""
    bag = sum(s.edition.mix) - len(s.board.taverns)
    laid = sum(1 for kind in s.tavern if kind)
    towns: float = s.completed / s.board.printed.end_completed
    return [left, s.bag_left / bag, max(s.points) / END_POINTS, towns, laid / 3.0]


def facts(s: HansaTeutonicaState, scenes: Scenes) -> list[list[float]]:
    """The facts of each seat (`OWN`)."""
    here = scene(s, scenes)
    worth, ended = evaluate(s, scenes), as_if_over(s)
    field = here.piled(s)[0]
    promised, routes = field.worth(bytes(s.houses)), _routes(s)
    rows = []
    for seat in range(s.seats):
        others = [total for at, total in enumerate(ended) if at != seat]
        value = [worth[at] for at in range(s.seats) if at != seat]
        lead, ahead = ended[seat] - max(others), worth[seat] - max(value)
        rows.append(
            _own(s, here, seat, worth[seat], ended[seat], promised[seat])
            + routes[seat]
            + [
                here.land.offices[seat] / 5.0,
                here.land.group(seat).best / 4.0,
                s.points[seat] / 10.0,
                _soft(lead / 4.0),
                _soft(ahead / 6.0),
            ]
        )
    return rows


def as_if_over(s: HansaTeutonicaState) -> list[int]:
    """Each seat's points if the game ended now."""
    scores = s.scores()
    return [sum(row.points[seat] for row in scores) for seat in range(s.seats)]


def _soft(value: float) -> float:
    """Between -1 and 1."""
    return value / (1.0 + abs(value))


def _own(
    s: HansaTeutonicaState, here: Scene, seat: int, worth: float, ended: int, promised: float
) -> list[float]:
    """The facts up to the stock."""
    wait = (seat - s.active) % s.seats
    actions = s.worth(seat, ACTIONES)
    (traders, merchants), (stock, stock_merchants) = s.supply[PILES_OF[seat]], s.stock[PILES_OF[seat]]
    levels = [s.levels[level_at(seat, track)] for track in (KEYS, PRIVILEGIUM, BOOK, BURSA)]
    return [
        worth / 10.0,
        ended / 10.0,
        promised / 10.0,
        float(not wait),
        wait / s.seats,
        float(actions == 3),
        float(actions == 4),
        float(actions >= 5),
        *[level / 2.0 for level in levels],
        sum(s.unused[seat]) / 2.0,
        sum(s.used[seat]) / 3.0,
        traders / 4.0,
        merchants / 1.0,
        (stock + stock_merchants) / 6.0,
    ]


def _routes(s: HansaTeutonicaState) -> list[list[float]]:
    """By seat: its pieces in houses, routes it can claim at once, that miss one or two pieces, that somebody
    stands in the way of; and what of it has a marker."""
    found = [[0.0] * 5 for _ in range(s.seats)]
    houses = bytes(s.houses)
    for route, places in enumerate(s.board.route_houses):
        row = houses[places[0] : places[-1] + 1]
        if not any(row):
            continue
        marked = s.tavern[route] != 0
        for seat, own, empty, rivals, _ in standings(row):
            if seat >= s.seats:
                continue
            mine = found[seat]
            mine[0] += own / 5.0
            if not empty and not rivals:
                mine[1] += 1.0
                mine[4] += marked
            elif empty and not rivals and empty <= 2:
                mine[2] += 0.5
                mine[4] += 0.5 * marked
            elif rivals and empty + rivals <= 2:
                mine[3] += 0.5
                mine[4] += 0.25 * marked
    return found


def outlook(s: HansaTeutonicaState, scenes: Scenes) -> list[list[float]]:
    """By seat, what a forecast is made from."""
    return inputs(facts(s, scenes), common(s, min(1.0, max(0.0, scenes.j.left))))


def inputs(rows: Sequence[Sequence[float]], shared: Sequence[float]) -> list[list[float]]:
    """By seat, what a forecast is made from: its own facts, the mean of the others', and those of all."""
    seats, found = len(rows), list[list[float]]()
    totals = [fsum(column) for column in zip(*rows, strict=True)]
    for own in rows:
        rest = [(total - mine) / (seats - 1) for total, mine in zip(totals, own, strict=True)]
        found.append([*own, *rest, *shared])
    return found
