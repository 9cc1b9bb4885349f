"""What puzzles and errors to be mended share: a position in which one seat looks for the best plan."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from game.client.frame.scene import Host
from game.client.learn.coach import Coach, GuidedChooser
from game.client.learn.courses import own_name
from game.client.touch.chooser import Chooser
from game.client.words.i18n import computers
from game.engine.core import Action, State
from game.engine.record import Record
from game.match import COLOURS, Cursor, Match, Move, Player
from game.match.controller import Controller
from game.match.players import player_tags
from game.match.puzzle import OPEN, SOLVED


def learners(app: Host, state: State, seat: int) -> list[Player]:
    """The players of a position that is nobody's game: the learner and some merchants."""
    names = [computers(f"merchant.{one + 1}") for one in range(state.seats)]
    if state.actor is not None:
        names[seat] = own_name(app, COLOURS[seat])
    return [Player(name, colour) for name, colour in zip(names, COLOURS, strict=False)]


class ProblemCoach(Coach):
    """Any legal action may be tried until it is judged."""

    def __init__(
        self,
        app: Host,
        state: State,
        seat: int,
        players: Sequence[Player],
        controllers: Sequence[Controller],
        result: str = OPEN,
    ) -> None:
        """`seat`: for whom it is to be solved."""
        self.seat, self.result = seat, result
        record = Record(state.ruleset, state.seats, state.options, 0, player_tags(list(players)))
        match = Match("", record, list(controllers), start=state)
        super().__init__(app, match)
        self._cursor = Cursor()

    @property
    def closed(self) -> bool:
        """Whether nothing more can be done on this table."""
        return bool(self.result)

    def opened(self) -> None:
        super().opened()
        if self.closed:
            self.look_back()

    def look_back(self) -> None:
        """The desk for whose seat it is stays in sight, although another is to move."""
        self.table.desks.peeked = self.seat

    @property
    def open(self) -> bool:
        return self.result != SOLVED

    def choosing(self, actions: Sequence[Action]) -> Chooser:
        return GuidedChooser(actions, [] if self.closed else actions)

    def refusal(self, element: str) -> str:
        return "" if self.closed else super().refusal(element)

    def followed(self, match: Match, now: float) -> None:
        """Judge what has been tried."""
        if not any(isinstance(entry, Move) for entry in self._cursor.new(match)):
            return
        before = self.result
        self.judge(match)
        if self.closed:
            self.look_back()
            self.table.choice.ask()
            self.app.platform.announce(self.words())
        elif before:  # another way to do what was done last is being tried
            self.table.desks.peeked = None
            self.table.choice.renew()

    @abstractmethod
    def judge(self, match: Match) -> None:
        """Something has been done: see what it comes to."""
