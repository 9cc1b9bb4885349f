"""An edition: the board a game is played on, the readings and the modules it is played with.

It is compiled once (`editions`) and shared by all states. The rules ask it, and know no module by name: a
module takes part through its hooks, which are listed here, in the order of the modules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from game.engine.core import Action, Event, Option, Reason, ScoreLine
from game.engine.decision import DecisionRule
from game.games.hansa_teutonica.rules.actions import ActionTable, Vocabulary
from game.games.hansa_teutonica.rules.board import TRADER
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

ENDINGS = ("points", "markers", "completed")
"""Why the game may end on every board (10.1)."""


class ActionRange(NamedTuple):
    """Where one may place and displace, and claim, numbers in ascending order.

    why      why not elsewhere: a reason with the fact `route`, unless `Module.beyond` knows better
    entered  the routes of these houses, if not all where one may claim
    closed   if one may claim everywhere, and only few houses are out of reach: by kind of piece, the houses
             where it may not be placed, for that or for any other reason; as `bounds.Closed` has it
    """

    houses: tuple[int, ...]
    routes: tuple[int, ...]
    why: str
    entered: tuple[int, ...] = ()
    closed: Closed = ()


class RuleVariants(NamedTuple):
    """The options that every board has, in the form the decisions need.

    swap_own        the swap marker needs an office of one's own (A6 b)
    remove_rivals   the remove-3 marker removes only rivals' pieces (A7)
    tie_bigbox      ties are broken as in the Big Box (A24)
    """

    swap_own: bool
    remove_rivals: bool
    tie_bigbox: bool


class PositionField(NamedTuple):
    """A field of position lines that belongs to a module.

    after   the field it follows in the line
    absent  what lines of games without the module say; None if they do not have the field
    """

    name: str
    after: str
    absent: str | None = None


class Absent(NamedTuple):
    """A field of a module that an edition lacks: what its lines say all the same (None: nothing), and what a
    line is told that says something else."""

    text: str | None
    lacking: str


class Extension(NamedTuple):
    """What a module adds to a decision of the core: see `Rule`."""

    handlers: Mapping[type[Action], Callable[..., None]] = {}
    refusals: Mapping[type[Action], Callable[..., Reason | None]] = {}
    touches: Mapping[str, Callable[..., Reason | None]] = {}


def replaced(values: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    """`Position.more` with another value in one place."""
    if len(values) == 1:
        return (value,)
    return (*values[:at], value, *values[at + 1 :])


class Module:
    """A part that an edition may be played with. A subclass is one file and brings all it needs; an object of
    it belongs to one edition and holds its tables. `s` is a `Position` everywhere; a hook not overridden is
    not called.

    id        its name; where `Edition.part` has it
    options   the options it reads
    lacking   what a line with its fields is told in games without it
    fields    what it adds to position lines
    reasons   why it refuses something: ids with the names of their facts (`reasons.REASONS`)
    markers   its kinds of markers, and how many there are of each
    instant   those that are used without touching anything else (9.4), and what they do
    initial   the values in `Position.more` at setup; they begin at `at`
    nobody    it brings pieces that are nobody's
    ends      further reasons for which the game may end: what it sets `Position.ending` to
    secret    it has things that one seat knows and others do not
    shows     the kind of the events that reveal what it keeps hidden
    """

    id: ClassVar[str] = ""
    options: ClassVar[tuple[Option, ...]] = ()
    lacking: ClassVar[str] = ""
    fields: ClassVar[tuple[PositionField, ...]] = ()
    reasons: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    markers: ClassVar[Mapping[str, int]] = {}
    initial: ClassVar[tuple[Any, ...]] = ()
    instant: ClassVar[Mapping[str, Callable[..., None]]] = {}
    nobody: ClassVar[bool] = False
    ends: ClassVar[tuple[str, ...]] = ()
    secret: ClassVar[bool] = False
    shows: ClassVar[str] = ""

    def __init__(self, edition: Edition, options: Mapping[str, str]) -> None:
        self.edition, self.at = edition, len(edition.initial)

    @staticmethod
    def vocabulary(board: Tables, markers: Sequence[str]) -> Vocabulary | None:
        """Its actions on a board, with these kinds of markers."""
        return None

    @classmethod
    def speaks(cls) -> bool:
        """Whether it adds actions."""
        return cls.vocabulary is not Module.vocabulary or bool(cls.markers)

    def decisions(self) -> Sequence[DecisionRule[Any]]:
        """The decisions it asks for."""
        return ()

    def extensions(self) -> Mapping[str, Extension]:
        """What it adds to decisions of the core, by id; "" for all of them."""
        return {}

    def write(self, s: Any) -> Sequence[str]:
        """Its fields of a position line."""
        return ()

    def seen(self, s: Any, viewer: int | None) -> Sequence[str]:
        """The same as a seat may know it; without a seat, as everybody may."""
        return self.write(s)

    def read(self, s: Any, fields: Any) -> None:
        """Its fields, `PositionFields`, when everything else has been read."""

    def barred(self, board: Tables) -> Mapping[int, Iterable[int]]:
        """By kind of piece, the houses in which it may not stand, whoever sets it down."""
        return {}

    @classmethod
    def mixed(
        cls, mix: tuple[int, ...], markers: Sequence[str], start: Sequence[int], options: Mapping[str, str]
    ) -> tuple[int, ...]:
        """How many markers there are of each kind if it is played; `start` lie on the taverns."""
        return mix

    def out(self, s: Any) -> bytes:
        """The codes of pieces that lie where only the module knows."""
        return b""

    def regions(self, board: Tables) -> Sequence[Region]:
        """Routes whose pieces stay among themselves."""
        return ()

    # ---- hooks, in the order of a game ----------------------------------------------------------

    def deal(self, s: Any) -> None:
        """Its pieces at setup, also before a line is read."""

    def shuffled(self, s: Any, rng: Any) -> None:
        """Deals what it keeps hidden, after everything that is drawn by lot in every game."""

    def redeal(self, s: Any, rng: Any, known: Collection[int]) -> None:
        """Deals anew what it keeps hidden, except what these seats know."""

    def open_seats(self, s: Any) -> Collection[int]:
        """The seats whose secrets the line did not say from which the position was read."""
        return ()

    def told(self, s: Any, told: Sequence[str]) -> tuple[Any, ...]:
        """`Position.more` with what events of the kind `shows` will reveal where it will be found; raises
        `ParseError` for what cannot be."""
        return tuple(s.more)

    def opening(self, s: Any, events: list[Event]) -> bool:
        """At the end of the setup; True if it asks somebody before the first turn."""
        return False

    def turn_starts(self, s: Any) -> None:
        """A turn begins."""

    def reach(self, s: Any) -> ActionRange | None:
        """Where the active player may act now; None: anywhere."""
        return None

    def beyond(self, s: Any, reach: ActionRange, route: int) -> Reason:
        """Why the active player may not act on a route out of this reach."""
        return Reason(reach.why, {"route": self.edition.board.route_ids[route]})

    def acts(self, s: Any, house: int) -> None:
        """For an action, a piece is being placed in a house, or displaces another there."""

    def offers(self, s: Any, seat: int, found: list[Action]) -> None:
        """What a turn offers besides, before markers are used."""

    def did(self, s: Any) -> None:
        """An action of the turn is being spent."""

    def displaced(self, s: Any, piece: int) -> bool:
        """A displacement is paid; True if the module asks who sets this piece down."""
        return False

    def anywhere(self, s: Any, seat: int) -> bool:
        """Return whether the displaced pieces of a seat, and those it adds, may go to any house, even on the
        same route; the answer is the same as long as a displacement lasts."""
        return False

    def dearer(self, s: Any, piece: int) -> int:
        """How many pieces more than usual it takes to displace a piece."""
        return 0

    def adds(self, s: Any, piece: int) -> int:
        """How many pieces more than usual the owner of a displaced one may add."""
        return 0

    def income_taken(self, s: Any, events: list[Event]) -> None:
        """The active player has taken income."""

    def benefits(self, s: Any, kinds: Sequence[int], found: list[Action]) -> None:
        """What a claim offers besides; `kinds`: those of the claimant's pieces on the route."""

    def office_founded(self, s: Any, seat: int, town: int, events: list[Event]) -> None:
        """A seat has one more office in a town, printed or additional."""

    def after_claim(self, s: Any, route: int) -> None:
        """A claim is about to be finished: what follows goes on the agenda."""

    def agenda_steps(self) -> Mapping[str, Callable[..., bool]]:
        """Its steps of the agenda: what each does; True if it asks somebody."""
        return {}

    def carried(self, s: Any) -> None:
        """A marker has moved pieces of others: what follows goes on the agenda."""

    def bars_marker(self, s: Any, route: int) -> bool:
        """Whether no replacement marker may be laid on a route."""
        return False

    def marker_laid(self, s: Any, route: int, events: list[Event]) -> None:
        """A replacement marker was laid on a route."""

    def exchanged(self, s: Any) -> None:
        """React to the exchange of a used marker, which leaves their number unchanged."""

    def game_over(self, s: Any, events: list[Event]) -> None:
        """The game has just ended."""

    def score_rows(self, s: Any, rows: list[ScoreLine]) -> None:
        """Changes or adds rows of the scoring."""

    def check(self, s: Any) -> None:
        """Its invariants; raises AssertionError."""


class Edition:
    """A board, readings and modules, compiled.

    key       of its words: board and modules
    board, words, told    the board in integers, its actions, its most frequent events
    markers, mix          the kinds of markers, and how many there are of each
    modules, part         in order, and by id
    decisions             by id, those of the modules too
    initial               `Position.more` at setup
    fields, absent        the fields of position lines in order; by name, those of modules it lacks
    touches               by kind of element, why it is not offered, of the modules
    effects               by kind of marker, what those of the modules do
    agenda_steps          by name, what steps of the agenda do, of the modules
    stand, go, rings      where pieces may stand and go: see `bounds`
    stay                  as `go`, for those that markers move
    ways, carries         both with where they may stand, as integers; `common`: the houses open to all pieces
    far                   `rings` for those who need not go to the nearest houses; empty if there are none
    closed                where which kinds of pieces may not stand: see `bounds`
    bounded               whether some pieces may not stand or go everywhere
    uneven                whether displaced pieces of some kinds or seats may go elsewhere than others
    start_markers         the kinds of the markers that lie on the taverns at setup
    endings               why the game may end
    secret, showing       whether seats have secrets; by kind of event, the module that reveals by it
    deal ... check        the hooks that the modules have
    """

    def __init__(
        self,
        words: ActionTable,
        told: EventCache,
        markers: tuple[str, ...],
        mix: tuple[int, ...],
        start_markers: tuple[int, ...],
        readings: RuleVariants,
    ) -> None:
        self.key, self.board, self.words, self.told = words.key, words.board, words, told
        self.markers, self.mix, self.readings = markers, mix, readings
        self.no_markers = bytes(len(markers))
        self.modules: tuple[Module, ...] = ()
        self.part: dict[str, Module] = {}
        self.decisions: dict[str, Any] = {}
        self.initial: tuple[Any, ...] = ()
        self.fields: tuple[str, ...] = ()
        self.absent: dict[str, Absent] = {}
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

    def take(self, module: type[Module], options: Mapping[str, str]) -> None:
        """Play with a module too."""
        made = module(self, options)
        self.modules += (made,)
        self.part[made.id] = made
        self.initial += made.initial

    def listen(self) -> None:
        """Collect the hooks; the modules are complete."""
        for module in self.modules:
            everywhere = module.extensions().get("")
            self.touches.update(everywhere.touches if everywhere else {})
            self.agenda_steps.update(module.agenda_steps())
            for kind, effect in module.instant.items():
                self.effects[self.markers.index(kind)] = effect
        self._bound()
        self.endings = (*ENDINGS, *(end for module in self.modules for end in module.ends))
        self.nobody = any(module.nobody for module in self.modules)
        self.deal = self._hooks("deal")
        self.shuffled = self._hooks("shuffled")
        self.redeal = self._hooks("redeal")
        self.secret = any(module.secret for module in self.modules)
        self.showing = {module.shows: module for module in self.modules if module.shows}
        self.opening = self._hooks("opening")
        self.turn_starts = self._hooks("turn_starts")
        self.reach = self._hooks("reach")
        self.acts = _one(self._hooks("acts"))
        self.offers = self._hooks("offers")
        self.did = _one(self._hooks("did"))
        self.displaced = self._hooks("displaced")
        self.dearer = self._hooks("dearer")
        self.adds = self._hooks("adds")
        self.income_taken = self._hooks("income_taken")
        self.benefits = self._hooks("benefits")
        self.office_founded = self._hooks("office_founded")
        self.after_claim = self._hooks("after_claim")
        self.carried = self._hooks("carried")
        self.bars_marker = self._hooks("bars_marker")
        self.marker_laid = self._hooks("marker_laid")
        self.exchanged = self._hooks("exchanged")
        self.game_over = self._hooks("game_over")
        self.score_rows = self._hooks("score_rows")
        self.out = self._hooks("out")
        self.check = self._hooks("check")

    def _bound(self) -> None:
        """Where pieces may stand and go."""
        board = self.board
        regions = tuple(region for module in self.modules for region in module.regions(board))
        ships = {TRADER: board.ships}
        self.stand = standing(board, [ships, *(module.barred(board) for module in self.modules)])
        self.go, self.stay = going(board, regions), going(board, carried(regions))
        self.ways, self.carries = ways(board, self.stand, self.go), ways(board, self.stand, self.stay)
        self.common = common(self.ways)
        self.rings = nearest(board, self.stand, regions)
        self.anywhere = self._hooks("anywhere")
        kept = [region for region in regions if region.always]
        self.far = anywhere(board, self.stand, kept) if self.anywhere else ()
        self.closed = closed(self.stand)
        self.bounded = bool(self.stand or self.go)
        self.uneven = self.bounded or bool(self.anywhere)

    def _hooks(self, name: str) -> tuple[Callable[..., Any], ...]:
        bare = getattr(Module, name)
        return tuple(getattr(one, name) for one in self.modules if getattr(type(one), name) is not bare)


def _one(hooks: tuple[Callable[..., Any], ...]) -> Callable[..., Any] | None:
    """Several hooks as one, and a single one as it is: for the points that every action passes."""
    if len(hooks) < 2:
        return hooks[0] if hooks else None

    def each(*facts: Any) -> None:
        for hook in hooks:
            hook(*facts)

    return each
