"""Weights at one point of the game, fixed at the root of a search.

`Judgement` converts the weights and the game-phase estimate into small tables for fast look-up by the
evaluation.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from math import fsum

from game.bots.brain import Weights
from game.games.hansa_teutonica.bots.features import route_slices, routes_by_house, standings
from game.games.hansa_teutonica.bots.module_evaluator import ModuleEvaluator
from game.games.hansa_teutonica.rules.board import (
    END_POINTS,
    FULL_TRACK_POINTS,
    LEVELS,
    MARKER_POINTS,
    MERCHANT,
    TRACK_PIECE,
)
from game.games.hansa_teutonica.rules.codes import code
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState

TRACK_WORDS = ("keys", "actiones", "privilegium", "book", "bursa")
DRAGGED = 26.0
"""Number of rounds after which the pawn's position counts for nothing. Two players can otherwise drag it away
from each other's routes indefinitely."""
NEARED = 28
"""Number of rounds from which the pawn's position counts again in every fourth round. Otherwise no player
would bring it to a route that can be claimed."""
WEARY = 40.0
"""Number of rounds after which even a player behind ends the game, as otherwise none might."""
ENDLESS = 60.0
"""Number of rounds after which players look for claims with their few remaining pieces."""
LATE = 18.0
"""Number of rounds after which routes that no player claims lose value, and everything that brings the end
gains value. Otherwise players who wait for each other would never finish."""
HURRIED, PRESSED = 13.0, 18.0
"""Numbers of rounds, in kinds of long games, after which the leader approaches the end, and after which every
player does, with half the weight."""
USUAL_ROUNDS = {2: 24.0, 3: 18.0, 4: 17.0, 5: 15.0}
"""Usual number of rounds by player count. Half of the game-phase estimate follows it."""
MOST_PIECES = 32
BROUGHT = 2.0
"""Points that the claim of a marker usually brings in addition."""
CLEAR = 4.0
"""Lead in points with which a player certainly wins by ending the game. With a deficit this much larger than
`CLOSE` a player certainly loses."""
CLOSE = 3.0
"""Maximum deficit with which a player can win by a claim that brings more than usual."""
MANY_ACTIONS = 4
"""Number of actions per turn from which routes fill faster and the potential of claims has
separate weights."""
MARKER_HOPES = (0.0, 1.2, 2.6, 3.9, 5.4, 7.0, 8.9, 11.0, 13.4, 15.8, 19.0, 21.0)
"""Expected final points by number of markers, smoothed because more can follow."""


ALIKE = {"move_3": "remove_3"}
"""Untrained markers, and the similar trained one that gives their value."""

Share = tuple[int, tuple[float, float], float, float, bool, int]
"""A seat on a route.

In order: shares of the claim's potential with few actions per turn and with many, the actions still needed,
the other value of its pieces (rivals may have to displace them), whether a merchant is among them, and their
number.
"""


class Judgement:
    """Tables of one search.

    left        remaining share of the game, 1 to 0
    late, haste share of a potential that is left late in a game, and the additional points of each marker,
                office and track point then
    hurry       value of the whole way to the end of the game for a certain winner, in win probability
    pressed     value of the same for every player
    turns       turn of the root position
    steps       by track and level, the value of the next step
    control     by town, the value of controlling it
    lurking     by route, the value of each piece there, regardless of the route's potential
    ends        additional value of the marker that ends the game for a player who wins by it
    traders     by number of traders in supply, their value
    missing     share of a claim's value by missing pieces, with few actions per turn and with many
    evaluators  those of the modules; valued: those with terms; placed: those whose situation changes
                potentials; entering: those with entry limits of routes; founding, improving: those with
                values of offices or track steps; sighted: those whose values depend on more than offices
                and levels
    """

    def __init__(
        self, s: HansaTeutonicaState, weights: Weights, evaluators: tuple[ModuleEvaluator, ...] = ()
    ) -> None:
        self.weights = w = weights
        self.seats, self.turns, self.evaluators = s.seats, s.turns, evaluators
        self.valued = overriding(evaluators, "terms")
        self.placed = overriding(evaluators, "situation")
        self.entering = overriding(evaluators, "entries")
        self.founding = overriding(evaluators, "founding")
        self.improving = overriding(evaluators, "improving")
        self.worth_claiming = {name: one for part in evaluators for name, one in part.effects.items()}
        self.forgoing = tuple(kind for part in evaluators for kind in part.forgoing)
        self.sighted = overriding(evaluators, "sight")
        self.everywhere = range(len(s.board.routes))
        self.slices, self.by_house = route_slices(s.board), routes_by_house(s.board)
        played = s.turn_number / s.seats
        self.left = left = time_left(s, played, USUAL_ROUNDS[s.seats], w)
        rounds = played * w.get("clock.tires", 1.0)
        self.spite = 1.0 / max(1, s.seats - 1)
        self.late = max(0.45, 1.0 - 0.06 * max(0.0, rounds - LATE))
        self.weary, self.endless = rounds > w.get("clock.weary", WEARY), rounds > ENDLESS
        self.haste = 0.4 * max(0.0, rounds - LATE)
        hurry = w.get("clock.hurry", 0.0)
        self.hurry = hurry * max(0.0, played - HURRIED)
        self.pressed = 0.5 * hurry * max(0.0, played - PRESSED)
        self._tracks(left)
        self._markers(s, left)
        self._pieces(left)
        self._routes(s)
        self._places(s, left)
        self.office = w["office"] * left + self.haste
        self.network = w["network"]
        self.keys_later = w["keys.later"] * left
        self.action = w["action"]
        self.compensation = w["compensation"]
        bonuses = s.board.printed.link_points
        self.way_points = float(bonuses[len(s.linked)]) if len(s.linked) < len(bonuses) else 0.0
        self.way_shares = way_shares(w["way.late"] + w["way.early"] * left)
        self.claim_points = w["control.later"]
        self.second = w["second"] * max(0.1, 1.0 - 0.08 * max(0.0, rounds - LATE))
        self.ranks = [1.0]
        for _ in self.slices:
            self.ranks.append(self.ranks[-1] * self.second)
        counts = rounds < DRAGGED or (rounds >= NEARED and int(rounds) % 4 == 0)
        self.far = w["far"] if counts else 1.0
        self._reach: dict[int, tuple[float, ...]] = {}
        self._met: dict[tuple[int, ...], int] = {}

    def _tracks(self, left: float) -> None:
        self.steps: list[list[float]] = []
        self.level_worth: list[list[float]] = []
        for track, word in enumerate(TRACK_WORDS):
            steps, total, worth = [], 0.0, [0.0]
            last = len(LEVELS[track]) - 1
            for level in range(1, last + 1):
                step = self.weights[f"{word}.{level}"] * left
                step += self.weights[f"{word}.{level}.early"] * left * left
                if level == last:
                    step += FULL_TRACK_POINTS[track]
                steps.append(step)
                total += step
                worth.append(total)
            self.steps.append(steps)
            self.level_worth.append(worth)

    def _markers(self, s: HansaTeutonicaState, left: float) -> None:
        # A marker without a trained weight has the value of a similar one, or the average of the others.
        learnt = [self.weights.get(f"marker.{ALIKE.get(kind, kind)}") for kind in s.edition.markers]
        known = [weight for weight in learnt if weight is not None]
        usual = fsum(known) / len(known)
        some = min(1.0, 0.25 + self.weights["more.markers"] * left)
        self.ends = self.weights.get("last.marker", 0.0)
        self.unused = [(usual if weight is None else weight) * some for weight in learnt]
        sure = self.weights["sure"] * (1.0 - left)
        self.marker_points = [
            sure * MARKER_POINTS[min(count, 10)] + (1.0 - sure) * self.weights["hopes"] * hoped
            for count, hoped in enumerate(MARKER_HOPES)
        ]

    def markers(self, count: int) -> float:
        """Return the expected final points of this number of markers."""
        return self.marker_points[min(count, len(self.marker_points) - 1)]

    def last_marker(self, worth: float, ahead: float) -> float:
        """Return the value of a marker whose claim ends the game: higher for a player who wins by it, and
        lower the further the claim leaves a player behind."""
        ahead += BROUGHT
        if ahead > 0.0:
            return worth + self.ends * min(1.0, ahead / CLEAR)
        return worth * max(0.0, min(1.0, 1.0 + (ahead + CLOSE) / CLEAR))

    def _pieces(self, left: float) -> None:
        w = self.weights
        some = min(1.0, 0.15 + w["more.pieces"] * left)
        worth, total = [0.0], 0.0
        for count in range(1, MOST_PIECES):
            total += some * (
                w["supply.few"] if count <= 3 else w["supply.some"] if count <= 6 else w["supply.many"]
            )
            worth.append(total)
        self.traders = worth
        self.merchant = w["supply.merchant"] * some
        self.stock_trader, self.stock_merchant = w["stock.trader"] * some, w["stock.merchant"] * some
        self.house = w["house"] * some
        self.freed = [self.merchant if kind == MERCHANT else w["supply.some"] * some for kind in TRACK_PIECE]

    def _routes(self, s: HansaTeutonicaState) -> None:
        w = self.weights
        self.missing = [(w[f"missing.{n}"], w[f"missing.{n}.quick"]) for n in range(4)]
        longest = s.board.longest
        self.missing += [(0.0, 0.0)] * (longest - 3)
        self.blocked = [1.0]
        for _ in range(longest):
            self.blocked.append(self.blocked[-1] * w["blocked"])
        self.drive_out = w["drive.out"]
        self.parked, self.besieged = w["parked"] * self.left, w["besieged"] * self.left
        self.merchant_share = (w["merchant.far"], w["merchant.near"], 1.0)
        self.ship_share = (max(0.0, w.get("ship.far", 0.0)), max(0.0, w.get("ship.near", 0.0)))
        board = s.board.printed
        self.sea = {
            at: tuple(ship - 1 for ship in route.ships)
            for at, route in enumerate(board.routes)
            if route.ships
        }
        self.effects = {at: route.effect for at, route in enumerate(board.routes) if route.effect}
        self.shares: dict[bytes, tuple[Share, ...]] = {}

    def _places(self, s: HansaTeutonicaState, left: float) -> None:
        w = self.weights
        self.control = [2.0 * w["towns"] + w.get(f"control.{town.id}", 0.0) * left for town in s.board.towns]
        self.lurking = [w.get(f"house.{route.id}", 0.0) * left for route in s.board.routes]

    def shares_of(self, houses: bytes) -> tuple[Share, ...]:
        """Return the seats on a route with these houses. Cached in `shares`."""
        found = []
        for seat, own, empty, rivals, merchant in standings(houses):
            if seat < self.seats:
                missing = empty + rivals
                share = self.blocked[rivals] * self.late
                few, many = self.missing[missing]
                cost = self.action * (1.0 + missing) + self.drive_out * rivals
                extra = self.house * own
                if rivals:
                    extra += own * (self.parked if empty else self.besieged)
                found.append((seat, (few * share, many * share), cost, extra, merchant, own))
        known = self.shares[houses] = tuple(found)
        return known

    def aboard(self, seat: int, route: int, houses: bytes, supplied: bool) -> float:
        """Return the share of a potential left while merchants are missing on the ships of a route. One
        merchant in the supply suffices for the first ship."""
        mine, (far, near), share = code(seat, MERCHANT), self.ship_share, 1.0
        for ship in self.sea[route]:
            if houses[ship] != mine:
                share *= near if supplied else far
                supplied = False
        return share

    def situation(self, s: HansaTeutonicaState) -> int:
        """Return the situation of the modules that changes potentials, as a number; negative: no effect now.
        Called only in games with such modules (`placed`)."""
        placed = self.placed
        if len(placed) == 1:
            return placed[0].situation(s)
        return self._met.setdefault(tuple([part.situation(s) for part in placed]), len(self._met))

    def reach(self, s: HansaTeutonicaState) -> tuple[float, ...]:
        """Return by route the share of a potential left in this situation."""
        situation = self.situation(s)
        known = self._reach.get(situation)
        if known is None:
            shares = [1.0] * len(self.slices)
            for part in self.placed:
                own = part.shares(s, self.far, len(shares))
                shares = [one * other for one, other in zip(shares, own, strict=True)]
            known = self._reach[situation] = tuple(shares)
        return known

    def sight(self, s: HansaTeutonicaState) -> Hashable:
        """Return the key of everything besides offices and levels that the modules' values of claims depend
        on."""
        return tuple([part.sight(s) for part in self.sighted])

    def entries(self, s: HansaTeutonicaState) -> list[list[float]] | None:
        """Return by seat and route the share of a potential left while pieces are missing; None if there are
        no limits."""
        if not self.entering:
            return None
        shares = [[1.0] * len(self.slices) for _ in range(s.seats)]
        for part in self.entering:
            for own, more in zip(shares, part.entries(s, self.weights), strict=True):
                own[:] = [one * other for one, other in zip(own, more, strict=True)]
        return shares


def overriding(evaluators: Iterable[ModuleEvaluator], hook: str) -> list[ModuleEvaluator]:
    """Return the evaluators that override a method of the base class."""
    usual = getattr(ModuleEvaluator, hook)
    return [one for one in evaluators if getattr(type(one), hook) is not usual]


def way_shares(each: float) -> tuple[float, ...]:
    """Return the share of the bonus that can be expected, by number of missing towns. Each missing town
    reduces it by `each`."""
    shares = [1.0]
    for _ in range(13):
        shares.append(shares[-1] * max(0.0, min(1.0, each)))
    return tuple(shares)


def time_left(s: HansaTeutonicaState, rounds: float, usual: float, weights: Weights) -> float:
    """Return the remaining share of the game, from the nearest end condition and the rounds played."""
    usual *= weights["clock.rounds"]
    ends, nearest = weights["clock.ends"], weights["clock.nearest"]
    end = gone(s)
    by_rounds = ends * min(1.0, end) + (1.0 - ends) * min(1.0, rounds / usual)
    return max(0.05, 1.0 - max(by_rounds, end * nearest))


def gone(s: HansaTeutonicaState) -> float:
    """Return the elapsed share of the way to the nearest end condition (10.1): 0 to about 1."""
    bag = sum(s.edition.mix) - len(s.board.taverns)
    completed = s.completed / s.board.printed.end_completed
    return max(max(s.points) / END_POINTS, (bag - s.bag_left) / (bag + 1.0), completed)
