"""The page that opens a long game: replays its record in slices and shows the progress."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

from game.client.app import routes
from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.scene import Host
from game.client.review.analysis_task import Progress, add_progress
from game.client.storage.fragment import holds_link
from game.client.words.i18n import t
from game.client.words.numbers import percent
from game.match.loading import Loading as Work
from game.platform import StorageError

SLICE = 0.02
"""Seconds of work per frame."""

T = TypeVar("T")


def load(app: Host, work: Work[T], then: Callable[[T], routes.Route], failed: routes.Failed) -> None:
    """Open the route that `then` returns for the result of the work; if that takes long, show a page with its
    progress first.

    failed: called with the error if the work fails
    """
    try:
        next(work)
    except StopIteration as done:
        app.open(then(done.value))
    except (ValueError, StorageError) as error:
        failed(error)
    else:
        app.open(routes.Loading(work, then, failed))


class LoadingPage(Page):
    """Progress of opening a game. Cancelling it changes nothing.

    outside: True if the game comes from outside; another link opened meanwhile then replaces it
    """

    name = "loading"
    column_units = 30.0

    def __init__(
        self,
        app: Host,
        work: Work[Any],
        then: Callable[[Any], routes.Route],
        failed: routes.Failed,
        *,
        outside: bool = False,
    ) -> None:
        super().__init__(app)
        self.from_outside = outside
        self._work, self._then, self._failed = work, then, failed
        self._share = 0.0
        self._progress = Progress(app)

    def title(self) -> str:
        return t("loading.title")

    def build(self, flow: Flow) -> None:
        add_progress(flow, t("loading.text", percent=percent(self._share)), self._share)

    def update(self, now: float) -> float | None:
        """Work for a slice of time."""
        before, end = percent(self._share), time.perf_counter() + SLICE
        try:
            self._share = next(self._work)
            while time.perf_counter() < end:
                self._share = next(self._work)
        except StopIteration as done:
            self.app.replace(self._then(done.value))
            return None
        except (ValueError, StorageError) as error:
            self.app.pop()
            self._failed(error)
            return None
        if percent(self._share) != before:
            self._progress.reached(self._share, t("loading.text", percent=percent(self._share)))
            self.app.refresh()
        return 0.0

    def cancel(self) -> None:
        if self.from_outside and holds_link(self.app.platform.link()):
            self.app.platform.forget_link()
        super().cancel()

    def left(self) -> None:
        self._work.close()
