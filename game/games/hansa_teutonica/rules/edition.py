"""An edition: a board with the rule interpretations and the modules of a game.

An edition is compiled once (`editions`) and shared by all states. The rules query it and know no module by
name. Modules take part through the hooks listed here, in the order of the modules.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from game.engine.core import Action, Event, Option, Reason, ScoreLine
from game.engine.decision import DecisionRule
from game.games.hansa_teutonica.rules.actions import ActionTable, Vocabulary
from game.games.hansa_teutonica.rules.bounds import (
    Closed,
    Go,
    Region,
    RingsByKind,
    Stand,
    Ways,
    anywhere,
    carried,
    closed,
    common,
    going,
    nearest,
    standing,
    ways,
)
from game.games.hansa_teutonica.rules.events import EventCache
from game.games.hansa_teutonica.rules.tables import Tables

V = TypeVar("V")
"""The type of a module's value in a position."""

ENDINGS = ("points", "markers", "completed")
"""Reasons for which the game can end on every board (10.1)."""


class ActionRange(NamedTuple):
    """Limits on placing, displacing and claiming. Indices are in ascending order.

    why      function of position and route: the reason of a refusal outside the limits
    entered  routes of these houses, if claims are limited to some routes
    closed   if claims are unlimited and only few houses are closed: by kind of piece, the houses closed to it
             for this or any other reason, in the form of `bounds.Closed`
    """

    houses: tuple[int, ...]
    routes: tuple[int, ...]
    why: Callable[[Any, int], Reason]
    entered: tuple[int, ...] = ()
    closed: Closed = ()


class RuleVariants(NamedTuple):
    """Options of every board, in the form that the decisions need.

    swap_own        the swap marker needs an office of the player (A6 b)
    remove_rivals   the remove-3 marker removes only rivals' pieces (A7)
    tie_bigbox      ties are broken as in the Big Box (A24)
    """

    swap_own: bool
    remove_rivals: bool
    tie_bigbox: bool


class PositionField(NamedTuple):
    """A field of position strings that belongs to a module.

    after    the field it follows in the string
    default  value in strings of games without the module; None if they lack the field
    """

    name: str
    after: str
    default: str | None = None


class AbsentField(NamedTuple):
    """A module field that an edition lacks: its fixed value in position strings (None: no field), and the
    error message for any other value."""

    default: str | None
    error: str


class Extension(NamedTuple):
    """Additions of a module to a core decision; see `Rule` for the other fields.

    offers  function of the position, the deciding seat and the list of legal actions, which it changes
    after   by class of action: function that runs after the effects of the action
    """

    handlers: Mapping[type[Action], Callable[..., None]] = {}
    refusals: Mapping[type[Action], Callable[..., Reason | None]] = {}
    touches: Mapping[str, Callable[..., Reason | None]] = {}
    offers: Callable[[Any, int, list[Action]], None] | None = None
    after: Mapping[type[Action], Callable[..., None]] = {}


class Module(Generic[V]):
    """Base class of modules, the optional parts of an edition.

    A subclass is one file and brings everything it needs. An instance belongs to one edition and holds its
    tables. `s` is a `Position` everywhere. The edition never calls a hook that is not overridden.

    id          name, the key in `Edition.part`
    options     options it reads
    vocabulary  class of its actions on a board
    fields      fields it adds to position strings
    no_fields   error message for a position with these fields in games without the module
    markers     its kinds of markers, and the number of each
    instant     kinds that need no target (9.4), with their effects
    initial     its value in `Position.module_state` at setup; None: it has none
    has_neutrals  whether it brings neutral pieces
    ends        further reasons for which the game can end: values of `Position.ending`
    """

    id: ClassVar[str] = ""
    options: ClassVar[tuple[Option, ...]] = ()
    vocabulary: ClassVar[type[Vocabulary] | None] = None
    no_fields: ClassVar[str] = ""
    fields: ClassVar[tuple[PositionField, ...]] = ()
    markers: ClassVar[Mapping[str, int]] = {}
    initial: ClassVar[Any] = None
    instant: ClassVar[Mapping[str, Callable[..., None]]] = {}
    has_neutrals: ClassVar[bool] = False
    ends: ClassVar[tuple[str, ...]] = ()

    def __init__(self, edition: Edition, options: Mapping[str, str]) -> None:
        self.edition, self.index = edition, len(edition.initial)

    def state(self, s: Any) -> V:
        """Return its value in a position."""
        found: V = s.module_state[self.index]
        return found

    def store(self, s: Any, value: V) -> None:
        """Store its value in a position."""
        values, at = s.module_state, self.index
        s.module_state = (value,) if len(values) == 1 else (*values[:at], value, *values[at + 1 :])

    def decisions(self) -> Sequence[DecisionRule[Any]]:
        """Return its own decisions."""
        return ()

    def extensions(self) -> Mapping[str, Extension]:
        """Return its additions to core decisions by id; "" adds `touches` to all of them."""
        return {}

    def write(self, s: Any) -> Sequence[str]:
        """Return its fields of a position string."""
        return ()

    def read(self, s: Any, fields: Any) -> None:
        """Read its fields (`PositionFields`) after all other fields."""

    def check(self, s: Any) -> None:
        """Check its invariants. Raises AssertionError."""

    @classmethod
    def marker_counts(
        cls, mix: tuple[int, ...], markers: Sequence[str], start: Sequence[int], options: Mapping[str, str]
    ) -> tuple[int, ...]:
        """Return the number of markers of each kind with this module; `start` are the markers
        on the taverns."""
        return mix

    def pieces_elsewhere(self, s: Any) -> bytes:
        """Return the codes of pieces in places that only the module knows."""
        return b""

    def regions(self, board: Tables) -> Sequence[Region]:
        """Return its limits on where the pieces of routes can go."""
        return ()

    # ---- hooks, in the order of play ------------------------------------------------------------

    def deal(self, s: Any) -> None:
        """Place its pieces at setup, and before a position string is read."""

    def deal_hidden(self, s: Any, rng: Any) -> None:
        """Deal its hidden information, after everything that every game draws at random."""

    def on_setup_end(self, s: Any, events: list[Event]) -> bool:
        """React to the end of the setup. Return True to request a decision before the first turn."""
        return False

    def on_turn_start(self, s: Any) -> None:
        """React to the begin of a turn."""

    def action_range(self, s: Any) -> ActionRange | None:
        """Return the limits on actions of the active player now; None: none."""
        return None

    def displacement_extras(self, s: Any, piece: int) -> tuple[int, int]:
        """Return for a displaced piece the surcharge on the price, in pieces, and the number of additional
        pieces that its owner can add."""
        return 0, 0

    def on_displaced(self, s: Any, piece: int) -> bool:
        """React to a paid displacement. Return True to request a decision about who sets this piece down."""
        return False

    def may_go_anywhere(self, s: Any, seat: int) -> bool:
        """Return whether the displaced pieces of a seat, and those it adds, can go to any house, even on the
        same route. The answer is constant during a displacement."""
        return False

    def on_office_founded(self, s: Any, seat: int, town: int, events: list[Event]) -> None:
        """React to a new office of a seat in a town, printed or additional."""

    def after_claim(self, s: Any, route: int) -> None:
        """Queue its effects of a claim that is about to be finished."""

    def agenda_steps(self) -> Mapping[str, Callable[..., bool]]:
        """Return its steps of the queue by name. Each returns True if it requests a decision."""
        return {}

    def bars_marker(self, s: Any, route: int) -> bool:
        """Return whether replacement markers are barred from a route."""
        return False

    def on_marker_exchanged(self, s: Any) -> None:
        """React to the exchange of a used marker, which leaves their number unchanged."""

    def score_rows(self, s: Any, rows: list[ScoreLine]) -> None:
        """Change or add rows of the scoring."""


class SecretModule(Module[V]):
    """A module with information that one seat knows and others do not, until events of one kind reveal it.

    shows  kind of these events
    """

    shows: ClassVar[str]

    @abstractmethod
    def write_for(self, s: Any, viewer: int | None) -> Sequence[str]:
        """Return its fields of a position string as a seat may know them, or with None as everyone may."""

    @abstractmethod
    def redeal(self, s: Any, rng: Any, known: Collection[int]) -> None:
        """Redeal its hidden information, except the secrets of the seats in `known`."""

    @abstractmethod
    def unknown_seats(self, s: Any) -> Collection[int]:
        """Return the seats whose secrets the position string did not contain."""

    @abstractmethod
    def on_game_over(self, s: Any, events: list[Event]) -> None:
        """Reveal everything."""

    @abstractmethod
    def revealed(self, s: Any, pieces: Sequence[str]) -> V:
        """Return its value with the information that the events will reveal. Raises `ParseError` for
        impossible information."""


class Edition:
    """A compiled combination of board, rule interpretations and modules.

    key       key of its action table: board and modules
    board, words, events  board in integers, its actions, its most frequent events
    markers, mix          kinds of markers, and the number of each
    modules, part         modules in order, and by id
    decisions             decisions by id, those of modules included
    initial               `Position.module_state` at setup
    fields, absent        fields of position strings in order; by name, those of modules it lacks
    touches               reasons of modules by kind of element, for elements that are not offered
    effects               effects of the modules' markers by kind
    agenda_steps          queue steps of modules by name
    stand, go, rings      movement limits: see `bounds`
    stay                  as `go`, for pieces that markers move
    ways, carries         both combined with `stand`, as integers; `common`: the houses open to all pieces
    far                   `rings` for displaced pieces that can skip the nearest houses; empty if none can
    closed                houses closed to kinds of pieces: see `bounds`
    bounded               whether some pieces have movement limits
    uneven                whether limits of displaced pieces differ between kinds or seats
    start_markers         kinds of the markers on the taverns at setup
    endings               reasons for which the game can end
    secrets               modules with secrets of seats
    deal ... check        hooks of the modules
    """

    def __init__(
        self,
        words: ActionTable,
        events: EventCache,
        markers: tuple[str, ...],
        mix: tuple[int, ...],
        start_markers: tuple[int, ...],
        variants: RuleVariants,
    ) -> None:
        self.key, self.board, self.words, self.events = words.key, words.board, words, events
        self.markers, self.mix, self.variants = markers, mix, variants
        self.no_markers = bytes(len(markers))
        self.modules: tuple[Module[Any], ...] = ()
        self.secrets: tuple[SecretModule[Any], ...] = ()
        self.part: dict[str, Module[Any]] = {}
        self.decisions: dict[str, Any] = {}
        self.initial: tuple[Any, ...] = ()
        self.fields: tuple[str, ...] = ()
        self.absent: dict[str, AbsentField] = {}
        self.touches: dict[str, Callable[..., Reason | None]] = {}
        self.effects: dict[int, Callable[..., None]] = {}
        self.agenda_steps: dict[str, Callable[..., bool]] = {}
        board = words.board
        self.stand: Stand = ()
        self.go: Go = ()
        self.stay: Go = ()
        self.ways: Ways = ()
        self.carries: Ways = ()
        self.common = 0
        self.closed: Closed = ()
        self.rings: RingsByKind = (board.rings, board.rings)
        self.far: RingsByKind = ()
        self.bounded = self.uneven = False
        self.start_markers = start_markers
        self.endings: tuple[str, ...] = ENDINGS

    def add(self, module: type[Module[Any]], options: Mapping[str, str]) -> None:
        """Add a module to the edition."""
        made = module(self, options)
        self.modules += (made,)
        self.part[made.id] = made
        if made.initial is not None:
            self.initial += (made.initial,)
        if isinstance(made, SecretModule):
            self.secrets += (made,)

    def collect_hooks(self) -> None:
        """Collect the hooks, when the modules are complete."""
        for module in self.modules:
            everywhere = module.extensions().get("")
            self.touches.update(everywhere.touches if everywhere else {})
            self.agenda_steps.update(module.agenda_steps())
            for kind, effect in module.instant.items():
                self.effects[self.markers.index(kind)] = effect
        self._bound()
        self.endings = (*ENDINGS, *(end for module in self.modules for end in module.ends))
        self.has_neutrals = any(module.has_neutrals for module in self.modules)
        self.deal = self._hooks("deal")
        self.deal_hidden = self._hooks("deal_hidden")
        self.on_setup_end = self._hooks("on_setup_end")
        self.on_turn_start = self._hooks("on_turn_start")
        self.action_range = self._hooks("action_range")
        self.displacement_extras = self._hooks("displacement_extras")
        self.on_displaced = self._hooks("on_displaced")
        self.on_office_founded = self._hooks("on_office_founded")
        self.after_claim = self._hooks("after_claim")
        self.bars_marker = self._hooks("bars_marker")
        self.on_marker_exchanged = self._hooks("on_marker_exchanged")
        self.score_rows = self._hooks("score_rows")
        self.pieces_elsewhere = self._hooks("pieces_elsewhere")
        self.check = self._hooks("check")

    def _bound(self) -> None:
        """Compile the movement limits."""
        board = self.board
        regions = tuple(region for module in self.modules for region in module.regions(board))
        self.stand = standing(board)
        self.go, self.stay = going(board, regions), going(board, carried(regions))
        self.ways, self.carries = ways(board, self.stand, self.go), ways(board, self.stand, self.stay)
        self.common = common(self.ways)
        self.rings = nearest(board, self.stand, regions)
        self.may_go_anywhere = self._hooks("may_go_anywhere")
        kept = [region for region in regions if region.always]
        self.far = anywhere(board, self.stand, kept) if self.may_go_anywhere else ()
        self.closed = closed(self.stand)
        self.bounded = bool(self.stand or self.go)
        self.uneven = self.bounded or bool(self.may_go_anywhere)

    def _hooks(self, name: str) -> tuple[Callable[..., Any], ...]:
        bare = getattr(Module, name)
        return tuple(getattr(one, name) for one in self.modules if getattr(type(one), name) is not bare)
