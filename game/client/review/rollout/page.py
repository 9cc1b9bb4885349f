"""The page of rollouts: a position is played to the end again and again, with one plan or with two side by
side."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from game.client.app import routes
from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.scene import Host
from game.client.draw import theme
from game.client.draw.widgets import ButtonSpec, Widget
from game.client.review.advice import listed, own_actions
from game.client.review.results import add_players, add_row
from game.client.review.rollout.task import Plan, RolloutTask
from game.client.views import make_view
from game.client.words.i18n import capitalised, computers, finished, t
from game.client.words.numbers import percent, points, tenths
from game.levels import HARD, MEDIUM
from game.match import Match
from game.platform import ThinkError
from game.worker_messages import Choice, MessageError, from_json, request

NONE = "none"
"""Value of the choice of a second plan that means a single plan."""
SPOKEN = (10, 30, 100, 300, 1000)
"""Numbers of games that are announced."""
CALM = 0.25
"""Minimum time in seconds between two updates of the numbers."""
SECONDS = 2.0
"""Time in which the computer looks for plans."""


class RolloutPage(Page):
    """Rolls out plans from a position of a game and shows the numbers as they grow."""

    name = "rollouts"
    column_units = 46.0

    def __init__(self, app: Host, match: Match, position: str, plans: Sequence[routes.NamedPlan]) -> None:
        super().__init__(app)
        self.match: Match = match
        self.state = match.ruleset.parse_position(position)
        assert self.state.actor is not None, "the game is over"
        self.seat: int = self.state.actor
        self.view = make_view(match.ruleset, match.players, match.state.options)
        self.plans = {plan.id: plan for plan in plans}
        self.task = RolloutTask(app, match.ruleset, position, self._changed)
        self.first, self.second = plans[0].id, plans[1].id if len(plans) > 1 else NONE
        self._drawn, self._said, self._suggested = 0.0, 0, 0
        self._search: asyncio.Future[None] | None = None
        self._set()

    # ---- the page ---------------------------------------------------------------------------

    def title(self) -> str:
        return finished("rollout")

    def build(self, flow: Flow) -> None:
        if self.task.running or self.task.common or self.task.failed:
            self._numbers(flow)
        else:
            flow.text(finished("rollout.text", name=self._name), colour=theme.ui.ink_soft)
        flow.gap()
        names = [(plan.id, plan.words) for plan in self.plans.values()]
        flow.choice("first", finished("rollout.first"), names, self.first, self._choose_first, abreast=2)
        self._plan(flow, self.first)
        flow.gap()
        others = [(NONE, finished("rollout.none")), *(one for one in names if one[0] != self.first)]
        flow.choice("second", finished("rollout.second"), others, self.second, self._choose_second, abreast=2)
        if self.second != NONE:
            self._plan(flow, self.second)
        flow.gap(0.4)
        if self._search is None:
            spec = ButtonSpec("suggest", finished("rollout.suggest"), self._suggest, icon="hint")
            flow.buttons([spec])
        else:
            flow.text(finished("rollout.suggesting"))
        flow.gap()
        levels = [(level, computers(f"level.{level}")) for level in (MEDIUM, HARD)]
        flow.choice("level", finished("rollout.level"), levels, self.task.level, self._level, abreast=2)
        flow.gap()

    def _plan(self, flow: Flow, which: str) -> None:
        """Add the actions of a plan."""
        own = own_actions(self.view, self.seat, self.plans[which].actions, self.state)
        flow.gap(0.3)
        flow.text(capitalised(listed([action.words for action in own])))

    def _numbers(self, flow: Flow) -> None:
        """Add the results so far, and what they say about the two plans."""
        if self.task.failed:
            flow.message(finished("analysis.failed"))
        if not self.task.common:
            flow.text(finished("rollout.running") if self.task.running else "")
            return
        names = add_players(flow, self.match.players)
        for which in filter(lambda one: one != NONE, (self.first, self.second)):
            plan = self.plans[which]
            chances, scores = self.task.chances(plan.actions), self.task.points(plan.actions)
            games = finished("rollout.games", plan=plan.words, n=self.task.count(plan.actions))
            add_row(flow, games, [percent(one.mean) for one in chances], names, strong=True)
            cells = [finished("rating.unsure", value=percent(one.error)) for one in chances]
            add_row(flow, finished("rating.error"), cells, names)
            means = [tenths(one.mean / 100) for one in scores]
            add_row(flow, finished("rollout.points"), means, names, shade=True)
        flow.gap(0.5)
        flow.text(self._apart(), "bold")

    def _apart(self) -> str:
        """Return the difference between both plans in words; "" with one plan."""
        if self.second == NONE:
            return ""
        found = self.task.apart(self.seat)
        plans = self.plans[self.first].words, self.plans[self.second].words
        if found.mean < 0:
            plans = plans[1], plans[0]
        if not round(found.mean, 2):
            return finished("rollout.even", name=self._name)
        return finished(
            "rollout.apart",
            name=self._name,
            better=plans[0],
            worse=plans[1],
            cost=points(abs(found.mean)),
            error=tenths(found.error),
            sure=percent(min(0.99, max(found.sure, 1 - found.sure))),
        )

    @property
    def _name(self) -> str:
        return self.match.players[self.seat].name

    def foot(self) -> list[ButtonSpec]:
        back = ButtonSpec("back", t("back"), self.cancel, icon="back")
        if self.task.running:
            return [back, ButtonSpec("run", finished("rollout.stop"), self._stop, "primary", "pause")]
        label = finished("rollout.on") if self.task.common else finished("rollout.start")
        return [back, ButtonSpec("run", label, self._start, "primary", "play")]

    # ---- actions ----------------------------------------------------------------------------

    def repeats(self, widget: Widget) -> bool:
        """Return True if the second of two quick taps on a widget counts. It must not stop what the first
        started."""
        return widget.id != "run"

    def _start(self) -> None:
        self.task.start()

    def _stop(self) -> None:
        self.task.stop()
        self.app.platform.announce(self._result())

    def _changed(self) -> None:
        """Show new results, and announce them now and then."""
        now, done = time.monotonic(), self.task.common
        if not self.task.running or now >= self._drawn + CALM:
            self._drawn = now
            self.app.refresh()
        reached = max((number for number in SPOKEN if number <= done), default=0)
        if reached > self._said:
            self._said = reached
            self.app.platform.announce(self._result())

    def _result(self) -> str:
        """Return the results in a sentence or two."""
        if not self.task.common:
            return finished("rollout.nothing")
        told = []
        for which in filter(lambda one: one != NONE, (self.first, self.second)):
            plan = self.plans[which]
            games = finished("rollout.games", plan=plan.words, n=self.task.count(plan.actions))
            told.append(f"{games}: {self._name} {percent(self.task.chances(plan.actions)[self.seat].mean)}.")
        return " ".join(filter(None, [*told, self._apart()]))

    def _choose_first(self, which: str) -> None:
        if which == self.second:
            self.second = self.first
        self.first = which
        self._set()

    def _choose_second(self, which: str) -> None:
        self.second = which
        self._set()

    def _level(self, level: str) -> None:
        self.task.stop()
        self.task.level = level
        self._set()

    def _set(self) -> None:
        """Roll out the chosen plans from now on. Games played before with these plans and players count."""
        self.task.stop()
        chosen: list[Plan] = [self.plans[one].actions for one in (self.first, self.second) if one != NONE]
        self.task.plans = tuple(chosen)
        self._said = max((number for number in SPOKEN if number <= self.task.common), default=0)

    def _suggest(self) -> None:
        """Add plans of the computer."""
        self.task.stop()
        self._search = self.app.spawn(self._find(), wakes=True)
        self.app.platform.announce(finished("rollout.suggesting"))

    async def _find(self) -> None:
        asked = request("choose", self.state, level=HARD, seconds=SECONDS)
        try:
            answer = await self.app.platform.think(asked, None)
            found = from_json(Choice, answer, self.state.parse_action)
        except (ThinkError, MessageError):
            self.task.failed = True
        else:
            plans = [found.plan, *(other.plan for other in found.alternatives)]
            self._add([tuple(action.text for action in plan) for plan in plans])
        self._search = None
        self.app.refresh()

    def _add(self, found: Sequence[Plan]) -> None:
        """Add plans that are not there yet, and compare with the first of them."""
        known, before = {plan.actions for plan in self.plans.values()}, self._suggested
        for actions in found:
            if actions not in known:
                self._suggested += 1
                name = f"computer{self._suggested}"
                words = finished("rollout.computer", number=self._suggested)
                self.plans[name] = routes.NamedPlan(name, words, actions)
        if self._suggested > before and self.second == NONE:
            self._choose_second(f"computer{before + 1}")
        self.app.platform.announce(finished("rollout.suggested", n=self._suggested - before))

    def left(self) -> None:
        self.task.stop()
        if self._search is not None:
            self._search.cancel()
