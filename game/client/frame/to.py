"""Where a scene can lead to: `app.open(to.Replay(record))`. Each place has the fields its scene is handed.

Scenes know only these, so that none has to import another; `client/routes.py` says which scene is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from game.client.frame.setup import Setup
from game.client.keep.shelf import Saved
from game.client.words.sentence import Sentence
from game.engine.record import Record
from game.match import Match, PlayerInfo

if TYPE_CHECKING:  # the title imports this module, and needs none of them
    from game.client.keep.link import Fault
    from game.client.words.trouble import Trouble
    from game.match.exercise import Exercise
    from game.match.lesson import Lesson
    from game.match.loading import Loading as Work
    from game.match.puzzle import Puzzle
    from game.platform import StorageError

# ---- before a game ----------------------------------------------------------------------------


class Title(NamedTuple):
    """The first screen."""


class NewGame(NamedTuple):
    """Who plays what; `setup`: the choices to begin with, None: the usual ones."""

    setup: Setup | None = None


class Options(NamedTuple):
    """The rules of a game that is set up."""

    setup: Setup


class Games(NamedTuple):
    """The saved games; `message` says why one is here instead of at a table."""

    message: str = ""


class GameMenu(NamedTuple):
    """What can be done with a saved game."""

    game: Saved


class Paste(NamedTuple):
    """Where a game is brought in as text."""


class Outside(NamedTuple):
    """What a text from outside holds; `too_long` to be read at all."""

    text: str
    too_long: bool = False


class Arrived(NamedTuple):
    """A game from outside, replayed."""

    match: Match


class Refused(NamedTuple):
    """A text from outside that holds no game, and why."""

    fault: Fault
    trouble: Trouble | None


class Loading(NamedTuple):
    """A long game that is replayed in slices: the work, where its result leads, and the handler of errors."""

    work: Work[Match]
    then: Callable[[Match], Route]
    failed: Callable[[ValueError | StorageError], None]


class Tally(NamedTuple):
    """The results of all games."""


class Settings(NamedTuple):
    """The settings."""


class About(NamedTuple):
    """What this is and who made it."""


class Rules(NamedTuple):
    """The rules of a game in short."""

    ruleset_id: str


class Failure(NamedTuple):
    """Something failed, with the details for a report."""

    details: str


Page = (
    Title
    | NewGame
    | Options
    | Games
    | GameMenu
    | Paste
    | Outside
    | Arrived
    | Refused
    | Loading
    | Tally
    | Settings
    | About
    | Rules
    | Failure
)

# ---- a game -----------------------------------------------------------------------------------


class Table(NamedTuple):
    """A game to be played."""

    match: Match


class Menu(NamedTuple):
    """What can be done at a table; `sentences` are its log, those in `lately` new to the reader."""

    match: Match
    sentences: list[Sentence]
    lately: range = range(0)


class Log(NamedTuple):
    """The log of a game; the sentences in `lately` are new to the reader."""

    sentences: list[Sentence]
    players: Sequence[PlayerInfo]
    lately: range = range(0)


class Seats(NamedTuple):
    """Who plays at each seat from now on."""

    match: Match


class Teaching(NamedTuple):
    """Whether the person in this game is told of turns that gave much away."""

    match: Match


class Share(NamedTuple):
    """The game to hand on; `handed_on`: the table was left because somebody elsewhere is to decide."""

    match: Match
    handed_on: bool = False


class Code(NamedTuple):
    """The QR code of a text, as large as the window; `label`: what it is, for screen readers."""

    text: str
    label: str


class Conflict(NamedTuple):
    """Another window has continued or deleted this game."""

    match: Match


class Results(NamedTuple):
    """The scoring; `ended`: the game has just ended, and the points are counted before everybody's eyes."""

    match: Match
    ended: bool = False


class Forecast(NamedTuple):
    """How the game stands, as a computer sees it."""

    match: Match


class Analysis(NamedTuple):
    """How a finished game went, and where it turned."""

    match: Match


class Mark(NamedTuple):
    """An error: the steps up to the end of its turn, whose it was, how large, and what is said of it."""

    step: int
    seat: int
    size: str
    words: str


class Replay(NamedTuple):
    """A game step by step.

    since   start after this many steps, playing at once unless `paused`; None: with the first
    better  how the game would have continued with a better plan
    advice  what to say about that
    marks   the errors that are known
    """

    record: Record
    since: int | None = None
    paused: bool = False
    better: Record | None = None
    advice: str = ""
    marks: tuple[Mark, ...] = ()


Game = Table | Menu | Log | Seats | Share | Code | Conflict | Results | Forecast | Analysis | Replay

# ---- learning ---------------------------------------------------------------------------------


class Lessons(NamedTuple):
    """The lessons of all games."""


class LessonTable(NamedTuple):
    """A lesson; `step`: where to begin, None: where the player left off."""

    lesson: Lesson
    step: int | None = None


class Puzzles(NamedTuple):
    """The puzzles of a game; `theme`: only those of one theme."""

    ruleset_id: str
    theme: str = ""


class PuzzleTable(NamedTuple):
    """A puzzle.

    shown  start with the answer played and explained
    theme  it was chosen among those of this theme, and so is the next one; "": among all
    """

    puzzle: Puzzle
    shown: bool = False
    theme: str = ""


class Mistakes(NamedTuple):
    """The turns of a game that cost much, to be played again."""

    match: Match


class MistakeTable(NamedTuple):
    """One of such turns.

    match      the game; `exercises`: all that are set, `at`: which of them
    missed     so often nothing better has been found
    """

    match: Match
    exercises: tuple[Exercise, ...]
    at: int
    missed: int = 0


class FirstGame(NamedTuple):
    """A new game against easy computers, with a guide."""

    ruleset_id: str


Learning = Lessons | LessonTable | Puzzles | PuzzleTable | Mistakes | MistakeTable | FirstGame | Teaching

# ---- a room -----------------------------------------------------------------------------------


class Visit(Protocol):
    """A device's being in a room (rooms/visit.py)."""

    room: str


class Together(NamedTuple):
    """The rooms of this device, and the way to new ones."""


class NewRoom(NamedTuple):
    """Who plays what in a new room; `setup`: the choices to begin with, None: the usual ones."""

    setup: Setup | None = None


class MoveIn(NamedTuple):
    """A game of one screen, to go on in a room."""

    match: Match


class Room(NamedTuple):
    """A room, by its name; with the `key` of somebody who has been there, as that person."""

    name: str
    key: str = ""


class Door(NamedTuple):
    """A room that has not answered yet."""

    visit: Visit


class Lobby(NamedTuple):
    """A room whose game has not begun, or in which somebody has yet to take a seat."""

    visit: Visit


class RoomPage(NamedTuple):
    """The same as a page above the table."""

    visit: Visit


class RoomSeat(NamedTuple):
    """What can be done with a seat of a room."""

    visit: Visit
    seat: int


class RoomTable(NamedTuple):
    """The game in a room."""

    visit: Visit


class RoomMenu(NamedTuple):
    """What can be done at a room's table; `sentences` are its log, those in `lately` new to the reader."""

    visit: Visit
    sentences: list[Sentence]
    lately: range = range(0)


class Phrases(NamedTuple):
    """What can be said to the others."""

    visit: Visit


class OtherDevice(NamedTuple):
    """The link by which one goes on in a room at another device."""

    link: str


class GoHere(NamedTuple):
    """A room's game is to go on at this screen."""

    visit: Visit


class RoomResults(NamedTuple):
    """The scoring of a room's game; `ended`: it has just ended."""

    visit: Visit
    ended: bool = False


Rooming = (
    Together
    | NewRoom
    | MoveIn
    | Room
    | Door
    | Lobby
    | RoomPage
    | RoomSeat
    | RoomTable
    | RoomMenu
    | Phrases
    | OtherDevice
    | GoHere
    | RoomResults
)

Route = Page | Game | Learning | Rooming
