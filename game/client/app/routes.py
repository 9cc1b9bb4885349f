"""Navigation targets: `app.open(routes.Replay(record))`.

A route declares its scene by name, and the arguments of the scene as fields. Scenes refer to each other
only by routes, so no scene imports another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, dataclass_transform

from game.client.storage.save_store import Saved
from game.client.words.sentence import Sentence
from game.engine.record import Record
from game.match import Match, PlayerInfo
from game.platform import StorageError

if TYPE_CHECKING:  # the title imports this module but needs none of these
    from game.client.app.setup import Setup
    from game.client.storage.link import Fault
    from game.client.storage.rooms import Kept
    from game.client.words.trouble import Trouble
    from game.match.analysis import Mistake
    from game.match.counting import CountingTask
    from game.match.exercise import Exercise
    from game.match.lesson import Lesson
    from game.match.loading import Loading as Work
    from game.match.puzzle import Puzzle
    from game.match.standing import Answers
    from game.rooms.clock import ClockRules

ShowPlace = Callable[[Sentence], Callable[[], None] | None]
"""Function that returns the command that shows where a sentence of the log happened, None if that is not on
the board."""


@dataclass_transform(eq_default=False)
class Route:
    """A navigation target, a dataclass.

    scene: the class or function that creates the scene from the app and the fields, "module:name" in
        `game.client`
    """

    scene: ClassVar[str]

    def __init_subclass__(cls, scene: str) -> None:
        cls.scene = scene
        dataclass(eq=False, repr=False)(cls)  # the title pays for every generated method

    @classmethod
    def maker(cls) -> Callable[..., Any]:
        """Return the class or function that creates the scene.

        Its module is imported on first use: the web app compiles its imports at each start, and the title
        needs less than half of them. `preload.py` imports the rest while the title waits.
        """
        module, _, name = cls.scene.partition(":")
        maker: Callable[..., Any] = getattr(import_module(f"game.client.{module}"), name)
        return maker


Failed = Callable[[ValueError | StorageError], None]

# ---- before a game ----------------------------------------------------------------------------


class Title(Route, scene="pages.title:TitleScene"):
    """The title screen."""


class NewGame(Route, scene="pages.new_game:NewGamePage"):
    """The page of a new game.

    setup: the initial choices; None: the usual ones
    """

    setup: Setup | None = None


class Options(Route, scene="pages.new_game:OptionsPage"):
    """The rules of a new game."""

    setup: Setup


class Games(Route, scene="tables.page:TablesPage"):
    """All tables and saved games of the device.

    message: the reason why a game could not be opened
    """

    message: str = ""


class GameMenu(Route, scene="pages.games:GameMenuPage"):
    """The actions for a table: a saved game, a room, or both."""

    game: Saved | None
    room: Kept | None = None


class Note(Route, scene="tables.note:NotePage"):
    """The private note on a game."""

    game_id: str


class Paste(Route, scene="pages.games:PastePage"):
    """The import of a game as text."""


class Outside(Route, scene="pages.arrival:from_outside"):
    """The content of a text from outside.

    too_long: the text exceeded the maximum length and was not read
    """

    text: str
    too_long: bool = False


class Arrived(Route, scene="pages.arrival:ArrivalPage"):
    """A preview of a game from outside, replayed."""

    match: Match


class NotAGame(Route, scene="pages.arrival:RefusalPage"):
    """The error page for a text that holds no valid game."""

    fault: Fault
    trouble: Trouble | None = None


class Loading(Route, scene="review.loading:LoadingPage"):
    """The progress page of a game that is replayed in slices.

    work: the generator that replays it
    then: returns the route for the result
    failed: the error handler
    """

    work: Work[Any]
    then: Callable[[Any], Route]
    failed: Failed


class Tally(Route, scene="review.tally:TallyPage"):
    """The results of all games."""


class Settings(Route, scene="pages.settings:SettingsPage"):
    """The settings."""


class ScreenReader(Route, scene="about.help:ScreenReaderPage"):
    """The help page for players with a screen reader."""


class About(Route, scene="about.help:AboutPage"):
    """The help page."""


class Kontor(Route, scene="about.kontor:KontorPage"):
    """The page about Kontor."""


class Imprint(Route, scene="about.kontor:HostPage"):
    """The imprint and privacy text of the page's host."""


class Licences(Route, scene="about.kontor:LicencesPage"):
    """The licences of everything in Kontor."""


class Rules(Route, scene="pages.rules:RulesPage"):
    """A summary of a game's rules."""

    ruleset_id: str


class Failure(Route, scene="pages.failure:FailurePage"):
    """The error page, with details for a report."""

    details: str


# ---- a game -----------------------------------------------------------------------------------


class Table(Route, scene="learn.first_game:table"):
    """A game to play."""

    match: Match


class Menu(Route, scene="pages.menu:MenuPage"):
    """The menu of a table.

    sentences: the log
    lately: indices of the sentences that are new to the reader
    show: shows the place of a sentence on the table
    plan: opens the table on which the next turn is planned
    """

    match: Match
    sentences: list[Sentence]
    lately: range = range(0)
    show: ShowPlace | None = None
    plan: Callable[[], None] | None = None


class Log(Route, scene="pages.menu:LogPage"):
    """The log of a game.

    lately: indices of the sentences that are new to the reader
    show: shows the place of a sentence on the table
    """

    sentences: list[Sentence]
    players: Sequence[PlayerInfo]
    lately: range = range(0)
    show: ShowPlace | None = None


class Seats(Route, scene="pages.seats:SeatsPage"):
    """The controllers of the seats of a game."""

    match: Match


class StandingAnswers(Route, scene="ahead.answers:AnswersPage"):
    """The standing answers of a seat.

    keep: called with all answers after each change
    """

    match: Match
    seat: int
    answers: Answers
    keep: Callable[[Answers], None]


class Planning(Route, scene="ahead.planning:planning_table"):
    """The copy of a game's board on which the next turn of a seat is planned.

    planned: the actions planned so far
    keep: called with the actions of the planned turn; without actions, the plan is dropped
    """

    game: Match
    seat: int
    planned: Sequence[str]
    keep: Callable[[Sequence[str]], None]


class PickPlace(Route, scene="ahead.pick_place:pick_place"):
    """The board of a game on which one of some elements is tapped, with which `chosen` is called."""

    match: Match
    elements: Sequence[str]
    chosen: Callable[[str], None]


class Teaching(Route, scene="learn.teaching:TeachingPage"):
    """The settings of comments on costly turns in a game."""

    match: Match


class Share(Route, scene="pages.share:SharePage"):
    """The ways to share a game.

    handed_on: the table was left because another player decides next
    """

    match: Match
    handed_on: bool = False


class Code(Route, scene="pages.share:CodeScene"):
    """The QR code of a text, as large as the window; `label` is its description for screen readers."""

    text: str
    label: str


class Conflict(Route, scene="pages.menu:ConflictPage"):
    """The conflict with another window that has continued or deleted this game."""

    match: Match


class Results(Route, scene="review.results:ResultsPage"):
    """The scores.

    ended: the game has just ended, so that the points are counted up in an animation
    """

    match: Match
    ended: bool = False


class Forecast(Route, scene="review.forecast:ForecastPage"):
    """The win probabilities estimated by a computer player."""

    match: Match


class Analysis(Route, scene="review.analysis:AnalysisPage"):
    """The analysis of a finished game and its turning points."""

    match: Match


class Mark(NamedTuple):
    """A marked mistake: the number of steps up to the end of its turn, its seat, its size and its
    description."""

    step: int
    seat: int
    size: str
    words: str


class Replay(Route, scene="review.replay:ReplayScene"):
    """A replay of a game.

    since: number of steps to skip, playing immediately unless `paused`; None: start at the first step
    better: the game as it would continue with a better plan
    advice: the comment on that plan
    marks: the known mistakes
    seat: the seat of the person here; None: known from the record, if at all
    """

    record: Record
    since: int | None = None
    paused: bool = False
    better: Record | None = None
    advice: str = ""
    marks: tuple[Mark, ...] = ()
    seat: int | None = None


class NamedPlan(NamedTuple):
    """A plan for a turn, as action texts, with the name that is shown for it."""

    id: str
    words: str
    actions: tuple[str, ...]


class Simulations(Route, scene="review.rollout.page:RolloutPage"):
    """Rollouts of a position of a game to the end.

    position: the position, as its player knew it
    plans: the plans to begin with, at least one
    """

    match: Match
    position: str
    plans: Sequence[NamedPlan]


# ---- learning ---------------------------------------------------------------------------------


class Lessons(Route, scene="learn.lessons:LessonsPage"):
    """The lessons of all games."""


class LessonTable(Route, scene="learn.lesson:lesson_table"):
    """A lesson.

    step: the first step; None: where the player left off
    """

    lesson: Lesson
    step: int | None = None


class Puzzles(Route, scene="learn.puzzle:PuzzlesPage"):
    """The puzzles of a game, or those of one theme."""

    ruleset_id: str
    theme: str = ""


class PuzzleTable(Route, scene="learn.puzzle:puzzle_table"):
    """A puzzle.

    shown: start with the answer played and explained
    theme: the theme from which this puzzle and the next one are taken; "": all
    """

    puzzle: Puzzle
    shown: bool = False
    theme: str = ""


class Mistakes(Route, scene="learn.mistakes:MistakesPage"):
    """The costly turns of a game, as exercises."""

    match: Match


class Practice(Route, scene="learn.training.practice:PracticePage"):
    """Exercises from the mistakes of all analysed games of a ruleset."""

    ruleset_id: str


class CountingTable(Route, scene="learn.training.counting:counting_table"):
    """A counting exercise; None: the one to be done next."""

    ruleset_id: str
    task: CountingTask | None = None


class MistakeTable(Route, scene="learn.mistake:mistake_table"):
    """An exercise on one costly turn.

    match: the game
    exercises: all exercises
    at: index of this one
    failed: the failed attempts, each compared with the better plan
    """

    match: Match
    exercises: tuple[Exercise, ...]
    at: int
    failed: tuple[Mistake, ...] = ()


class FirstGame(Route, scene="learn.first_game:first_game"):
    """A new game against easy computer players, with a guide."""

    ruleset_id: str


# ---- a room -----------------------------------------------------------------------------------


class AnyRoomClient(Protocol):
    """The client of a room (rooms/client.py)."""

    room: str


class Together(Route, scene="rooms.together:TogetherPage"):
    """The rooms of this device, and the ways to new ones."""


class ListOfTables(Route, scene="tables.public_page:PublicTablesPage"):
    """The list of public tables of the room server."""


class ReportTable(Route, scene="tables.report:ReportPage"):
    """The report of a public table to the host of the server, with its name and title."""

    room: str
    title: str


class NewRoom(Route, scene="rooms.making:new_room"):
    """The page of a new game in a room.

    setup: the initial choices; None: the usual ones
    """

    setup: Setup | None = None


class MoveIn(Route, scene="rooms.making:MoveInPage"):
    """The page that moves a local game into a room."""

    match: Match


class EnterRoom(Route, scene="rooms.together:enter_room"):
    """A room by its name; with a `key`, as the member who owns it.

    invite: the invitation code of a link for new members
    clock: the clock that its owner wants
    public: True if the person has found the room in the list of public tables
    """

    name: str
    key: str = ""
    invite: str = ""
    clock: ClockRules | None = None
    public: bool = False


class RoomMember(Route, scene="rooms.lobby:MemberPage"):
    """The actions of a room's owner for a member."""

    client: AnyRoomClient
    who: int


class SecretCard(Route, scene="rooms.menu:SecretCardPage"):
    """The secret card of this device's seat.

    title, lines: the text of the card
    """

    title: str
    lines: tuple[str, ...]


class Door(Route, scene="rooms.together:DoorPage"):
    """The door of a room that has not answered yet."""

    client: AnyRoomClient


class Lobby(Route, scene="rooms.lobby:LobbyPage"):
    """The lobby of a room before the game, or for a member who has yet to take a seat.

    base: False for a page above the table
    """

    client: AnyRoomClient
    base: bool = True


class RoomSeat(Route, scene="rooms.lobby:SeatPage"):
    """The actions for a seat in a room."""

    client: AnyRoomClient
    seat: int


class ClockChoice(Route, scene="rooms.clock.page:ClockPage"):
    """The choice of a room's clock."""

    client: AnyRoomClient


class HandOverSeat(Route, scene="rooms.menu:HandOverSeatPage"):
    """The question whether a computer should play for the person."""

    client: AnyRoomClient


class RoomTable(Route, scene="rooms.game:room_table"):
    """The table of a room's game."""

    client: AnyRoomClient


class RoomMenu(Route, scene="rooms.menu:room_menu"):
    """The menu of a room's table.

    sentences: the log
    lately: indices of the sentences that are new to the reader
    show: shows the place of a sentence on the table
    """

    client: AnyRoomClient
    sentences: list[Sentence]
    lately: range = range(0)
    show: ShowPlace | None = None


class Phrases(Route, scene="rooms.menu:PhrasesPage"):
    """The phrases to send to the other members."""

    client: AnyRoomClient


class RoomNotices(Route, scene="rooms.menu:NoticesPage"):
    """The notifications of this device for a table."""

    client: AnyRoomClient


class OtherDevice(Route, scene="rooms.invite:OtherDevicePage"):
    """The link with which a member continues on another device."""

    link: str


class GoHere(Route, scene="rooms.menu:GoHerePage"):
    """The page that continues a room's game on this device."""

    client: AnyRoomClient


class RoomResults(Route, scene="rooms.results:room_results"):
    """The scores of a room's game.

    ended: the game has just ended
    """

    client: AnyRoomClient
    ended: bool = False
