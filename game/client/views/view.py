"""The interface of a game's view: the look of its board, the places of its pieces, and its texts.

The table scene (table/table.py) knows no particular game. It delegates everything that differs to the view of
the running game, so that a new game adds a view and changes nothing else (docs/developing/adding-a-game.md).
All positions and rectangles are in screen pixels (physical device pixels). The scene tells the view the
rectangle of the whole board, which can be larger than the visible part (the camera zooms and pans), and that
of each player board. The view returns shapes and anchors in the same pixels.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import pygame

from game.client.draw.cards import InfoCard
from game.client.draw.sprites import Hurry
from game.client.views.desk import DeskFrame, measure
from game.client.views.picture import Picture
from game.client.views.plane import Projection
from game.client.views.standing import Gauge, Standing
from game.client.words.chapters import Chapter
from game.client.words.consequences import look_ahead, total_line
from game.client.words.i18n import t
from game.engine.core import Action, Decision, Event, Reason, Ruleset, State
from game.match import PlayerInfo

S = TypeVar("S", bound=State)


class Shape(NamedTuple):
    """The outline of an interactive element: a rounded rectangle, or a circle if `round`."""

    rect: pygame.FRect
    round: bool = False
    points: tuple[tuple[float, float], ...] = ()
    """A closed outline or, with `open`, the points of a line (a route); empty: the rectangle itself."""
    open: bool = False
    width: float = 0.0
    """Width of the pieces on a line."""
    lit: tuple[tuple[float, float], ...] = ()
    """The highlighted part of a line, from the first place on it to the last; empty: all of it."""


class Moment(NamedTuple):
    """A highlight animation on the board (moments.py).

    path: elements of the board, in order; a light moves along the lines among them and past the others
    seat: the seat in whose colour it is drawn
    seconds: duration at normal speed
    words: text shown at the end of the path when the light arrives
    piece: sprite that rises at the end of the path, in place of the light
    holds: the following animations wait for it
    """

    path: tuple[str, ...]
    seat: int | None
    seconds: float
    words: str = ""
    piece: str = ""
    holds: bool = False


class Held(NamedTuple):
    """A piece in hand: picked up and not yet placed.

    piece: its sprite, as in `Event.piece`
    origin: the element it was taken from; "" if another piece has taken its place
    """

    piece: str
    seat: int | None
    origin: str


class Read(NamedTuple):
    """The settings of the board overlay: the seat for which it is drawn, and the parts shown."""

    seat: int
    parts: frozenset[str]


class ActionVariant(NamedTuple):
    """One of several ways to do the same thing.

    actions: the first action and the answers to later decisions; a decision that is not pending then is
    skipped
    words: name of this way next to the usual one ("A merchant instead")
    about: sentences about what it is good for and what it costs
    """

    actions: tuple[Action, ...]
    words: str = ""
    about: tuple[str, ...] = ()


class GameView(ABC, Generic[S]):
    """The look and wording of one game with states of type `S`. A new view is created for every game
    opened."""

    board_aspect: float
    """Width of the board divided by its height."""
    geometry: Projection
    """The board at its place on the screen."""
    desks: Sequence[DeskFrame]
    """The player boards, in seat order."""
    desk_heights: tuple[float, float]
    """Heights of a compact player board and of a full one, in its unit of length."""
    ends = "button.end-turn"
    """Id of the element that ends a turn."""

    telling: Sequence[str] = ()
    """Kinds of events that say most about an opponent's turn, the most important first."""

    removing: Collection[str] = ()
    """Kinds of events by which a piece leaves the board without its owner's doing, or as the price of
    something."""
    listed: Collection[str] = ()
    """Decisions whose answers have places on the board and are offered as buttons as well."""

    def __init__(self, ruleset: Ruleset, players: Sequence[PlayerInfo], options: Mapping[str, str]) -> None:
        """Create the view.

        options: all options of the game with their values
        """
        self.ruleset = ruleset
        self.players = tuple(players)

    def set_players(self, players: Sequence[PlayerInfo]) -> None:
        """Change the names of the players. A computer that takes over a seat has another name."""
        self.players = tuple(players)
        for desk, player in zip(self.desks, self.players, strict=True):
            desk.player = player

    @property
    @abstractmethod
    def picture(self) -> Picture:
        """The image of the board without pieces."""

    @classmethod
    def prepare(cls) -> Iterator[None]:
        """Precompute what does not depend on a match, in steps that fit into a frame."""
        yield from ()

    # ---- where things are -------------------------------------------------------------------

    def set_board(self, rect: pygame.FRect) -> None:
        """Place the whole board at `rect`. Called on every change of window, zoom and pan."""
        self.geometry.move_to(rect)

    def desk_height(self, width: float, compact: bool, unit: float) -> float:
        """Return the height of a player board of this width.

        unit: line height of body text in pixels
        """
        return measure(width, unit) * self.desk_heights[not compact]

    def set_desk(
        self,
        seat: int,
        rect: pygame.FRect,
        compact: bool,
        unit: float,
        *,
        strip: bool = False,
        text: float = 0.0,
    ) -> None:
        """Place the player board of `seat` at `rect`.

        compact: only a summary fits
        strip: the board is folded into a compact bar, in which only tap targets have a shape
        text: line height of body text in pixels, from which figures take their minimum size
        """
        self.desks[seat].move_to(rect, compact, unit, strip=strip, text=text)

    def secret(self, seat: int, state: S) -> InfoCard | None:
        """Return the information that only `seat` may see now; None if it has no such information, or if the
        device may not show it."""
        return None

    @abstractmethod
    def shape(self, element: str, state: S) -> Shape | None:
        """Return the outline of an element (docs/reference/elements.md; without a seat: the actor's). None
        if it has no place on the board or a player board: it is then offered as a button."""

    def on_board(self, element: str) -> bool:
        """Return True if the element's shape is on the board and moves with it, not on a player board."""
        return True

    def effect(self, element: str, state: S) -> str:
        """Return what activating an element does to its place, which decides how it is marked: "fill" for an
        empty place that a piece takes, "displace" for a place that a rival's piece has to leave, otherwise
        empty."""
        return ""

    threatens = False
    """True if the game's brain knows what opponents can do next (`Brain.threats`)."""

    wide = ""
    """Prefix of the ids of elements that can serve several purposes, so that a first tap requires a choice of
    purpose. Empty: no such elements."""

    def twin(self, element: str) -> str:
        """Return another element with the same meaning and its own place (for an ability, its scroll on the
        map), in both directions; empty if it has no counterpart."""
        return ""

    def part(self, element: str) -> tuple[str, str]:
        """Return the part of the board with which an element is listed for screen readers ("towns",
        "routes"), and its heading if it needs one (for a house, its route)."""
        return ("towns" if element.startswith("town.") else "board", "")

    def around(self, element: str, state: S) -> Sequence[str]:
        """Return the context of an element, which should be visible together with it (for a route, the towns
        it joins)."""
        return ()

    @abstractmethod
    def anchor(self, place: str, state: S) -> tuple[float, float]:
        """Return the centre of a place, where move animations begin and end."""

    def plates(self) -> Sequence[pygame.FRect]:
        """Return the name plates on the board, which stay above highlights and arrows."""
        return ()

    def towns(self) -> Sequence[pygame.FRect]:
        """Return the boxes of the towns on the board with everything in them, which arrows pass by."""
        return ()

    # ---- drawing ----------------------------------------------------------------------------

    pale = False
    """True while the board is drawn without its colours, below the board overlay."""

    def draw_ground(self, target: pygame.Surface, state: S) -> None:
        """Draw the board without pieces."""
        self.show_ground(target)

    def show_ground(self, target: pygame.Surface) -> None:
        """Draw the image of the board within the clip of `target`."""
        self.picture.show(target, self.geometry.rect, pale=self.pale)

    def show_plates(self, target: pygame.Surface, marked: Sequence[tuple[int, int, int, int]] = ()) -> None:
        """Draw the name plates again, within the clip of `target`, above what has been drawn on the ground.

        marked: boxes of the marks above the ground; plates that touch none are left out. Empty: all plates
        """
        window = target.get_clip()
        for plate in self.plates():
            rect = pygame.Rect(round(plate.x), round(plate.y), round(plate.width), round(plate.height))
            if rect.colliderect(window) and (not marked or rect.collidelist(list(marked)) >= 0):
                target.set_clip(rect.clip(window))
                self.show_ground(target)
        target.set_clip(window)

    def prepare_ground(self, window: pygame.FRect, now: Hurry) -> bool:
        """Draw more of the background in `window` while there is time. Return True once all of it is
        ready."""
        return self.picture.prepare(window, self.geometry.rect, now)

    @abstractmethod
    def draw_pieces(self, target: pygame.Surface, state: S, hidden: frozenset[str]) -> None:
        """Draw the pieces on the board. Omit those at the places in `hidden`, which are being animated."""

    @abstractmethod
    def draw_desk(self, target: pygame.Surface, seat: int, state: S, hidden: frozenset[str]) -> None:
        """Draw the player board of `seat`, including the marker of the player to act."""

    @abstractmethod
    def piece(self, piece: str, seat: int | None) -> pygame.Surface:
        """Return the sprite of a piece (`Event.piece`) at its current size on the board."""

    def in_hand(self, chosen: Sequence[str], state: S) -> Held | None:
        """Return the piece that the actor places next, or None.

        chosen: the elements chosen so far in this decision
        """
        return None

    def course(self, event: Event, state: S) -> Sequence[tuple[float, float]]:
        """Return the path of a moving piece as two or more points. The default is straight."""
        return self.anchor(event.source, state), self.anchor(event.target, state)

    def flying(self, event: Event) -> pygame.Surface:
        """Return the sprite of an event's piece while it moves. A ship, for example, can face its
        direction."""
        return self.piece(event.piece, event.seat)

    @abstractmethod
    def points(self, seat: int, state: S) -> str:
        """Return the points that a seat has for certain, as its player board shows them. A trailing "+" means
        that more can follow."""

    def total(self, seat: int, state: S) -> str:
        """Return the points of a seat if the game ended now, as its player board shows them after a flag; ""
        if `points` says the same."""
        return ""

    def standings(self, state: S) -> tuple[Standing, ...]:
        """Return the points of every seat, as tabs and lists show them."""
        seats = enumerate(self.players)
        return tuple(
            Standing(one.name, self.points(seat, state), self.total(seat, state)) for seat, one in seats
        )

    def whose(self, element: str) -> int | None:
        """Return the seat of the player board that shows an element, if that is not the deciding player's."""
        return None

    # ---- words ------------------------------------------------------------------------------

    @abstractmethod
    def prompt(self, decision: Decision, state: S) -> str:
        """Return one sentence with the pending decision and what remains (actions left)."""

    @abstractmethod
    def label(self, element: str, state: S) -> str:
        """Describe an element for buttons and screen readers ("House 2, Bremen–Hamburg")."""

    def brief(self, element: str, state: S) -> str:
        """Return a shortened label for small buttons, without what the table shows anyway; empty if nothing
        can be left out."""
        return ""

    @abstractmethod
    def tell_action(self, action: Action, state: S) -> str:
        """Describe an action before it is done (list of choices, replay)."""

    @abstractmethod
    def tell_event(self, event: Event, state: S) -> str:
        """Describe an event for the log and the narrator; empty if it is not worth a sentence."""

    def tell_events(self, events: Iterable[Event], state: S) -> list[tuple[str, Event]]:
        """Return the sentences about one action, each with its event; "" if another sentence covers the
        event."""
        return [(self.tell_event(event, state), event) for event in events]

    def most_telling(self, actions: Iterable[Sequence[Event]], state: S, most: int) -> list[str]:
        """Summarise several actions, given by their events, in at most `most` sentences."""
        told = [one for events in actions for one in self.tell_events(events, state)]
        told = [(words, event) for words, event in told if words and event.kind != "turn"]
        ranks = {kind: rank for rank, kind in enumerate(self.telling)}
        worth = sorted(enumerate(told), key=lambda one: (ranks.get(one[1][1].kind, len(ranks)), -one[0]))
        return [words for _, (words, _) in sorted(worth[:most])]

    def tell_losses(self, mover: int, owner: int | None, events: Sequence[Event], state: S) -> str:
        """Return what a seat has removed of another's pieces, for the person to decide. The default repeats
        the sentences of the log.

        owner: the seat that owned the pieces
        """
        return " ".join(filter(None, (self.tell_event(event, state) for event in events)))

    def name_answer(self, element: str, actions: Sequence[Action], state: S) -> str:
        """Return the caption of a button for an answer of a `listed` decision.

        actions: the actions that begin with the element
        """
        return self.tell_action(actions[0], state) if len(actions) == 1 else self.label(element, state)

    def chapters(self, state: S) -> tuple[Chapter, ...]:
        """Describe everything that player boards and board show, for screen readers."""
        return ()

    def holdings(self, seat: int, state: S) -> str:
        """Return one sentence on what a player can act with, for screen readers; empty for the sentence of
        `chapters`."""
        return ""

    def why(self, reason: Reason, seat: int, state: S, *, yours: bool = False) -> str:
        """Return a sentence with the reason for a computer player's action; empty if it has none.

        yours: phrase it as advice to the reader at that seat
        """
        return ""

    def in_words(self, facts: Mapping[str, Any], state: S) -> Mapping[str, Any]:
        """Format facts about the game (seats, elements, numbers) for use in a sentence."""
        return facts

    @abstractmethod
    def score_label(self, line: str) -> str:
        """Return the name of a row of the scoring."""

    @abstractmethod
    def reason_text(self, reason: str) -> str:
        """Return why the game ended."""

    def question(self, chosen: Sequence[str], actions: Sequence[Action], state: S) -> str:
        """Return the question after the elements chosen so far; empty if their names suffice."""
        return ""

    def ways(self, actions: Sequence[Action], state: S) -> Sequence[ActionVariant]:
        """Return the ways to complete a single tap on the board, the most likely first. If empty, the player
        chooses.

        actions: the actions that remain after the tap
        """
        return ()

    # ---- before the action ------------------------------------------------------------------

    def shown_first(self, element: str, action: Action) -> bool:
        """Return True if a fully determined action is shown before it is played, because it uses up something
        valuable and takes effect elsewhere."""
        return False

    def consequences(self, action: Action, state: S) -> Sequence[str]:
        """Describe price and result of a legal action, one sentence each, by applying it to a copy."""
        outlook = look_ahead(state, action)
        told = [self.tell_event(event, state) for event in outlook.events]
        names = [player.name for player in self.players]
        after = outlook.after
        then = [t("ahead.hidden")] if after is None else total_line(state, after, names, self.score_label)
        return [*filter(None, told), *then]

    # ---- what things are --------------------------------------------------------------------

    def about(self, state: S, shown: int) -> Mapping[str, Shape]:
        """Return all visible elements that have a card, with their shapes.

        In addition to interactive elements these are "desk.<seat>" for a player board and whatever the game
        adds.
        shown: seat whose player board is unfolded
        """
        return {}

    def card(self, element: str, state: S) -> InfoCard | None:
        """Describe an element's purpose, cost and current effect; None if there is nothing to say."""
        return None

    def gauges(self, state: S) -> Sequence[Gauge]:
        """Return the conditions that end the game, with their progress."""
        return ()

    # ---- board overlay ----------------------------------------------------------------------

    readable: Sequence[str] = ()
    """The parts of the board overlay, each with its own sign."""

    def draw_reading(self, target: pygame.Surface, state: S, read: Read) -> None:
        """Draw the board overlay above the pieces."""

    def reading(self, state: S, read: Read) -> Sequence[str]:
        """Return the content of the board overlay in sentences."""
        return ()

    def draw_sign(self, target: pygame.Surface, part: str, place: pygame.FRect, seat: int) -> None:
        """Draw a sample of an overlay part, as high as `place`."""

    def sign(self, part: str, seat: int) -> str:
        """Return the meaning of a part's sign in a few words."""
        return part

    # ---- what cannot be taken back ----------------------------------------------------------

    def warning(self, action: Action, state: S) -> str:
        """Return a question to confirm an action that is often a mistake and cannot be undone; empty: no
        question."""
        return ""

    # ---- what cannot be done ----------------------------------------------------------------

    def things(self, state: S) -> Iterable[str]:
        """Return the elements that explain themselves when tapped, on offer or not. All have a shape."""
        return ()

    def why_not(self, element: str, state: S) -> str:
        """Return one sentence with the reason why an element of `things` is not on offer; empty if there is
        nothing to say."""
        return ""

    @abstractmethod
    def refusal(self, reason: Reason, state: S) -> str:
        """Return one sentence with the engine's reason why an action is not legal in this state."""

    # ---- rhythm -----------------------------------------------------------------------------

    def flight_seconds(self, event: Event) -> float:
        """Return the duration of an event's animation at normal speed; 0: none."""
        return 0.35 if event.source and event.target else 0.0

    def moment(self, event: Event, state: S) -> Moment | None:
        """Return the highlight animation of an event, or None.

        state: the state after the event
        """
        return None

    def homing(self, event: Event) -> bool:
        """Return True if the event's piece returns home together with others."""
        return False

    def news(self, event: Event) -> Event | None:
        """Return an event as marked on the board for players who have not acted since, or None."""
        return event
