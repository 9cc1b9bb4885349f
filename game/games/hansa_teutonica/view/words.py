"""Texts of prompts, actions and events: the sentences of the game's `texts.<language>.json`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.client.words.reason_text import with_additions
from game.engine.core import Action, Decision, Event, Reason
from game.games.hansa_teutonica.rules.actions import (
    END_TURN,
    AddFromHouse,
    AddFromStock,
    AddFromSupply,
    AddOffice,
    Claim,
    Displace,
    Improve,
    Income,
    Lift,
    Numbered,
    Pay,
    Place,
    PlainAction,
    PutMarker,
    Relocate,
    Remove,
    SetDown,
    TakeOffice,
    TakeTable,
    UseImprove,
    UseInstant,
    UseMove,
    UseRemove,
    UseSwap,
)
from game.games.hansa_teutonica.rules.board import KINDS, TRACKS
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.games.hansa_teutonica.view.naming import Names, Naming

SILENT = frozenset({"pay", "return", "turn-end", "neutral-colour"})
"""Events that only move a piece; the text of another event covers them."""

OTHER = {"trader": "merchant", "merchant": "trader"}
ADDS = frozenset({AddFromStock, AddFromSupply, AddFromHouse})
USES = frozenset({UseInstant, UseSwap, UseImprove, UseRemove, UseMove})
AT_HOUSE: Names = {
    Place: "place", Displace: "displace", AddFromStock: "add.stock", AddFromSupply: "add.supply",
    Relocate: "relocate", Lift: "lift", SetDown: "set", Remove: "remove",
}  # fmt: skip
"""Text keys of actions at a single house."""
BENEFITS: Names = {
    TakeOffice: "office", AddOffice: "extra-office", Improve: "improve", TakeTable: "table",
    PlainAction: "no-benefit",
}  # fmt: skip
"""Text keys of the benefits of a claim. The only button takes nothing."""
TURN_ACTIONS: Names = {
    Place: "place", Displace: "displace", Lift: "lift", Claim: "claim", Income: "income",
    **dict.fromkeys(USES, "use"), PutMarker: "put",
}  # fmt: skip
"""Text keys of the actions of a turn, without those of modules."""
ORDER_IN_PROMPT = ("place", "displace", "lift", "claim", "income", "use", "favour", "walk", "put")


class Words(Naming):
    """Texts of one game, with its players' names."""

    def prompt(self, decision: Decision, state: HansaTeutonicaState) -> str:
        """Return the prompt of the pending decision, in one sentence."""
        facts = dict(decision.facts)
        key = decision.id
        if key == "turn" and not facts["actions_left"]:
            key = "turn.over" if len(state.legal_actions()) > 1 else "turn.end"
        elif key == "step" and not facts["left"] and len(state.legal_actions()) == 1:
            key = "turn.end"
        elif key == "relocate" and not facts["piece"]:
            key = "relocate.extra"
        elif key == "relocate" and not facts["extras"]:
            key = "relocate.last"
        elif key == "benefit":
            facts["benefits"] = self._benefits(state)
        elif key == "move" and not facts["may_lift"]:
            key = "move.set"
        elif key == "carry" and facts["piece"]:
            key = "carry.set"
        for speaker in self.speakers:
            other = speaker.prompt(decision.id, state)
            if other is not None:
                key, facts = other[0], facts | other[1]
        if facts.get("piece"):
            facts["piece"] = self.kind(facts["piece"])
        if "route" in facts:
            facts["route"] = self.routes[facts["route"]]
        count = next(
            (facts[name] for name in ("actions_left", "left", "extras", "may_lift") if name in facts), 0
        )
        if key in ("turn", "turn.over", "turn.walk"):
            facts["deeds"] = self._turn_actions(state, *(["end-turn"] if key == "turn.over" else []))
        return self.t(f"decision.{key}", n=count, name=self.who(state.actor), **facts)

    def _turn_actions(self, state: HansaTeutonicaState, *more: str) -> str:
        """Return the currently possible actions in words, and `more`."""
        names = dict(TURN_ACTIONS)
        for speaker in self.speakers:
            names |= speaker.turn_actions
        now = {names.get(type(action)) for action in state.legal_actions()}
        named = [name for name in ORDER_IN_PROMPT if name in now]
        return self.any_of([self.t(f"deed.{name}") for name in (*named, *more)])

    def question(self, chosen: Sequence[str], actions: Sequence[Action]) -> str:
        """Return the question after an activated element: a specific one if it covers all
        remaining actions."""
        kind, _, rest = chosen[-1].partition(".")
        kinds = {type(action) for action in actions}
        if kind == "house" and (kinds in ({Place}, {Displace}) or kinds <= ADDS):
            key = "question.displace" if Displace in kinds else "question.piece"
            return self.t(key, house=self.house(rest))
        if kind in ("supply", "stock"):
            return self.t("question.house", piece=self.kind(rest))
        own = {key for speaker in self.speakers for of, key in speaker.questions.items() if kinds == {of}}
        if own:
            return self.t(f"question.{own.pop()}", marker=self.marker(rest))
        if kind == "marker" and kinds <= USES:
            return self.t("question.use", marker=self.marker(rest))
        if kinds == {Income}:
            return self.t("question.income")
        if kind == "extra":
            return self.t("question.extra", town=self.towns[rest.partition(".")[0]])
        return ""

    def _benefits(self, state: HansaTeutonicaState) -> str:
        """Return the possible benefits of a claim, in the order of the legal actions."""
        named = dict.fromkeys(self.benefit(action, state) for action in state.legal_actions())
        return self.any_of(list(named))

    def benefit(self, action: Action, state: HansaTeutonicaState) -> str:
        """Return the benefit of an action after a claim, in a few words."""
        name = BENEFITS.get(type(action))
        return self.t(f"benefit.{name}", table=self.table) if name else self.tell_action(action, state)

    def tell_action(self, action: Action, state: HansaTeutonicaState) -> str:
        """Return the text of an action."""
        for speaker in self.speakers:
            if told := speaker.tell_action(action, state):
                return told
        board = state.board
        match action:
            case Numbered(place=house, kind=kind) if type(action) in AT_HOUSE:
                key, piece = f"action.{AT_HOUSE[type(action)]}", self.kind(KINDS[kind])
                return self.t(key, piece=piece, house=self.house(board.house_ids[house]))
            case AddFromHouse(origin=origin, place=house):
                one, other = board.house_ids[origin], board.house_ids[house]
                return self.t("action.add.house", origin=self.house(one), house=self.house(other))
            case Income(traders=traders, merchants=merchants):
                return self.t("action.income", pieces=self.pieces(traders, merchants))
            case Pay(kind=kind):
                return self.t("action.pay", piece=self.kind(KINDS[kind]))
            case Claim(place=route):
                return self.t("action.claim", route=self.routes[board.route_ids[route]])
            case TakeOffice(place=office):
                return self.t("action.office", office=self._office(board.office_ids[office]))
            case AddOffice(place=town, kind=kind):
                piece, where = self.kind(KINDS[kind]), self.towns[board.town_ids[town]]
                return self.t("action.extra-office", piece=piece, town=where)
            case Improve(place=track):
                return self._track(TRACKS[track], state)
            case TakeTable(place=space):
                return self._space(space)
            case UseInstant() | UseSwap() | UseImprove() | UseRemove() | UseMove():
                return self._use(action, state)
            case PutMarker(place=route, kind=kind):
                marker = self.marker(state.edition.markers[kind])
                return self.t("action.put", marker=marker, route=self.routes[board.route_ids[route]])
        button = action.path[0]
        return self.t(button) if button.startswith("button.") and self.t.has(button) else action.text

    def tell_event(self, event: Event, state: HansaTeutonicaState) -> str:
        """Return a sentence for the log; empty if another event covers this one."""
        if event.kind in SILENT:
            return ""
        for speaker in self.speakers:
            if told := speaker.tell_event(event, state):
                return told
        kind, seat, piece, source, target, amount, ending = event
        key = f"event.{kind}"
        fields: dict[str, object] = {"n": amount}
        if piece.startswith("marker."):
            fields["marker"] = self.marker(piece.removeprefix("marker."))
        elif piece in ("trader", "merchant"):
            fields["piece"] = self.kind(piece)
        for field, place in (("source", source), ("target", target)):
            fields[field] = self._place(place, state)
        match kind:
            case "completed":
                fields["limit"] = state.board.printed.end_completed
            case "income":
                fields["pieces"] = self.t(f"count.{piece}", n=amount)
            case "points":
                key += "." + (source.partition(".")[0] or "other")
            case "relocate" if not self.nobody(seat):
                key += "." + source.partition(".")[0]
            case "lift" if not fields["source"]:
                return ""  # a neutral trader from its stock: the sentence about its house suffices
            case "improve":
                fields["track"] = self.t(f"track.the.{source.split('.')[2]}")
            case "east-west":
                fields |= {"n": self.link_points[amount - 1], **self.ends}
            case "table":
                fields["table"] = self.table
            case "game-end":
                return self.ending(ending)
        return self.of(key, seat, **fields)

    def losses(
        self, mover: int, owner: int | None, events: Sequence[Event], state: HansaTeutonicaState
    ) -> str:
        """Return a sentence about the pieces of an owner that a player has removed from the board, for the
        person to decide."""
        houses = [event.source.removeprefix("house.") for event in events]
        routes = dict.fromkeys(self.routes[house.rpartition(".")[0]] for house in houses)
        key = "removed.yours" if owner == state.actor else "removed"
        return self.of(key, owner, other=self.who(mover), n=len(events), routes=self.all_of([*routes]))

    def answer(self, element: str, actions: Sequence[Action], state: HansaTeutonicaState) -> str:
        """Return the caption of a button for a benefit."""
        kind, _, rest = element.partition(".")
        if kind == "office":
            return self.t("benefit.office.in", town=self.towns[rest.rpartition(".")[0]])
        if kind == "extra":
            return self.t("benefit.extra-office.in", town=self.towns[rest])
        if kind == "track":
            return self.t(f"track.{rest}")
        return self.tell_action(actions[0], state) if len(actions) == 1 else self.label(element, state)

    def ending(self, reason: str) -> str:
        """Return the reason why the game ended."""
        return self.t(f"ending.{reason}")

    def reason(self, reason: Reason, state: HansaTeutonicaState) -> str:
        """Return a sentence why something cannot be done now, with advice.

        Some sentences have another form for the neutral traders, for the reader's own pieces, and for when
        income, which would help, is not available.
        """
        key, seat = f"reason.{reason.id}", reason.facts.get("seat")
        forms = {
            "neutral": self.nobody(seat),
            "own": seat is not None and seat == state.actor,
            "no-income": not any(isinstance(action, Income) for action in state.legal_actions()),
        }
        fits = (f"{key}.{form}" for form, true in forms.items() if true and self.t.has(f"{key}.{form}"))
        return self.t(next(fits, key), **self._facts(reason, state))

    def why(self, reason: Reason, seat: int, state: HansaTeutonicaState, *, yours: bool = False) -> str:
        """Return the reason of a computer player, or a recommendation to the reader; empty if there is no
        text for it."""
        key = f"{'you' if yours else 'bot'}.{reason.id}"
        if not self.t.has(key):
            return ""
        fields = {**self.in_words(reason.facts, state), "name": self.who(seat)}
        return with_additions(self.t, key, reason.facts, fields)

    def in_words(self, facts: Mapping[str, Any], state: HansaTeutonicaState) -> dict[str, object]:
        """Return facts in the form used in sentences."""
        fields = {**self._facts(Reason("", facts), state), "table": self.table}
        for name in facts.keys() & {"rival", "holder", "payee"}:
            fields[name] = self.who(facts[name])
        for name in facts.keys() & {"rivals", "displaced"}:
            fields[name] = self.all_of([self.who(seat) for seat in facts[name]])
        if "track" in facts:
            fields["track"] = self.t(f"track.the.{facts['track']}")
        return fields

    def _facts(self, reason: Reason, state: HansaTeutonicaState) -> dict[str, object]:
        """Return the facts of a reason in words, to be interpolated into its sentence."""
        fields: dict[str, object] = {}
        for name, fact in reason.facts.items():
            match name:
                case "seat":
                    fields["name"] = self.who(fact)
                case "piece":
                    fields[name], fields["other"] = self.kind(fact), self.kind(OTHER[fact])
                case "marker" | "track":
                    fields[name] = self.t(f"{name}.{fact}")
                case "route" | "next":
                    fields[name] = self.routes.get(fact, fact)
                case "town" | "gateway":
                    fields[name] = self.towns[fact]
                case "privilege" | "own":
                    fields[name] = self.t(f"privilege.{fact}")
                case "value":
                    fields[name] = self.value(reason.facts["track"], fact)
                case "decision" if state.decision is not None:
                    fields["prompt"] = self.prompt(state.decision, state)
                case "have" | "steps" | "amount" | "points":
                    fields["n"] = fact
                case _:
                    told = self.named(name, fact, state) if isinstance(fact, str) else ""
                    fields[name] = told or fact
        return fields

    def score(self, line: str) -> str:
        """Return the name of a row in the scoring."""
        return self.t(f"score.{line}", table=self.table)

    def warning(self, action: Action, state: HansaTeutonicaState) -> str:
        """Return a warning before the end of a turn with unused actions: it reveals the replacement markers
        and cannot be undone."""
        if action is not END_TURN or not state.plate or not state.actions_left:
            return ""
        return self.t("warning.end-turn", n=state.actions_left)

    def empty_claim(self, route: str, gainers: Sequence[str]) -> str:
        """Return a warning about a claim that gives the claimant nothing but gives others points."""
        return self.t("warning.claim", names=self.all_of(gainers), route=self.routes[route])

    def _use(
        self, action: UseInstant | UseSwap | UseImprove | UseRemove | UseMove, state: HansaTeutonicaState
    ) -> str:
        match action:
            case UseInstant(kind=kind):
                return self.t("action.use", marker=self.marker(state.edition.markers[kind]))
            case UseSwap(place=office):
                town, _, number = state.board.office_ids[office].rpartition(".")
                two = {"one": int(number), "other": int(number) + 1}
                marker = self.marker("swap_offices")
                return self.t("action.use.swap", marker=marker, town=self.towns[town], **two)
            case UseImprove(place=track):
                marker, what = self.marker("improve_ability"), self.t(f"track.{TRACKS[track]}")
            case UseRemove(place=house):
                marker, what = self.marker("remove_3"), self.house(state.board.house_ids[house])
            case UseMove(place=house):
                marker, what = self.marker("move_3"), self.house(state.board.house_ids[house])
        return self.t("action.use.on", marker=marker, what=what)
