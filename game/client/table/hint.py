"""Hints: the strongest level's plan for the current decision, drawn and explained, for the player to follow
or not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from game.client.app.scene import Host
from game.client.draw.widgets import ButtonSpec
from game.client.table.computers import reason_given
from game.client.touch.plan_preview import (
    PreviewStep,
    draw_plan,
    draw_plan_lights,
    draw_plan_ways,
    happens_at,
    places_around,
    steps_of,
    until_set_down,
)
from game.client.views.view import GameView
from game.client.words.i18n import computers
from game.client.words.reason_text import in_short
from game.engine.core import Action, Reason
from game.match import Computer, Cursor, Match, Move, TakenBack
from game.match.analysis import END_TURN
from game.platform import ThinkError
from game.worker_messages import Alternative, Choice

LEVEL = "hard"
CLOSE, CLEAR = 0.02, 0.08
"""Loss in win probability below which the next best plan counts as nearly equal, and from which the best plan
is clearly better. The numbers are not shown, because they would look more certain than they are."""
NEAR = 0.03
"""Maximum loss in win probability for a plan that avoids some deeds. Less than a clear mistake."""
PLACES = ("route", "town", "colour")
"""Facts of a reason that name the place of a plan's purpose."""
MAX_DRAWN_ACTIONS = 3
"""Maximum number of actions of a plan drawn at once; long plans would hide the board and each other."""


class Advice:
    """A computer player's choice for the current decision, worked out once for all who want to know it."""

    def __init__(self, app: Host, match: Match) -> None:
        self._app, self._match = app, match
        self._lock = asyncio.Lock()
        self._known: tuple[int, Computer] | None = None
        """Version of the match, and the computer player with its choice."""
        self.avoids: Collection[str] = ()
        """Deeds (first words of reasons) that a plan of nearly the same quality without them replaces."""

    async def ask(self) -> Computer:
        """Return the computer player, which has chosen for the current decision. Raises `ThinkError`."""
        async with self._lock:
            match = self._match
            version, state, number = match.version, match.state, len(match.moves)
            if self._known is None or self._known[0] != version:
                adviser = Computer(LEVEL)
                adviser.answered(
                    await self._app.platform.think(adviser.request(state, number)), state, number
                )
                if adviser.choice is not None:
                    choice = preferred(adviser.choice, state.actor or 0, self.avoids)
                    adviser.choice = replace(choice, plan=up_to_end(choice.plan))
                self._known = version, adviser
            return self._known[1]


def preferred(choice: Choice, seat: int, avoids: Collection[str]) -> Choice:
    """Return the choice with its best plan whose reason avoids some deeds, if one is nearly as good."""
    best = Alternative(choice.plan, choice.chances, choice.reason)
    plans = [best, *choice.alternatives] if choice.chances else [best]
    for number, plan in enumerate(plans):
        near = number == 0 or choice.chances[seat] - plan.chances[seat] <= NEAR
        if near and plan.reason is not None and plan.reason.id.partition("-")[0] not in avoids:
            others = (*plans[:number], *plans[number + 1 :])
            return replace(
                choice, plan=plan.plan, chances=plan.chances, reason=plan.reason, alternatives=others
            )
    return choice


def up_to_end(plan: Sequence[Action]) -> tuple[Action, ...]:
    """Return the actions of a plan up to the end of the turn. What is decided after it, such as which goods
    to give up, has its own reasons."""
    ends = (number for number, action in enumerate(plan, 1) if action.text == END_TURN)
    return tuple(plan[: next(ends, len(plan))])


class Hint:
    """The best plan for a person's decision, shown as long as the person follows it."""

    def __init__(self, app: Host, match: Match, view: GameView[Any]) -> None:
        self._app, self._match, self._view = app, match, view
        self.advice = Advice(app, match)
        self._task: asyncio.Future[None] | None = None
        self._cursor = Cursor(len(match.log))
        self._asked = False
        """True if a hint has been requested, whether it is there yet or not."""
        self.fresh = False
        """True if an answer has come, or the next step, that the table has not shown yet."""
        self._done = 0
        self._explains = False
        """True if the reason is shown in place of the action."""
        self._own = False
        """True if the plan is the person's own (`propose`)."""
        self._note = ""
        self.reason: Reason | None = None
        self.next_best: tuple[Reason, float] | None = None
        """The reason for the next best plan, and its loss in win probability."""
        self.steps: tuple[PreviewStep, ...] = ()
        """The rest of the plan, the next action first."""

    @property
    def action(self) -> Action | None:
        """The next action of the plan, or None."""
        return self.steps[0].action if self.steps else None

    @property
    def speaks(self) -> bool:
        """True while a hint is shown or being worked out."""
        return bool(self.steps or self._note) or self._task is not None

    def toggle(self) -> None:
        """Request a hint, or dismiss the one shown."""
        if self.speaks:
            self.drop()
        else:
            self._cursor.new(self._match.log)
            self._asked, self._note = True, computers("hint.asking")
            self._task = self._app.spawn(self._ask(), wakes=True)
            self._app.platform.announce(self._note)
        self._app.refresh()

    def propose(self, actions: Sequence[Action]) -> None:
        """Show a plan of the person's own, as a hint is shown."""
        self.drop()
        self._cursor.new(self._match.log)
        self.steps = steps_of(self._match.state, [action.text for action in actions])
        self._asked, self.fresh, self._own = bool(self.steps), True, True

    def drop(self) -> None:
        """Dismiss the hint, and cancel a pending request."""
        if self._task is not None:
            self._task.cancel()
        self._task, self._asked, self._done, self._explains, self._own = None, False, 0, False, False
        self._note, self.reason, self.next_best, self.steps = "", None, None, ()

    def follow(self, match: Match, now: float) -> None:
        """Read the log on: advance the plan, or dismiss it after any other move."""
        for entry in self._cursor.new(match.log):
            if not isinstance(entry, Move | TakenBack):
                continue
            taken = isinstance(entry, Move) and self.steps and entry.action == self.steps[0].action
            if taken and len(self.steps) > 1 and match.state.actor == match.moves[-1].seat:
                self._done, self.steps, self._explains = self._done + 1, self.steps[1:], False
                self.fresh = True
            elif self._asked:
                self.drop()

    def specs(self, take: Callable[[Action], None]) -> list[ButtonSpec]:
        """Return the buttons that play the next action of the plan and tell the reason for it."""
        if self.action is None or self._own:
            return []
        act = partial(take, self.action)
        specs = [ButtonSpec("take", computers("hint.take"), act, "brass", "check", leads=True)]
        if self._reasons():
            specs.append(ButtonSpec("why", computers("hint.why"), self._explain, chosen=self._explains))
        return specs

    def _explain(self) -> None:
        """Show and announce the reason for the plan, or the action again."""
        self._explains = not self._explains
        self._app.platform.announce(self.sentence())
        self._app.refresh()

    def sentence(self) -> str:
        """Return the next action or, on demand, the reason for the plan; the state of the request while there
        is no plan."""
        if not self.steps:
            return self._note
        if self._explains:
            return self._reasons()
        number, total = self._done + 1, self._done + len(self.steps)
        facts = {"number": number, "total": total, "action": self._tell(self._next)}
        return computers("plan.step", **facts) if self._own else computers("hint.step", **facts)

    def _reasons(self) -> str:
        """Return the reason for the plan and how much worse the next best one is; empty if unknown."""
        rather = "" if self._done else self._rather()
        return " ".join(filter(None, [self._why(), rather]))

    def draw(self, target: pygame.Surface, window: pygame.FRect, unit: float, desk: bool) -> None:
        """Draw the plan on the board, and its first action on the player board if `desk` says that it is
        unfolded."""
        if self.steps:
            total = self._done + len(self.steps)
            draw_plan(target, self._view, self._drawn, window, unit, desk, done=self._done, total=total)

    def draw_ways(self, target: pygame.Surface, window: pygame.FRect, unit: float) -> None:
        """Draw the highlights and arrows of the plan, for a layer below the pieces."""
        draw_plan_lights(target, self._view, self._drawn, window, unit)
        draw_plan_ways(target, self._view, self._drawn, window, unit)

    def shown(self) -> list[pygame.FRect]:
        """Return the places on the board where the plan is drawn."""
        return self._places(self._drawn)

    def context(self) -> list[pygame.FRect]:
        """Return the places around those of the plan: the routes and towns that they belong to."""
        return [shape.rect for shape in places_around(self._view, self._drawn)]

    def shown_first(self) -> list[pygame.FRect]:
        """Return the places on the board of the next action; if it picks up a piece, also where that is set
        down."""
        return self._places(self._next)

    def _places(self, steps: Sequence[PreviewStep]) -> list[pygame.FRect]:
        return [shape.rect for step in steps for shape in happens_at(self._view, step)]

    @property
    def _next(self) -> tuple[PreviewStep, ...]:
        """The next step, with the one that sets down the piece it picks up."""
        last = until_set_down(self._view, self.steps)
        return self.steps[:1] + self.steps[max(1, last - 1) : last]

    @property
    def _drawn(self) -> tuple[PreviewStep, ...]:
        return self.steps[: max(MAX_DRAWN_ACTIONS, until_set_down(self._view, self.steps))]

    def _tell(self, steps: Sequence[PreviewStep]) -> str:
        return "; ".join(self._view.tell_action(step.action, step.before) for step in steps)

    def _why(self) -> str:
        state = self._match.state
        if state.actor is None:
            return ""
        return reason_given(self._view, self.reason, state.actor, state, yours=True)

    def _another(self, others: Sequence[tuple[Reason, float]]) -> tuple[Reason, float] | None:
        """Return the best other plan with another purpose or place. Nearly equal plans that lead to the same
        route are skipped unless they claim something there."""
        for reason, less in others:
            alike = less < CLOSE and _to_the_same_route(reason, self.reason)
            if _aim(reason) != _aim(self.reason) and not alike:
                return reason, less
        return None

    def _rather(self) -> str:
        """Return a sentence on how much worse the next best plan is, and on its purpose."""
        state = self._match.state
        if self.next_best is None or state.actor is None:
            return ""
        reason, less = self.next_best
        why = reason_given(self._view, in_short(reason), state.actor, state, yours=True)
        key = "close" if less < CLOSE else "worse" if less < CLEAR else "clear"
        return computers(f"hint.{key}", why=why) if why else ""

    def _spoken(self) -> str:
        """Return the whole plan and the reason for it."""
        plan = computers("hint.plan", actions=self._tell(self.steps))
        return " ".join(filter(None, [plan, self._reasons()]))

    async def _ask(self) -> None:
        state = self._match.state
        try:
            adviser = await self.advice.ask()
        except ThinkError:
            self._note = computers("hint.none")
        else:
            self.reason = adviser.why()
            self.next_best = self._another(adviser.others(state.actor or 0))
            plan = () if adviser.choice is None else adviser.choice.plan
            self.steps = steps_of(state, [action.text for action in plan])
            self._note = "" if self.steps else computers("hint.none")
        self._task, self.fresh = None, True
        self._app.platform.announce(self._spoken() if self.steps else self._note)
        self._app.refresh()
        self._app.lead("take")  # Enter plays the action, whatever had the focus before


def _aim(reason: Reason | None) -> tuple[object, ...]:
    """Return the purpose and place of a plan. Filling a route and claiming it have one purpose."""
    if reason is None:
        return ()
    _, _, aim = reason.id.partition("-")
    name = aim if aim and "route" in reason.facts else reason.id
    return name, *(reason.facts.get(place) for place in PLACES)


def _to_the_same_route(one: Reason, other: Reason | None) -> bool:
    """Return True if both plans put pieces on the same route and claim nothing."""
    if other is None or "route" not in one.facts or one.facts["route"] != other.facts.get("route"):
        return False
    return not any(reason.id.startswith("claim") for reason in (one, other))
