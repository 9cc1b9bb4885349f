"""News of a table since the last visit, found while its board is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from game.client.draw.sprites import Hurry
from game.client.views.thumbnail import Thumbnail
from game.client.views.view import GameView
from game.engine.core import Event, State
from game.engine.record import Record, steps
from game.match import players_of
from game.match.affecting import concerns

MOST = 2
"""Maximum number of sentences about a table."""


class NewsThumbnail(Thumbnail):
    """The image of a board, with sentences about the steps since the last visit."""

    def __init__(self, record: Record, room: tuple[int, int], since: int, seats: Sequence[int]) -> None:
        """Prepare the image of the last position of a record, as large as fits into `room` (in pixels).

        since: number of steps at the last visit
        seats: the seats of the person here
        """
        self.news: tuple[str, ...] = ()
        """The sentences, known once the image is finished."""
        self._new: list[Sequence[Event]] = []
        self._seats, self._possessions = seats, record.ruleset.possessions
        super().__init__(self._followed(record, since), players_of(record), room)

    def _followed(self, record: Record, since: int) -> Iterator[State]:
        yield record.new_game()
        for step, (state, _, events) in enumerate(steps(record), 1):
            self._new += [events] if step > since else []
            yield state

    def _paint(self, state: State, now: Hurry) -> None:
        view = self._made_view(state)
        super()._paint(state, now)
        if self.picture is not None:
            self.news, self._new = self._told(view, state), []  # lists hold many images

    def _told(self, view: GameView[Any], state: State) -> tuple[str, ...]:
        """Return what affects the person here or, without that, what says most about the steps."""
        mine = [
            events
            for events in self._new
            if any(concerns(events, seat, self._possessions) for seat in self._seats)
        ]
        return tuple(view.most_telling(mine, state, MOST) or view.most_telling(self._new, state, MOST))
