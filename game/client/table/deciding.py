"""A match in which a person decides: choosing by touches, playing, taking back, saving."""

from __future__ import annotations

import time
from collections.abc import Sequence

from game.client.frame.scene import Host
from game.client.table.computers import pause, what_it_does
from game.client.table.ghosts import Step, steps_of
from game.client.table.hint import Hint
from game.client.table.keeping import Keeper
from game.client.table.pointing import PointingScene
from game.client.touch.chooser import Chooser
from game.client.touch.gaze import Gaze
from game.client.words.i18n import t
from game.engine.core import Action, Event
from game.match import Match
from game.platform import Changed, Input

BANNER_SECONDS = 0.9


class DecidingScene(PointingScene):
    """Asks for the decision of whoever acts, and plays it."""

    def __init__(self, app: Host, match: Match) -> None:
        super().__init__(app, match)
        self.remark = ""
        """A sentence on the last touch, if it could not be followed."""
        self.touched: tuple[str, ...] = ()
        """The elements a computer player last acted on."""
        self.others: Sequence[Action] = ()
        """What else the single tap could have meant that has just played an action."""
        self.foreseen: tuple[Step, ...] = ()
        """What the action that has been chosen would do, if that is shown before it is played."""
        self.warned: Action | None = None
        """The action last chosen, which cannot be taken back and so awaits a second tap."""
        self.banner_until = 0.0
        """Until then the name of the player to decide is shown across the board."""
        self.handed_over = False
        """The last action passed the decision to another seat: a tap during its animation only skips it."""
        self.gaze = Gaze(self.view, self.stage)
        self.keeper = Keeper(app, match)
        self.hint = Hint(app, match, self.view, self._look_at)
        self._ask()

    # ---- the decision -----------------------------------------------------------------------

    def _ask(self) -> None:
        """Start choosing for the next decision."""
        self.chooser = self.choice_of(self.match.state.legal_actions() if self.by_hand else [])
        self.remark = ""
        self.others = ()
        self.hint.follow()

    def choice_of(self, actions: Sequence[Action]) -> Chooser:
        """The legal actions to choose from."""
        return Chooser(actions)

    @property
    def by_hand(self) -> bool:
        """Whether the decision is up to a person."""
        actor = self.match.state.actor
        return actor is not None and self.match.controllers[actor].by_hand

    def touch(self, element: str) -> None:
        """An element was tapped: narrow the choice, and play it once it is complete."""
        self.remark, self.peeked = "", None
        shown = self.chooser.certain
        action, others = self.chooser.touch(element), tuple[Action, ...]()
        if action is not None and shown is None and self.view.shown_first(element):
            self._foresee(action)
            return
        if action is None and self.app.settings.placing == "one" and len(self.chooser.chosen) == 1:
            action, others = self._usual()
        if action is None:
            self.warned = None
            self.app.platform.announce(self.prompt())
        else:
            self._said(action)
            self.others = () if self.warned else others

    def _foresee(self, action: Action) -> None:
        """Show what an action would do; another touch plays it."""
        self.warned = None
        self.foreseen = steps_of(self.match.state, [action.text])
        self.remark = " ".join(self.view.consequences(action, self.match.state))
        self.app.platform.announce(f"{self.prompt()} {self.remark}".strip())

    def _usual(self) -> tuple[Action | None, tuple[Action, ...]]:
        """The action nearly always meant by what was touched, if there is one, and the others."""
        usual, playable = self.view.usual(self.chooser.actions), self.chooser.playable
        if usual not in playable:
            return None, ()
        return usual, tuple(action for action in playable if action is not usual)

    def _instead(self, action: Action) -> None:
        """Take the usual action back and play another instead."""
        self._take_back()
        self.play(action)

    def _take_back(self) -> None:
        """Take back a person's last decision."""
        self.match.undo()

    def _said(self, action: Action) -> None:
        """A person has chosen an action: play it, or first ask whether they meant it."""
        warned, self.warned = self.warned, None
        warning = self.view.warning(action, self.match.state)
        if not warning or action is warned:
            self.play(action)
            return
        self.warned, self.remark = action, warning
        self.chooser.back()
        self.app.platform.announce(warning)

    def play(self, action: Action) -> None:
        """Play what a person decided."""
        if not self.app.settings.played:
            self.app.settings.played = "yes"
            self.app.keep_settings()
        before = self.match.state.actor
        self.narrator.failure = ""
        self._played(self.match.play(action), before, time.monotonic())

    def went_on(self, now: float) -> None:
        before = self.match.state.actor
        self._played(self.match.step(), before, now)
        self.touched = self.match.moves[-1].action.path
        self._look_at(self.touched)
        self.app.refresh()

    def _played(self, events: Sequence[Event], before: int | None, now: float) -> None:
        """Save it, show it, announce it."""
        self._save()
        if self.match.state.outcome is not None:
            self.ended()
        self.touched = ()
        self.handed_over = self.match.state.actor != before
        self.peeked = None
        self.stage.animator.skip()
        self._ask()
        self.arrange()
        landed = self.show(events, now)
        self.match.rest(landed + pause(self.app, self.match))
        self.narrator.tell(self.match, self.prompt() if self.by_hand else "")
        if self.match.state.actor is not None:
            self._look_there(now)
        if self.handed_over and self.by_hand and self.app.pace > 0:
            self.banner_until = landed + BANNER_SECONDS

    def ended(self) -> None:
        """The game has just come to its end, for the first time or once more."""
        self.keeper.ended()

    def undo(self) -> None:
        """Back to a person's last decision."""
        if not self.match.can_undo:
            return
        self.stage.animator.skip()
        self._take_back()
        self.peeked = None
        self._ask()
        self.narrator.tell(self.match, self.prompt())
        self._save()

    def prompt(self) -> str:
        """The question, in words."""
        state = self.match.state
        if state.decision is None:
            outcome = state.outcome
            return self.view.reason_text(outcome.reason) if outcome else ""
        if not self.by_hand and state.actor is not None:
            return what_it_does(self.view, self.match)
        if self.chooser.certain:
            return t("table.once", action=self.view.tell_action(self.chooser.certain, state))
        if self.chooser.chosen:
            question = self.view.question(self.chooser.chosen, self.chooser.actions, state)
            if question:
                return question
            chosen = ", ".join(self.view.label(element, state) for element in self.chooser.chosen)
            return t("table.then", chosen=chosen[:1].upper() + chosen[1:])
        return self.view.prompt(state.decision, state)

    def greeting(self) -> str:
        """How to play, in a sentence, to somebody who has never done it here."""
        settings = self.app.settings
        known = settings.played or settings.lessons
        return "" if known or self.reads or not self.by_hand else t("table.first")

    def heading(self) -> str:
        return self.prompt()

    # ---- saving -----------------------------------------------------------------------------

    def _save(self) -> None:
        self.keeper.save()

    def outside(self, happened: Input) -> None:
        if happened == Changed("storage"):
            self.keeper.look()

    # ---- where the camera looks -------------------------------------------------------------

    def _look_at(self, path: tuple[str, ...]) -> None:
        """Pan to the elements of an action."""
        self.gaze.at_elements(path, self.match.state, time.monotonic())

    def _look_there(self, now: float) -> None:
        """Pan to what is asked."""
        self.gaze.at_asked(self.spots.values(), self.app.metrics.finger, now)
