"""What a game brings to the table: how its board looks, where its pieces lie, how it is put into words.

The table scene (table/table.py) knows no particular game. It asks the view of the running game for
everything that differs, so that a third game adds a view and touches nothing else (docs/adding-a-game.md).

All positions and rectangles are in screen pixels (physical device pixels). The scene tells the view where
the whole board lies (it may be larger than the visible part: the camera zooms and pans) and where
each desk lies; the view answers with shapes and anchors in the same pixels.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import pygame

from game.client.draw.cards import Card
from game.client.draw.sprites import Hurry
from game.client.views.standing import Gauge
from game.client.words.chapters import Chapter
from game.client.words.consequences import look_ahead, total_line
from game.client.words.i18n import t
from game.engine.core import Action, Decision, Event, Reason, Ruleset, State
from game.match import Player

S = TypeVar("S", bound=State)


class Shape(NamedTuple):
    """The outline of a touchable element: a rounded rectangle, or a circle if `round`."""

    rect: pygame.FRect
    round: bool = False
    points: tuple[tuple[float, float], ...] = ()
    """A closed outline or, with `open`, a line of points (a route); empty: the rectangle itself."""
    open: bool = False
    width: float = 0.0
    """How wide the pieces on a line are."""
    lit: tuple[tuple[float, float], ...] = ()
    """The part of a line that shines: from the first place on it to the last; empty: all of it."""


class Moment(NamedTuple):
    """Something on the board worth staging (moments.py).

    path     elements of the board, in order: a light runs along the lines among them and past the others
    seat     in whose colour
    seconds  at normal speed
    words    shown at the end of the path when the light has reached it
    piece    the sprite that rises at the end of the path; then no light runs
    holds    what follows waits for it
    """

    path: tuple[str, ...]
    seat: int | None
    seconds: float
    words: str = ""
    piece: str = ""
    holds: bool = False


class Held(NamedTuple):
    """A piece in hand: taken up and not yet set down.

    piece   its sprite, as in `Event.piece`
    origin  the element it was taken from; "" if that has been taken by another
    """

    piece: str
    seat: int | None
    origin: str


class Read(NamedTuple):
    """How a board is read: from whose side, and which parts of all there is to read."""

    seat: int
    parts: frozenset[str]


class Way(NamedTuple):
    """One of several ways to do the same thing.

    actions  the later ones answer what is asked after the first; what is not asked then, they do not say
    words    what it is called beside the usual way ("A merchant instead")
    """

    actions: tuple[Action, ...]
    words: str = ""


class GameView(ABC, Generic[S]):
    """The look and wording of one game, whose states are `S`. Created anew for every game opened."""

    board_aspect: float
    """Width of the board by its height."""
    ends = "button.end-turn"
    """The element that ends a turn."""

    telling: Sequence[str] = ()
    """The kinds of events that say most about what others have done, the most telling first."""

    def __init__(self, ruleset: Ruleset, players: Sequence[Player], options: Mapping[str, str]) -> None:
        """`options`: all of the game's, with their values."""
        self.ruleset = ruleset
        self.players = tuple(players)

    @classmethod
    def prepare(cls) -> Iterator[None]:
        """Work out what does not depend on a match, in steps that fit into a frame."""
        yield from ()

    # ---- where things are -------------------------------------------------------------------

    @abstractmethod
    def set_board(self, rect: pygame.FRect) -> None:
        """The whole board lies at `rect`. Called on every change of window, zoom and pan."""

    @abstractmethod
    def desk_height(self, width: float, compact: bool, unit: float) -> float:
        """The height of a desk of that width. `unit`: the line height of body text in pixels."""

    @abstractmethod
    def set_desk(
        self, seat: int, rect: pygame.FRect, compact: bool, unit: float, *, strip: bool = False
    ) -> None:
        """The desk of `seat` lies at `rect`; `compact` if only a summary fits, `strip` if it is folded into
        a strip, where only what a finger can touch has a shape."""

    def secret(self, seat: int, state: S) -> Card | None:
        """What `seat` alone may know now; None if that is nothing, or not known here."""
        return None

    @abstractmethod
    def shape(self, element: str, state: S) -> Shape | None:
        """Outline of an element (docs/elements.md; without a seat: the actor's), None if it has no
        place on board or desk: then it is offered as a button."""

    def on_board(self, element: str) -> bool:
        """Whether the element's shape lies on the board and moves with it, rather than on a desk."""
        return True

    wide = ""
    """How the elements begin of which a first touch asks for what they shall be used, if that can be several
    things: it is not the nearest that is done. Empty: there are none."""

    def twin(self, element: str) -> str:
        """Another element that means the same and has a place of its own (an ability: its scroll on the map),
        and the other way round; empty: there is none."""
        return ""

    def part(self, element: str) -> tuple[str, str]:
        """With which part of the board an element is read out ("towns", "routes"), and below which heading,
        if it needs one (a house: its route)."""
        return ("towns" if element.startswith("town.") else "board", "")

    def around(self, element: str, state: S) -> Sequence[str]:
        """What is to be seen together with an element of the board: with a route, the towns it joins."""
        return ()

    @abstractmethod
    def anchor(self, place: str, state: S) -> tuple[float, float]:
        """Centre of a place, where flights of pieces begin and end."""

    # ---- drawing ----------------------------------------------------------------------------

    @abstractmethod
    def draw_ground(self, target: pygame.Surface, state: S) -> None:
        """The board without what lies on it."""

    @abstractmethod
    def prepare_ground(self, window: pygame.FRect, now: Hurry) -> bool:
        """While there is time, draw more of the ground in `window`; True once all of it is there."""

    @abstractmethod
    def draw_pieces(self, target: pygame.Surface, state: S, hidden: frozenset[str]) -> None:
        """What lies on the board. Pieces at the places in `hidden` are in flight: leave them out."""

    @abstractmethod
    def draw_desk(self, target: pygame.Surface, seat: int, state: S, hidden: frozenset[str]) -> None:
        """The desk of `seat`, with its marker of who is to act."""

    @abstractmethod
    def piece(self, piece: str, seat: int | None) -> pygame.Surface:
        """The sprite of a piece (`Event.piece`) at its current size on the board."""

    def in_hand(self, chosen: Sequence[str], state: S) -> Held | None:
        """The piece the actor sets down next; `chosen`: what has been touched so far in this decision."""
        return None

    def course(self, event: Event, state: S) -> Sequence[tuple[float, float]]:
        """The path a piece flies: a line of two or more points; straight unless a view knows better."""
        return self.anchor(event.source, state), self.anchor(event.target, state)

    def flying(self, event: Event) -> pygame.Surface:
        """The sprite of an event's piece while it flies (a ship may face where it is going)."""
        return self.piece(event.piece, event.seat)

    @abstractmethod
    def points(self, seat: int, state: S) -> str:
        """The points a seat has for certain, as its desk shows them; a trailing "+": more may come."""

    def total(self, seat: int, state: S) -> str:
        """The points a seat would have if the game ended now, where its desk shows them after a flag."""
        return ""

    def whose(self, element: str) -> int | None:
        """The seat on whose desk an element lies that is not on the desk of whoever decides."""
        return None

    # ---- words ------------------------------------------------------------------------------

    @abstractmethod
    def prompt(self, decision: Decision, state: S) -> str:
        """One sentence: what the actor is asked, and what remains (actions left)."""

    @abstractmethod
    def label(self, element: str, state: S) -> str:
        """An element in words, for buttons and screen readers ("House 2, Bremen–Hamburg")."""

    def brief(self, element: str, state: S) -> str:
        """The label without what the table shows anyway, for small buttons; empty if nothing can go."""
        return ""

    @abstractmethod
    def tell_action(self, action: Action, state: S) -> str:
        """An action in words, before it is done (list of choices, replay)."""

    @abstractmethod
    def tell_event(self, event: Event, state: S) -> str:
        """A sentence for the log and the narrator; empty if the event is not worth one."""

    def tell_events(self, events: Iterable[Event], state: S) -> list[tuple[str, Event]]:
        """The sentences on what one action did, with the event each tells of; "" if another tells of it."""
        return [(self.tell_event(event, state), event) for event in events]

    def most_telling(self, actions: Iterable[Sequence[Event]], state: S, most: int) -> list[str]:
        """What was done by several actions, whose events these are, in at most so many sentences."""
        told = [one for events in actions for one in self.tell_events(events, state)]
        told = [(words, event) for words, event in told if words and event.kind != "turn"]
        ranks = {kind: rank for rank, kind in enumerate(self.telling)}
        worth = sorted(enumerate(told), key=lambda one: (ranks.get(one[1][1].kind, len(ranks)), -one[0]))
        return [words for _, (words, _) in sorted(worth[:most])]

    def chapters(self, state: S) -> tuple[Chapter, ...]:
        """Everything the desks and the board show, in words, for screen readers."""
        return ()

    def why(self, reason: Reason, seat: int, state: S, *, yours: bool = False) -> str:
        """A sentence: why a computer player at `seat` does what it does; empty: it does not say.

        yours  it is what the reader at that seat should do, and is put to them
        """
        return ""

    def in_words(self, facts: Mapping[str, Any], state: S) -> Mapping[str, Any]:
        """Facts about the game (seats, elements, numbers) as they stand in a sentence, by their names."""
        return facts

    @abstractmethod
    def score_label(self, line: str) -> str:
        """The name of a row of the scoring."""

    @abstractmethod
    def reason_text(self, reason: str) -> str:
        """Why the game ended."""

    def question(self, chosen: Sequence[str], actions: Sequence[Action], state: S) -> str:
        """What is asked after the elements touched so far, in words; empty: their names will do."""
        return ""

    def ways(self, actions: Sequence[Action], state: S) -> Sequence[Way]:
        """Ways to do what one touch of the board means, `actions` being what it leaves: first the one nearly
        always meant, then what is offered instead. None: it is asked."""
        return ()

    # ---- before the action ------------------------------------------------------------------

    def shown_first(self, element: str, action: Action) -> bool:
        """Whether the action that a touch of the element leaves no choice about is shown before it is played:
        one that uses up something of value, and would happen elsewhere."""
        return False

    def consequences(self, action: Action, state: S) -> Sequence[str]:
        """Price and result of a legal action, a sentence each, as the engine finds them on a copy."""
        outlook = look_ahead(state, action)
        told = [self.tell_event(event, state) for event in outlook.events]
        names = [player.name for player in self.players]
        after = outlook.after
        then = [t("ahead.hidden")] if after is None else total_line(state, after, names, self.score_label)
        return [*filter(None, told), *then]

    # ---- what things are --------------------------------------------------------------------

    def about(self, state: S, shown: int) -> Mapping[str, Shape]:
        """Everything in view that has a card, by element; `shown`: whose desk is unfolded.

        Besides what can be touched: "desk.<seat>" for a desk, and whatever the game adds.
        """
        return {}

    def card(self, element: str, state: S) -> Card | None:
        """What an element is for, what it costs, what it could do now; None if there is nothing to say."""
        return None

    def gauges(self, state: S) -> Sequence[Gauge]:
        """The ways for the game to end, and how near each is."""
        return ()

    # ---- reading the board ------------------------------------------------------------------

    readable: Sequence[str] = ()
    """The parts of the layer that reads the board, each with a sign of its own."""

    def draw_reading(self, target: pygame.Surface, state: S, read: Read) -> None:
        """The layer that reads the board, over the pieces."""

    def reading(self, state: S, read: Read) -> Sequence[str]:
        """The same facts in sentences."""
        return ()

    def draw_sign(self, target: pygame.Surface, part: str, place: pygame.FRect, seat: int) -> None:
        """A sample of how a part of the layer is drawn, as high as `place`."""

    def sign(self, part: str, seat: int) -> str:
        """What the sign of a part means, in a few words."""
        return part

    # ---- what cannot be taken back ----------------------------------------------------------

    def warning(self, action: Action, state: S) -> str:
        """A question to ask before an action that is often a slip and cannot be undone; empty: none."""
        return ""

    # ---- what cannot be done ----------------------------------------------------------------

    def things(self, state: S) -> Iterable[str]:
        """The elements a person may ask about by touching them, on offer or not; all have a shape."""
        return ()

    def why_not(self, element: str, state: S) -> str:
        """One calm sentence on why an element of `things` is not on offer now; empty: nothing to say."""
        return ""

    # ---- rhythm -----------------------------------------------------------------------------

    def flight_seconds(self, event: Event) -> float:
        """How long an event takes to show; 0: at once. The settings scale it."""
        return 0.35 if event.source and event.target else 0.0

    def moment(self, event: Event, state: S) -> Moment | None:
        """How an event is staged; None: not at all. `state`: after the event."""
        return None

    def homing(self, event: Event) -> bool:
        """Whether the piece of an event goes home, in a stream with others."""
        return False

    def news(self, event: Event) -> Event | None:
        """An event as it is marked on the board for whoever has not acted since; None: not at all."""
        return event
