"""The decision of a person: selected element by element; previewed or confirmed before it is played if
needed."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from functools import partial
from typing import Any, NamedTuple

import pygame

from game.client.app.scene import Host
from game.client.draw import theme
from game.client.draw.widgets import ButtonSpec
from game.client.table.computers import what_it_does
from game.client.touch.chooser import CHOICE, Chooser
from game.client.touch.plan_preview import PreviewStep, steps_of
from game.client.views.view import ActionVariant, GameView
from game.client.words.i18n import t
from game.engine.core import Action
from game.match import Cursor, Entry, Match, Move, TakenBack

ENDS_AFTER = 1.5
"""Seconds after which a turn ends automatically if nothing else can be done and the settings ask for it."""


_BRACKETS = re.compile(r"\([^()]{1,24}\)")


def unbroken(words: str) -> str:
    """Replace the spaces inside short brackets by no-break spaces, so that the brackets stay on one line."""
    return _BRACKETS.sub(lambda found: found[0].replace(" ", "\N{NO-BREAK SPACE}"), words)


class LastAction(NamedTuple):
    """The effect of a single activation.

    seat, since: the seat that acted, and the index of its first move in the match
    others: the other ways in which the activation could have been meant
    """

    seat: int | None
    since: int
    others: tuple[ActionVariant, ...]


class DecisionPrompt:
    """Runs the selection of an action for the player to decide and passes the result on to be played."""

    def __init__(
        self,
        app: Host,
        match: Match,
        view: GameView[Any],
        *,
        of: Callable[[Sequence[Action]], Chooser],
        tap: Callable[[str], None],
        play: Callable[[Action], None],
        prompt: Callable[[], str],
        awaited: Callable[[], str],
    ) -> None:
        """Set up the decisions of a match.

        of: creates the `Chooser` for a list of legal actions
        tap: called when a button that stands for an element is activated
        play: called with the action chosen
        prompt: returns the prompt as it is announced
        awaited: returns a sentence about a person who must sit down first; empty if none has to
        """
        self._app, self._match, self._view = app, match, view
        self._of, self._tap, self._play, self._prompt = of, tap, play, prompt
        self._awaited = awaited
        self._cursor = Cursor(len(match.log))
        self.chooser = Chooser([])
        self.remark = ""
        """A sentence about the last activation if it had no effect, or about what must be confirmed."""
        self._deed: LastAction | None = None
        """The latest action played here by one activation; None if it was undone or a new decision has
        begun."""
        self._rest: tuple[int, tuple[Action, ...]] | None = None
        """The rest of the last activation's actions, with the length of the log once they can be played: in a
        room an action is played only when it comes back from the server."""
        self._asked = 0
        """Number of decisions requested by `ask`, that is, by something other than the match."""
        self.foreseen: tuple[PreviewStep, ...] = ()
        """Preview of the chosen action, if that is shown before it is played."""
        self._warned: Action | None = None
        """The chosen action if it cannot be undone and awaits a second activation."""

    def follow(self, match: Match, now: float) -> None:
        """Read the log on: start a new selection after an event or when the decision changes hands."""
        new = self._cursor.new(match)
        if any(map(self._ends_deed, new)):
            self._deed = None
        if new or self.by_hand != bool(self.chooser.actions):
            self.renew()
            self._go_on()

    def _ends_deed(self, entry: Entry) -> bool:
        """Return True if an entry is a person's move or an undo; computer moves leave the last activation as
        it is."""
        if isinstance(entry, Move):
            return self._match.controllers[entry.seat].by_hand
        return isinstance(entry, TakenBack)

    def ask(self) -> None:
        """Start a new selection for a decision that the match has not requested itself."""
        self._asked += 1
        self._deed = None
        self.renew()

    def renew(self) -> None:
        """Start a new selection for the current decision."""
        self.chooser = self._of(self._match.state.legal_actions() if self.by_hand else [])
        self.remark = ""

    @property
    def by_hand(self) -> bool:
        """True if a person at this table has to decide and is not awaited elsewhere."""
        actor = self._match.state.actor
        return actor is not None and self._match.controllers[actor].by_hand and not self._awaited()

    # ---- activation ---------------------------------------------------------------------------

    def touch(self, element: str) -> None:
        """Activate an element: narrow the selection, and play the action once it is certain."""
        self.remark = ""
        shown = self.chooser.certain
        action = self.chooser.touch(element)
        if action is not None and shown is None and self._view.shown_first(element, action):
            self._foresee(action)
            return
        ways = self._ways() or ([] if action is None else [ActionVariant((action,))])
        if not ways:
            self._warned = None
            self._app.platform.announce(self._prompt())
        elif self._means(ways[0].actions[0]):
            self._do(ways[0], ways[1:])

    def back(self) -> bool:
        """Undo the last activation; return False if nothing was activated."""
        taken = self.chooser.back()
        if taken:
            self.remark = ""
        return taken

    def say(self, action: Action) -> None:
        """Play an action that a person has chosen, or ask first for confirmation."""
        if self._means(action):
            self._do(ActionVariant((action,)))

    def _means(self, action: Action) -> bool:
        """Return True if an action can be played; otherwise show its warning and wait for a second
        activation."""
        warned, self._warned = self._warned, None
        warning = self._view.warning(action, self._match.state)
        if not warning or action is warned:
            return True
        self._warned, self.remark = action, warning
        self.chooser.back()
        self._app.platform.announce(warning)
        return False

    def _do(self, way: ActionVariant, others: Sequence[ActionVariant] = ()) -> None:
        """Play the first action of a way, then the others as long as they answer the decisions that
        follow."""
        seat, since = self._match.state.actor, len(self._match.moves)
        self._rest = None
        self._play(way.actions[0])
        if len(self._match.moves) == since:  # sent to the room; played when it comes back
            self._rest = len(self._match.log) + 1, way.actions[1:]
            return
        asked = self._asked
        for action in way.actions[1:]:
            if self._asked != asked or action not in self.chooser.playable:
                break
            self._play(action)
        self._deed = LastAction(seat, since, tuple(others))

    def _go_on(self) -> None:
        """Play the rest of the last activation's actions after the first has come back from the room, if
        still legal."""
        rest, self._rest = self._rest, None
        if rest is None or not rest[1] or not self.by_hand:
            return
        entries, actions = rest
        if len(self._match.log) == entries and actions[0] in self.chooser.playable:
            self._do(ActionVariant(actions))

    def instead(self, way: ActionVariant) -> None:
        """Undo the usual way and play another."""
        self._match.undo(self.since)
        self._do(way)

    @property
    def since(self) -> int | None:
        """Index of the first move of the last activation, if it can be undone."""
        return self._deed.since if self._deed is not None and self._match.undoes(self._deed.since) else None

    @property
    def others(self) -> Sequence[ActionVariant]:
        """Other meanings of the last activation, while it can be undone and no other seat has to decide."""
        deed = self._deed
        if deed is None or self.since is None:
            return ()
        return () if self._match.state.actor != deed.seat and self.chooser.offered else deed.others

    def _foresee(self, action: Action) -> None:
        """Preview an action and say in the same place that a second activation plays it."""
        self._warned = None
        self.foreseen = steps_of(self._match.state, [action.text])
        then = " ".join(self._view.consequences(action, self._match.state))
        self.remark = t("table.again", then=then) if then else ""
        self._app.platform.announce(f"{self._prompt()} {self.remark}".strip())

    def _ways(self) -> Sequence[ActionVariant]:
        """Return the usual meaning of a first activation, followed by the others; empty if it has no usual
        meaning."""
        if self._app.settings.placing != "one" or len(self.chooser.chosen) != 1:
            return ()
        ways, playable = self._view.ways(self.chooser.actions, self._match.state), self.chooser.playable
        if not ways or ways[0].actions[0] not in playable:
            return ()
        return [way for way in ways if way.actions[0] in playable]

    # ---- buttons ------------------------------------------------------------------------------

    def ways_back(self) -> list[ButtonSpec]:
        """Return buttons for the other meanings of the last activation and for undoing the previous
        element."""
        specs = [
            ButtonSpec(f"instead.{number}", way.words, partial(self.instead, way), "brass")
            for number, way in enumerate(self.others)
        ]
        if self.chooser.chosen:
            specs.append(ButtonSpec("back", t("table.back"), self._back, "sea", "back"))
        return specs

    def _back(self) -> None:
        self.back()

    def options(self, placed: Container[str], folded: bool) -> list[ButtonSpec]:
        """Return buttons for offered elements that have no place on the screen.

        placed: elements that have a place
        folded: True if the player board is folded; elements on it get no buttons
        """
        state, view, specs = self._match.state, self._view, list[ButtonSpec]()
        for element in self.chooser.offered:
            whole = element.startswith(CHOICE)
            on_desk = not whole and not view.on_board(element) and view.whose(element) is None
            if element in placed or (folded and on_desk):
                continue
            if whole:
                label, brief = view.tell_action(self.chooser.action_of(element), state), ""
            else:
                label, brief = view.label(element, state), view.brief(element, state)
            act, caption = partial(self._tap, element), unbroken(label)
            spec = ButtonSpec(element, label, act, caption=caption, brief=brief)
            specs.append(self._as_end(spec) if element == view.ends else spec)
        return specs

    def _as_end(self, spec: ButtonSpec) -> ButtonSpec:
        """Style the button that ends the turn: large if nothing else is left, otherwise subdued and apart
        from the rest."""
        if len(self.chooser.actions) == 1:
            return spec._replace(tone="primary", size=1.2, apart=True)
        return spec._replace(tone="sea", apart=True)

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

    def due(self, now: float) -> float | None:
        """End the turn when it is time. Return the seconds until the next call is needed, or None."""
        match = self._match
        legal = match.state.legal_actions() if self._wanted and self._choice.by_hand else []
        if len(legal) != 1 or legal[0].path != (self._ends,):
            self._begun = None
            return None
        if self._begun is None or self._begun[0] != match.version:
            self._begun = match.version, now
        left = self._begun[1] + ENDS_AFTER - now
        if left <= 0:
            self._begun = None
            self._choice.say(legal[0])
            return 0.0
        return left if self._app.pace == 0 else 0.0

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
