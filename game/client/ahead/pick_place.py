"""The table on which a person taps a place of the board, for a decision made in advance."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.client.app.scene import Host
from game.client.draw.widgets import ButtonSpec
from game.client.table.table import TableScene
from game.client.table.table_mode import TableMode
from game.client.touch.chooser import Chooser
from game.client.views import make_view
from game.client.words.i18n import Translator, t
from game.engine.core import Action
from game.engine.record import Record
from game.match import Match, Person
from game.match.players import player_tags


class PickPlaceMode(TableMode):
    """A table mode in which nothing is played: the person taps one of some elements."""

    name = "pick-place"
    hints = False

    def __init__(
        self, app: Host, match: Match, elements: Sequence[str], chosen: Callable[[str], None]
    ) -> None:
        """`chosen`: called with the element that was tapped."""
        state = match.state
        record = Record(state.ruleset, state.seats, state.options, 0, player_tags(match.players))
        super().__init__(app, Match("", record, [Person() for _ in match.players], start=state))
        view = make_view(state.ruleset, match.players, state.options)
        self._places = [PlaceChoice(view.label(element, state), (element,)) for element in elements]
        self._chosen = chosen

    def choosing(self, actions: Sequence[Action]) -> Chooser:
        return Chooser(self._places)

    def play(self, action: Action) -> None:
        self.app.pop()
        self._chosen(action.path[0])

    def refusal(self, element: str) -> str:
        return ""

    def prompt(self, question: str) -> str:
        return Translator(self.match.ruleset.id)("wish.pick")

    status = heading = whole_prompt = prompt

    def instead(self) -> list[ButtonSpec]:
        return [ButtonSpec("cancel", t("back"), self.leave, icon="back")]


class PlaceChoice(Action):
    """An element of the board as an action that a person can choose. Its text is the name of the element."""

    __slots__ = ()


def pick_place(app: Host, match: Match, elements: Sequence[str], chosen: Callable[[str], None]) -> TableScene:
    """Create the table on which a person taps one of some elements."""
    mode = PickPlaceMode(app, match, elements, chosen)
    return TableScene(app, mode.match, mode)
