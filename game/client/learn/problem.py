"""Base of puzzles and exercises: a position in which one seat looks for the best plan."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from game.client.app.scene import Host
from game.client.draw.widgets import ButtonSpec
from game.client.learn.coach import Coach, GuidedChooser
from game.client.touch.chooser import Chooser
from game.client.words.i18n import Translator
from game.engine.core import Action, State
from game.engine.record import Record
from game.match import Cursor, Match, Move, PlayerInfo
from game.match.controller import Controller
from game.match.players import player_tags
from game.match.puzzle import OPEN, SOLVED


class ProblemCoach(Coach):
    """A coach under which any legal action can be tried until the attempt is judged. Its texts have its name
    as prefix."""

    texts: ClassVar[Translator]
    """The message catalogue with the texts."""

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
        record = Record(state.ruleset, state.seats, state.options, 0, player_tags(players))
        match = Match("", record, controllers, start=state)
        super().__init__(app, match)
        self._cursor = Cursor()

    def opened(self) -> None:
        super().opened()
        if self.result:
            self.look_back()

    def look_back(self) -> None:
        """Keep the solver's player board visible while another player is to move."""
        self.table.desks.peeked = self.seat

    def prompt(self, question: str) -> str:
        return self.unheard() if self.result else super().prompt(question)

    def asked_now(self, question: str) -> str:
        return "" if self.result else super().asked_now(question)

    def choosing(self, actions: Sequence[Action]) -> Chooser:
        return GuidedChooser(actions, [] if self.result else actions)

    def refusal(self, element: str) -> str:
        return "" if self.result else super().refusal(element)

    def followed(self, match: Match, now: float) -> None:
        """Judge the attempt."""
        if not any(isinstance(entry, Move) for entry in self._cursor.new(match.log)):
            return
        before = self.result
        self.evaluate(match)
        if self.result:
            self.look_back()
            self.announce()
        elif before:  # the learner tries another way to do the last action
            self.table.desks.peeked = None
            self.table.choice.renew()

    def announce(self) -> None:
        """Show and announce the text for a new result."""
        self.table.choice.ask(replaceable=self.result != SOLVED)
        self.speak()
        self.app.refresh()

    # ---- the card -----------------------------------------------------------------------------

    @property
    def answered(self) -> bool:
        """True if the answer is shown: it was found, or the learner has asked for it."""
        return self.result == SOLVED

    def status(self, question: str) -> str:
        return self.texts(f"{self.name}.over") if self.result else super().status(question)

    def way_out(self) -> str:
        return self.texts(f"{self.name}.leave")

    def attempt_buttons(self) -> list[ButtonSpec]:
        """Return the buttons before the answer is shown: try again, and show the answer."""
        again = ButtonSpec("coach.again", self.texts(f"{self.name}.again"), self.again)
        return [again, ButtonSpec("coach.answer", self.texts(f"{self.name}.show"), self.show_answer)]

    def undo(self) -> None:
        if not self.answered:
            self.again()

    @abstractmethod
    def again(self) -> None:
        """Begin another attempt."""

    @abstractmethod
    def show_answer(self) -> None:
        """Give up and show the answer."""

    @abstractmethod
    def evaluate(self, match: Match) -> None:
        """Set `result` for the attempt so far. Called after each action."""
