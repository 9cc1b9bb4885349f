"""Table view of *Hansa*: the sea chart, the player boards and the texts, as the table scene requests them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import pygame

from game.client.draw.cards import InfoCard
from game.client.views.contrast import strong
from game.client.views.displayed import Displayed
from game.client.views.picture import Picture
from game.client.views.plane import around
from game.client.views.standing import Gauge
from game.client.views.view import GameView, Moment, Read, Shape
from game.client.words.chapters import Chapter
from game.engine.core import Action, Decision, Event, Reason, Ruleset
from game.games.hansa.rules.extra_card import FACE_DOWN
from game.games.hansa.rules.state import HansaState
from game.games.hansa.view import board_art, pieces, terrain
from game.games.hansa.view.action_preview import PreviewText
from game.games.hansa.view.board import BoardPainter
from game.games.hansa.view.desk import COUNTED, HEIGHTS, Desk, Holdings
from game.games.hansa.view.geometry import WAREHOUSE_PORT, Geometry
from game.games.hansa.view.info_cards import InfoCards
from game.games.hansa.view.layout import BANNER, COIN, DISC, GOOD, HEIGHT, PORTS, SHIP, WIDTH
from game.games.hansa.view.reading import READABLE, Reader
from game.games.hansa.view.refusals import Refusals
from game.games.hansa.view.screen_reader import ScreenReaderText
from game.games.hansa.view.words import Words
from game.match import PlayerInfo

DESK_ELEMENTS = frozenset({"good", "seat", "of", *COUNTED})
DESK_PLACES = frozenset({*COUNTED, "goods", "hand", "seat"})

SECONDS = {
    "place": 0.5, "income": 0.45, "restock": 0.32, "pay": 0.35, "sail": 0.9, "buy": 0.45, "spend": 0.35,
    "build": 0.5, "sell": 0.5, "recall": 0.4, "loss": 0.4, "tax": 0.45, "discard": 0.4,
}  # fmt: skip


class HansaView(GameView[HansaState]):
    """View of one game of *Hansa*."""

    board_aspect = WIDTH / HEIGHT
    geometry: Geometry
    desks: tuple[Desk, ...]
    desk_heights = HEIGHTS
    removing = frozenset({"recall", "loss"})
    readable = READABLE
    threatens = True
    wide = "good."
    telling = ("last-round", "stalled", "build", "loss", "sell", "recall", "pay", "buy", "discard", "sail")

    def __init__(self, ruleset: Ruleset, players: Sequence[PlayerInfo], options: Mapping[str, str]) -> None:
        super().__init__(ruleset, players, options)
        self._words = Words(self.players)
        self._screen_reader = ScreenReaderText(self._words)
        self._reasons = Refusals(self._words)
        self.geometry = Geometry(len(self.players))
        self._preview_text = PreviewText(self._words)
        self._shown = Displayed()
        self._board = BoardPainter(self.geometry, self.players, self._words)
        self.desks = tuple(Desk(seat, player, self._words) for seat, player in enumerate(self.players))
        self._reader = Reader(self._words, self.geometry)
        self._info_cards = InfoCards(self._words, self.geometry, self.desks)

    def set_players(self, players: Sequence[PlayerInfo]) -> None:
        super().set_players(players)
        self._words.players = self.players

    @classmethod
    def prepare(cls) -> Iterator[None]:
        for bits in (terrain.ground, partial(board_art.drawing, False)):
            bits()
            yield
        yield from _chart(Words(())).in_advance()

    # ---- geometry ---------------------------------------------------------------------------

    def shape(self, element: str, state: HansaState) -> Shape | None:
        s = state
        kind, _, rest = element.partition(".")
        if kind == "good":
            return None if s.actor is None else self.desks[s.actor].good(rest, s.unsold(s.actor))
        if kind == "seat" or kind in COUNTED:
            desk = self.desks[int(rest)]
            return None if desk.tiny else Shape(desk.header if kind == "seat" else desk.store(kind))
        if kind == "ship":
            return self.geometry.ship(s.ship_town)
        return self.geometry.shape(element)

    def plates(self) -> Sequence[pygame.FRect]:
        towns = PORTS.values()
        return [self.geometry.box(around(town.banner, town.banner_width + 1, BANNER + 1)) for town in towns]

    def towns(self) -> Sequence[pygame.FRect]:
        return [self.geometry.box(town.outline) for town in PORTS.values()]

    def on_board(self, element: str) -> bool:
        return element.partition(".")[0] not in DESK_ELEMENTS

    def around(self, element: str, state: HansaState) -> Sequence[str]:
        """Return the related elements: the ship's town with a town, once the ship can sail from there, and
        the whole town with a part of it."""
        kind, _, rest = element.partition(".")
        match kind:
            case "town" if state.turn_seat is not None:
                return (f"town.{state.ship_town}",)
            case "ship":
                return (f"town.{state.ship_town}",)
            case "warehouse":
                return (f"town.{WAREHOUSE_PORT[rest]}",)
            case "market":
                return (f"town.{rest.rpartition('.')[0]}",)
            case "tag":
                return (f"town.{rest}",)
        return ()

    def anchor(self, place: str, state: HansaState) -> tuple[float, float]:
        kind, _, rest = place.partition(".")
        if kind == "ship":
            return self.geometry.ship(rest).rect.center
        if kind in DESK_PLACES:
            return self.desks[int(rest)].anchor(kind)
        found = self.geometry.anchor(place)
        return found if found is not None else self.geometry.rect.center

    def course(self, event: Event, state: HansaState) -> Sequence[tuple[float, float]]:
        if event.kind == "sail":
            source, target = (place.partition(".")[2] for place in (event.source, event.target))
            return self.geometry.course(source, target)
        return super().course(event, state)

    # ---- drawing ----------------------------------------------------------------------------

    @property
    def picture(self) -> Picture:
        """Return the chart with the names of the current language."""
        return _chart(self._words)

    def draw_pieces(self, target: pygame.Surface, state: HansaState, hidden: frozenset[str]) -> None:
        self._board.draw(target, state, hidden, self._shown)

    def draw_desk(self, target: pygame.Surface, seat: int, state: HansaState, hidden: frozenset[str]) -> None:
        s, see = state, self._shown.value
        sold = see(f"sold.{seat}", len(s.sold_goods(seat)), hidden)
        points, exact = self._certain(seat, s, sold)
        self.desks[seat].draw(
            target,
            Holdings(
                coins=see(f"purse.{seat}", s.coins[seat], hidden),
                reserve=see(f"reserve.{seat}", s.reserve[seat], hidden),
                sold=sold,
                goods=see(f"goods.{seat}", s.unsold(seat), hidden),
                points=points,
                exact=exact,
                acts=s.actor == seat,
                flagged=seat in last_turns(s),
            ),
        )

    def piece(self, piece: str, seat: int | None) -> pygame.Surface:
        px = self.geometry.px
        if piece == "market":
            return pieces.markets(self.players[seat or 0].colour, 1, px(DISC))
        if piece == "coin":
            return pieces.coin(px(COIN))
        if piece == "ship":
            return pieces.ship(px(SHIP), False)
        return pieces.good(piece.partition(".")[2], px(GOOD))

    def flying(self, event: Event) -> pygame.Surface:
        if event.kind == "sail":
            return pieces.ship(self.geometry.px(SHIP), self._board.westward(event.source, event.target))
        return self.piece(event.piece, event.seat)

    # ---- texts ------------------------------------------------------------------------------

    def chapters(self, state: HansaState) -> tuple[Chapter, ...]:
        return self._screen_reader.chapters(
            state, tuple(self.points(seat, state) for seat in range(state.seats))
        )

    def holdings(self, seat: int, state: HansaState) -> str:
        return self._screen_reader.holdings(seat, state)

    def points(self, seat: int, state: HansaState) -> str:
        points, exact = self._certain(seat, state, len(state.sold_goods(seat)))
        return str(points) if exact else f"{points}+"

    @staticmethod
    def _certain(seat: int, state: HansaState, sold: int) -> tuple[int, bool]:
        """Return the minimum points of a seat with this number of goods sold, and whether they are exact."""
        lines = {line.id: line.points[seat] for line in state.scores()}
        if state.outcome is not None:
            return sum(lines.values()), True
        certain = sum(points for line, points in lines.items() if line not in ("sold", FACE_DOWN))
        return certain + 2 * sold, not sold

    def prompt(self, decision: Decision, state: HansaState) -> str:
        return self._words.prompt(decision, state)

    def label(self, element: str, state: HansaState) -> str:
        return self._words.label(element, state)

    def brief(self, element: str, state: HansaState) -> str:
        return self._words.brief(element, state)

    def warning(self, action: Action, state: HansaState) -> str:
        return self._words.warning(action, state)

    def tell_action(self, action: Action, state: HansaState) -> str:
        return self._words.tell_action(action, state)

    def tell_event(self, event: Event, state: HansaState) -> str:
        return self._words.tell_event(event, state)

    def tell_events(self, events: Iterable[Event], state: HansaState) -> list[tuple[str, Event]]:
        return self._words.tell_events(tuple(events), state)

    def tell_losses(self, mover: int, owner: int | None, events: Sequence[Event], state: HansaState) -> str:
        return self._words.losses(mover, events) if owner == state.actor else ""  # the log tells the rest

    def why(self, reason: Reason, seat: int, state: HansaState, *, yours: bool = False) -> str:
        return self._words.why(reason, seat, yours=yours)

    def in_words(self, facts: Mapping[str, Any], state: HansaState) -> Mapping[str, Any]:
        return self._words.in_words(facts)

    def score_label(self, line: str) -> str:
        return self._words.score(line)

    def reason_text(self, reason: str) -> str:
        return self._words.ending(reason)

    def things(self, state: HansaState) -> Iterable[str]:
        return self._reasons.things(state)

    def why_not(self, element: str, state: HansaState) -> str:
        return self._reasons.why_not(element, state)

    def refusal(self, reason: Reason, state: HansaState) -> str:
        return self._words.refusal(reason, state)

    def question(self, chosen: Sequence[str], actions: Sequence[Action], state: HansaState) -> str:
        return self._words.question(chosen, actions)

    # ---- info cards -------------------------------------------------------------------------

    def about(self, state: HansaState, shown: int) -> Mapping[str, Shape]:
        return dict(self._info_cards.shapes(state, shown))

    def card(self, element: str, state: HansaState) -> InfoCard | None:
        return self._info_cards.card(element, state)

    def gauges(self, state: HansaState) -> Sequence[Gauge]:
        return self._info_cards.gauges(state)

    # ---- board overlay ----------------------------------------------------------------------

    def draw_sign(self, target: pygame.Surface, part: str, place: pygame.FRect, seat: int) -> None:
        self._reader.draw_sign(target, part, place, seat)

    def sign(self, part: str, seat: int) -> str:
        return self._reader.sign(part, seat)

    def draw_reading(self, target: pygame.Surface, state: HansaState, read: Read) -> None:
        self._reader.draw(target, state, read)

    def reading(self, state: HansaState, read: Read) -> Sequence[str]:
        return tuple(self._reader.sentences(state, read))

    # ---- action previews --------------------------------------------------------------------

    def consequences(self, action: Action, state: HansaState) -> Sequence[str]:
        return self._preview_text.lines(action, state)

    # ---- animation timing -------------------------------------------------------------------

    def flight_seconds(self, event: Event) -> float:
        return SECONDS.get(event.kind, 0.0) if event.source and event.target else 0.0

    def moment(self, event: Event, state: HansaState) -> Moment | None:
        if event.kind == "build":
            return Moment((event.target,), event.seat, 0.5, piece=event.piece)
        return None

    def news(self, event: Event) -> Event | None:
        """Return an event to mark after a turn: the ship and new markets. Marks of new goods would cover the
        board after a restock, and the goods are visible anyway."""
        if event.kind == "sail":
            source, target = (place.replace("town", "ship") for place in (event.source, event.target))
            return event._replace(source=source, target=target)
        return event if event.kind in ("place", "build", "recall") else None


def _chart(words: Words) -> Picture:
    """Return the chart with the names of the towns in the current language."""
    return board_art.ground(tuple(words.town(town) for town in PORTS), strong())


def last_turns(state: HansaState) -> frozenset[int]:
    """Return the seats that have not ended their turn in the last round; empty before it."""
    turn = state.turn_seat
    if turn is None or not state.last_round:
        return frozenset()
    left = (state.start - turn - 1) % state.seats
    return frozenset((turn + step) % state.seats for step in range(left + 1))


VIEW = HansaView
