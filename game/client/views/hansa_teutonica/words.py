"""Prompts, actions and events in words: the sentences of assets/i18n/hansa-teutonica.<language>.json."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from game.client.words.besides import with_besides
from game.client.words.i18n import Translator
from game.engine.core import Action, Decision, Event, Reason
from game.engine.hansa_teutonica.actions import (
    END_TURN,
    AddFromHouse,
    AddFromStock,
    AddFromSupply,
    AddOffice,
    Button,
    Claim,
    Displace,
    Improve,
    Income,
    Lift,
    Numbered,
    Pay,
    Place,
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
from game.engine.hansa_teutonica.board import KINDS, PRIVILEGES, TRACKS, Board
from game.engine.hansa_teutonica.position import Piece
from game.engine.hansa_teutonica.promo import Exchange, LayMarker
from game.engine.hansa_teutonica.provinces import PROVINCES
from game.engine.hansa_teutonica.state import HansaTeutonicaState
from game.match import Player

SILENT = frozenset({"pay", "return", "turn-end", "neutral-colour"})
"""Events that only move a piece: what matters of them is told by another."""

Names = Mapping[type[Action], str]
"""What the actions of a class are called in the keys of the texts."""
OTHER = {"trader": "merchant", "merchant": "trader"}
ADDS = frozenset({AddFromStock, AddFromSupply, AddFromHouse})
USES = frozenset({UseInstant, UseSwap, UseImprove, UseRemove, UseMove})
AT_HOUSE: Names = {
    Place: "place", Displace: "displace", AddFromStock: "add.stock", AddFromSupply: "add.supply",
    Relocate: "relocate", Lift: "lift", SetDown: "set", Remove: "remove",
}  # fmt: skip
"""Actions at a single house."""
BENEFITS: Names = {
    TakeOffice: "office", AddOffice: "extra-office", Improve: "improve", TakeTable: "table",
    Button: "no-benefit",
}  # fmt: skip
"""What a claim offers; the one button there is to take nothing."""
DEEDS: Names = {
    Place: "place", Displace: "displace", Lift: "lift", Claim: "claim", Income: "income",
    **dict.fromkeys(USES, "use"), PutMarker: "put",
}  # fmt: skip
"""What can be done in a turn; those of modules come in addition."""
DEED_ORDER = ("place", "displace", "lift", "claim", "income", "use", "favour", "walk", "put")


class Speaker(Protocol):
    """Has words of its own for what belongs to a module: see `parts`."""

    of_module: str

    @property
    def deeds(self) -> Names: ...
    def prompt(self, decision: str, s: HansaTeutonicaState) -> tuple[str, dict[str, Any]] | None: ...
    def tell_action(self, action: Action, s: HansaTeutonicaState) -> str: ...
    def aloud(self, s: HansaTeutonicaState) -> str: ...
    def place(self, kind: str, name: str, s: HansaTeutonicaState) -> Iterator[str]: ...


class Words:
    """The texts of one game, with its players' names.

    speakers  who has words for what belongs to its modules
    """

    speakers: Sequence[Speaker] = ()

    def __init__(self, players: Sequence[Player], side: Board) -> None:
        self.t = Translator("hansa-teutonica")
        self.players = tuple(players)
        self.towns = {town.id: town.name for town in side.towns}
        self.offices = {
            f"{town.id}.{number}": office
            for town in side.towns
            for number, office in enumerate(town.offices, 1)
        }
        self.routes = {route.id: f"{self.towns[route.a]}–{self.towns[route.b]}" for route in side.routes}
        self.homes = {TRACKS[track]: town.name for town in side.towns for track in town.abilities}
        self.table_points = tuple(space.points for space in side.table)
        self.link_points = side.link_points
        self.ships = {f"{route.id}.{number}" for route in side.routes for number in route.ships}
        self.effects = {route.id: route.effect for route in side.routes if route.effect}
        west, east = side.east_west
        self.ends = {"west": self.towns[west], "east": self.towns[east]}
        """The towns of the link."""
        self.table = self.towns[side.table_town]
        self._names: dict[tuple[str, str], str] = {}
        """Of houses and offices, by language and element: there are many, and none ever changes."""
        self._held: dict[tuple[str, str, Piece | None], str] = {}
        """The same, with what is in them."""

    # ---- names ------------------------------------------------------------------------------

    def who(self, seat: int | None) -> str:
        """The name of a player; a label for the neutral traders, for lists: in sentences see `of`."""
        if seat is None:
            return ""
        return self.t("neutral.who") if self.nobody(seat) else self.players[seat].name

    def nobody(self, seat: int | None) -> bool:
        """Whether a seat is that of the neutral traders."""
        return seat is not None and seat >= len(self.players)

    def of(self, key: str, seat: int | None, **fields: object) -> str:
        """A sentence about a player, or its form for the neutral traders, who are many and have no name."""
        own = f"{key}.neutral"
        if self.nobody(seat) and self.t.has(own):
            key = own
        return self.t(key, **{"name": self.who(seat), **fields})

    def house(self, house: str) -> str:
        """A house ("kampen-osnabrueck.1") in words."""
        named = self._names.get((self.t.language, house))
        if named is None:
            route, _, number = house.rpartition(".")
            kind = "ship" if house in self.ships else "house"
            named = self.t(kind, number=number, route=self.routes[route])
            self._names[self.t.language, house] = named
        return named

    def kind(self, kind: str) -> str:
        """A trader or a merchant."""
        return self.t(f"piece.{kind}")

    def marker(self, kind: str) -> str:
        """A kind of bonus marker."""
        return self.t(f"marker.{kind}")

    def effect(self, route: str) -> str:
        """What is printed beside a route."""
        return self.t(f"effect.{self.effects[route]}")

    def pieces(self, traders: int, merchants: int) -> str:
        """A number of traders and merchants."""
        parts = []
        if traders or not merchants:
            parts.append(self.t("count.trader", n=traders))
        if merchants:
            parts.append(self.t("count.merchant", n=merchants))
        return self.both(parts)

    def both(self, words: Sequence[str]) -> str:
        """Two things, or the only one."""
        return self.t("and", first=words[0], last=words[-1]) if len(words) > 1 else words[0]

    def province(self, name: str, state: HansaTeutonicaState) -> str:
        """A province, named by the towns around it."""
        found = next(p for p in PROVINCES[state.options["provinces"]] if p.id == name)
        return self.t("province", towns=", ".join(self.towns[town] for town in found.towns[:4]))

    def owner(self, piece: Piece | None) -> str:
        """Whose piece it is, or that there is none."""
        if piece is None:
            return self.t("empty")
        if self.nobody(piece.seat):
            return self.t("owned.neutral")
        return self.t(f"owned.{piece.kind}", name=self.who(piece.seat))

    def _with(self, element: str, piece: Piece | None) -> str:
        """A house or an office, and what is in it."""
        told = self._held.get((self.t.language, element, piece))
        if told is None:
            kind, _, place = element.partition(".")
            named = self.house(place) if kind == "house" else self._office(place)
            told = self.t("with", what=named, state=self.owner(piece))
            self._held[self.t.language, element, piece] = told
        return told

    # ---- the contract -----------------------------------------------------------------------

    def prompt(self, decision: Decision, state: HansaTeutonicaState) -> str:
        """What the player is asked, in one sentence."""
        facts = dict(decision.facts)
        key = decision.id
        if key == "turn" and not facts["actions_left"]:
            key = "turn.over" if len(state.legal_actions()) > 1 else "turn.end"
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
            facts["deeds"] = self._deeds(state, *(["end-turn"] if key == "turn.over" else []))
        return self.t(f"decision.{key}", n=count, name=self.who(state.actor), **facts)

    def _deeds(self, state: HansaTeutonicaState, *more: str) -> str:
        """What can be done now, leaving out what cannot, and `more`."""
        names = dict(DEEDS)
        for speaker in self.speakers:
            names |= speaker.deeds
        now = {names.get(type(action)) for action in state.legal_actions()}
        named = [deed for deed in DEED_ORDER if deed in now]
        return self.any_of([self.t(f"deed.{deed}") for deed in (*named, *more)])

    def any_of(self, words: Sequence[str]) -> str:
        """Several things to choose from."""
        *most, last = words or [""]
        return self.t("or", first=", ".join(most), last=last) if most else last

    def question(self, chosen: Sequence[str], actions: Sequence[Action]) -> str:
        """What to ask after a touch: a specific question if one covers everything that is left."""
        kind, _, rest = chosen[-1].partition(".")
        kinds = {type(action) for action in actions}
        if kind == "house" and (kinds in ({Place}, {Displace}) or kinds <= ADDS):
            key = "question.displace" if Displace in kinds else "question.piece"
            return self.t(key, house=self.house(rest))
        if kind in ("supply", "stock"):
            return self.t("question.house", piece=self.kind(rest))
        if kinds == {Exchange}:
            return self.t("question.exchange")
        if kinds == {LayMarker}:
            return self.t("question.promo-lay", marker=self.marker(rest))
        if kind == "marker" and kinds <= USES:
            return self.t("question.use", marker=self.marker(rest))
        if kinds == {Income}:
            return self.t("question.income")
        if kind == "extra":
            return self.t("question.extra", town=self.towns[rest.partition(".")[0]])
        return ""

    def _benefits(self, state: HansaTeutonicaState) -> str:
        """What may be chosen after a claim, in the order of the legal actions."""
        named = dict.fromkeys(self.benefit(action, state) for action in state.legal_actions())
        return self.any_of(list(named))

    def benefit(self, action: Action, state: HansaTeutonicaState) -> str:
        """What an action after a claim brings, in a few words."""
        name = BENEFITS.get(type(action))
        return self.t(f"benefit.{name}", table=self.table) if name else self.tell_action(action, state)

    def brief(self, element: str, state: HansaTeutonicaState) -> str:
        """The label without words that the table has elsewhere; empty if nothing can go."""
        if element.startswith("used."):
            _, seat, marker = element.split(".")
            return self.t("used.brief", marker=self.marker(marker), name=self.who(int(seat)))
        unused = self._unused(state) if element == "button.end-turn" else 0
        return f"{self.t(element)} ({unused})" if unused else ""

    @staticmethod
    def _unused(state: HansaTeutonicaState) -> int:
        """How many actions would be given up by ending the turn now."""
        return 0 if state.decision is None else dict(state.decision.facts).get("actions_left", 0)

    def label(self, element: str, state: HansaTeutonicaState) -> str:
        """An element in words."""
        kind, _, rest = element.partition(".")
        match kind:
            case "button" if rest == "end-turn" and (unused := self._unused(state)):
                return self.t("button.end-turn.unused", n=unused)
            case "button" | "piece":
                return self.t(element)
            case "supply" | "stock":
                return self.t(f"{kind}.of", piece=self.kind(rest), n=self._count(kind, rest, state))
            case "house":
                return self._with(element, state.house_piece(rest))
            case "office":
                return self._with(element, state.office_piece(rest))
            case "route":
                return self.t("route", route=self.routes[rest])
            case "town":
                return self.towns[rest]
            case "extra":
                return self._added(rest, state)
            case "effect":
                return self.t("effect", route=self.routes[rest], effect=self.effect(rest))
            case "table":
                return self._space(int(rest) - 1)
            case "track":
                return self._track(rest, state)
            case "scroll":
                return ": ".join(filter(None, (self.homes.get(rest), self._track(rest, state))))
            case "marker" | "plate":
                return self.marker(rest)
            case "used":
                seat, _, marker = rest.partition(".")
                return self.t("used.of", marker=self.marker(marker), name=self.who(int(seat)))
            case "province":
                return self.province(rest, state)
            case "amount":
                return self._amount(element, state)
            case "seat":
                return self.who(int(rest))
        return self.t(element)

    def tell_action(self, action: Action, state: HansaTeutonicaState) -> str:
        """An action in words."""
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
        """A sentence for the log; empty if another event covers it."""
        if event.kind in SILENT:
            return ""
        kind, seat, piece, source, target, amount, ending = event
        key = f"event.{kind}"
        fields: dict[str, object] = {"n": amount}
        if piece.startswith("favour."):
            fields["tile"] = self.t(piece)
        if piece.startswith("marker."):
            fields["marker"] = self.marker(piece.removeprefix("marker."))
        elif piece in ("trader", "merchant"):
            fields["piece"] = self.kind(piece)
        for field, place in (("source", source), ("target", target)):
            fields[field] = self._place(place, state)
        match kind:
            case "completed":
                fields["limit"] = state.board.printed.end_completed
            case "mission":
                fields["towns"] = ", ".join(self.towns[town] for town in piece.partition(".")[2].split("+"))
            case "income":
                fields["pieces"] = self.t(f"count.{piece}", n=amount)
            case "points":
                key += "." + (source.partition(".")[0] or "other")
            case "relocate" if not self.nobody(seat):
                key += "." + source.partition(".")[0]
            case "lift" if not fields["source"]:
                return ""  # a neutral trader from its stock: that it is set down says enough
            case "pawn" if fields["source"]:
                key += ".from"
            case "improve":
                fields["track"] = self.t(f"track.the.{source.split('.')[2]}")
            case "east-west":
                fields |= {"n": self.link_points[amount - 1], **self.ends}
            case "table":
                fields["table"] = self.table
            case "game-end":
                return self.ending(ending)
        return self.of(key, seat, **fields)

    def ending(self, reason: str) -> str:
        """Why the game ended."""
        return self.t(f"ending.{reason}")

    def reason(self, reason: Reason, state: HansaTeutonicaState) -> str:
        """Why something cannot be done now, and the way on.

        Some have another form for the neutral traders, for what is the reader's own, and for when income,
        which would help, is not to be had.
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
        """Why a computer player does what it does, or the reader should; empty if there is no text for it."""
        key = f"{'you' if yours else 'bot'}.{reason.id}"
        if not self.t.has(key):
            return ""
        fields = {**self.in_words(reason.facts, state), "name": self.who(seat)}
        return with_besides(self.t, key, reason.facts, fields)

    def in_words(self, facts: Mapping[str, Any], state: HansaTeutonicaState) -> dict[str, object]:
        """Facts as they stand in a sentence."""
        fields = {**self._facts(Reason("", facts), state), "table": self.table}
        for name in facts.keys() & {"rival", "holder", "payee"}:
            fields[name] = self.who(facts[name])
        for name in facts.keys() & {"rivals", "displaced"}:
            fields[name] = self.both([self.who(seat) for seat in facts[name]])
        if "track" in facts:
            fields["track"] = self.t(f"track.the.{facts['track']}")
        return fields

    def _facts(self, reason: Reason, state: HansaTeutonicaState) -> dict[str, object]:
        """The facts of a reason in words, to fill in its sentence."""
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
                case "country":
                    fields[name] = self.t(f"country.{fact}")
                case "tile":
                    fields[name] = self.t(f"favour.{fact}")
                case "privilege" | "own":
                    fields[name] = self.t(f"privilege.{fact}")
                case "value":
                    fields[name] = self.value(reason.facts["track"], fact)
                case "decision" if state.decision is not None:
                    fields["prompt"] = self.prompt(state.decision, state)
                case "have" | "steps" | "amount" | "points":
                    fields["n"] = fact
                case _:
                    fields[name] = fact
        return fields

    def score(self, line: str) -> str:
        """The name of a row in the scoring."""
        return self.t(f"score.{line}", table=self.table)

    def warning(self, action: Action, state: HansaTeutonicaState) -> str:
        """Ending a turn reveals the replacement markers, so unused actions cannot be taken back."""
        if action is not END_TURN or not state.plate or not state.actions_left:
            return ""
        return self.t("warning.end-turn", n=state.actions_left)

    def empty_claim(self, route: str, gainers: Sequence[str]) -> str:
        """A claim that gives the claimant nothing but gives others points."""
        return self.t("warning.claim", names=self.both(gainers), route=self.routes[route])

    # ---- parts ------------------------------------------------------------------------------

    def _place(self, place: str, state: HansaTeutonicaState) -> str:
        kind, _, rest = place.partition(".")
        match kind:
            case "house":
                return self.house(rest)
            case "office":
                return self.towns[rest.rpartition(".")[0]]
            case "extra":
                return self.towns[rest.rpartition(".")[0]]
            case "town":
                return self.towns[rest]
            case "route" | "tavern":
                return self.routes[rest]
            case "above":
                return self.routes[rest.rpartition(".")[0]]
            case "table":
                return str(self.table_points[int(rest) - 1])
            case "province":
                return self.province(rest, state)
        return ""

    def _added(self, office: str, state: HansaTeutonicaState) -> str:
        """An additional office that may come ("belgard"), or one that is there ("belgard.2")."""
        town, _, number = office.partition(".")
        named = self.t("extra", town=self.towns[town])
        there = state.extra_offices(town)[int(number) - 1] if number else None
        return named if there is None else self.t("with", what=named, state=self.owner(there))

    def _space(self, space: int) -> str:
        return self.t("table", table=self.table, points=self.table_points[space])

    def _office(self, office: str) -> str:
        named = self._names.get((self.t.language, office))
        if named is None:
            town, _, number = office.rpartition(".")
            printed = self.offices[office]
            named = self.t(
                "office",
                number=number,
                town=self.towns[town],
                piece=self.kind(KINDS[printed.kind]),
                privilege=self.t(f"privilege.{PRIVILEGES[printed.privilege]}"),
            )
            self._names[self.t.language, office] = named
        return named

    def _track(self, track: str, state: HansaTeutonicaState) -> str:
        seat = state.actor
        value = "" if seat is None else self.value(track, state.value(seat, track))
        return self.t("track.improve", track=self.t(f"track.{track}"), value=value)

    def value(self, track: str, value: int | str) -> str:
        """What a track is worth, in words."""
        if track == "privilegium":
            return self.t(f"privilege.{value}")
        return self.t("all") if value == "C" else str(value)

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

    def _count(self, pile: str, kind: str, state: HansaTeutonicaState) -> int:
        seat = state.actor
        if seat is None:
            return 0
        stack = state.supply_of(seat) if pile == "supply" else state.stock_of(seat)
        return stack.traders if kind == "trader" else stack.merchants

    def _amount(self, element: str, state: HansaTeutonicaState) -> str:
        """The pieces of income that a number of merchants stands for."""
        for action in state.legal_actions():
            if isinstance(action, Income) and action.path[1] == element:
                return self.pieces(action.traders, action.merchants)
        return element.partition(".")[2]
