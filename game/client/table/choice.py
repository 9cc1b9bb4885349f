"""The decision of a person: chosen touch by touch, shown or asked about before it is played where need be."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from functools import partial
from typing import Any, NamedTuple

import pygame

from game.client.draw import theme
from game.client.draw.widgets import Spec
from game.client.frame.scene import Host
from game.client.table.computers import what_it_does
from game.client.touch.chooser import CHOICE, Chooser
from game.client.touch.ghosts import Step, steps_of
from game.client.views.view import GameView, Way
from game.client.words.i18n import t
from game.engine.core import Action
from game.match import Cursor, Entry, Match, Move, TakenBack

ENDS_AFTER = 1.5
"""So many seconds after nothing else is left a turn ends by itself, if the settings want that."""


_BRACKETS = re.compile(r"\([^()]{1,24}\)")


def unbroken(words: str) -> str:
    """The same, with what stands in short brackets kept on one line."""
    return _BRACKETS.sub(lambda found: found[0].replace(" ", "\N{NO-BREAK SPACE}"), words)


class Deed(NamedTuple):
    """What one touch has done.

    seat, since  by whom, from which move of the match on
    others       what else the touch could have meant
    """

    seat: int | None
    since: int
    others: tuple[Way, ...]


class Choice:
    """Asks for the decision of whoever acts, and hands it on to be played."""

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
        """Of a match as a view shows it.

        of      makes a chooser of the legal actions
        tap     is told when a button stands for an element and is touched
        play    is given what was decided
        prompt  says what is asked, as it is announced
        awaited says who has to sit down before anything is asked; empty: nobody
        """
        self._app, self._match, self._view = app, match, view
        self._of, self._tap, self._play, self._prompt = of, tap, play, prompt
        self._awaited = awaited
        self._cursor = Cursor(len(match.log))
        self.chooser = Chooser([])
        self.remark = ""
        """A sentence on the last touch, if it could not be followed."""
        self._deed: Deed | None = None
        """What was done last here, by a touch; None if it was taken back, or something else is on."""
        self._rest: tuple[int, tuple[Action, ...]] | None = None
        """What else the last touch says, after so many moves: for when what was sent has come back."""
        self._asked = 0
        """So many times has something new been asked that the match had not asked."""
        self.foreseen: tuple[Step, ...] = ()
        """What the action that has been chosen would do, if that is shown before it is played."""
        self._warned: Action | None = None
        """The action last chosen, which cannot be taken back and so awaits a second tap."""

    def follow(self, match: Match, now: float) -> None:
        """Something has happened, or the seat to decide has changed hands: it is another choice."""
        new = self._cursor.new(match)
        if any(map(self._ends_deed, new)):
            self._deed = None
        if new or self.by_hand != bool(self.chooser.actions):
            self.renew()
            self._go_on()

    def _ends_deed(self, entry: Entry) -> bool:
        """Whether it is a person's: what computers do leaves a touch as it was."""
        if isinstance(entry, Move):
            return self._match.controllers[entry.seat].by_hand
        return isinstance(entry, TakenBack)

    def ask(self) -> None:
        """Something else is asked, or of somebody else: start choosing anew."""
        self._asked += 1
        self._deed = None
        self.renew()

    def renew(self) -> None:
        """Start choosing for the next decision."""
        self.chooser = self._of(self._match.state.legal_actions() if self.by_hand else [])
        self.remark = ""

    @property
    def by_hand(self) -> bool:
        """Whether the decision is up to a person, who sits at the table."""
        actor = self._match.state.actor
        return actor is not None and self._match.controllers[actor].by_hand and not self._awaited()

    # ---- touches ------------------------------------------------------------------------------

    def touch(self, element: str) -> None:
        """An element was tapped: narrow the choice, and play it once it is complete."""
        self.remark = ""
        shown = self.chooser.certain
        action = self.chooser.touch(element)
        if action is not None and shown is None and self._view.shown_first(element, action):
            self._foresee(action)
            return
        ways = self._ways() or ([] if action is None else [Way((action,))])
        if not ways:
            self._warned = None
            self._app.platform.announce(self._prompt())
        elif self._means(ways[0].actions[0]):
            self._do(ways[0], ways[1:])

    def back(self) -> bool:
        """Take the last touch back; False if there is none."""
        taken = self.chooser.back()
        if taken:
            self.remark = ""
        return taken

    def say(self, action: Action) -> None:
        """A person has chosen an action: play it, or first ask whether they meant it."""
        if self._means(action):
            self._do(Way((action,)))

    def _means(self, action: Action) -> bool:
        """Whether it is to be played; else they have been asked."""
        warned, self._warned = self._warned, None
        warning = self._view.warning(action, self._match.state)
        if not warning or action is warned:
            return True
        self._warned, self.remark = action, warning
        self.chooser.back()
        self._app.platform.announce(warning)
        return False

    def _do(self, way: Way, others: Sequence[Way] = ()) -> None:
        """Play an action, and answer what is asked after it as far as the way says it."""
        seat, since = self._match.state.actor, len(self._match.moves)
        self._rest = None
        self._play(way.actions[0])
        if len(self._match.moves) == since:  # it was sent, and is played when it comes back
            self._rest = since + 1, way.actions[1:]
            return
        asked = self._asked
        for action in way.actions[1:]:
            if self._asked != asked or action not in self.chooser.playable:
                break
            self._play(action)
        self._deed = Deed(seat, since, tuple(others))

    def _go_on(self) -> None:
        """What was sent has come back: send what else the same touch said, if it still holds."""
        rest, self._rest = self._rest, None
        if rest is None or not rest[1] or not self.by_hand:
            return
        step, actions = rest
        if len(self._match.moves) == step and actions[0] in self.chooser.playable:
            self._do(Way(actions))

    def instead(self, way: Way) -> None:
        """Take the usual way back and go another."""
        self._match.undo(self.since)
        self._do(way)

    @property
    def since(self) -> int | None:
        """The move with which the last touch began, if it can be taken back."""
        return self._deed.since if self._deed is not None and self._match.undoes(self._deed.since) else None

    @property
    def others(self) -> Sequence[Way]:
        """What else the last touch could have meant, while it can be taken back and nobody else is asked."""
        deed = self._deed
        if deed is None or self.since is None:
            return ()
        return () if self._match.state.actor != deed.seat and self.chooser.offered else deed.others

    def _foresee(self, action: Action) -> None:
        """Show what an action would do, and say in the same place that another touch plays it."""
        self._warned = None
        self.foreseen = steps_of(self._match.state, [action.text])
        then = " ".join(self._view.consequences(action, self._match.state))
        self.remark = t("table.again", then=then) if then else ""
        self._app.platform.announce(f"{self._prompt()} {self.remark}".strip())

    def _ways(self) -> Sequence[Way]:
        """The way nearly always meant by a first touch, if there is one, and the others."""
        if self._app.settings.placing != "one" or len(self.chooser.chosen) != 1:
            return ()
        ways, playable = self._view.ways(self.chooser.actions, self._match.state), self.chooser.playable
        if not ways or ways[0].actions[0] not in playable:
            return ()
        return [way for way in ways if way.actions[0] in playable]

    # ---- buttons ------------------------------------------------------------------------------

    def ways_back(self) -> list[Spec]:
        """What else the last tap could have meant, while that can be taken back; the touch before."""
        specs = [
            Spec(f"instead.{number}", way.words, partial(self.instead, way), "brass")
            for number, way in enumerate(self.others)
        ]
        if self.chooser.chosen:
            specs.append(Spec("back", t("table.back"), self._back, "sea", "back"))
        return specs

    def _back(self) -> None:
        self.back()

    def options(self, placed: Container[str], folded: bool) -> list[Spec]:
        """What is offered and has no place to be touched at.

        placed  the elements that have one
        folded  the desk of whoever decides is folded: what lies there is no button instead
        """
        state, view, specs = self._match.state, self._view, list[Spec]()
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
            spec = Spec(element, label, act, caption=caption, brief=brief)
            specs.append(self._as_end(spec) if element == view.ends else spec)
        return specs

    def _as_end(self, spec: Spec) -> Spec:
        """The end of the turn: large when nothing else is left, quiet otherwise, and away from the rest."""
        if len(self.chooser.actions) == 1:
            return spec._replace(tone="primary", size=1.2, apart=True)
        return spec._replace(tone="sea", apart=True)

    # ---- words --------------------------------------------------------------------------------

    def question(self) -> str:
        """What is asked, in words; what a computer does while it is its decision."""
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
        """One sentence on why an element is not on offer; empty if there is nothing to say."""
        if self.chooser.chosen and self.legal(element):
            return t("table.begun", back=t("table.back"))
        return self._view.why_not(element, self._match.state)

    def legal(self, element: str) -> bool:
        """Whether it can be used now, were it not for what has been touched."""
        return any(element in action.path for action in self._match.state.legal_actions())


class Ending:
    """Ends a turn in which nothing else is left, if the settings want that and nothing is touched."""

    def __init__(self, app: Host, match: Match, choice: Choice, ends: str) -> None:
        """`ends`: the element that ends a turn."""
        self._app, self._match, self._choice, self._ends = app, match, choice, ends
        self._begun: tuple[int, float] | None = None
        """The version of the match, and since when nothing else is left in it."""
        self._kept = -1
        """The version in which it was touched, and the turn goes on."""

    def cancel(self) -> None:
        """Something was touched: this turn is ended by hand."""
        self._kept, self._begun = self._match.version, None

    def restart(self) -> None:
        """Something lay over the table: the time begins again."""
        self._begun = None

    def due(self, now: float) -> float | None:
        """End the turn when it is time; returns the seconds until the next call it wants, or None."""
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
        """The button fills; where nothing shall move by itself, it does not."""
        if self._begun is not None and self._app.pace > 0:
            part = min(1.0, (now - self._begun[1]) / ENDS_AFTER)
            bar = button.inflate(-unit * 0.8, 0)
            target.fill(theme.BRASS_LIGHT, (bar.x, bar.bottom - unit * 0.42, bar.width * part, unit * 0.2))
