"""What things are worth at one moment: the weights at that point in the game, fixed at the root of a search.

`Judgement` turns the weights and the clock into small tables, so that the evaluation only looks things up.
"""

from __future__ import annotations

from collections.abc import Hashable
from math import fsum

from game.bots.brain import Weights
from game.games.hansa_teutonica.bots.features import route_slices, routes_by_house, standings
from game.games.hansa_teutonica.bots.part import ModuleEvaluator
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
"""Rounds after which it counts for nothing where the pawn stands: two players may drag it away from each
other's routes for ever."""
NEARED = 28
"""From this round on it counts again in one round of four: if it never did, nobody would bring it to a route
that waits to be claimed."""
WEARY = 40.0
"""Rounds after which even who is behind ends the game: else nobody might."""
ENDLESS = 60.0
"""Rounds after which players look for what they can claim with the few pieces they have left."""
LATE = 18.0
"""Rounds after which routes that nobody claims lose their worth, and all that brings the end is worth more:
players who only wait for each other would never end."""
HURRIED, PRESSED = 13.0, 18.0
"""Rounds after which, where games take long, who is ahead wants the end to be near; and everybody, half as
much."""
USUAL_ROUNDS = {2: 24.0, 3: 18.0, 4: 17.0, 5: 15.0}
"""A game of so many players usually lasts so many rounds; half of what the clock shows goes by them."""
MOST_PIECES = 32
BROUGHT = 2.0
"""Points that the claim of a marker usually brings besides."""
CLEAR = 4.0
"""By so many points ahead it is certain that who ends the game wins it; so many further behind than `CLOSE`
nobody would."""
CLOSE = 3.0
"""Who is behind by no more than this may win by a claim that brings more than usual."""
MANY_ACTIONS = 4
"""From so many actions a turn on, routes fill faster: a claim's promise has weights of its own."""
MARKER_HOPES = (0.0, 1.2, 2.6, 3.9, 5.4, 7.0, 8.9, 11.0, 13.4, 15.8, 19.0, 21.0)
"""What so many markers may be worth in the end, as there may be more: without the jumps of the scoring."""


ALIKE = {"move_3": "remove_3"}
"""Markers that were never learnt, and the one they are judged like."""

Share = tuple[int, tuple[float, float], float, float, bool, int]
"""Of a seat on a route: how much of the claim is promised, with few actions a turn and with many; what it
still costs in actions; what its pieces there are worth besides, as somebody may have to drive them out;
whether a merchant is among them; their number."""


class Judgement:
    """The tables of one search.

    left        how much of the game is left, 1 to 0
    late, haste the share of a promise that is left late in a game, and the extra points that each marker,
                office and track point is then worth
    hurry       what the whole way to the end of the game is worth to who is sure to win, in chances
    pressed     the same to everybody
    turns       the turn it is made in
    steps       by track and level, what the next step is worth
    control     by town, what controlling it is worth
    lurking     by route, what each piece standing there is worth, whatever the route promises
    ends        what the marker that ends the game is worth more to who wins by it
    traders     by number of traders in supply, their worth
    missing     the share of a claim's worth by missing pieces, with few actions a turn and with many
    parts       what is known of the modules; valued: those of them that have terms; placed: those that make
                promises depend on a situation; entering: on who may enter a route; founding, improving:
                those that know more of what an office or a step of a track brings; sighted: those to
                which that depends on more than offices and levels
    """

    def __init__(
        self, s: HansaTeutonicaState, weights: Weights, parts: tuple[ModuleEvaluator, ...] = ()
    ) -> None:
        self.weights = w = weights
        self.seats, self.turns, self.parts = s.seats, s.turns, parts
        self.valued = [part for part in parts if type(part).terms is not ModuleEvaluator.terms]
        self.placed = [part for part in parts if type(part).situation is not ModuleEvaluator.situation]
        self.entering = [part for part in parts if type(part).entries is not ModuleEvaluator.entries]
        self.founding = [part for part in parts if type(part).founding is not ModuleEvaluator.founding]
        self.improving = [part for part in parts if type(part).improving is not ModuleEvaluator.improving]
        self.worth_claiming = {name: one for part in parts for name, one in part.effects.items()}
        self.forgoing = tuple(kind for part in parts for kind in part.forgoing)
        self.sighted = [part for part in parts if type(part).sight is not ModuleEvaluator.sight]
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
        # A marker that was added since the weights were learnt is worth what a similar one is, or what the
        # others are on average.
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
        """What so many markers are thought to count at the end."""
        return self.marker_points[min(count, len(self.marker_points) - 1)]

    def last_marker(self, worth: float, ahead: float) -> float:
        """What a marker is worth that ends the game when it is claimed: more to who wins by it, and less the
        further it would leave somebody behind."""
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
        """The players on a route with these houses; kept in `shares`."""
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
        """The share of a promise left while merchants are missing on the ships of a route. One that is in
        supply is enough for the first."""
        mine, (far, near), share = code(seat, MERCHANT), self.ship_share, 1.0
        for ship in self.sea[route]:
            if houses[ship] != mine:
                share *= near if supplied else far
                supplied = False
        return share

    def situation(self, s: HansaTeutonicaState) -> int:
        """What the modules make promises depend on, as a number; below 0: on nothing now. Asked only in games
        with such modules (`placed`)."""
        placed = self.placed
        if len(placed) == 1:
            return placed[0].situation(s)
        return self._met.setdefault(tuple([part.situation(s) for part in placed]), len(self._met))

    def reach(self, s: HansaTeutonicaState) -> tuple[float, ...]:
        """By route, the share of a promise left in this situation."""
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
        """What claims promise besides depends on this, apart from offices and levels."""
        return tuple([part.sight(s) for part in self.sighted])

    def entries(self, s: HansaTeutonicaState) -> list[list[float]] | None:
        """By seat and route, the share of a promise left while pieces are missing; None if all of it is."""
        if not self.entering:
            return None
        shares = [[1.0] * len(self.slices) for _ in range(s.seats)]
        for part in self.entering:
            for own, more in zip(shares, part.entries(s, self.weights), strict=True):
                own[:] = [one * other for one, other in zip(own, more, strict=True)]
        return shares


def way_shares(each: float) -> tuple[float, ...]:
    """How much of the bonus can be hoped for, by number of missing towns: `each` takes away its part."""
    shares = [1.0]
    for _ in range(13):
        shares.append(shares[-1] * max(0.0, min(1.0, each)))
    return tuple(shares)


def time_left(s: HansaTeutonicaState, rounds: float, usual: float, weights: Weights) -> float:
    """How much of the game is left, from the nearest end condition and the rounds played."""
    usual *= weights["clock.rounds"]
    ends, nearest = weights["clock.ends"], weights["clock.nearest"]
    end = gone(s)
    by_rounds = ends * min(1.0, end) + (1.0 - ends) * min(1.0, rounds / usual)
    return max(0.05, 1.0 - max(by_rounds, end * nearest))


def gone(s: HansaTeutonicaState) -> float:
    """How much of the way to the nearest end condition lies behind the game (10.1): 0 to about 1."""
    bag = sum(s.edition.mix) - len(s.board.taverns)
    completed = s.completed / s.board.printed.end_completed
    return max(max(s.points) / END_POINTS, (bag - s.bag_left) / (bag + 1.0), completed)
