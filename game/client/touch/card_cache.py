"""Information cards for the item that is pointed at."""

from __future__ import annotations

from game.client.draw.cards import InfoCard
from game.client.touch.chooser import CHOICE, Chooser
from game.client.views.view import GameView
from game.client.words.consequences import common
from game.engine.core import State

MAX_COMPARED = 12
"""Maximum number of actions whose common consequences are worked out, since each takes time."""


class CardCache:
    """Creates the cards of a table, each once per state."""

    def __init__(self, view: GameView[State]) -> None:
        self._view = view
        self._version: object = None
        self._cards: dict[str, InfoCard | None] = {}

    def card(self, element: str, chooser: Chooser, state: State, version: object) -> InfoCard | None:
        """Return the card of an element: what it is, and what activating it would do.

        version: identifies the match's version and the elements activated in it; a new value clears the cache
        """
        if version != self._version:
            self._version = version
            self._cards.clear()
        if element not in self._cards:
            self._cards[element] = self._make(element, chooser, state)
        return self._cards[element]

    def _make(self, element: str, chooser: Chooser, state: State) -> InfoCard | None:
        about = None if element.startswith(CHOICE) else self._view.card(element, state)
        touchable = {*chooser.offered, *chooser.reachable}
        meant = element if element in touchable else self._view.twin(element)
        actions = chooser.actions_with(meant) if meant in touchable else []
        if not actions:
            return about
        lines = about.lines if about else ()
        if len(actions) == 1:
            title = self._view.tell_action(actions[0], state)
            return InfoCard(title, (*self._view.consequences(actions[0], state), *lines))
        title = about.title if about else self._view.label(element, state)
        if len(actions) <= MAX_COMPARED:
            lines = (*common(self._view.consequences(action, state) for action in actions), *lines)
        return InfoCard(title, lines)
