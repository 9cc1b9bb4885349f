"""Table view of *Hansa Teutonica*: the board, the player boards and the texts, as the table scene requests
them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pygame

from game.client.draw import canvas
from game.client.draw.cards import InfoCard
from game.client.views.contrast import strong
from game.client.views.displayed import Displayed
from game.client.views.picture import Picture
from game.client.views.plane import around
from game.client.views.standing import Gauge, total
from game.client.views.view import ActionVariant, GameView, Held, Moment, Read, Shape
from game.client.words.chapters import Chapter
from game.client.words.i18n import t
from game.engine.core import Action, Decision, Event, Reason, Ruleset
from game.games.hansa_teutonica.rules.actions import Claim
from game.games.hansa_teutonica.rules.codes import kind_name, owner
from game.games.hansa_teutonica.rules.editions import EDITIONS, edition
from game.games.hansa_teutonica.rules.move import origins_in_hand
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.games.hansa_teutonica.view import board_art, pieces
from game.games.hansa_teutonica.view.action_preview import PreviewText
from game.games.hansa_teutonica.view.desk import HEIGHTS, Desk
from game.games.hansa_teutonica.view.geometry import Geometry
from game.games.hansa_teutonica.view.info_cards import InfoCards, things
from game.games.hansa_teutonica.view.layout import BANNER, OFFICE, layout
from game.games.hansa_teutonica.view.module_views import parts
from game.games.hansa_teutonica.view.reading import READABLE, Reader, readable_there
from game.games.hansa_teutonica.view.screen_reader import ScreenReaderText
from game.games.hansa_teutonica.view.words import Words
from game.match import PlayerInfo

PIECE, MARKER, SCORE_CUBE, SHIELD, COMPLETED = 35.0, 46.0, 27.0, 27.0, 36.0
"""Sizes of sprites in board units."""

DESK_ELEMENTS = frozenset({"supply", "stock", "track", "marker", "plate", "seat", "of", "used"})
DESK_PLACES = frozenset({"supply", "stock", "desk", "markers", "plate", "hand"})

SECONDS = {
    "place": 0.3, "displace": 0.35, "displaced": 0.35, "pay": 0.25, "relocate": 0.4, "lift": 0.2, "set": 0.3,
    "office": 0.5, "extra-office": 0.5, "table": 0.5, "improve": 0.5, "return": 0.5, "income": 0.35,
    "swap": 0.5, "removed": 0.35, "raised": 0.2, "carried": 0.4,
    "marker-taken": 0.5, "marker-drawn": 0.3, "marker-placed": 0.5, "marker-lost": 0.4,
}  # fmt: skip


class HansaTeutonicaView(GameView[HansaTeutonicaState]):
    """View of one game of *Hansa Teutonica*."""

    geometry: Geometry
    desks: tuple[Desk, ...]
    desk_heights = HEIGHTS
    removing = frozenset({"removed"})
    listed = frozenset({"benefit"})
    threatens = True
    telling = (
        *("completed", "east-west", "table", "claim", "improve", "extra-office", "office", "points"),
        *(
            "favour",
            "promo-laid",
            "exchanged",
            "removed",
            "carried",
            "swap",
            "displaced",
            "marker-used",
            "marker-taken",
            "displace",
            "pawn",
        ),
        "marker-placed",
    )

    def __init__(self, ruleset: Ruleset, players: Sequence[PlayerInfo], options: Mapping[str, str]) -> None:
        super().__init__(ruleset, players, options)
        self._played = edition(len(self.players), options)
        side = self._played.board.printed
        self.board_aspect = side.aspect
        self._plan = layout(side)
        self.geometry = Geometry(self._plan)
        self._besides = ""
        """SVG that the modules add to the ground."""
        self._words = Words(self.players, side)
        self._parts = self._words.speakers = parts(self._played, self._words)
        self._painted = False
        """True when the ground includes the additions of the modules."""
        self.readable = (*READABLE, *readable_there(side, self._parts))
        self._screen_reader = ScreenReaderText(self._words, side)
        self._preview_text = PreviewText(self._words)
        self._shown = Displayed()
        self.desks = tuple(Desk(seat, player, self._words) for seat, player in enumerate(self.players))
        self._reader = Reader(self._words, self.geometry, self._parts)
        self._info_cards = InfoCards(self._words, self.geometry, self.desks, side)

    def set_players(self, players: Sequence[PlayerInfo]) -> None:
        super().set_players(players)
        self._words.players = self.players

    @property
    def picture(self) -> Picture:
        return board_art.ground(self._plan, self._besides, strong())

    @classmethod
    def prepare(cls) -> Iterator[None]:
        for board in dict.fromkeys(row.board for row in EDITIONS if row.usual):
            plan = layout(board.read())
            yield
            yield from board_art.prepare(plan)

    # ---- geometry ---------------------------------------------------------------------------

    def shape(self, element: str, state: HansaTeutonicaState) -> Shape | None:
        s = self._know(state)
        kind, _, rest = element.partition(".")
        if kind == "seat":
            return self.desks[int(rest)].shape(element, s)
        if kind == "of":
            seat, _, element = rest.partition(".")
            return self.desks[int(seat)].shape(element, s)
        if kind == "used":
            seat, _, marker = rest.partition(".")
            return self.desks[int(seat)].shape(f"used.{marker}", s)
        if kind in DESK_ELEMENTS:
            return None if s.actor is None else self.desks[s.actor].shape(element, s)
        next_one = kind == "extra" and "." not in rest
        number = len(s.extra_offices(rest)) + 1 if next_one else 1
        return self.geometry.shape(element, number) or self._own(element, s)

    def _own(self, element: str, s: HansaTeutonicaState) -> Shape | None:
        """Return the shape of a module's element on the board."""
        shapes = (part.shape(element, s, self.geometry) for part in self._parts)
        return next((shape for shape in shapes if shape is not None), None)

    def secret(self, seat: int, state: HansaTeutonicaState) -> InfoCard | None:
        told = [card for part in self._parts if (card := part.secret(seat, state)) is not None]
        return told[0] if told else None

    def plates(self) -> Sequence[pygame.FRect]:
        towns = self._plan.towns.values()
        return [self.geometry.box(around(town.label, town.banner_width + 1, BANNER + 1)) for town in towns]

    def towns(self) -> Sequence[pygame.FRect]:
        shapes = (self.geometry.shape(f"town.{town}") for town in self._plan.towns)
        return [shape.rect for shape in shapes if shape is not None]

    def on_board(self, element: str) -> bool:
        return element.partition(".")[0] not in DESK_ELEMENTS

    def whose(self, element: str) -> int | None:
        kind, _, rest = element.partition(".")
        return int(rest.partition(".")[0]) if kind == "used" else None

    def part(self, element: str) -> tuple[str, str]:
        kind, _, rest = element.partition(".")
        if kind == "house":
            return "routes", self._words.routes[rest.rpartition(".")[0]]
        if kind == "of":
            return "desk", t("table.desk", name=self.players[int(rest.partition(".")[0])].name)
        return ("towns" if kind in ("town", "office", "extra") else "board"), ""

    def effect(self, element: str, state: HansaTeutonicaState) -> str:
        kind, _, house = element.partition(".")
        if kind != "house":
            return ""
        piece = state.house_piece(house)
        return "fill" if piece is None else "" if piece.seat == state.actor else "displace"

    def twin(self, element: str) -> str:
        kind, _, rest = element.partition(".")
        return {"track": f"scroll.{rest}", "scroll": f"track.{rest}"}.get(kind, "")

    def around(self, element: str, state: HansaTeutonicaState) -> Sequence[str]:
        return self.geometry.around(element)

    def anchor(self, place: str, state: HansaTeutonicaState) -> tuple[float, float]:
        s = self._know(state)
        kind, _, rest = place.partition(".")
        seat = int(rest.split(".")[0]) if kind in DESK_PLACES or kind == "score" else -1
        if seat >= s.seats:
            return self._neutral()
        if kind == "score":
            return self._score_spots(s)[seat]
        if kind in DESK_PLACES:
            return self.desks[seat].anchor(place)
        found = self.geometry.anchor(place)
        if found is None and (shape := self._own(place, s)):
            return shape.rect.center
        return found if found is not None else self.geometry.rect.center

    def _neutral(self) -> tuple[float, float]:
        at = self.geometry.anchor("neutral")
        assert at is not None
        return at

    def _score_spots(self, s: HansaTeutonicaState) -> list[tuple[float, float]]:
        points = s.points[: s.seats]
        return [
            self.geometry.score(points[seat], points[:seat].count(points[seat]), points.count(points[seat]))
            for seat in range(s.seats)
        ]

    def _know(self, s: HansaTeutonicaState) -> HansaTeutonicaState:
        """Return the state, after adding the ground of its modules to the map. The state has options that the
        view did not know when it was created."""
        if s.edition is not self._played:
            self._played, self._painted = s.edition, False
            self._parts = self._words.speakers = self._reader.parts = parts(s.edition, self._words)
        if not self._painted:
            self._painted = True
            self._besides = "".join(part.ground(self._plan, s) for part in self._parts)
        return s

    # ---- drawing ----------------------------------------------------------------------------

    def draw_ground(self, target: pygame.Surface, state: HansaTeutonicaState) -> None:
        s = self._know(state)
        super().draw_ground(target, s)
        self._draw_frames(target, s)

    def draw_pieces(self, target: pygame.Surface, state: HansaTeutonicaState, hidden: frozenset[str]) -> None:
        s = self._know(state)
        self._draw_track_marks(target, s, hidden)
        self._draw_control(target, s)
        self._draw_markers(target, s, hidden)
        self._draw_houses(target, s, hidden)
        self._draw_offices(target, s, hidden)
        for part in self._parts:
            part.draw(self, target, s, hidden)

    def draw_desk(
        self, target: pygame.Surface, seat: int, state: HansaTeutonicaState, hidden: frozenset[str]
    ) -> None:
        self.desks[seat].draw(target, self._know(state), hidden, self._shown)

    def piece(self, piece: str, seat: int | None) -> pygame.Surface:
        px = self.geometry.px
        if piece.startswith("marker"):
            return pieces.marker(piece.partition(".")[2], px(MARKER))
        if piece == "completed":
            return pieces.completed(px(COMPLETED))
        own = (part.piece(piece, px) for part in self._parts)
        return next(
            (sprite for sprite in own if sprite is not None),
            None,
        ) or pieces.piece(piece, self._colour(seat), px(PIECE))

    def in_hand(self, chosen: Sequence[str], state: HansaTeutonicaState) -> Held | None:
        s = self._know(state)
        if s.hand and owner(s.hand[0]) == s.actor and s.decision is not None:
            moves = s.decision.id == "move"
            origin = s.board.house_places[origins_in_hand(s)[0]] if moves else ""
            return Held(kind_name(s.hand[0]), s.actor, origin)
        kind, _, piece = chosen[-1].partition(".") if chosen else ("", "", "")
        return Held(piece, s.actor, chosen[-1]) if kind in ("supply", "stock") else None

    def _colour(self, seat: int | None) -> str:
        return self.players[seat].colour if seat is not None and seat < len(self.players) else "neutral"

    def put(self, target: pygame.Surface, sprite: pygame.Surface, at: tuple[float, float]) -> None:
        """Draw a sprite centred on a position."""
        target.blit(sprite, (round(at[0] - sprite.get_width() / 2), round(at[1] - sprite.get_height() / 2)))

    def _code(self, code: int) -> pygame.Surface:
        """Return the sprite for the contents of a house or an office (see `codes`)."""
        return self.piece(kind_name(code), owner(code))

    def _draw_houses(self, target: pygame.Surface, s: HansaTeutonicaState, hidden: frozenset[str]) -> None:
        places, at = self._plan.houses, self.geometry.at
        for index, code in enumerate(s.houses):
            place = s.board.house_places[index]
            if code and place not in hidden:
                self.put(target, self._code(code), at(places[place]))

    def _draw_offices(self, target: pygame.Surface, s: HansaTeutonicaState, hidden: frozenset[str]) -> None:
        at, towns = self.geometry.at, self._plan.towns
        for index, code in enumerate(s.offices):
            place = s.board.office_places[index]
            if code and place not in hidden:
                town, _, number = place.removeprefix("office.").rpartition(".")
                self.put(target, self._code(code), at(towns[town].offices[int(number) - 1]))
        for name, codes in zip(s.board.town_ids, s.extras, strict=True):
            for order in range(len(codes), 0, -1):
                if f"extra.{name}.{order}" not in hidden:
                    self._draw_extra(target, name, order, codes[order - 1])
        for space, seat in enumerate(s.table_seats()):
            if seat is not None and f"table.{space + 1}" not in hidden:
                self.put(target, self.piece("merchant", seat), at(self._plan.table[space]))

    def _draw_extra(self, target: pygame.Surface, town: str, number: int, code: int) -> None:
        centre = self.geometry.at(self._plan.towns[town].extra(number))
        self.put(target, pieces.extra_slot(self.geometry.px(40)), centre)
        self.put(target, self._code(code), centre)

    def _draw_markers(self, target: pygame.Surface, s: HansaTeutonicaState, hidden: frozenset[str]) -> None:
        for index, route in enumerate(s.board.route_ids):
            kind = s.tavern_marker(route) if s.tavern[index] else None
            if kind is not None and f"tavern.{route}" not in hidden:
                at, hook = (
                    self.geometry.at(self._plan.markers[route]),
                    self.geometry.at(self._plan.hooks[route]),
                )
                canvas.line(target, pieces.STRING, at, hook, self.geometry.px(3.5))
                self.put(target, self.piece(f"marker.{kind}", None), at)

    def _draw_frames(self, target: pygame.Surface, s: HansaTeutonicaState) -> None:
        """Draw a frame around the offices of every controlled town, on the ground below highlights."""
        px = self.geometry.px
        for index, town in enumerate(self._plan.towns.values()):
            if s.row(index):
                size = round(town.width * self.geometry.scale), px(OFFICE + 8)
                frame = pieces.control_frame(self._colour(s.control(index)), *size, px(4.0))
                self.put(target, frame, self.geometry.at(town.centre))

    def _draw_control(self, target: pygame.Surface, s: HansaTeutonicaState) -> None:
        """Draw a shield next to the name of every controlled town."""
        px, at = self.geometry.px, self.geometry.at
        for index, town in enumerate(self._plan.towns.values()):
            if s.row(index):
                colour = self._colour(s.control(index))
                place = at(self._plan.shields[town.town.id])
                self.put(target, pieces.shield(colour, px(SHIELD)), place)

    def _draw_track_marks(
        self, target: pygame.Surface, s: HansaTeutonicaState, hidden: frozenset[str]
    ) -> None:
        size = self.geometry.px(SCORE_CUBE)
        for seat, at in enumerate(self._score_spots(s)):
            if f"score.{seat}" not in hidden:
                self.put(target, pieces.piece("trader", self._colour(seat), size), at)
        ring = self.piece("completed", None)
        self.put(
            target,
            ring,
            self.geometry.at(self._plan.completed[min(s.completed, s.board.printed.end_completed)]),
        )
        for order, seat in enumerate(s.linked):
            cube = pieces.piece("trader", self._colour(seat), size)
            self.put(target, cube, self.geometry.at(self._plan.links[order]))

    # ---- texts ------------------------------------------------------------------------------

    def chapters(self, state: HansaTeutonicaState) -> tuple[Chapter, ...]:
        return self._screen_reader.chapters(self._know(state))

    def holdings(self, seat: int, state: HansaTeutonicaState) -> str:
        return self._screen_reader.holdings(seat, self._know(state))

    def points(self, seat: int, state: HansaTeutonicaState) -> str:
        return str(state.points[seat] if state.outcome is None else total(state, seat))

    def total(self, seat: int, state: HansaTeutonicaState) -> str:
        return str(total(state, seat)) if state.outcome is None else ""

    def prompt(self, decision: Decision, state: HansaTeutonicaState) -> str:
        return self._words.prompt(decision, self._know(state))

    def label(self, element: str, state: HansaTeutonicaState) -> str:
        return self._words.label(element, self._know(state))

    def brief(self, element: str, state: HansaTeutonicaState) -> str:
        return self._words.brief(element, self._know(state))

    def tell_action(self, action: Action, state: HansaTeutonicaState) -> str:
        return self._words.tell_action(action, self._know(state))

    def tell_event(self, event: Event, state: HansaTeutonicaState) -> str:
        return self._words.tell_event(event, self._know(state))

    def tell_losses(
        self, mover: int, owner: int | None, events: Sequence[Event], state: HansaTeutonicaState
    ) -> str:
        return self._words.losses(mover, owner, events, self._know(state))

    def name_answer(self, element: str, actions: Sequence[Action], state: HansaTeutonicaState) -> str:
        return self._words.answer(element, actions, self._know(state))

    def why(self, reason: Reason, seat: int, state: HansaTeutonicaState, *, yours: bool = False) -> str:
        return self._words.why(reason, seat, self._know(state), yours=yours)

    def in_words(self, facts: Mapping[str, Any], state: HansaTeutonicaState) -> Mapping[str, Any]:
        return self._words.in_words(facts, self._know(state))

    def score_label(self, line: str) -> str:
        return self._words.score(line)

    def reason_text(self, reason: str) -> str:
        return self._words.ending(reason)

    # ---- refusals and warnings --------------------------------------------------------------

    def things(self, state: HansaTeutonicaState) -> Iterator[str]:
        s = self._know(state)
        yield from things(self._plan.side, s)
        for part in self._parts:
            yield from part.things(s)

    def warning(self, action: Action, state: HansaTeutonicaState) -> str:
        if isinstance(action, Claim) and (gainers := self._preview_text.empty_claim(action, state)):
            return self._words.empty_claim(state.board.route_ids[action.place], gainers)
        return self._words.warning(action, self._know(state))

    def why_not(self, element: str, state: HansaTeutonicaState) -> str:
        reason = self._know(state).why_not_offered(element)
        return "" if reason is None else self.refusal(reason, state)

    def refusal(self, reason: Reason, state: HansaTeutonicaState) -> str:
        return self._words.reason(reason, self._know(state))

    def question(self, chosen: Sequence[str], actions: Sequence[Action], state: HansaTeutonicaState) -> str:
        return self._words.question(chosen, actions)

    def ways(self, actions: Sequence[Action], state: HansaTeutonicaState) -> Sequence[ActionVariant]:
        return self._preview_text.ways(actions, state)

    # ---- info cards -------------------------------------------------------------------------

    def about(self, state: HansaTeutonicaState, shown: int) -> Mapping[str, Shape]:
        s = self._know(state)
        found = dict(self._info_cards.shapes(s, shown))
        own = (
            (thing, part.shape(thing, s, self.geometry))
            for part in self._parts
            for thing in part.things(s)
            if part.spot(thing, s, self._plan) is not None
        )
        return found | {thing: shape for thing, shape in own if shape is not None}

    def card(self, element: str, state: HansaTeutonicaState) -> InfoCard | None:
        s = self._know(state)
        own = (part.card(element, s) for part in self._parts)
        return next((card for card in own if card is not None), None) or self._info_cards.card(element, s)

    def gauges(self, state: HansaTeutonicaState) -> Sequence[Gauge]:
        return self._info_cards.gauges(state)

    # ---- board overlay ----------------------------------------------------------------------

    def draw_sign(self, target: pygame.Surface, part: str, place: pygame.FRect, seat: int) -> None:
        self._reader.draw_sign(target, part, place, seat)

    def sign(self, part: str, seat: int) -> str:
        return self._reader.sign(part, seat)

    def draw_reading(self, target: pygame.Surface, state: HansaTeutonicaState, read: Read) -> None:
        self._reader.draw(target, self._know(state), read)

    def reading(self, state: HansaTeutonicaState, read: Read) -> Sequence[str]:
        return tuple(self._reader.sentences(self._know(state), read))

    # ---- action previews --------------------------------------------------------------------

    def shown_first(self, element: str, action: Action) -> bool:
        own = (part.shown_first(element, action) for part in self._parts)
        return next((shown for shown in own if shown is not None), element.startswith("marker."))

    def consequences(self, action: Action, state: HansaTeutonicaState) -> Sequence[str]:
        return self._preview_text.lines(action, state)

    # ---- animation timing -------------------------------------------------------------------

    def flight_seconds(self, event: Event) -> float:
        if not event.source or not event.target:
            return 0.0
        own = (part.seconds[event.kind] for part in self._parts if event.kind in part.seconds)
        return next(own, SECONDS.get(event.kind, 0.0))

    def moment(self, event: Event, state: HansaTeutonicaState) -> Moment | None:
        match event.kind:
            case "claim":
                return Moment((event.target,), event.seat, 0.8)
            case "office" | "extra-office" | "table":
                return Moment((event.target,), event.seat, 0.5, piece=event.piece)
            case "favour":
                return Moment((event.target,), event.seat, 0.8)
            case "east-west":
                return self._reader.link(self._know(state), event)
        return None

    def homing(self, event: Event) -> bool:
        return event.kind == "return"


VIEW = HansaTeutonicaView
