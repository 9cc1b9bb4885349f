"""Preview of an action of *Hansa Teutonica*: costs and gains, read off a copy to which the
engine applied it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.client.views.view import ActionVariant
from game.client.words.consequences import ActionPreview, look_ahead, total_line
from game.client.words.i18n import t
from game.engine.core import Action, Event
from game.games.hansa_teutonica.rules.actions import (
    PAY,
    AddOffice,
    Claim,
    Displace,
    Improve,
    Place,
    TakeOffice,
    TakeTable,
)
from game.games.hansa_teutonica.rules.board import KINDS, MERCHANT, TRACKS, TRADER
from game.games.hansa_teutonica.rules.displacement import price
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.games.hansa_teutonica.view.words import Words

TOLD = frozenset({"points", "marker-taken", "marker-lost", "completed", "east-west", "game-end", "removed"})
"""Events whose sentence is part of the cost or the gain. The action itself is in the card's title."""
SETTLES = frozenset({"place", "displace", "set", "relocate"})
"""Events that bring a piece to a house."""


class PreviewText:
    """Text of action previews."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def lines(self, action: Action, state: HansaTeutonicaState) -> tuple[str, ...]:
        """Return the cost, the result and the next decision, one sentence each."""
        outlook = look_ahead(state, action)
        told = [self.words.tell_event(event, state) for event in outlook.events if event.kind in TOLD]
        if outlook.after is None:
            return (*told, t("ahead.hidden"))
        after = outlook.after
        return (
            *self._price(outlook, after),
            *self._merchant(action),
            *told,
            *self._left(outlook, after),
            *self._houses(outlook, after),
            *self._abilities(state, after),
            *self._control(state, after),
            *self._next(outlook.events, state, after),
            *total_line(
                state, after, [player.name for player in self.words.players], self.words.score, "track"
            ),
        )

    def ways(self, actions: Sequence[Action], state: HansaTeutonicaState) -> tuple[ActionVariant, ...]:
        """Return the variants of placing in a house: by default a trader, and traders as the price of a
        displacement.

        With too few traders the player chooses: a merchant is placed, or pays the price.
        """
        pieces = {one.kind: one for one in actions if isinstance(one, Place | Displace)}
        houses = {type(one): one.place for one in pieces.values()}
        if len(pieces) < len(actions) or len(houses) != 1 or TRADER not in pieces or state.actor is None:
            return ()
        trader, merchant, t = pieces[TRADER], pieces.get(MERCHANT), self.words.t
        traders, merchants = state.supply_of(state.actor)
        due = price(state, state.houses[trader.place]) if isinstance(trader, Displace) else 0
        if due and merchants and traders <= due:
            return ()
        ways = [ActionVariant((trader, *[PAY[TRADER]] * due))]
        if merchant is not None:
            words = t("instead", piece=self.words.kind(KINDS[MERCHANT]))
            gain = t("ahead.merchant"), t("ahead.merchant.few")
            ways.append(ActionVariant((merchant, *[PAY[TRADER]] * due), words, gain))
        if due and merchants:
            paying = min(due, merchants)
            words, cost = t("instead.pay", n=paying), (t("instead.pay.text", n=paying),)
            ways.append(ActionVariant((trader, *[PAY[MERCHANT]] * due), words, cost))
        return tuple(ways)

    def empty_claim(self, action: Claim, state: HansaTeutonicaState) -> list[str]:
        """Return the other players who gain from a claim that gives the claimant nothing; empty if it gives
        something."""
        outlook = look_ahead(state, action)
        if outlook.after is None or (outlook.after.now is not None and outlook.after.now.id == "benefit"):
            return []
        gains = [event for event in outlook.events if event.kind in ("points", "marker-taken", "game-end")]
        if any(event.seat in (state.actor, None) for event in gains):
            return []
        return list(dict.fromkeys(self.words.who(event.seat) for event in gains))

    def _price(
        self, outlook: ActionPreview[HansaTeutonicaState], after: HansaTeutonicaState
    ) -> Iterator[str]:
        """Yield actions spent, and pieces paid for a displacement."""
        state, events = outlook.before, outlook.events
        gained = sum(event.amount for event in events if event.kind == "actions")
        spent = state.actions_left - after.actions_left + gained
        if after.turns == state.turns and spent > 0 and not any(e.kind == "game-end" for e in events):
            yield self.words.t("ahead.actions", n=spent)
        paid = sum(event.kind == "pay" for event in events)
        if after.now is not None and after.now.id == "pay" and state.now is not after.now:
            paid += after.now.facts(after)["left"]
        if paid:
            yield self.words.t("ahead.pay", n=paid)

    def _merchant(self, action: Action) -> Iterator[str]:
        """Yield what a merchant has ahead of a trader in a house."""
        if isinstance(action, Place | Displace) and action.kind == MERCHANT:
            yield self.words.t("ahead.merchant")

    def _left(self, outlook: ActionPreview[HansaTeutonicaState], after: HansaTeutonicaState) -> Iterator[str]:
        """Yield the actions left after a gain. Stated as a gain alone it would sound as if it had happened
        already."""
        if any(event.kind == "actions" for event in outlook.events):
            yield self.words.t("ahead.left", n=after.actions_left)

    def _houses(
        self, outlook: ActionPreview[HansaTeutonicaState], after: HansaTeutonicaState
    ) -> Iterator[str]:
        """Yield how much of a route the player would then hold."""
        for event in outlook.events:
            own_piece = event.seat is not None and event.seat == outlook.before.actor
            if event.kind in SETTLES and event.target.startswith("house.") and own_piece:
                route = event.target.removeprefix("house.").rpartition(".")[0]
                pieces = after.route_pieces(route)
                own = sum(piece is not None and piece.seat == event.seat for piece in pieces)
                key = "ahead.full" if own == len(pieces) else "ahead.route"
                yield self.words.t(key, route=self.words.routes[route], own=own, total=len(pieces))

    def _abilities(self, state: HansaTeutonicaState, after: HansaTeutonicaState) -> Iterator[str]:
        seat = state.actor
        if seat is None:
            return
        for track in TRACKS:
            old, new = state.value(seat, track), after.value(seat, track)
            if state.level(seat, track) != after.level(seat, track):
                name = self.words.t(f"track.{track}")
                yield self.words.t(
                    "ahead.improve",
                    track=name,
                    old=self.words.value(track, old),
                    new=self.words.value(track, new),
                )

    def _control(self, state: HansaTeutonicaState, after: HansaTeutonicaState) -> Iterator[str]:
        for index in range(len(state.board.towns)):
            old, new = state.control(index), after.control(index)
            if old != new and new >= 0:
                key, names = "ahead.control", {"town": self.words.towns[state.board.town_ids[index]]}
                if self.words.nobody(old):
                    key += ".from.nobody"
                elif old >= 0:
                    key, names = key + ".from", {**names, "other": self.words.who(old)}
                yield self.words.of(key, new, **names)

    def _next(
        self, events: tuple[Event, ...], state: HansaTeutonicaState, after: HansaTeutonicaState
    ) -> Iterator[str]:
        """Yield the next decision and its decider."""
        after = after.copy()
        while after.now is not None and after.now.id == "pay":
            after.apply(after.legal_actions()[0])  # any kind: the price is equal
        decision = after.decision
        kinds = {event.kind for event in events}
        if decision is not None and decision.id == "relocate" and "displaced" in kinds | {"pay"}:
            facts = decision.facts
            who, piece = self.words.who(after.actor), self.words.kind(facts["piece"])
            key = "ahead.relocate" if facts["extras"] else "ahead.relocate.only"
            yield self.words.t(key, name=who, piece=piece, n=facts["extras"])
        elif decision is not None and decision.id == "relocate-neutral":
            yield self.words.t("ahead.relocate.neutral", name=self.words.who(after.actor))
        elif decision is not None and decision.id == "benefit" and "claim" in kinds:
            yield self.words.t("ahead.benefit", benefits=self.words.any_of(self._benefits(after)))
        elif "claim" in kinds and "game-end" not in kinds:
            yield self.words.t("ahead.no_benefit")
        returned = sum(event.kind == "return" and event.seat == state.actor for event in events)
        if returned:
            yield self.words.t("ahead.return", n=returned)

    def _benefits(self, after: HansaTeutonicaState) -> list[str]:
        """Return the benefits of a claimed route, without duplicates."""
        return list(dict.fromkeys(self._benefit(action, after) for action in after.legal_actions()))

    def _benefit(self, action: Action, after: HansaTeutonicaState) -> str:
        words, board = self.words, after.board
        match action:
            case TakeOffice(place=office):
                return words.t("ahead.office", town=words.towns[board.town_ids[board.office_town[office]]])
            case AddOffice(place=town):
                return words.t("ahead.extra", town=words.towns[board.town_ids[town]])
            case Improve(place=track):
                return words.t(f"track.{TRACKS[track]}")
            case TakeTable():
                return words.tell_action(action, after)
        return words.benefit(action, after)
