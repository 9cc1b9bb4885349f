"""Candidates against the endings by which an opponent would win, for a beam that might prune them.

The claim is prevented on its route: the actor displaces or removes pieces of the opponent, enters an empty
house, or claims the route itself. Income comes with them, because a displacement may have to be paid first.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.bots.brain import Plan
from game.games.hansa_teutonica.bots.candidates import claims, incomes, move, with_price
from game.games.hansa_teutonica.bots.endings import movable
from game.games.hansa_teutonica.bots.evaluation import EvaluationContexts
from game.games.hansa_teutonica.bots.forecast import near_end, rival_wins
from game.games.hansa_teutonica.bots.guesser import Guess, PriorScorer
from game.games.hansa_teutonica.rules.actions import DONE
from game.games.hansa_teutonica.rules.board import MERCHANT, MOST_REMOVED, REMOVE_3, TRADER
from game.games.hansa_teutonica.rules.codes import OWNER
from game.games.hansa_teutonica.rules.displacement import price
from game.games.hansa_teutonica.rules.markers import removable
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState


def threatened(s: HansaTeutonicaState, scenes: EvaluationContexts) -> dict[int, int]:
    """Return the routes whose claim lets an opponent end the game and win, each with that opponent."""
    found = dict[int, int]()
    for end in rival_wins(s, scenes):
        found.setdefault(s.board.route_index[end.place.partition(".")[2]], end.seat)
    return found


def defences(s: HansaTeutonicaState, scenes: EvaluationContexts) -> list[Plan]:
    """Return the candidates against endings of opponents, each once; none if no opponent would win."""
    if s.now is None or s.now.id != "turn" or not near_end(s):
        return []
    routes = threatened(s, scenes)
    if not routes:
        return []
    g, found = PriorScorer(s, scenes), list[Plan]()
    if s.actions_left:
        entered = set(g.entered_routes())
        for route, rival in routes.items():
            if route in entered:
                found += _displacements(g, route, rival)
                found += _places(g, route)
            found += _moves(g, route)
        guesses = list[Guess]()
        claims(g, guesses)
        own = {s.edition.words.claim[route] for route in routes}
        found += [plan for _, plan in guesses if plan[0] in own]
        guesses.clear()
        incomes(g, guesses)
        found += [plan for _, plan in guesses]
    found += _removals(g, routes)
    legal = s.legal_actions()
    return [plan for plan in dict.fromkeys(found) if plan[0] in legal]


def _displacements(g: PriorScorer, route: int, rival: int) -> Iterator[Plan]:
    """Yield displacements of a rival's pieces, with each kind of piece."""
    seen = set[int]()
    place = g.j.slices[route]
    for n, piece in enumerate(g.houses[place]):
        if not piece or OWNER[piece] != rival or piece in seen:
            continue
        seen.add(piece)
        cost = price(g.s, piece)
        for kind in (TRADER, MERCHANT):
            if g.supply[kind] and sum(g.supply) > cost:
                yield with_price(g, g.s.edition.words.displace[kind][place.start + n], kind, cost)[0]


def _places(g: PriorScorer, route: int) -> Iterator[Plan]:
    """Yield placements in an empty house, with each kind of piece."""
    row = g.houses[g.j.slices[route]]
    for kind in (TRADER, MERCHANT):
        room = g.first_room(route, row, kind) if g.supply[kind] and 0 in row else -1
        if room >= 0:
            yield (g.s.edition.words.place[kind][g.j.slices[route].start + room],)


def _moves(g: PriorScorer, route: int) -> Iterator[Plan]:
    """Yield moves of own pieces of least value to empty houses."""
    room, found = g.houses[g.j.slices[route]].count(0), list[Guess]()
    pieces = movable(g, route, (route,))[:room]
    for count in {1, len(pieces)} if pieces else ():
        move(g, route, pieces[:count], found)
    for _, plan in found:
        yield plan


def _removals(g: PriorScorer, routes: dict[int, int]) -> Iterator[Plan]:
    """Yield removals of the rivals' pieces by a marker: as many as possible of each route."""
    s, words = g.s, g.s.edition.words
    if not s.unused[g.seat][REMOVE_3]:
        return
    may = s.houses.translate(removable(s, g.seat))
    for route, rival in routes.items():
        place = g.j.slices[route]
        houses = [
            house
            for house in range(place.start, place.stop)
            if may[house] and OWNER[g.houses[house]] == rival
        ][:MOST_REMOVED]
        if houses:
            done = (DONE,) if len(houses) < MOST_REMOVED and sum(may) > len(houses) else ()
            yield (words.use_remove[houses[0]], *(words.remove[house] for house in houses[1:]), *done)
