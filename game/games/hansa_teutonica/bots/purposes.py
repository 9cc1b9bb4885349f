"""Purposes of claiming a route, the strongest first, and further facts to mention.

A `Purpose` is an id, facts and a value in points. Its number is the fact of the same name as its id
(`network=5`, with an underscore for a dash). So two purposes fit into the facts of one reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from game.engine.core import Action
from game.games.hansa_teutonica.bots.evaluation import EvaluationContexts, scene
from game.games.hansa_teutonica.bots.prospects import SeatProspects
from game.games.hansa_teutonica.rules.actions import AddOffice, Improve, TakeOffice, TakeTable
from game.games.hansa_teutonica.rules.board import (
    ACTIONES,
    END_POINTS,
    FULL_TRACK_POINTS,
    KEYS,
    LEVELS,
    MERCHANT,
    TRACKS,
)
from game.games.hansa_teutonica.rules.codes import code, level_at, owner, pile_at
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState

AIMS = frozenset({"office", "extra", "table", "actions", "track", "green", "marker"})
"""Purposes with a separate text for sentences in which no claim is mentioned before them."""
SECOND = 1.2
"""Minimum value, in points, of a second further purpose that is mentioned."""
NEAR_LINK = 2
"""Maximum number of missing towns with which the east-west link is mentioned."""


class Purpose(NamedTuple):
    """A purpose: an id and facts for a sentence, and its value in points."""

    worth: float
    id: str
    facts: dict[str, Any]

    def counts(self, name: str) -> bool:
        """Return whether the fact of this name is the purpose's number."""
        return name == self.id.replace("-", "_") and isinstance(self.facts[name], int)


def outlook(s: HansaTeutonicaState, seat: int, scenes: EvaluationContexts) -> SeatProspects:
    """Return the prospects of a seat."""
    return scene(s, scenes).outlook(seat, s.supply[pile_at(seat, MERCHANT)] > 0)


def purposes(view: SeatProspects, s: HansaTeutonicaState, route: int, option: Action | None) -> list[Purpose]:
    """Return the immediate gains of a claim of the route with this benefit, the most valuable first: the
    benefit, the marker, points for control."""
    j = view.j
    found = [_benefit(view, s, option, _worth(view, route, option))] if option is not None else []
    found = [one for one in found if one is not None]
    towns = s.board.route_towns[route]
    points = sum(view.land.towns[town].control == view.seat for town in towns)
    if points:
        found.append(Purpose(points * (1.0 + j.haste), "scores", {"scores": points}))
    if s.tavern[route] and s.bag_left:  # the claim of the last marker ends the game before it can be used
        found.append(_marker(view, s, route))
    found.append(_effect(view, route))
    return sorted((one for one in found if one is not None), key=lambda one: -one.worth)


def best_option(view: SeatProspects, s: HansaTeutonicaState, route: int) -> Action | None:
    """Return the benefit that the seat would take there, None if there is no possible one."""
    merchant = code(view.seat, MERCHANT) in bytes(s.houses[view.j.slices[route]])
    far = 1.0 if merchant else view.j.merchant_share[s.supply[pile_at(view.seat, MERCHANT)] > 0]
    found = [
        (worth * (far if kind == MERCHANT else 1.0), number, action)
        for number, (worth, kind, action) in enumerate(view.benefits(route))
    ]
    best = max(found, key=lambda one: (one[0], -one[1]), default=None)
    return best[2] if best is not None and best[0] > 0.0 else None


def _worth(view: SeatProspects, route: int, option: Action) -> float:
    values = {action: worth for worth, _, action in view.benefits(route)}
    return values.get(option, max(values.values(), default=0.0))


def _marker(view: SeatProspects, s: HansaTeutonicaState, route: int) -> Purpose:
    j, kind = view.j, s.tavern[route] - 1
    count = min(sum(s.unused[view.seat]) + sum(s.used[view.seat]), 10)
    worth = j.unused[kind] + j.marker_points[count + 1] - j.marker_points[count] + j.haste
    return Purpose(worth, "marker", {"marker": s.edition.markers[kind]})


def _effect(view: SeatProspects, route: int) -> Purpose | None:
    """Return a permanent marker that justifies a claim by itself."""
    effect = view.j.worth_claiming.get(view.j.effects.get(route, ""))
    worth = 0.0 if effect is None else effect.worth(view)
    return Purpose(worth, effect.purpose, dict(effect.facts)) if effect is not None and worth > 0.0 else None


def _benefit(
    view: SeatProspects, s: HansaTeutonicaState, option: Action | None, worth: float
) -> Purpose | None:
    match option:
        case TakeOffice():
            town = s.board.office_town[option.place]
            number = option.place - s.board.first_office[town] + 1
            return Purpose(worth, "office", {"town": s.board.town_ids[town], "office": number})
        case AddOffice():
            return Purpose(worth, "extra", {"town": s.board.town_ids[option.place]})
        case TakeTable():
            return Purpose(worth, "table", {"table": s.board.table_points[option.place]})
        case Improve() if option.place == ACTIONES and more_actions(s, view.seat):
            return Purpose(worth, "actions", {"actions": more_actions(s, view.seat)})
        case Improve():
            return Purpose(worth, "track", {"track": TRACKS[option.place]})
    return None


def more_actions(s: HansaTeutonicaState, seat: int) -> int:
    """Return the actions per turn after another step on the track; 0 if unchanged."""
    level = s.levels[level_at(seat, ACTIONES)]
    more = LEVELS[ACTIONES][min(level + 1, len(LEVELS[ACTIONES]) - 1)]
    return more if more > LEVELS[ACTIONES][level] else 0


def full_track(s: HansaTeutonicaState, seat: int, track: int) -> Purpose | None:
    """Return the points at the end for a track that its next step completes."""
    points = FULL_TRACK_POINTS[track]
    last = s.levels[level_at(seat, track)] + 2 == len(LEVELS[track])
    return Purpose(float(points), "full-track", {"full_track": points}) if last and points else None


# ---- gains of an office -------------------------------------------------------------------------


def gains(
    view: SeatProspects, s: HansaTeutonicaState, route: int, option: Action | None
) -> Iterator[Purpose]:
    """Yield the additional gains of a claim: a permanent marker that saves actions, a completed track, a
    coin; by an office, control of the town, a larger network, the east-west link, gains of modules."""
    effect = view.j.effects.get(route)
    if effect is not None and effect not in view.j.worth_claiming:
        yield Purpose(view.effect(effect), effect, {})
    if isinstance(option, Improve) and (full := full_track(s, view.seat, option.place)):
        yield full
    if isinstance(option, TakeOffice) and s.board.office_coin[option.place]:
        coin = s.board.office_coin[option.place] * s.board.printed.coin_points
        yield Purpose(coin * (1.0 + view.j.haste), "coin", {"coin": coin})
    if not isinstance(option, TakeOffice | AddOffice):
        return
    j, land, seat = view.j, view.land, view.seat
    town = s.board.office_town[option.place] if isinstance(option, TakeOffice) else option.place
    facts, name = land.towns[town], s.board.town_ids[town]
    after = facts.next_control if isinstance(option, TakeOffice) else facts.extra_control
    if after[seat] == seat != facts.control:
        yield _control(view, s, name, j.control[town], facts.control)
    for part in j.founding:
        told = part.gains(s, seat, town, after[seat], isinstance(option, TakeOffice), j)
        yield from (Purpose(*each) for each in told)
    group = land.group(seat)
    size = group.with_town[town]
    if size > group.best and size > 1:
        each = LEVELS[KEYS][view.levels[KEYS]] * j.network + j.keys_later
        yield Purpose((size - group.best) * each, "network", {"network": size})
    if seat not in s.linked and j.way_points:
        way = land.way(seat)
        if way.helpful >> town & 1:
            worth = j.way_points * (j.way_shares[way.missing - 1] - j.way_shares[way.missing])
            if way.missing == 1:
                yield Purpose(worth, "link", {"link": int(j.way_points)})
            elif way.missing - 1 <= NEAR_LINK:
                yield Purpose(worth, "way", {"way": way.missing - 1})


def _control(view: SeatProspects, s: HansaTeutonicaState, town: str, worth: float, before: int) -> Purpose:
    if 0 <= before < s.seats:
        facts = {"town": town, "holder": before}
        return Purpose(worth * (1.0 + view.j.spite), "control-from", facts)
    return Purpose(worth, "control", {"town": town})


# ---- aims of other players ----------------------------------------------------------------------


def wanted(s: HansaTeutonicaState, seat: int, route: int, scenes: EvaluationContexts) -> Purpose | None:
    """Return the aim of another player on a route."""
    view = outlook(s, seat, scenes)
    option = best_option(view, s, route)
    if _would_end(view, s, route, option):
        return Purpose(99.0, "wants-end", {})
    found = purposes(view, s, route, option)
    if not found:
        return None
    return _called("wants", found[0])


def aimed(purpose: Purpose | None) -> Purpose | None:
    """Return a purpose in the form for sentences in which no claim is mentioned before it."""
    return _called("aim", purpose) if purpose is not None and purpose.id in AIMS else purpose


def _called(prefix: str, purpose: Purpose) -> Purpose:
    facts = {
        (f"{prefix}_{name}" if purpose.counts(name) else name): fact for name, fact in purpose.facts.items()
    }
    return Purpose(purpose.worth, f"{prefix}-{purpose.id}", facts)


def _would_end(view: SeatProspects, s: HansaTeutonicaState, route: int, option: Action | None) -> bool:
    """Return whether a claim of the route by the seat would end the game."""
    towns = s.board.route_towns[route]
    points = sum(view.land.towns[town].control == view.seat for town in towns)
    completes = (
        isinstance(option, TakeOffice)
        and option.place == s.board.town_offices[s.board.office_town[option.place]][-1]
    )
    return (
        s.points[view.seat] + points >= END_POINTS
        or bool(s.tavern[route] and not s.bag_left)
        or (completes and s.completed + 1 >= s.board.printed.end_completed)
    )


def houses_of(s: HansaTeutonicaState, route: int) -> bytes:
    """Return the contents of a route's houses."""
    return bytes(s.houses[s.board.first_house[route] :][: s.board.route_size[route]])


def close_to_claim(s: HansaTeutonicaState, seat: int, route: int) -> bool:
    """Return whether a seat that holds at least half of the route can fill and claim it within a turn."""
    houses = houses_of(s, route)
    own = sum(owner(piece) == seat for piece in houses if piece)
    return 2 * own >= len(houses) and len(houses) - own + 1 <= s.worth(seat, ACTIONES)


def paid(s: HansaTeutonicaState, seat: int, route: int, leader: int) -> Purpose | None:
    """Return the other player who gets points for the control of a town when the route is claimed."""
    holders = [s.control(town) for town in s.board.route_towns[route]]
    others = [holder for holder in holders if 0 <= holder < s.seats and holder != seat]
    if not others:
        return None
    most = max(others, key=lambda other: (other == leader, others.count(other)))
    name = "pays-leader" if most == leader else "pays"
    points = others.count(most)
    worth = points * (1.0 if most == leader else 0.5)
    return Purpose(worth, name, {"payee": most, name.replace("-", "_"): points})


# ---- combining reasons --------------------------------------------------------------------------


def main_reason(prefix: str, purpose: Purpose, route: str) -> tuple[str, dict[str, Any]]:
    """Return a reason with one purpose of a claim."""
    facts = {("n" if purpose.counts(name) else name): fact for name, fact in purpose.facts.items()}
    return f"{prefix}-{purpose.id}", {"route": route, **facts}


def with_also(
    main: tuple[str, dict[str, Any]], others: Sequence[Purpose | None]
) -> tuple[str, dict[str, Any]]:
    """Return the reason with further purposes, unless their facts contradict each other. `also` lists the
    ids, joined with points."""
    name, facts = main
    facts, told = dict(facts), list[str]()
    for one in others:
        if one is not None and all(facts.get(fact, value) == value for fact, value in one.facts.items()):
            facts.update(one.facts)
            told.append(one.id)
    return name, {**facts, "also": ".".join(told)} if told else facts


def strongest(found: Sequence[Purpose | None], least: float = 0.4) -> Purpose | None:
    """Return the most valuable purpose that is at least worth `least`."""
    known = [one for one in found if one is not None and one.worth >= least]
    return max(known, key=lambda one: one.worth, default=None)


def two_strongest(found: Sequence[Purpose | None]) -> list[Purpose]:
    """Return the most valuable purpose, and the next one if it is worth a sentence."""
    first = strongest(found)
    if first is None:
        return []
    second = strongest([one for one in found if one is not first], SECOND)
    return [first, second] if second is not None else [first]
