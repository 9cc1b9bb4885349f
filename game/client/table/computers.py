"""Computer players at the table: running their search, their pace, their reasons, and their latest moves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from game.client.app.flow import Flow
from game.client.app.scene import Host
from game.client.draw.widgets import ButtonSpec
from game.client.storage.settings import Settings
from game.client.views.view import GameView
from game.client.words.i18n import computers, t
from game.client.words.reason_text import in_short
from game.client.words.taught import sizes
from game.engine.core import Reason, State
from game.match import LEVELS, AwaitingAnswer, AwaitingTimer, Computer, Match
from game.platform import ThinkError

SPEEDS = {"slow": "½×", "normal": "1×", "fast": "2×", "off": "»"}
"""Captions of the buttons for the speed of a game between computers."""


class ComputerRequests:
    """Has a match's requests answered in the background, one at a time, and cancels obsolete ones."""

    def __init__(self, app: Host, match: Match) -> None:
        self._app = app
        self._match = match
        self._version = 0
        self._task: asyncio.Future[None] | None = None
        if any(isinstance(controller, Computer) for controller in match.controllers):
            app.platform.prepare_thinking()

    def follow(self, match: Match, now: float) -> None:
        """Start, continue or cancel a request, depending on what the match waits for."""
        wait = match.waits()
        if not isinstance(wait, AwaitingAnswer):
            self.stop()
        elif self._task is None or wait.version != self._version:
            self.stop()
            self._version = wait.version
            self._task = self._app.spawn(self._ask(wait), wakes=True)

    def stop(self) -> None:
        """Cancel the pending request."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _ask(self, wait: AwaitingAnswer) -> None:
        try:
            text = await self._app.platform.think(wait.request)
        except ThinkError as error:
            self._match.failed(wait.version, str(error) or "no reason given")
        else:
            self._match.answered(wait.version, text)


def persons_play(match: Match) -> bool:
    """Return True if any seat is played by a person, here or elsewhere; otherwise the game is only
    watched."""
    return any(controller.by_hand or controller.elsewhere for controller in match.controllers)


def pause(app: Host, match: Match) -> float:
    """Return the time in seconds for which a computer's action stays visible before the next."""
    look = Settings.LOOK[app.settings.look]
    return look * (app.pace or (1.0 if persons_play(match) else 0.0))


def what_it_does(view: GameView[Any], match: Match) -> str:
    """Return what the computer to move is doing: thinking, or acting for a reason. Of a paused game it says
    only who moves next."""
    seat, wait = match.state.actor, match.waits()
    if seat is None:
        return ""
    reason = match.controllers[seat].why() if isinstance(wait, AwaitingTimer) else None
    words = reason_given(view, in_short(reason), seat, match.state)
    return words or t("table.next" if match.paused else "table.thinking", name=match.players[seat].name)


def reason_given(
    view: GameView[Any], reason: Reason | None, seat: int, state: State, *, yours: bool = False
) -> str:
    """Return a computer's reason as text; empty without one, and if it refers to something unknown to the
    game.

    yours: True for advice to the reader, who plays that seat
    """
    try:
        return view.why(reason, seat, state, yours=yours) if reason is not None else ""
    except (LookupError, TypeError, ValueError):
        return ""


def facts_in_words(view: GameView[Any], reason: Reason | None, state: State) -> Mapping[str, Any]:
    """Return the facts of a reason formatted for a sentence; none if they refer to something unknown to the
    game."""
    try:
        return view.in_words(reason.facts, state) if reason is not None else {}
    except (LookupError, TypeError, ValueError):
        return {}


def missed(match: Match) -> int | None:
    """Return the step after the last decision of the person to move, if others have decided since.

    None for lessons and puzzles, whose records cannot be replayed.
    """
    seat = match.state.actor
    if seat is None or not match.controllers[seat].by_hand or match.from_position:
        return None
    own = (number for number in range(len(match.moves), 0, -1) if match.moves[number - 1].seat == seat)
    step = next(own, 0)
    return step if step < len(match.moves) else None


def lately(match: Match) -> range:
    """Return the moves that others made between the last two turns of the person to decide."""
    seat, end = match.state.actor, len(match.moves)
    if seat is None or not match.controllers[seat].by_hand:
        return range(0)
    while end and match.moves[end - 1].seat == seat:
        end -= 1
    start = end
    while start and match.moves[start - 1].seat != seat:
        start -= 1
    return range(start, end) if start else range(0)


def watching(app: Host, match: Match) -> list[ButtonSpec]:
    """Return the buttons for a game between computers: pause and speeds."""
    element, label, icon = (
        ("go-on", "replay.play", "play") if match.paused else ("pause", "replay.pause", "pause")
    )
    turn = partial(_pause, app, match, not match.paused)
    on = ButtonSpec(element, t(label), turn, "brass", icon, "", apart=True)
    chosen = app.watch_speed or app.settings.speed
    speeds = [
        ButtonSpec(
            f"speed.{speed}",
            computers("speed", speed=t(f"settings.speed.{speed}").lower()),
            partial(_speed, app, speed),
            "chosen" if speed == chosen else "sea",
            caption=caption,
            chosen=speed == chosen,
            listed=True,
        )
        for speed, caption in SPEEDS.items()
    ]
    return [on, *speeds]


def who_plays(seat: int, name: str, level: str, choose: Callable[[str], None]) -> list[ButtonSpec]:
    """Return buttons that assign a seat to a person (level "") or a computer; the one for `level` is
    selected."""
    specs = []
    for each in ("", *LEVELS):
        caption = computers(f"level.{each}") if each else computers("person")
        spoken = computers("computer", level=computers(f"said.{each}")) if each else caption
        tone, spec_id = "chosen" if each == level else "paper", f"who.{seat}.{each or 'person'}"
        specs.append(
            ButtonSpec(spec_id, f"{name}: {spoken}", partial(choose, each), tone, "", caption, each == level)
        )
    return specs


def teaching_choice(flow: Flow, size: str, choose: Callable[[str], None], *, titled: bool = False) -> None:
    """Add the setting for which mistakes a single person is warned of in a game against computers. `titled`:
    True if it fills a whole page."""
    if not titled:
        flow.gap(0.6)
    label, text = computers("teaching"), computers("teaching.text")
    flow.choice("teaching", label, sizes(), size, choose, text, abreast=2, titled=titled)


def _pause(app: Host, match: Match, paused: bool) -> None:
    match.paused = paused
    app.refresh()


def _speed(app: Host, speed: str) -> None:
    app.watch_speed = speed
    app.refresh()
