"""Reasons for plans: an id and facts for a sentence (`bot.<id>` in the texts of the game), and further
purposes (`also.<id>`): the strongest purpose first, at most one more, and the progress of a route.

Facts are ids of the board (`route`, `town`, `track`, `marker`), seats (`rival`, `holder`, `payee`) and
numbers (`n`, and one by the id of each `also`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from game.bots.brain import GameEnd, Plan
from game.engine.core import Action
from game.games.hansa_teutonica.bots.costs import CostsOfPlan
from game.games.hansa_teutonica.bots.course import ClaimedRoute, course
from game.games.hansa_teutonica.bots.end_reasons import (
    ENDS,
    also_prepared,
    last_claim,
    not_won,
    of_prepared,
    of_prevented,
    prepared,
    prevented,
    with_tie,
)
from game.games.hansa_teutonica.bots.evaluation import EvaluationContext, EvaluationContexts, evaluate, scene
from game.games.hansa_teutonica.bots.forecast import least_actions
from game.games.hansa_teutonica.bots.module_evaluator import ReasonText
from game.games.hansa_teutonica.bots.other_reasons import ASKED, benefit, laid, small
from game.games.hansa_teutonica.bots.purposes import (
    Purpose,
    aimed,
    best_option,
    close_to_claim,
    full_track,
    gains,
    houses_of,
    main_reason,
    more_actions,
    outlook,
    paid,
    purposes,
    strongest,
    two_strongest,
    wanted,
    with_also,
)
from game.games.hansa_teutonica.rules.actions import (
    END_TURN,
    AddFromHouse,
    AddFromStock,
    AddFromSupply,
    Relocate,
    Remove,
    UseImprove,
    UseInstant,
    UseMove,
    UseRemove,
    UseSwap,
)
from game.games.hansa_teutonica.rules.board import ACTIONES, TRACKS
from game.games.hansa_teutonica.rules.codes import owner
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState

Reason = ReasonText

NEAR_POINTS, NEAR_MARKERS, NEAR_TOWNS = 17, 2, 2
"""Thresholds from which the end of the game is near: points, markers left in the bag, towns
left to complete."""
LATER = 0.45
"""Minimum value for mentioning a preparation in addition to a claim, if nothing else is mentioned."""
SPOILED = 2.0
"""Minimum value of a rival's claim that a plan delays on another route, for mentioning it in addition."""
MARKED = 2.0
"""Approximate value of a used marker."""
MARKERS: dict[type[Action], str] = {
    UseSwap: "swap_offices",
    UseImprove: "improve_ability",
    UseRemove: "remove_3",
    UseMove: "move_3",
}
WANTED = 1.5
"""Minimum potential of a route for a rival, from which a player would occupy it only to be displaced."""


def reason(s: HansaTeutonicaState, plan: Plan, scenes: EvaluationContexts, whole: bool = False) -> Reason:
    """Return the reason for a plan: its achievement, otherwise its preparation or prevention. With `whole`,
    include the part after decisions of other players."""
    told = with_tie(*_told(s, plan, scenes, whole))
    for part in scenes.j.evaluators:
        told = part.explained(s, told, scenes)
    return told


def claim_reason(s: HansaTeutonicaState, plan: Plan, scenes: EvaluationContexts) -> Reason:
    """Return the reason for a plan that begins with a claim by the claim itself, also if the plan prevents or
    prepares the end of the game."""
    told = ReasonFinder(s, plan, scenes, whole=False).claimed()
    assert told is not None, "the plan begins with a claim"
    return told


def _told(s: HansaTeutonicaState, plan: Plan, scenes: EvaluationContexts, whole: bool) -> Reason:
    decision = s.decision
    assert decision is not None
    for reasons in (ASKED, *(part.reasons for part in scenes.j.evaluators)):
        if decision.id in reasons:
            return reasons[decision.id](s, plan[0])
    if decision.id == "benefit":
        return benefit(s, plan[0], scenes)
    if decision.id == "replace":
        return laid(s, plan[0], scenes)
    if decision.id == "relocate" and not isinstance(plan[0], _SET_DOWN):
        return "decline", {}
    teller = ReasonFinder(s, plan, scenes, whole)
    return (
        teller.about_the_end()
        or teller.claimed()
        or teller.used()
        or teller.worked()
        or teller.set_down(plan)
        or small(s, plan, teller.done, scenes)
    )


class ValueChange(NamedTuple):
    """The change that a plan makes on a route.

    own      increase of the potential for the actor
    theirs   decrease of the potential for others, in the actor's points
    rival    seat with the largest decrease, if there is one
    """

    route: int
    own: float
    theirs: float
    rival: int | None


class ReasonFinder:
    """Finder of the reason for one plan of a turn or of a displaced player.

    done   consequences of the whole plan
    shown  consequences before another player decides. A hint shows no more, so that the reason covers this
           part, except for a whole plan
    turn   whether other players decide within the plan, which continues to the end of the turn
    """

    def __init__(self, s: HansaTeutonicaState, plan: Plan, scenes: EvaluationContexts, whole: bool) -> None:
        assert s.actor is not None
        self.s, self.plan, self.scenes, self.seat = s, plan, scenes, s.actor
        self.done = course(s, plan, scenes)
        self.costs = CostsOfPlan(s, self.done.after, plan, scenes)
        self.shown = self.done if whole else course(s, plan, scenes, alone=True)
        ended = plan[self.done.played : self.done.played + 1] == (END_TURN,)
        self.turn = ended and self.done.played > self.shown.played
        worth = evaluate(s, scenes)
        self.leader = max(range(s.seats), key=lambda seat: worth[seat])

    def name(self, route: int) -> str:
        """Return the id of a route."""
        return self.s.board.route_ids[route]

    # ---- the end of the game ------------------------------------------------------------------

    def about_the_end(self) -> Reason | None:
        """Return the opponent's winning ending that the plan prevents, or the own one that it prepares."""
        s, after = self.s, self.done.after
        if after.now is None or s.actor != s.active:
            return None
        ready = prepared(after, self.seat, self.scenes)
        if stopped := prevented(s, after, self.scenes):
            told = of_prevented(stopped, after)
            return with_also(told, [also_prepared(ready) if ready else self.second(stopped)])
        if ready is None:
            return None
        touched = self.shown.landed.union(claim.route for claim in self.shown.claims)
        route, name = s.board.route_index[ready.place.partition(".")[2]], of_prepared(ready)
        return with_also(name, [self.costs.here(route), self.guard(route)]) if route in touched else None

    def second(self, stopped: GameEnd) -> Purpose | None:
        """Return the most valuable claim of a plan that prevents an opponent's ending, or its guard."""
        route = self.s.board.route_index[stopped.place.partition(".")[2]]
        return strongest([*self.claims_besides(route)]) or self.guard(route) or self.costs.here(route)

    # ---- claims -------------------------------------------------------------------------------

    def claimed(self) -> Reason | None:
        """Return the most valuable claim on a route that is shown, or that the plan ends the game."""
        if not self.done.claims:
            return None
        if self.done.after.now is None:
            return self.ending(self.done.claims[-1])
        routes = self.shown.landed.union(claim.route for claim in self.shown.claims)
        told = [(claim, self.of_claim(claim)) for claim in self.done.claims if claim.route in routes]
        if not told:
            return None
        claim, found = max(told, key=lambda one: sum(purpose.worth for purpose in one[1]))
        full = all(owner(piece) == self.seat for piece in houses_of(self.s, claim.route))
        prefix = "claim" if full else "fill"
        view = outlook(claim.before, self.seat, self.scenes)
        more = [*found[1:], *gains(view, claim.before, claim.route, claim.option), *self.besides(claim)]
        main = main_reason(prefix, found[0], self.name(claim.route)) if found else None
        return with_also(main or (f"{prefix}-home", {"route": self.name(claim.route)}), two_strongest(more))

    def of_claim(self, claim: ClaimedRoute) -> list[Purpose]:
        """Return the purposes of a claim of the plan."""
        view = outlook(claim.before, self.seat, self.scenes)
        return purposes(view, claim.before, claim.route, claim.option)

    def besides(self, claim: ClaimedRoute) -> Iterator[Purpose]:
        """Yield further effects of a plan with a claim: rivals forestalled or paid, markers used, later
        effects."""
        rivals = [rival for rival in range(self.s.seats) if rival != self.seat]
        if close := [rival for rival in rivals if close_to_claim(self.s, rival, claim.route)]:
            yield Purpose(2.0, "contested", {"rival": close[0]})
        if self.seat == self.leader and self.nears_the_end():
            yield Purpose(1.5 if self.done.after.bag_left else 5.0, "nears", {})
        for action in self.done.used:
            if isinstance(action, UseImprove):
                view = outlook(self.s, self.seat, self.scenes)
                yield Purpose(view.improvement(action.place), "improves", {"track": TRACKS[action.place]})
            elif isinstance(action, UseInstant):
                yield Purpose(1.2, "instant", {})
        yield from self.cleared(-1)
        if ready := prepared(self.done.after, self.seat, self.scenes):
            yield also_prepared(ready)
        yield from self.claims_besides(claim.route)
        yield from self.prevented(claim.route)
        if gathered := self.gathering():
            yield gathered._replace(worth=LATER)
        if pays := paid(claim.before, self.seat, claim.route, self.leader):
            yield pays

    def claims_besides(self, route: int) -> Iterator[Purpose]:
        """Yield the claims of other routes."""
        for other in self.done.claims:
            if other.route != route:
                worth = sum(purpose.worth for purpose in self.of_claim(other))
                yield Purpose(worth, "second", {"next": self.name(other.route)})

    def ending(self, claim: ClaimedRoute) -> Reason:
        """Return that the claim ends the game."""
        outcome, facts = self.done.after.outcome, {"route": self.name(claim.route)}
        assert outcome is not None
        lead = outcome.totals[self.seat] - max(
            points for seat, points in enumerate(outcome.totals) if seat != self.seat
        )
        return ("end", {**facts, "n": lead}) if lead > 0 else ("end-plain", facts)

    def nears_the_end(self) -> bool:
        """Return whether the plan brings the end of the game near."""
        s, after, all_towns = self.s, self.done.after, self.s.board.printed.end_completed
        return (
            (s.bag_left > after.bag_left <= NEAR_MARKERS)
            or (s.completed < after.completed >= all_towns - NEAR_TOWNS)
            or (s.points[self.seat] < after.points[self.seat] >= NEAR_POINTS)
        )

    # ---- markers ------------------------------------------------------------------------------

    def used(self) -> Reason | None:
        """Return the reason for a bonus marker used without a claim."""
        s, seat = self.s, self.seat
        for action in self.shown.used:
            match action:
                case UseImprove():
                    n = more_actions(s, seat) if action.place == ACTIONES else 0
                    full = full_track(s, seat, action.place)
                    more = full or (Purpose(1.0, "actions", {"actions": n}) if n else self.gathering())
                    return with_also(("use-improve", {"track": TRACKS[action.place]}), [more])
                case UseSwap():
                    if told := self.swapped(s.board.office_town[action.place]):
                        return told
                case UseRemove() | UseMove():
                    route = s.board.house_route[action.place]
                    name = "use-remove" if isinstance(action, UseRemove) else "use-move"
                    view = outlook(s, seat, self.scenes)
                    aims = purposes(view, s, route, best_option(view, s, route))
                    besides = [self.costs.here(route), *map(aimed, aims[:1]), self.progress(route)]
                    return with_also((name, {"route": self.name(route)}), besides)
        return None

    def swapped(self, town: int) -> Reason | None:
        """Return the purpose of a swap of offices: control won, control taken from a rival, or an own office
        further right; None if none is evident."""
        s, name, before = self.s, self.s.board.town_ids[town], self.s.control(town)
        if won := self.won(town):
            return with_also(("use-swap", {"town": name}), [won])
        if before not in (self.seat, self.done.after.control(town)) and 0 <= before < s.seats:
            blocked = strongest(list(self.prevented(-1)))
            return with_also(("use-swap-from", {"town": name, "holder": before}), [blocked])
        first, last = s.board.town_offices[town][0], s.board.town_offices[town][-1] + 1
        were, are = (
            [place for place in range(first, last) if owner(state.offices[place]) == self.seat]
            for state in (s, self.done.after)
        )
        return ("use-swap", {"town": name}) if sum(are) > sum(were) else None

    def gathering(self) -> Purpose | None:
        """Return the further route on which the plan puts pieces for a later claim."""
        here, claimed = scene(self.s, self.scenes), {claim.route for claim in self.done.claims}
        changes = [self.change(here, route) for route in sorted(self.done.landed - claimed)]
        changes = [change for change in changes if change.own > change.theirs and self.gathers(change.route)]
        best = max(changes, key=lambda change: change.own, default=None)
        return Purpose(1.0, "gathers", {"next": self.name(best.route)}) if best is not None else None

    def cleared(self, main: int) -> Iterator[Purpose]:
        """Yield the routes other than the main one from which a marker takes a rival's pieces."""
        for action in self.plan[: self.done.played]:
            if isinstance(action, UseRemove | UseMove | Remove):
                route = self.s.board.house_route[action.place]
                theirs = self.change(scene(self.s, self.scenes), route).theirs
                found = self.costs.cleared(action.place, theirs) if route != main else None
                if found is not None:
                    yield found

    def later(self, route: int) -> Purpose | None:
        """Return the effect of the plan elsewhere, by a marker or after decisions of other players."""
        here, claimed = scene(self.s, self.scenes), {claim.route for claim in self.done.claims}
        routes = sorted(self.done.landed - self.shown.landed - claimed - {route})
        gathered = [
            Purpose(self.change(here, other).own, "gathers", {"next": self.name(other)})
            for other in routes
            if self.gathers(other)
        ]
        used = [
            Purpose(MARKED, "uses", {"marker": MARKERS[type(action)]})
            for action in self.done.used[len(self.shown.used) :]
            if type(action) in MARKERS
        ]
        return strongest([*self.claims_besides(route), *gathered, *used, *self.cleared(route)])

    def gathers(self, route: int) -> bool:
        """Return whether the plan leaves some of its pieces on a route that is worth claiming."""
        owners = [owner(piece) for piece in houses_of(self.done.after, route)]
        return owners.count(self.seat) > 1 and self.aim(route) is not None

    def prevented(self, main: int) -> Iterator[Purpose]:
        """Yield rivals who were about to claim another route than the main one, and no longer can."""
        here = scene(self.s, self.scenes)
        for route in sorted(self.done.landed - {main, *(claim.route for claim in self.done.claims)}):
            change = self.change(here, route)
            if self.threat(change) and change.theirs > 0.0:
                yield self.costs.elsewhere(1.0 + change.theirs, change.rival or 0, route)

    def won(self, town: int) -> Purpose | None:
        """Return the control of a town that changes hands."""
        before, after, name = self.s.control(town), self.done.after.control(town), self.s.board.town_ids[town]
        if after != self.seat or before == self.seat:
            return None
        held = 0 <= before < self.s.seats
        return Purpose(
            1.0, "control-from" if held else "control", {"town": name, **({"holder": before} if held else {})}
        )

    # ---- pieces -------------------------------------------------------------------------------

    def worked(self) -> Reason | None:
        """Return the reason for placed pieces: of the shown routes, the one with the largest change."""
        here = scene(self.s, self.scenes)
        changes = [self.change(here, route) for route in sorted(self.shown.landed)]
        if not changes:
            return None
        best = max(changes, key=lambda change: change.own + change.theirs)
        driven = [rival for house, rival in self.done.driven if self.s.board.house_route[house] == best.route]
        told = self.displaced(best, driven[0]) if driven else self.placed(best)
        instant = any(isinstance(action, UseInstant) for action in self.done.used)
        return with_also(told, [Purpose(1.0, "instant", {})]) if instant and "also" not in told[1] else told

    def change(self, here: EvaluationContext, route: int) -> ValueChange:
        """Return the change that the plan makes on a route."""
        field = here.piled(self.s)[0]
        own, theirs, rival, most = 0.0, 0.0, None, 0.0
        promises: list[dict[int, float]] = []
        for state in (self.s, self.done.after):
            parts = field.parts((route, bytes(houses_of(state, route))))
            promises.append({seat: promise or 0.0 for seat, _, promise in parts})
        before, after = promises
        for seat in before.keys() | after.keys():
            more = after.get(seat, 0.0) - before.get(seat, 0.0)
            if seat == self.seat:
                own = more
            else:
                theirs -= self.scenes.j.spite * more
                if more < -most:
                    rival, most = seat, -more
        return ValueChange(route, own, theirs, rival)

    def displaced(self, change: ValueChange, rival: int) -> Reason:
        """Return the reason for displacing a rival: to take its place, or to keep it away."""
        facts: dict[str, Any] = {"route": self.name(change.route)}
        owners = [owner(piece) for piece in houses_of(self.done.after, change.route)]
        stays = self.seat in owners
        aim, later = self.aim(change.route) if stays else None, self.later(change.route)
        progress = self.progress(change.route) if stays else None
        if rival >= self.s.seats:
            return with_also(("displace-neutral", facts), [aimed(aim) or later, progress])
        facts["rival"] = rival
        costs, guard = self.costs.here(change.route), self.guard(change.route)
        if change.theirs > change.own and close_to_claim(self.s, rival, change.route):
            return with_also(("stop", facts), [self.wants(rival, change.route), guard or costs, later])
        if aim is None or aim.id == "scores":
            return with_also(("displace-plain", facts), [costs, guard or aim or later, progress])
        name, told = main_reason("displace", aim, self.name(change.route))
        if aim.id != "actions":
            told.pop("n", None)
        told["rival"] = rival
        ends = not_won(self.s, self.seat, change.route)
        besides = [*map(aimed, self.others(change.route)), *self.prevented(change.route), ends, later]
        more = guard or (strongest(besides) if costs is None else later)
        return with_also((_DISPLACED_FOR.get(name, name), told), [costs, more, progress])

    def guard(self, route: int) -> Purpose | None:
        """Return what a merchant that the plan puts on the route does there."""
        return self.costs.guard(route, self.keenest(route))

    def placed(self, change: ValueChange) -> Reason:
        """Return the reason for placing: a route is filled, pieces of the stock come into play there, or a
        rival is obstructed."""
        route, name, later = change.route, self.name(change.route), self.later(change.route)
        if change.rival is not None and (change.theirs > change.own or self.fewer(change)):
            facts, guard = {"route": name, "rival": change.rival}, self.guard(route)
            return with_also(("block", facts), [self.wants(change.rival, route), guard or later])
        keen = self.keenest(route)
        aim = None if keen is not None and self.lone(route) else self.aim(route)
        added = sum(isinstance(action, AddFromStock) for action in self.plan)
        if added and (aim is None or (aim.id == "scores" and not self.within_reach(route))):
            return "relocate-stock", {"route": name, "n": added}
        if aim is not None:
            contested = [Purpose(3.0, "contested", {"rival": change.rival})] if self.threat(change) else []
            guard = self.guard(route)
            ends = not_won(self.s, self.seat, route)
            spoiled = strongest([*self.prevented(route)], SPOILED)
            more = guard or strongest([*self.others(route), *contested, ends, later])
            return with_also(main_reason("build", aim, name), [more, spoiled, self.progress(route)])
        if keen is not None:
            facts = {"route": name, "rival": keen}
            return with_also(("bait", facts), [self.wants(keen, route), later])
        return with_also(("build-home", {"route": name}), [later, self.progress(route)])

    def fewer(self, change: ValueChange) -> bool:
        """Return whether a rival about to claim the route still has more pieces there than the actor."""
        owners = [owner(piece) for piece in houses_of(self.done.after, change.route)]
        return self.threat(change) and owners.count(change.rival or 0) > owners.count(self.seat)

    def threat(self, change: ValueChange) -> bool:
        """Return whether the rival of the change is close to claiming the route."""
        return change.rival is not None and close_to_claim(self.s, change.rival, change.route)

    def wants(self, rival: int, route: int) -> Purpose | None:
        """Return the aim of a rival on a route."""
        if result := last_claim(self.s, rival, route):
            return Purpose(ENDS, "wants-win", {**result, "rival": rival})
        return wanted(self.s, rival, route, self.scenes)

    def aim(self, route: int) -> Purpose | None:
        """Return the main purpose of a claim of the route."""
        if result := last_claim(self.s, self.seat, route):
            return Purpose(ENDS, "ends", result)
        view = outlook(self.s, self.seat, self.scenes)
        return next(iter(purposes(view, self.s, route, best_option(view, self.s, route))), None)

    def others(self, route: int) -> list[Purpose]:
        """Return the strongest further purpose of a claim of the route, as a list."""
        view = outlook(self.s, self.seat, self.scenes)
        option = best_option(view, self.s, route)
        found = strongest([*purposes(view, self.s, route, option)[1:], *gains(view, self.s, route, option)])
        return [found] if found else []

    def within_reach(self, route: int) -> bool:
        """Return whether the player could claim the route in the next turn."""
        after = self.done.after
        return least_actions(after, self.seat, (route,)) <= after.worth(self.seat, ACTIONES)

    def lone(self, route: int) -> bool:
        """Return whether one piece is on the route that no turn can complete to a claim: it gathers nothing
        yet."""
        owners = [owner(piece) for piece in houses_of(self.done.after, route)]
        missing = len(owners) - 1
        return owners.count(self.seat) == 1 and missing + 1 > self.done.after.worth(self.seat, ACTIONES)

    def keenest(self, route: int) -> int | None:
        """Return the rival with the highest potential on the route, if it is worth obstructing. Rivals with
        pieces there come first."""
        owners = [owner(piece) for piece in houses_of(self.s, route)]
        worth = {
            seat: outlook(self.s, seat, self.scenes).worth(route, True)
            for seat in range(self.s.seats)
            if seat != self.seat
        }
        keen = [seat for seat, most in worth.items() if most > WANTED]
        return max(keen, key=lambda seat: (owners.count(seat), worth[seat]), default=None)

    def progress(self, route: int) -> Purpose:
        """Return the number of houses left to fill and the seats on the route: after the shown part, or at
        the end of the turn if other players decide before that."""
        when, course = ("turn-", self.done) if self.turn else ("", self.shown)
        owners = [owner(piece) for piece in houses_of(course.after, route)]
        missing = sum(seat != self.seat for seat in owners)
        rivals = {seat for seat in owners if seat not in (self.seat, -1) and seat < self.s.seats}
        if not missing:
            return Purpose(1.0, f"{when}full", {})
        # With several holders none is named: the sentence would imply that only this one is there.
        name, facts = ("missing-rival", {"holder": rivals.pop()}) if len(rivals) == 1 else ("missing", {})
        return Purpose(1.0, when + name, {(when + name).replace("-", "_"): missing, **facts})

    def set_down(self, plan: Plan) -> Reason | None:
        """Return the reason for setting down a displaced piece, or added ones, without a gain."""
        action = plan[0]
        if isinstance(action, _SET_DOWN):
            return "relocate", {"route": self.name(self.s.board.house_route[action.place])}
        return None


_SET_DOWN = (Relocate, AddFromStock, AddFromSupply, AddFromHouse)
_DISPLACED_FOR = {
    "displace-office": "displace-town",
    "displace-extra": "displace-town",
}
