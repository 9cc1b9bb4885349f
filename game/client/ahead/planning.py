"""The table on which a person plans the next turn on a copy of the board, while others act."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from game.client.app.scene import Host
from game.client.draw.widgets import ButtonSpec
from game.client.table.table import TableScene
from game.client.table.table_mode import TableMode
from game.client.touch.chooser import Chooser
from game.client.words.i18n import computers
from game.engine.core import Action
from game.engine.record import Record
from game.match import Computer, Match, Person
from game.match.exercise import is_over
from game.match.players import player_tags

LEVEL = "easy"
"""Level of the computer players that decide for the others in between, for example about a displaced
piece."""


class PlanningMode(TableMode):
    """A table mode in which a turn is planned: until it ends, or reveals something."""

    name = "planning"
    hints = False

    def __init__(
        self, app: Host, game: Match, seat: int, planned: Sequence[str], keep: Callable[[Sequence[str]], None]
    ) -> None:
        """Begin with the actions planned so far, as far as they are legal.

        keep: called with the actions of the planned turn; without actions, the plan is dropped
        """
        state = game.state.determinize(Random(0), seat).turn_of(seat)
        assert state is not None, "the game can tell"
        players = game.players
        record = Record(state.ruleset, state.seats, state.options, 0, player_tags(players))
        others = (Computer(LEVEL, one + 1) for one in range(state.seats))
        controllers = [Person() if one == seat else other for one, other in enumerate(others)]
        super().__init__(app, Match("", record, controllers, start=state))
        self._start, self._seat, self._keep = state, seat, keep
        self._planned = bool(planned)
        for text in planned:
            now = self.match.state
            legal = (one for one in now.legal_actions() if one.text == text)
            if self.complete or now.actor != seat or (action := next(legal, None)) is None:
                break
            self.match.play(action)

    @property
    def complete(self) -> bool:
        """True if nothing more can be planned: the turn is over, or something was revealed."""
        return is_over(self._start, self.match.state, self.match.moves)

    @property
    def actions(self) -> list[str]:
        """The actions planned so far."""
        return [move.action.text for move in self.match.moves if move.seat == self._seat]

    def follow(self, match: Match, now: float) -> None:
        """Let no other player begin a turn."""
        match.paused = self.complete

    def asked(self) -> int | None:
        return self._seat

    seated = asked

    def undo(self) -> None:
        if self.match.can_undo:
            self.match.undo(self.table.choice.since)

    def choosing(self, actions: Sequence[Action]) -> Chooser:
        return super().choosing(() if self.complete else actions)

    # ---- text ---------------------------------------------------------------------------------

    def status(self, question: str) -> str:
        return computers("plan.complete") if self.complete else computers("plan.prompt", question=question)

    prompt = whole_prompt = heading = status

    def introduction(self) -> str:
        return computers("plan.text")

    def greeting(self) -> str:
        """Return what this copy of the board is for, until something is planned."""
        return "" if self.match.moves else computers("plan.text")

    # ---- buttons ------------------------------------------------------------------------------

    def instead(self) -> list[ButtonSpec]:
        return [self._keeping("primary")] if self.complete else []

    over = instead

    def tools(self) -> list[ButtonSpec]:
        specs = [self._keeping("sea")] if self.actions and not self.complete else []
        if self._planned:
            specs.append(ButtonSpec("drop", computers("plan.drop"), self._drop, icon="close"))
        return specs

    def _keeping(self, tone: str) -> ButtonSpec:
        return ButtonSpec("keep", computers("plan.keep"), self._done, tone, icon="check")

    def _done(self) -> None:
        self.app.pop()
        self._keep(self.actions)

    def _drop(self) -> None:
        self.app.pop()
        self._keep(())


def planning_table(
    app: Host, game: Match, seat: int, planned: Sequence[str], keep: Callable[[Sequence[str]], None]
) -> TableScene:
    """Create the table on which a person plans the next turn of a seat."""
    mode = PlanningMode(app, game, seat, planned, keep)
    return TableScene(app, mode.match, mode)
