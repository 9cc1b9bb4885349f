"""Table modes: by default a game that is saved and counted. Lessons and puzzles have coaches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Protocol

import pygame

from game.client.app import routes
from game.client.app.gestures import Gesture
from game.client.app.scene import Host, complaining
from game.client.draw.theme import Metrics
from game.client.draw.widgets import Button, ButtonSpec, Widget
from game.client.storage.plans import keep_plan, plan_for
from game.client.storage.results import note_end
from game.client.storage.save_store import SaveConflict
from game.client.table.decision_prompt import AutoEndTurn, DecisionPrompt
from game.client.table.desks import DeskSelection
from game.client.table.hint import Hint
from game.client.table.narrator import Narrator
from game.client.touch.camera_control import CameraControl
from game.client.touch.chooser import Chooser
from game.client.touch.pointing import Surface
from game.client.touch.reading import Reading
from game.client.touch.threats import ThreatView
from game.client.words.i18n import computers, finished, t
from game.client.words.sentence import Sentence
from game.engine.core import Action, State
from game.match import Cursor, Match, Move
from game.match.planned import Remainder, remainder
from game.match.standing import Answers, interruptions, interrupts
from game.match.tally import TRIED, own_seat
from game.platform import StorageError

SEAT = "seat."
"""Prefix of the element ids of player-board headings."""
BESIDE = ("button.", "end.")
"""Prefixes of the ids of widgets outside the board."""


class Laid(Surface, Protocol):
    """The part of a table's interface that a table mode needs."""

    choice: DecisionPrompt
    desks: DeskSelection
    camera_control: CameraControl
    narrator: Narrator
    reading: Reading
    hint: Hint
    threats: ThreatView
    ending: AutoEndTurn

    def update_layout(self) -> None:
        """Lay the table out if something has changed since the last layout."""

    def play(self, action: Action) -> None:
        """Play the action that a person decided on."""

    def say(self, *actions: Action) -> None:
        """Play actions that a person has chosen, or request confirmation first."""

    def follow(self, now: float) -> None:
        """Notify every part of a change of the match."""

    def prompt(self) -> str:
        """Return the prompt as it is announced."""

    def show_logged(self, sentence: Sentence) -> Callable[[], None] | None:
        """Return the command that returns to the table and shows the place of a sentence of the log; None if
        it has no place on the board."""


OFFERED_AFTER = 2
"""Number of interruptions of a player after which the table offers to decide them in advance."""


class TableMode:
    """Base class of the table modes; the defaults do nothing.

    A table calls `follow` before and `followed` after all other parts have read the log on.
    """

    name = "table"
    """Name of the scene."""
    passes = False
    """True if the next person at the device is prompted to begin."""
    hints = True
    """True if players can ask for hints."""
    marks_buttons = False
    """True if buttons that answer the prompt are highlighted like elements of the board."""
    answers_at_board = True
    """True if explanations of mistaken clicks are shown at the board."""

    def __init__(self, app: Host, match: Match) -> None:
        self.app, self.match = app, match
        self.table: Laid
        """The table, once it is complete."""

    # ---- the game -----------------------------------------------------------------------------

    def play(self, action: Action) -> None:
        """Play the action that a person decided on here."""
        self.match.play(action)

    def awaited(self) -> str:
        """Return what must happen elsewhere before the person can decide, as a sentence; empty if nothing
        must."""
        return ""

    def asked(self) -> int | None:
        """Return the seat that has to decide, or None."""
        return self.match.state.actor

    def seated(self) -> int | None:
        """Return the seat whose player board is shown to the person here, or None."""
        return self.match.state.actor

    def follow(self, match: Match, now: float) -> None:
        """Read the log on, before all other parts."""

    def followed(self, match: Match, now: float) -> None:
        """Read the log on, after all other parts."""

    def opened(self) -> None:
        """Prepare for the table's first appearance on top."""

    def announced(self) -> None:
        """React to the table's first appearance, after the prompt has been announced."""

    def left(self) -> None:
        """Clean up after the table has been closed."""

    def changed_elsewhere(self) -> None:
        """React to data saved by another window."""

    def moves(self, now: float) -> bool:
        """Return True while something next to the table moves."""
        return False

    def due(self, now: float) -> float | None:
        """Perform pending tasks when nothing moves and the match waits for nothing. Return the seconds until
        the next such task, 0 after one was performed, or None if there is no task."""
        return None

    def over(self) -> list[ButtonSpec]:
        """Return the buttons for when the game is over."""
        return []

    def instead(self) -> list[ButtonSpec]:
        """Return buttons that replace those of the decision; empty to leave the decision's."""
        return []

    def suggestions(self) -> list[ButtonSpec]:
        """Return buttons that come before those of the decision."""
        return []

    def choosing(self, actions: Sequence[Action]) -> Chooser:
        """Return the selection of a person among the legal actions."""
        return Chooser(actions, self.table.view.wide)

    def refusal(self, element: str) -> str:
        """Explain in one sentence why an element is not selectable; empty if there is nothing to say."""
        return self.table.choice.refusal(element)

    @property
    def undoes(self) -> bool:
        """True if the last action can be undone."""
        return self.match.can_undo

    @property
    def undoes_others(self) -> bool:
        """True if undoing the last action also undoes what others have done since."""
        return False

    def undo(self) -> None:
        """Undo the last action; the table reads the log on afterwards."""

    def leave(self) -> None:
        """Leave the table, or ask how to."""
        self.app.pop()

    # ---- text ---------------------------------------------------------------------------------

    def prompt(self, question: str) -> str:
        """Return the prompt as it is announced. `question`: the prompt of the selection."""
        return question

    def whole_prompt(self, question: str) -> str:
        """Return the prompt as it is announced on request, in full."""
        return question

    def status(self, question: str) -> str:
        """Return the prompt shown in the status bar."""
        return question

    def heading(self, question: str) -> str:
        """Return the heading of the scene."""
        return question

    def subheading(self, question: str) -> str:
        """Return the line below the heading, for screen readers; empty if the heading is the question."""
        return ""

    def introduction(self) -> str:
        """Return what is announced before the prompt when the table opens."""
        return ""

    def window_title(self) -> str:
        """Return the title of the window: whose turn it is."""
        state = self.match.state
        if state.actor is None:
            return t("table.over")
        name = self.match.players[state.actor].name
        if self.match.by_hand:
            return t("games.turn.name", name=name)
        return t("table.thinking", name=name)

    def undone(self, place: int, actions: list[str]) -> str:
        """Return the sentence about undone actions for an entry of the log; empty for the usual one."""
        return ""

    def greeting(self) -> str:
        """Return a one-sentence instruction for first-time players; empty for none."""
        return ""

    # ---- the table ----------------------------------------------------------------------------

    def room(self, metrics: Metrics) -> Metrics:
        """Return the part of the window that the table fills, from the top left corner."""
        return metrics

    def kept(self) -> list[pygame.FRect]:
        """Return the rectangles on the table that its buttons must not cover."""
        return []

    def covered(self) -> pygame.FRect | None:
        """Return the rectangle that covers the player board of the player seated here, and possibly tabs,
        which are not interactive then; None if nothing covers them."""
        return None

    def prepare(self) -> None:
        """Prepare for a new layout of the table."""

    def pointed_out(self) -> Sequence[str]:
        """Return the elements that a text refers to. They are highlighted, and the drawer opens for those on
        the player board."""
        return ()

    def widgets(self) -> Iterator[Widget]:
        """Yield the widgets next to the table, which screen readers read first."""
        return iter(())

    def helpers(self) -> Iterator[Widget]:
        """Yield the buttons next to the table that help with the decision or lead back, which screen readers
        read after the answers."""
        return iter(())

    def tools(self) -> list[ButtonSpec]:
        """Return further tools for the toolbar, as icons."""
        return []

    def tool(self, button: Button) -> Button | None:
        """Return a tool of the table, its replacement, or None to omit it."""
        return button

    def shows(self, widget: Widget) -> bool:
        """Return True if a gauge of the end of the game, or a widget of the board overlay, is to be shown."""
        return True

    def dim(self, target: pygame.Surface) -> bool:
        """Dim what is not in play, above the board and below moving pieces; return True if it did."""
        return False

    def handle(self, gesture: Gesture) -> bool | None:
        """Handle a gesture; None leaves it to the table."""
        return None

    def draw(self, target: pygame.Surface) -> None:
        """Draw what is next to the table."""

    def draw_above(self, target: pygame.Surface) -> None:
        """Draw what is above all widgets."""


class MatchSaver:
    """Saves a match; on a conflict with another window the player decides."""

    def __init__(self, app: Host, match: Match) -> None:
        self._app, self._match = app, match
        self._cursor = Cursor(len(match.log))

    def follow(self, match: Match, now: float) -> None:
        """Save the game after every event, and record its result when it has ended."""
        new = self._cursor.new(match.log)
        if new:
            self.save()
        if match.state.outcome is not None and any(isinstance(entry, Move) for entry in new):
            self._ended()

    def save(self) -> None:
        """Save the current state of the game."""
        try:
            self._app.saves.save(self._match)
            self._app.kept()
        except SaveConflict:
            self._conflict()
        except StorageError as error:
            self._app.complain(error)
            self._app.platform.unsaved(True)

    def _ended(self) -> None:
        """Record the result of the finished game if the person took part."""
        with complaining(self._app):
            note_end(self._app.saves, self._match, self._app.settings.name)

    def look(self) -> None:
        """Check whether another window has saved this game."""
        try:
            changed = self._app.saves.changed_elsewhere(self._match)
        except StorageError as error:
            self._app.complain(error)
        else:
            if changed:
                self._conflict()

    def _conflict(self) -> None:
        if self._app.scene.name != "conflict":
            self._app.open(routes.Conflict(self._match))


class LocalGame(TableMode):
    """A player's own game: saved after every event; its end is shown and recorded."""

    passes = True

    def __init__(self, app: Host, match: Match) -> None:
        super().__init__(app, match)
        self.keeper = MatchSaver(app, match)
        self.results_shown = match.state.outcome is not None
        self._cursor, self._begun = Cursor(len(match.log)), len(match.moves)
        self._often: frozenset[int] = frozenset()
        """The seats that were interrupted `OFFERED_AFTER` times, known for the version `_often_at` of the
        match."""
        self._often_at = -1
        self._offered = any(map(self._interrupted, range(match.state.seats)))
        """True if the offer to decide in advance has been made."""
        self._offer_open = False
        """True until the person has reacted to the offer, or has another turn."""
        self.planned: tuple[str, ...] = ()
        """The actions of the planned turn."""
        self._plan_on = False
        """True since the planned turn has begun."""
        self._plan_at = -1
        self._plan_left: Remainder | None = None
        """The rest of the plan, known for the version `_plan_at` of the match."""
        self._plan_shown: Remainder | None = None
        """The rest of the plan that the table shows."""
        with complaining(app):
            self.planned = plan_for(app.platform, match.id)

    def follow(self, match: Match, now: float) -> None:
        """Save the game, and schedule the display of its results each time it ends."""
        self.keeper.follow(match, now)
        if self._cursor.new(match.log) and match.state.outcome is not None:
            self.results_shown = False

    def followed(self, match: Match, now: float) -> None:
        self._offer()
        self._show_plan()

    def opened(self) -> None:
        self.keeper.save()

    def announced(self) -> None:
        self._show_plan()

    def changed_elsewhere(self) -> None:
        self.keeper.look()

    def due(self, now: float) -> float | None:
        if self.match.state.outcome is None or self.results_shown:
            return None
        self.results()
        return 0.0

    def over(self) -> list[ButtonSpec]:
        return [ButtonSpec("results", t("table.results"), self.results, "primary")]

    def results(self) -> None:
        """Show the scoring over the table; the count is animated if the game has just ended."""
        ended, self.results_shown = not self.results_shown, True
        self.app.open(routes.Results(self.match, ended=ended))

    @property
    def undoes_others(self) -> bool:
        match, since = self.match, self.table.choice.since
        since = match.undo_step if since is None else since
        undone = () if since is None else match.moves[since:]
        return any(not match.controllers[move.seat].by_hand for move in undone)

    def undo(self) -> None:
        """Undo up to a person's last decision."""
        if self.match.can_undo:
            self.match.undo(self.table.choice.since)

    def leave(self) -> None:
        narrator = self.table.narrator
        lately, show = narrator.lately(self.match), self.table.show_logged
        self.app.open(routes.Menu(self.match, narrator.sentences, lately, show, plan=self.plan_turn))

    # ---- decisions in advance -----------------------------------------------------------------

    def answering(self) -> int | None:
        """Return the seat for which a person here can decide in advance now, or None. Of several people at
        the device it is the one who is to move."""
        return answering_seat(self.match)

    def decide_in_advance(self) -> None:
        """Show the page of standing answers."""
        self._offer_open = False
        seat = self.answering()
        if seat is not None:
            self.app.open(self.answers_route(seat))

    def answers_route(self, seat: int) -> routes.StandingAnswers:
        """Return the page of standing answers of a seat."""
        return answers_route(self.app, self.match, seat)

    def has_answers(self, seat: int) -> bool:
        """Return True if a seat has standing answers."""
        return bool(self.match.answers(seat))

    def tools(self) -> list[ButtonSpec]:
        seat = self.answering()
        if seat is None or not (self.has_answers(seat) or self._interrupted(seat) or self._asks_now(seat)):
            return []
        label = computers("advance")
        return [
            ButtonSpec(
                "advance", label, self.decide_in_advance, icon="advance", chosen=self.has_answers(seat)
            )
        ]

    def _interrupted(self, seat: int) -> bool:
        """Return True if a seat has been interrupted often enough for the offer to decide in advance."""
        if self._often_at != self.match.version:
            counts, self._often_at = interruptions(self.match.moves), self.match.version
            self._often = frozenset(one for one, count in counts.items() if count >= OFFERED_AFTER)
        return seat in self._often

    def _asks_now(self, seat: int) -> bool:
        state = self.match.state
        return state.actor == seat and interrupts(state)

    def _offer(self) -> None:
        """Offer once, at the board, in the log and as an announcement, to decide in advance."""
        seat = self.answering()
        self._offer_open &= self.match.state.turn_seat != seat
        if self._offered or seat is None or self.has_answers(seat) or not self._interrupted(seat):
            return
        self._offered = self._offer_open = True
        self.table.narrator.sentences.append(Sentence(_offer_told(), seat))
        self.app.platform.announce(_offer_told())

    @property
    def _offers_now(self) -> bool:
        """True while the board shows the offer to decide in advance: others act, and the person can choose
        at leisure."""
        return self._offer_open and not self.table.choice.by_hand and self.match.state.actor is not None

    # ---- the planned turn ---------------------------------------------------------------------

    def planning(self) -> int | None:
        """Return the seat whose next turn can be planned here now, because another player is to move, or
        None."""
        return planning_seat(self.match, own_seat(self.match.record, self.app.settings.name))

    def plan_turn(self) -> None:
        """Open the copy of the board on which the next turn is planned."""
        seat = self.planning()
        if seat is not None:
            self.app.open(routes.Planning(self.match, seat, self.planned, self.keep_plan))

    def keep_plan(self, actions: Sequence[str]) -> None:
        """Save a planned turn, and show it if it is time for it; without actions, withdraw it."""
        with complaining(self.app):
            keep_plan(self.app.platform, self.match.id, actions)
        self.planned, self._plan_at, self._plan_on = tuple(actions), -1, False
        if actions:
            self.app.platform.announce(computers("plan.kept"))
        self._show_plan()
        self.app.refresh()

    @property
    def _remainder(self) -> Remainder | None:
        """The rest of the planned turn while the person is to play it."""
        match, seat = self.match, self.match.state.actor
        if self._plan_at != match.version:
            self._plan_left = None
            if seat is not None and self.table.choice.by_hand and self._own(seat):
                self._plan_at = match.version
                self._plan_left = remainder(self.planned, match.state, match.moves, seat)
        return self._plan_left

    def _own(self, seat: int) -> bool:
        """Return True if a planned turn is for this seat."""
        return own_seat(self.match.record, self.app.settings.name) in (seat, None)

    def _show_plan(self) -> None:
        """Show the rest of the planned turn when it is time for it. Forget it once the turn is over or has
        taken another course."""
        left, shown, state = self._remainder, self._plan_shown, self.match.state
        self._plan_shown = left
        if left is None:
            if self._plan_on and state.actor is not None and not self._interrupted_now:
                self.keep_plan(())
            return
        if left is shown:
            return  # nothing has been played since
        self._plan_on = True
        if left.misfit is not None and left.before is not None:
            words = self._no_longer_fits(left.misfit, left.before)
            self.table.choice.remark = words
            if shown is None or shown.misfit is not left.misfit:
                self.table.narrator.sentences.append(Sentence(words, state.actor))
                self.app.platform.announce(words)
        self.table.hint.propose(left.actions)

    def _no_longer_fits(self, action: Action, state: State) -> str:
        """Return which action of the planned turn is not legal in a state, and why."""
        view, reason = self.table.view, state.why_not(action)
        told = computers("plan.changed", action=view.tell_action(action, state))
        return told if reason is None else f"{told} {view.refusal(reason, state)}"

    @property
    def _interrupted_now(self) -> bool:
        """True while another player decides in the turn that was planned."""
        turn = self.match.state.turn_seat
        return turn is not None and turn != self.match.state.actor and self._own(turn)

    def suggestions(self) -> list[ButtonSpec]:
        left = self._remainder
        if left is None:
            offer = ButtonSpec("offer", computers("advance"), self.decide_in_advance, icon="advance")
            return [offer] if self._offers_now else []
        play = partial(self.table.say, *left.actions)
        specs = [
            ButtonSpec(
                "plan.play", computers("plan.play", n=len(left.actions)), play, "primary", "check", leads=True
            )
        ]
        drop = ButtonSpec("plan.drop", computers("plan.drop"), self._drop_plan, icon="close")
        return [*(specs if left.actions else []), drop]

    def _drop_plan(self) -> None:
        self.table.hint.drop()
        self.keep_plan(())

    def greeting(self) -> str:
        if self._offers_now:
            return _offer_told()
        if self.planned and self.planning() is not None:
            return computers("plan.kept")
        settings = self.app.settings
        known = settings.played or settings.lessons
        asked = self.table.choice.by_hand and not self.table.reading.on
        if asked and not known:
            glows = any(spot.asked for spot in self.table.targets.values())
            return t("table.first" if glows else "table.first.buttons")
        return self._seated() if asked else ""

    def _seated(self) -> str:
        """Return a greeting for a game tried out from the middle of another, until something is played."""
        match = self.match
        if match.record.tags.get(TRIED) != "yes" or len(match.moves) != self._begun:
            return ""
        own = (seat for seat, controller in enumerate(match.controllers) if controller.by_hand)
        return finished("replay.seated", name=match.players[next(own)].name)


def _offer_told() -> str:
    return computers("advance.offer", tool=computers("advance"))


def answering_seat(match: Match) -> int | None:
    """Return the seat for which a person at this device can decide in advance now, or None."""
    if match.state.actor is None or match.from_position or not match.state.wishes():
        return None
    here = [seat for seat, controller in enumerate(match.controllers) if controller.by_hand]
    if len(here) == 1 and not match.by_mail:
        return here[0]
    return match.state.actor if match.by_hand else None


def planning_seat(match: Match, own: int | None) -> int | None:
    """Return the seat of a person whose next turn can be planned now, because another player is to move."""
    state = match.state
    if own is None or state.actor is None or match.from_position:
        return None
    if own in (state.actor, state.turn_seat) or state.turn_seat is None:
        return None
    return None if state.turn_of(own) is None else own


def answers_route(app: Host, match: Match, seat: int) -> routes.StandingAnswers:
    """Return the page of standing answers of a seat in a game on this device."""

    def keep(answers: Answers) -> None:
        match.set_answers(seat, answers)
        MatchSaver(app, match).save()

    return routes.StandingAnswers(match, seat, match.answers(seat), keep)
