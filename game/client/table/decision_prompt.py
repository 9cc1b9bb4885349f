"""The decision of a person: selected element by element; previewed or confirmed before it is played if
needed."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

import pygame

from game.client.app.scene import Host
from game.client.draw import theme
from game.client.draw.widgets import ButtonSpec
from game.client.stage.notice_layout import HandOver
from game.client.table.computers import what_it_does
from game.client.touch.chooser import ANSWER, CHOICE, Chooser
from game.client.touch.plan_preview import PreviewStep, steps_of
from game.client.views.view import ActionVariant, GameView
from game.client.words.i18n import t
from game.engine.core import Action
from game.match import Cursor, Match, Move

ENDS_AFTER = 1.5
"""Seconds after which a turn ends automatically if nothing else can be done and the settings ask for it."""


_BRACKETS = re.compile(r"\([^()]{1,24}\)")


def unbroken(words: str) -> str:
    """Replace the spaces inside short brackets by no-break spaces, so that the brackets stay on one line."""
    return _BRACKETS.sub(lambda found: found[0].replace(" ", "\N{NO-BREAK SPACE}"), words)


@dataclass
class Activation:
    """The effect of a single activation: actions of which each answers the decision after the one before.

    seat, since: the seat that acts, and the index of its first move in the match
    others: the other ways in which the activation could have been meant
    begun: number of actions that have been played or sent
    sent: True if they are sent to a room, which plays them later
    """

    seat: int | None
    since: int
    actions: tuple[Action, ...]
    others: Sequence[ActionVariant] = ()
    begun: int = 1
    sent: bool = False

    def played(self, moves: Sequence[Move]) -> bool:
        """Return True if the moves of a match have its actions in their place."""
        own = moves[self.since : self.since + self.begun]
        return [move.action for move in own] == list(self.actions[: self.begun])


class PromptRules(Protocol):
    """The part of a table mode that decides what a person may choose."""

    def choosing(self, actions: Sequence[Action]) -> Chooser:
        """Return the selection of a person among the legal actions."""

    def awaited(self) -> str:
        """Return what must happen elsewhere before the person can decide; empty if nothing must."""


class DecisionPrompt:
    """The decision of a person at the table, from the first activated element to the actions to play.

    Its methods change this selection and return the actions; the table plays them.
    """

    def __init__(
        self, app: Host, match: Match, view: GameView[Any], mode: PromptRules, handover: HandOver
    ) -> None:
        self._app, self._match, self._view = app, match, view
        self._mode, self._handover = mode, handover
        self._cursor = Cursor(len(match.log))
        self.chooser = Chooser([])
        self.remark = ""
        """A sentence about the last activation if it had no effect, or about what must be confirmed."""
        self._going: Activation | None = None
        """The activation whose actions are being played."""
        self._done: list[Activation] = []
        """The activations played here, the latest last; those that were undone are dropped on use."""
        self.foreseen: tuple[PreviewStep, ...] = ()
        """Preview of the chosen action, if that is shown before it is played."""
        self._warned: Action | None = None
        """The chosen action if it cannot be undone and awaits a second activation."""

    def follow(self, match: Match, now: float) -> None:
        """Read the log on: start a new selection after an event or when the decision changes hands."""
        new = self._cursor.new(match.log)
        if new or self.by_hand != bool(self.chooser.actions):
            self.renew()

    def _last(self) -> Activation | None:
        """Return the latest activation played here; None if a person has played anything else since. Moves of
        computers leave it as it is, and after an undo it is the one before."""
        moves = self._match.moves
        while self._done and not self._done[-1].played(moves):
            self._done.pop()
        last = self._done[-1] if self._done else None
        later = moves[last.since + last.begun :] if last is not None else ()
        return None if any(self._match.controllers[move.seat].by_hand for move in later) else last

    def ask(self, *, replaceable: bool = True) -> None:
        """Start a new selection for a decision that the match has not requested itself.

        replaceable: False if the activation being played can no longer be replaced by another meaning
        """
        self._done.clear()
        if self._going is not None:
            self._going.actions = self._going.actions[: self._going.begun]
        if not replaceable:
            self._going = None
        self.renew()

    def renew(self) -> None:
        """Start a new selection for the current decision."""
        self.chooser = self._mode.choosing(self._match.state.legal_actions() if self.by_hand else [])
        self.remark = ""

    @property
    def by_hand(self) -> bool:
        """True if a person at this table has to decide and is not awaited elsewhere."""
        return self._match.by_hand and not self._awaited()

    def _awaited(self) -> str:
        """Return the reason why the person to decide has to wait; empty if they need not."""
        return self._handover.words() or self._mode.awaited()

    # ---- activation ---------------------------------------------------------------------------

    def touch(self, element: str) -> Action | None:
        """Activate an element: narrow the selection. Return the first action to play once it is certain."""
        self.remark = ""
        shown = self.chooser.certain
        action = self.chooser.touch(element)
        if action is not None and shown is None and self._view.shown_first(element, action):
            self._foresee(action)
            return None
        ways = self._ways() or ([] if action is None else [ActionVariant((action,))])
        if not ways:
            self._warned = None
            return None
        return self.begin(*ways)

    def begin(self, way: ActionVariant, *others: ActionVariant) -> Action | None:
        """Return the first action of a way that a person has chosen; None if its warning must be confirmed
        first by a second activation."""
        action, warned, self._warned = way.actions[0], self._warned, None
        warning = self._view.warning(action, self._match.state)
        if warning and action is not warned:
            self._warned, self.remark = action, warning
            self.chooser.back()
            return None
        since = len(self._match.moves)
        self._going = Activation(self._match.state.actor, since, way.actions, others)
        return action

    def repeats(self, element: str) -> bool:
        """Return True if activating an element would play the last action again, as in paying two traders."""
        last = self._match.moves[-1] if self._match.moves else None
        legal = element in self.chooser.offered and not self.chooser.chosen
        return legal and last is not None and self.chooser.actions_with(element) == [last.action]

    def following(self) -> Action | None:
        """Return the next action of the activation being played, if it answers the current decision; None if
        there is no such action, or if the one before has not come back from the room yet."""
        going, match = self._going, self._match
        if going is None:
            return None
        if len(match.moves) < going.since + going.begun:
            going.sent = True
            return None
        if (action := self._next()) is not None:
            going.begun += 1
            return action
        self._going = None
        if not going.sent:
            self._done.append(going)
        return None

    @property
    def goes_on(self) -> bool:
        """True if the activation being played has an action that answers the current decision."""
        return self._next() is not None

    def _next(self) -> Action | None:
        """Return the action that `following` would return, without starting it."""
        going, match = self._going, self._match
        if going is None:
            return None
        played = len(match.moves) == going.since + going.begun
        as_meant = played and match.moves[-1].action == going.actions[going.begun - 1]
        rest = going.actions[going.begun :] if as_meant else ()
        return rest[0] if rest and self.by_hand and rest[0] in self.chooser.playable else None

    def back(self) -> bool:
        """Undo the last activation; return False if nothing was activated."""
        taken = self.chooser.back()
        if taken:
            self.remark = ""
        return taken

    @property
    def lifted(self) -> bool:
        """True if a person's last action has lifted a piece, so that undoing it sets the piece back."""
        held = self._view.in_hand((), self._match.state) if self.by_hand else None
        return held is not None and bool(held.origin) and self._match.undoes(len(self._match.moves) - 1)

    def response(self, prompt: str) -> str:
        """Return the announcement after an activation that plays nothing: the warning, or the prompt and the
        preview."""
        return self.remark if self._warned is not None else f"{prompt} {self.remark}".strip()

    @property
    def since(self) -> int | None:
        """Index of the first move of the last activation, if it can be undone."""
        last = self._last()
        return last.since if last is not None and self._match.undoes(last.since) else None

    @property
    def others(self) -> Sequence[ActionVariant]:
        """Other meanings of the last activation, while it can be undone and no other seat has to decide."""
        last = self._last()
        if last is None or self.since is None:
            return ()
        return () if self._match.state.actor != last.seat and self.chooser.offered else last.others

    def _foresee(self, action: Action) -> None:
        """Preview an action and say in the same place that a second activation plays it."""
        self._warned = None
        self.foreseen = steps_of(self._match.state, [action.text])
        then = " ".join(self._view.consequences(action, self._match.state))
        self.remark = t("table.again", then=then) if then else ""

    def _ways(self) -> Sequence[ActionVariant]:
        """Return the usual meaning of a first activation, followed by the others; empty if it has no usual
        meaning."""
        if self._app.settings.placing != "one" or len(self.chooser.chosen) != 1:
            return ()
        ways, playable = self._view.ways(self.chooser.actions, self._match.state), self.chooser.playable
        if not ways or ways[0].actions[0] not in playable:
            return ()
        return [way for way in ways if way.actions[0] in playable]

    def options(self, touch: Callable[[str], None], placed: Container[str], folded: bool) -> list[ButtonSpec]:
        """Return buttons for offered elements that have no place on the screen, and for all answers of a
        listed decision (`GameView.listed`).

        touch: activates an element
        placed: elements that have a place
        folded: True if the player board is folded; elements on it get no buttons
        """
        state, view, specs = self._match.state, self._view, list[ButtonSpec]()
        listed = state.decision is not None and state.decision.id in view.listed
        for element in self.chooser.offered:
            whole, there = element.startswith(CHOICE), element in placed
            on_desk = not whole and not view.on_board(element) and view.whose(element) is None
            if not listed and (there or (folded and on_desk)):
                continue
            name, brief = element, ""
            if whole:
                label = view.tell_action(self.chooser.action_of(element), state)
            elif there:
                name = f"{ANSWER}{element}"
                label = view.name_answer(element, self.chooser.actions_with(element), state)
            else:
                label, brief = view.label(element, state), view.brief(element, state)
            spec = ButtonSpec(name, label, partial(touch, element), caption=unbroken(label), brief=brief)
            spec = spec._replace(listed=listed or bool(self.chooser.chosen))
            if element == view.ends:  # red if nothing else is left, otherwise subdued
                alone = len(self.chooser.actions) == 1
                spec = spec._replace(tone="primary" if alone else "sea", apart=True)
            specs.append(spec)
        return specs

    # ---- text ---------------------------------------------------------------------------------

    def question(self) -> str:
        """Return the prompt, or what a computer is doing while it has to decide."""
        state, view, chosen = self._match.state, self._view, self.chooser.chosen
        if state.decision is None:
            return view.reason_text(state.outcome.reason) if state.outcome else ""
        if not self.by_hand and state.actor is not None:
            return self._awaited() or what_it_does(view, self._match)
        if self.chooser.certain:
            key = "table.sure" if self.remark else "table.once"
            return t(key, action=view.tell_action(self.chooser.certain, state))
        if chosen:
            question = view.question(chosen, self.chooser.actions, state)
            if question:
                return question
            listed = ", ".join(view.label(element, state) for element in chosen)
            return t("table.then", chosen=listed[:1].upper() + listed[1:])
        return view.prompt(state.decision, state)

    def refusal(self, element: str) -> str:
        """Explain in one sentence why an element is not selectable; empty if there is nothing to say."""
        if self.chooser.chosen and self.legal(element):
            return t("table.begun", back=t("table.back"))
        return self._view.why_not(element, self._match.state)

    def legal(self, element: str) -> bool:
        """Return True if the element is part of a legal action, regardless of the elements already
        activated."""
        return any(element in action.path for action in self._match.state.legal_actions())


class AutoEndTurn:
    """Ends a turn automatically when nothing else can be done, if the settings ask for it and there is no
    input."""

    def __init__(self, app: Host, match: Match, choice: DecisionPrompt, ends: str) -> None:
        """`ends`: the element that ends a turn."""
        self._app, self._match, self._choice, self._ends = app, match, choice, ends
        self._begun: tuple[int, float] | None = None
        """Version of the match, and the time since which nothing else can be done in it."""
        self._kept = -1
        """Version in which there was input, so that the turn does not end automatically."""

    def cancel(self) -> None:
        """Cancel the automatic end of this turn after any input."""
        self._kept, self._begun = self._match.version, None

    def restart(self) -> None:
        """Restart the countdown after something covered the table."""
        self._begun = None

    def left(self, now: float) -> float | None:
        """Return the seconds until the turn ends by itself, 0 when it is time; None if it does not."""
        match = self._match
        legal = match.state.legal_actions() if self._wanted and self._choice.by_hand else []
        if len(legal) != 1 or legal[0].path != (self._ends,):
            self._begun = None
            return None
        if self._begun is None or self._begun[0] != match.version:
            self._begun = match.version, now
        return max(0.0, self._begun[1] + ENDS_AFTER - now)

    @property
    def _wanted(self) -> bool:
        match = self._match
        return self._app.settings.ending == "self" and not match.from_position and self._kept != match.version

    def draw(self, target: pygame.Surface, button: pygame.FRect, now: float, unit: float) -> None:
        """Draw the countdown as a bar that fills on the button; nothing if animations are off."""
        if self._begun is not None and self._app.pace > 0:
            part = min(1.0, (now - self._begun[1]) / ENDS_AFTER)
            bar = button.inflate(-unit * 0.8, 0)
            target.fill(theme.BRASS_LIGHT, (bar.x, bar.bottom - unit * 0.42, bar.width * part, unit * 0.2))
