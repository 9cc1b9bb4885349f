"""Permanent markers (expansions 3): printed next to a route, used by the player who claims it.

A module shared by the boards of several expansions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import compress
from typing import Any

from game.engine.core import Action, Event, Option, Reason
from game.games.hansa_teutonica.rules.actions import (
    DONE,
    IMPROVE,
    NO_BENEFIT,
    Improve,
    Lift,
    Numbered,
    PlainAction,
    SetDown,
    Vocabulary,
)
from game.games.hansa_teutonica.rules.agenda import proceed
from game.games.hansa_teutonica.rules.board import (
    IMPROVE_PRIVILEGE,
    KINDS,
    LEVELS,
    MERCHANT,
    MOVE_TWO,
    PRIVILEGIUM,
    REUSE_TWO,
    TRADER,
)
from game.games.hansa_teutonica.rules.carry import put_down, raise_piece
from game.games.hansa_teutonica.rules.codes import ANYONE, code, kind_name, level_at, owner, pile_of
from game.games.hansa_teutonica.rules.edition import Edition, Module
from game.games.hansa_teutonica.rules.effects import improve, put, take
from game.games.hansa_teutonica.rules.move import (
    SetDownRefusals,
    all_find_room,
    empty_houses,
    may_lift,
    rooms_in_hand,
)
from game.games.hansa_teutonica.rules.position import Position
from game.games.hansa_teutonica.rules.reasons import no_leaving, no_room, no_standing, not_now
from game.games.hansa_teutonica.rules.rule import Rule
from game.games.hansa_teutonica.rules.tables import Tables

PIECES = 2
"""Maximum number of pieces moved (3.6), used again (3.8) or placed abroad (5.16)."""


class Reuse(Numbered):
    """Action: set a piece of the claimed route down in this house instead of returning it (3.8)."""

    __slots__ = ()


class PermanentWords(Vocabulary):
    """Actions by kind, then by house."""

    def __init__(self, board: Tables, markers: Sequence[str]) -> None:
        self.reuse = tuple(
            tuple(
                Reuse(f"reuse {kind} {name}", (board.house_places[n], f"piece.{kind}"), n, k)
                for n, name in enumerate(board.house_ids)
            )
            for k, kind in enumerate(KINDS)
        )

    def actions(self) -> Iterable[Action]:
        for row in self.reuse:
            yield from row


class Permanent(Module[None]):
    """The printed effects of routes: each adds a step to the queue after a claim, its own or another
    module's."""

    id = "permanent"
    vocabulary = PermanentWords
    options = (
        Option(
            "permanent_end",
            ("used", "lapses"),
            "used",
            seats=(3, 4, 5),
        ),
    )
    """X5: whether the claim that ends the game still brings the effect."""

    def __init__(self, edition: Edition, options: Mapping[str, str]) -> None:
        super().__init__(edition, options)
        self.used_at_end = options["permanent_end"] == "used"
        self.words = edition.words.of(PermanentWords)

    def decisions(self) -> Sequence[Rule]:
        return MoveTwo(), ImprovePrivilege(), ReuseTwo(self.words)

    def after_claim(self, s: Position, route: int) -> None:
        """Queue the effects after the return of the pieces (3.2). The last effect decides where they go
        (3.8)."""
        effect = s.board.routes[route].effect
        if not effect or (s.ending and not self.used_at_end):
            return
        at = s.agenda.index(("clear", route))
        before = s.agenda[: at if effect == REUSE_TWO else at + 1]
        s.agenda = (*before, (effect, route), *s.agenda[at + 1 :])

    def agenda_steps(self) -> Mapping[str, Callable[..., bool]]:
        return {MOVE_TWO: move_two, IMPROVE_PRIVILEGE: improve_privilege, REUSE_TWO: reuse_two}


class EffectRule(Rule):
    """Decision of the claimant about an effect, at the end of the claim."""

    inside_action = True
    may_end = True
    uses = frozenset({"route", "fresh", "agenda"})

    def check(self, s: Position) -> None:
        super().check(s)
        assert s.route >= 0 and s.board.routes[s.route].effect == self.id, "the effect of the claimed route"
        assert s.agenda == (("close", 0),), "agenda: the claim is to be closed, nothing else"


# ---- moving two pieces ----------------------------------------------------------------------


def move_two(s: Position, route: int, events: list[Event]) -> bool:
    """Request the move if there is anything to move (3.6)."""
    if any(s.houses):
        s.allowance = PIECES
        s.ask(MOVE_TWO, s.active)
    return bool(s.allowance)


def lift(s: Position, action: Lift, events: list[Event]) -> None:
    """Lift a piece of any player."""
    raise_piece(s, action.place, events)


def set_down(s: Position, action: SetDown, events: list[Event]) -> None:
    """Set the piece lifted first down. After the last one, the claim continues."""
    put_down(s, action.place, events)
    if not s.hand:
        go_on(s, events)


def decline(s: Position, action: PlainAction, events: list[Event]) -> None:
    """Decline the effect, which lapses (3.2)."""
    go_on(s, events)


def go_on(s: Position, events: list[Event]) -> None:
    """End the effect."""
    s.hand = s.origins = ()
    s.allowance = 0
    proceed(s, events)


def no_lift(s: Position, action: Lift) -> Reason | None:
    """Return why no piece can be lifted: both are lifted before the first is set down (3.6)."""
    if not s.houses[action.place]:
        return Reason("house-empty")
    return Reason("lift-limit")


def _not_lifted(s: Position, house: int) -> Reason | None:
    return None if s.hand else not_now(s) if s.houses[house] else Reason("house-empty")


_REFUSALS = SetDownRefusals(no_leaving, _not_lifted, "last-house")


class MoveTwo(EffectRule):
    """Moving up to two pieces of any players (3.6). Both are lifted first, so that they can change places. A
    piece can return to its own house."""

    id = MOVE_TWO
    uses = EffectRule.uses | {"hand", "origins", "allowance"}
    handlers = {Lift: lift, SetDown: set_down, PlainAction: decline}
    refusals = {Lift: no_lift, SetDown: _REFUSALS.no_setting}
    touches = {"house": _REFUSALS.no_house}

    def legal(self, s: Position) -> list[Action]:
        words, found = s.edition.words, list[Action]()
        if may_lift(s):
            found += compress(words.lift, s.houses.translate(ANYONE))
        if not s.hand:
            return [*found, DONE]
        first, *rest = rooms_in_hand(s, s.stays)
        return found + [words.set_down[house] for house in sorted(first) if all_find_room(rest, {house})]

    def facts(self, s: Position) -> dict[str, Any]:
        return {"left": may_lift(s), "piece": kind_name(s.hand[0]) if s.hand else ""}

    def check(self, s: Position) -> None:
        super().check(s)
        lifted = tuple(piece for _, piece in s.origins)
        assert len(lifted) + s.allowance == PIECES, "allowance: two pieces may be lifted"
        assert lifted[len(lifted) - len(s.hand) :] == s.hand and bool(lifted) == bool(s.hand), (
            "origins: where the pieces in hand come from"
        )
        assert len({house for house, _ in s.origins}) == len(lifted), "two pieces come from the same house"
        assert len(self.legal(s)) > (not s.hand), "there is nothing to move"


# ---- improving the privilege ----------------------------------------------------------------


def improve_privilege(s: Position, route: int, events: list[Event]) -> bool:
    """Request the improvement, unless the track is at its end (3.7)."""
    if s.levels[level_at(s.active, PRIVILEGIUM)] == len(LEVELS[PRIVILEGIUM]) - 1:
        return False
    s.ask(IMPROVE_PRIVILEGE, s.active)
    return True


def do_improve(s: Position, action: Improve, events: list[Event]) -> None:
    """Improve the Privilege (3.7)."""
    improve(s, s.active, action.place, events)
    proceed(s, events)


class ImprovePrivilege(EffectRule):
    """Improving the Privilege by one step (3.7)."""

    id = IMPROVE_PRIVILEGE
    handlers = {Improve: do_improve, PlainAction: decline}

    def legal(self, s: Position) -> list[Action]:
        return [IMPROVE[PRIVILEGIUM], NO_BENEFIT]

    def check(self, s: Position) -> None:
        super().check(s)
        level = s.levels[level_at(s.active, PRIVILEGIUM)]
        assert level < len(LEVELS[PRIVILEGIUM]) - 1, "the Privilege is at its end"


# ---- using two pieces again -----------------------------------------------------------------


def reuse_two(s: Position, route: int, events: list[Event]) -> bool:
    """Take the pieces left on the route in hand (3.8)."""
    for house in s.board.route_houses[route]:
        if s.houses[house]:
            piece = take(s, house)
            seat, place = owner(piece), s.board.house_places[house]
            s.hand += (piece,)
            events.append(Event("raised", seat, kind_name(piece), place, f"hand.{seat}"))
    s.hand = tuple(sorted(s.hand))
    s.allowance = PIECES
    s.ask(REUSE_TWO, s.active)
    return True


def do_reuse(s: Position, action: Reuse, events: list[Event]) -> None:
    """Set one of them down in any empty house (3.8)."""
    piece = code(s.active, action.kind)
    at = s.hand.index(piece)
    s.hand = s.hand[:at] + s.hand[at + 1 :]
    put(s, action.place, piece)
    s.allowance -= 1
    place = s.board.house_places[action.place]
    events.append(Event("carried", s.active, KINDS[action.kind], f"hand.{s.active}", place))
    if not s.hand or not s.allowance:
        return_rest(s, events)


def reused_enough(s: Position, action: PlainAction, events: list[Event]) -> None:
    """Stop before the second piece (3.8)."""
    return_rest(s, events)


def return_rest(s: Position, events: list[Event]) -> None:
    """Return the other pieces to the stock (7.8)."""
    for piece in s.hand:
        seat = owner(piece)
        s.stock[pile_of(piece)] += 1
        events.append(Event("return", seat, kind_name(piece), f"hand.{seat}", f"stock.{seat}"))
    go_on(s, events)


def no_reuse(s: Position, action: Reuse) -> Reason | None:
    """Return why the piece cannot be set down there (3.8)."""
    lacking = None if code(s.active, action.kind) in s.hand else KINDS[action.kind]
    if lacking:
        return Reason("not-in-hand", {"piece": lacking})
    return no_room(s, action.place) or no_standing(s, action.kind, action.place)


class ReuseTwo(EffectRule):
    """Using pieces again (3.8): up to two of the returning pieces are set down anywhere instead."""

    id = REUSE_TWO
    uses = EffectRule.uses | {"hand", "allowance"}

    def __init__(self, words: PermanentWords) -> None:
        super().__init__()
        self.words = words
        self.answers = {Reuse: do_reuse, PlainAction: reused_enough}
        self.refused = {Reuse: no_reuse}
        self.touched = {"house": _reused_house}

    def legal(self, s: Position) -> list[Action]:
        kinds = [kind for kind in (TRADER, MERCHANT) if code(s.active, kind) in s.hand]
        empty = sorted(empty_houses(s))
        found = [self.words.reuse[kind][house] for kind in kinds for house in empty if s.stands(kind, house)]
        return [*found, DONE]

    def facts(self, s: Position) -> dict[str, Any]:
        return {"left": s.allowance}

    def check(self, s: Position) -> None:
        super().check(s)
        assert s.hand and all(owner(piece) == s.active for piece in s.hand), "the claimant's pieces"
        assert 1 <= s.allowance <= PIECES, "allowance: two pieces may be used again"
        assert len(s.hand) + PIECES - s.allowance <= len(s.board.route_houses[s.route]), "too many pieces"


def _reused_house(s: Position, name: str) -> Reason | None:
    house = s.board.house_index[name]
    return no_room(s, house) or no_standing(s, TRADER, house)
