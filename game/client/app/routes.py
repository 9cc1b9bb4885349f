"""Routes between scenes: `app.open(routes.Replay(record))`. Each route has the arguments of its scene as
fields.

Scenes use only these, so that no scene imports another. `client/scene_factory.py` maps routes to scenes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from game.client.app.setup import Setup
from game.client.storage.save_store import Saved
from game.client.words.sentence import Sentence
from game.engine.record import Record
from game.match import Match, PlayerInfo

if TYPE_CHECKING:  # the title imports this module but needs none of these
    from game.client.storage.link import Fault
    from game.client.words.trouble import Trouble
    from game.match.exercise import Exercise
    from game.match.lesson import Lesson
    from game.match.loading import Loading as Work
    from game.match.puzzle import Puzzle
    from game.platform import StorageError

# ---- before a game ----------------------------------------------------------------------------


class Title(NamedTuple):
    """The title screen."""


class NewGame(NamedTuple):
    """The page of a new game.

    setup: the initial choices; None: the usual ones
    """

    setup: Setup | None = None


class Options(NamedTuple):
    """The rules of a new game."""

    setup: Setup


class Games(NamedTuple):
    """The saved games.

    message: the reason why a game could not be opened
    """

    message: str = ""


class GameMenu(NamedTuple):
    """The actions for a saved game."""

    game: Saved


class Paste(NamedTuple):
    """The import of a game as text."""


class Outside(NamedTuple):
    """The content of a text from outside.

    too_long: the text exceeded the maximum length and was not read
    """

    text: str
    too_long: bool = False


class Arrived(NamedTuple):
    """A preview of a game from outside, replayed."""

    match: Match


class NotAGame(NamedTuple):
    """The error page for a text that holds no valid game."""

    fault: Fault
    trouble: Trouble | None


class Loading(NamedTuple):
    """The progress page of a long game that is replayed in slices.

    work: the generator that replays it
    then: returns the route for the result
    failed: the error handler
    """

    work: Work[Match]
    then: Callable[[Match], Route]
    failed: Callable[[ValueError | StorageError], None]


class Tally(NamedTuple):
    """The results of all games."""


class Settings(NamedTuple):
    """The settings."""


class About(NamedTuple):
    """The help page."""


class Rules(NamedTuple):
    """A summary of a game's rules."""

    ruleset_id: str


class Failure(NamedTuple):
    """The error page, with details for a report."""

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
    | NotAGame
    | Loading
    | Tally
    | Settings
    | About
    | Rules
    | Failure
)

# ---- a game -----------------------------------------------------------------------------------


class Table(NamedTuple):
    """A game to play."""

    match: Match


class Menu(NamedTuple):
    """The menu of a table.

    sentences: the log
    lately: indices of the sentences that are new to the reader
    """

    match: Match
    sentences: list[Sentence]
    lately: range = range(0)


class Log(NamedTuple):
    """The log of a game; `lately` are the indices of the sentences that are new to the reader."""

    sentences: list[Sentence]
    players: Sequence[PlayerInfo]
    lately: range = range(0)


class Seats(NamedTuple):
    """The controllers of the seats of a game."""

    match: Match


class Teaching(NamedTuple):
    """The settings of comments on costly turns in a game."""

    match: Match


class Share(NamedTuple):
    """The ways to share a game.

    handed_on: the table was left because another player decides next
    """

    match: Match
    handed_on: bool = False


class Code(NamedTuple):
    """The QR code of a text, as large as the window; `label` is its description for screen readers."""

    text: str
    label: str


class Conflict(NamedTuple):
    """The conflict with another window that has continued or deleted this game."""

    match: Match


class Results(NamedTuple):
    """The scores.

    ended: the game has just ended, so that the points are counted up in an animation
    """

    match: Match
    ended: bool = False


class Forecast(NamedTuple):
    """The win probabilities estimated by a computer player."""

    match: Match


class Analysis(NamedTuple):
    """The analysis of a finished game and its turning points."""

    match: Match


class Mark(NamedTuple):
    """A marked mistake: the number of steps up to the end of its turn, its seat, its size and its
    description."""

    step: int
    seat: int
    size: str
    words: str


class Replay(NamedTuple):
    """A replay of a game.

    since: number of steps to skip, playing immediately unless `paused`; None: start at the first step
    better: the game as it would continue with a better plan
    advice: the comment on that plan
    marks: the known mistakes
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
    """A lesson.

    step: the first step; None: where the player left off
    """

    lesson: Lesson
    step: int | None = None


class Puzzles(NamedTuple):
    """The puzzles of a game, or those of one theme."""

    ruleset_id: str
    theme: str = ""


class PuzzleTable(NamedTuple):
    """A puzzle.

    shown: start with the answer played and explained
    theme: the theme from which this puzzle and the next one are taken; "": all
    """

    puzzle: Puzzle
    shown: bool = False
    theme: str = ""


class Mistakes(NamedTuple):
    """The costly turns of a game, as exercises."""

    match: Match


class MistakeTable(NamedTuple):
    """An exercise on one costly turn.

    match: the game
    exercises: all exercises
    at: index of this one
    missed: number of failed attempts
    """

    match: Match
    exercises: tuple[Exercise, ...]
    at: int
    missed: int = 0


class FirstGame(NamedTuple):
    """A new game against easy computer players, with a guide."""

    ruleset_id: str


Learning = Lessons | LessonTable | Puzzles | PuzzleTable | Mistakes | MistakeTable | FirstGame | Teaching

# ---- a room -----------------------------------------------------------------------------------


class AnyRoomClient(Protocol):
    """The client of a room (rooms/client.py)."""

    room: str


class Together(NamedTuple):
    """The rooms of this device, and the ways to new ones."""


class NewRoom(NamedTuple):
    """The page of a new game in a room.

    setup: the initial choices; None: the usual ones
    """

    setup: Setup | None = None


class MoveIn(NamedTuple):
    """The page that moves a local game into a room."""

    match: Match


class EnterRoom(NamedTuple):
    """A room by its name; with a `key`, as the member who owns it."""

    name: str
    key: str = ""


class Door(NamedTuple):
    """The door of a room that has not answered yet."""

    client: AnyRoomClient


class Lobby(NamedTuple):
    """The lobby of a room before the game, or for a member who has yet to take a seat."""

    client: AnyRoomClient


class RoomPage(NamedTuple):
    """The lobby as a page above the table."""

    client: AnyRoomClient


class RoomSeat(NamedTuple):
    """The actions for a seat in a room."""

    client: AnyRoomClient
    seat: int


class RoomTable(NamedTuple):
    """The table of a room's game."""

    client: AnyRoomClient


class RoomMenu(NamedTuple):
    """The menu of a room's table.

    sentences: the log
    lately: indices of the sentences that are new to the reader
    """

    client: AnyRoomClient
    sentences: list[Sentence]
    lately: range = range(0)


class Phrases(NamedTuple):
    """The phrases to send to the other members."""

    client: AnyRoomClient


class OtherDevice(NamedTuple):
    """The link with which a member continues on another device."""

    link: str


class GoHere(NamedTuple):
    """The page that continues a room's game on this device."""

    client: AnyRoomClient


class RoomResults(NamedTuple):
    """The scores of a room's game.

    ended: the game has just ended
    """

    client: AnyRoomClient
    ended: bool = False


Rooming = (
    Together
    | NewRoom
    | MoveIn
    | EnterRoom
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
