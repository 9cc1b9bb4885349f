"""Base of puzzles and exercises: a position in which one seat looks for the best plan."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from game.client.app.scene import Host
from game.client.learn.coach import Coach, GuidedChooser
from game.client.learn.courses import own_name
from game.client.touch.chooser import Chooser
from game.client.words.i18n import computers
from game.engine.core import Action, State
from game.engine.record import Record
from game.match import COLOURS, Cursor, Match, Move, PlayerInfo
from game.match.controller import Controller
from game.match.players import player_tags
from game.match.puzzle import OPEN, SOLVED


def learners(app: Host, state: State, seat: int) -> list[PlayerInfo]:
    """Return players for a position without a game: the learner and computer opponents."""
    names = [computers(f"merchant.{one + 1}") for one in range(state.seats)]
    if state.actor is not None:
        names[seat] = own_name(app, COLOURS[seat])
    return [PlayerInfo(name, colour) for name, colour in zip(names, COLOURS, strict=False)]


class ProblemCoach(Coach):
    """A coach under which any legal action can be tried until the attempt is judged."""

    def __init__(
        self,
        app: Host,
        state: State,
        seat: int,
        players: Sequence[PlayerInfo],
        controllers: Sequence[Controller],
        result: str = OPEN,
    ) -> None:
        """Create the table at `state`; `seat` is the one to solve the problem."""
        self.seat, self.result = seat, result
        record = Record(state.ruleset, state.seats, state.options, 0, player_tags(list(players)))
        match = Match("", record, list(controllers), start=state)
        super().__init__(app, match)
        self._cursor = Cursor()

    @property
    def closed(self) -> bool:
        """True if no further action is possible at this table."""
        return bool(self.result)

    def opened(self) -> None:
        super().opened()
        if self.closed:
            self.look_back()

    def look_back(self) -> None:
        """Keep the solver's player board visible while another player is to move."""
        self.table.desks.peeked = self.seat

    def choosing(self, actions: Sequence[Action]) -> Chooser:
        return GuidedChooser(actions, [] if self.closed else actions)

    def refusal(self, element: str) -> str:
        return "" if self.closed else super().refusal(element)

    def followed(self, match: Match, now: float) -> None:
        """Judge the attempt."""
        if not any(isinstance(entry, Move) for entry in self._cursor.new(match)):
            return
        before = self.result
        self.judge(match)
        if self.closed:
            self.look_back()
            self.table.choice.ask(replaceable=self.result != SOLVED)
            self.app.platform.announce(self.words())
        elif before:  # the learner tries another way to do the last action
            self.table.desks.peeked = None
            self.table.choice.renew()

    @abstractmethod
    def judge(self, match: Match) -> None:
        """Set `result` for the attempt so far. Called after each action."""
