"""The guided first game: an ordinary game with a card that explains what is new."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pygame

from game.client.app.gestures import Gesture, Key
from game.client.app.scene import Host
from game.client.app.setup import ALONE, Setup
from game.client.draw.theme import Metrics
from game.client.draw.widgets import Button, ButtonSpec, Widget
from game.client.learn.danger import Danger
from game.client.learn.guide.card import CARD, GuideCard
from game.client.learn.guide.texts import GuideWords, Passage
from game.client.learn.guide.warning import TurnWarning
from game.client.learn.teaching import TeachingGame
from game.client.table.table import TableScene
from game.client.table.table_mode import LocalGame
from game.client.table.table_parts import draw_log
from game.client.touch.chooser import Chooser
from game.client.words.i18n import computers, guide, t
from game.client.words.sentence import Sentence
from game.engine.core import Action, Reason
from game.match import Cursor, Match, Move
from game.match.guide import GUIDE, HELLO, LEVEL, Guide, GuideMessage, is_guided
from game.platform import ThinkError


def first_game(app: Host, ruleset_id: str) -> TableScene:
    """Create the table for a new guided game against two computer players of the easiest level."""
    settings = app.settings
    setup = Setup(ruleset_id, level=LEVEL, name=settings.name, lot=app.platform.random_seed())
    setup.invite(ALONE)
    match = setup.begin(app)
    match.record.tags[GUIDE] = "yes"
    return table(app, match)


def table(app: Host, match: Match) -> TableScene:
    """Create the table of a game, with a guide if its record is tagged so, otherwise with comments on costly
    turns if the game has them."""
    mode = GuidedGame if is_guided(match.record) else TeachingGame
    return TableScene(app, match, mode(app, match))


class Plan(NamedTuple):
    """The hint's plan for a turn: its reason and its actions. Without a reason no plan was found."""

    reason: Reason | None = None
    actions: Sequence[str] = ()


class GuidedGame(GuideCard, LocalGame):
    """A game that counts in the results, with a coach's card on the table while there is something to
    explain."""

    name = "table"
    hints = True
    passes = False

    def __init__(self, app: Host, match: Match) -> None:
        super().__init__(app, match)
        self.guide = Guide(match)
        self.warning = TurnWarning(app, match)
        self.danger = Danger(app, match)
        self._acted = Cursor(len(match.log))
        self._key: object = None
        """Cache key of `_due`: the version of the match and the notes already shown."""
        self._due: list[GuideMessage] = []
        self._plan: Plan | None = None
        """The plan for the turn that begins; None until it is known."""
        self._asked = -1
        """Version of the match for which the plan was requested."""
        self._seeking: asyncio.Future[None] | None = None
        self._quiet = -1
        """Version of the match after which all animations have finished."""
        self._shown: GuideMessage | None = None
        """The note on the card when the table was last laid out."""
        self._said = ""
        """The text that was announced last."""
        self._script_key: object = None
        self._script: list[tuple[GuideMessage, tuple[Passage, ...]]] = []
        """The notes for the current decision with their passages."""
        self._seen = 0
        """Number of passages of the note on the card that have been shown."""
        self._past: list[tuple[Passage, bool]] = []
        """The passages of the last decision that had any, each with whether it has been shown."""
        self._current = 0
        """Index in `_past` of the first passage of the latest note."""
        self._due_at = self._past_at = -1
        """Versions of the match for which `_due` and `_past` were computed."""
        self._again: tuple[Passage, ...] = ()
        """The passages of `_past` that the player has brought back to the card."""
        self._card_words: tuple[object, tuple[Passage, ...]] = None, ()
        """Cached passages on the card, with the key of the cache."""
        self._folded: object = None
        """The text that was folded away. Any other text unfolds the card."""
        self._down = False
        """True if the place of the card was folded while the card was empty."""

    # ---- current notes -------------------------------------------------------------------------

    @property
    def to_tell(self) -> list[GuideMessage]:
        """The notes for the current decision."""
        key = self.match.version, tuple(self.guide.told)
        if key != self._key:
            self._key, self._due, self._due_at = key, self.guide.due(), self.match.version
        return self._due

    @property
    def note(self) -> GuideMessage | None:
        """The note to show now, or None."""
        return self.to_tell[0] if self.to_tell else None

    def follow(self, match: Match, now: float) -> None:
        """Mark the note on the card as read when the player acts."""
        shown, new = self._shown, self._acted.new(match.log)
        if shown and any(isinstance(one, Move) and one.seat == self.guide.seat for one in new):
            self._remember(len(self._script))
            self.guide.tell(shown)
        if new:
            self._plan, self._again, self.page = None, (), 0
        self.warning.follow(match)
        super().follow(match, now)

    # ---- the plan for a turn ------------------------------------------------------------------

    def _seek_plan(self) -> None:
        """Request the hint for the turn that begins."""
        wanted = self._plan is None and any(note.is_turn for note in self.to_tell)
        if wanted and self._asked != self.match.version:
            self._asked = self.match.version
            self._seeking = self.app.spawn(self._ask(self._asked), wakes=True)

    def left(self) -> None:
        """Cancel pending requests."""
        if self._seeking is not None:
            self._seeking.cancel()
        self.warning.stop()
        self.danger.stop()
        super().left()

    async def _ask(self, version: int) -> None:
        """Request the hint and show its aim. It is discarded if the match has moved past `version`."""
        self.table.hint.advice.avoids = self.guide.avoids
        try:
            adviser = await self.table.hint.advice.ask()
        except ThinkError:
            found = Plan()
        else:
            choice = adviser.choice
            found = Plan() if choice is None else Plan(choice.reason, [one.text for one in choice.plan])
        if version != self.match.version or self._plan is not None:
            return
        self._plan = found
        self.warning.advised = found.actions
        self.app.refresh()
        if self.on_card is not None:
            self._look()
        self._announce()

    @property
    def seeking(self) -> bool:
        """True while the page on the card waits for the plan."""
        turn = self.on_card is not None and self.on_card.is_turn and not self._again
        return self.warning.pending or (turn and self._plan is None and self.last_page)

    # ---- the end of a turn --------------------------------------------------------------------

    def play(self, action: Action) -> None:
        """Play an action. One that ends a turn is held back until it is known whether the turn is poor."""
        reason = None if self._plan is None else self._plan.reason
        if not self.guide.on or self.warning.allows(action, self._judged, reason):
            super().play(action)

    def _judged(self) -> None:
        """React to the evaluation of the turn: end it, or warn before it is ended."""
        self.page = 0
        action = self.warning.granted()
        if self.warning.offer is not None:
            self.table.ending.cancel()
        if action is not None:
            super().play(action)
            self.table.follow(time.monotonic())
        self.app.refresh()
        self._announce()

    def _take_back(self) -> None:
        """Return to the beginning of the turn, or to the last reveal in it."""
        offer = self.warning.offer
        self.warning.withdraw()
        if offer is not None and offer.part.step < len(self.match.moves):
            self.match.undo(offer.part.step)
        else:
            self.table.choice.back()
        self.table.follow(time.monotonic())
        self.app.refresh()

    def _let_stand(self) -> None:
        """Keep the turn as it is, and end it if that was begun."""
        self.warning.accept()
        self._judged()

    # ---- what is on the card ------------------------------------------------------------------

    def due(self, now: float) -> float | None:
        """Show the card once the opponents have moved and all animations have finished."""
        if self.guide.on:
            self.warning.look_ahead(self._judged)
            self.danger.look(self.table.view, self._turned)
        if self.note is None or self._quiet == self.match.version:
            return super().due(now)
        self._quiet = self.match.version
        self.app.refresh()
        self._look()
        self._announce()
        return 0.0

    def _let_play(self) -> None:
        """Let the computer players begin once the welcome has been read."""
        self.match.paused = self.note == GuideMessage(HELLO) and self.match.state.actor != self.guide.seat

    def _look(self) -> None:
        """Bring what the card refers to into view."""
        self.table.update_layout()
        now, camera_control, stage = time.monotonic(), self.table.camera_control, self.table.stage
        rects = [shape.rect for shape in camera_control.on_board(self.pointed_out(), self.match.state)]
        if all(stage.free.contains(rect) for rect in rects):
            return
        if not stage.glide_include(rects[0].unionall(rects[1:]), now):
            stage.glide_home(now)

    @property
    def on_card(self) -> GuideMessage | None:
        """The note that is ready to be shown, or None."""
        ready = self._quiet == self.match.version and not self.danger.words
        return self.note if ready else None

    def passages(self) -> tuple[Passage, ...]:
        script, (known, words) = self.script(), self._card_words
        key = script, self.on_card, self._again, self.warning.said, self.danger.words, t.language
        if key != known:
            self._card_words = key, (words := self._passages())
        return words

    def _passages(self) -> tuple[Passage, ...]:
        if self.warning.pending:
            return (Passage(guide("judging")),)
        if self.warning.offer is not None:
            return (self.warning.passage(self._guide_words),)
        if self.danger.words:
            return (Passage(self.danger.words, self.danger.places),)
        if self._again or self.on_card is None:
            return self._again
        return self._script[0][1]

    def script(self) -> list[tuple[GuideMessage, tuple[Passage, ...]]]:
        """Return the notes for the current decision with their passages."""
        key = self.match.version, self.to_tell, self._plan, t.language
        if key != self._script_key:
            self._script_key, self._script = key, [(note, self._told(note)) for note in self.to_tell]
        return self._script

    @property
    def _guide_words(self) -> GuideWords:
        return GuideWords(self.table.view, self.match.ruleset.id)

    def _told(self, note: GuideMessage) -> tuple[Passage, ...]:
        """Return the passages of a note: that of a turn's concern, the suggestion for the turn, and the
        opening that it belongs to."""
        words, state, now = self._guide_words, self.match.state, note.facts.get("now")
        if not note.is_turn:
            return (words.note(note, state),)
        found = [words.note(now, state)] if now else []
        if self._plan is None:
            found.append(Passage(guide("seeking")))
        elif self._plan.reason is not None:
            told = words.suggestion("could", self._plan.reason, self._plan.actions, state)
            found += [one for one in (told, words.opening(self._plan.reason, state)) if one is not None]
        return tuple(found)

    @property
    def has_card(self) -> bool:
        """True while the card is shown, which is not over a hint, nor over a player board selected by
        hand."""
        speaks = self.warning.speaks or bool(self.danger.words or self._again) or self.on_card is not None
        table = getattr(self, "table", None)
        if not speaks or table is None or not self.passages() or table.hint.speaks or table.threats.on:
            return False
        desks = table.desks
        return not (self._over and (desks.peeked is not None or desks.drawer.up))

    def read_on(self) -> None:
        """Continue with the next page or note, or close the card."""
        if self.seeking or not self.has_card:
            return
        if not self.last_page:
            self.page += 1
            self.app.refresh()
            self._look()
        elif self.warning.offer is not None:
            self._let_stand()
            return
        elif self.danger.words:
            self.danger.read()
            self._turned()
            return
        elif self._again:
            self._again, self.page = (), 0
            self.app.refresh()
        elif self.on_card is not None:
            self._remember(1)
            self.guide.tell(self.on_card)
            self._turned()
            return
        self._announce()

    # ---- earlier notes ------------------------------------------------------------------------

    def _remember(self, notes: int) -> None:
        """Store the note on the card, and the following unread ones, so that the player can bring them back.

        notes: number of notes to store
        """
        if self._past_at != self._due_at:
            self._past, self._past_at, self._current = [], self._due_at, 0
        seen = self._seen
        for _, passages in self._script[:notes]:
            told = [one for one in passages if one.words != guide("seeking")]
            self._current = len(self._past) if told else self._current
            self._past += [(passage, number < seen) for number, passage in enumerate(told)]
            seen -= len(told)

    def recall(self) -> None:
        """Show the last notes again, beginning with the first unread one. Once all have been read, show only
        the latest."""
        if not self._past:  # a resumed game
            self._past = [(self._guide_words.note(GuideMessage(HELLO), self.match.state), True)]
            self._current = 0
        unread = (index for index, (_, read) in enumerate(self._past) if not read)
        self._again, self.page = tuple(one for one, _ in self._past[next(unread, self._current) :]), 0
        self._past = [(one, True) for one, _ in self._past]
        self.app.refresh()
        self.app.platform.announce(self.words())

    @property
    def _keeps(self) -> bool:
        """True if the card's place stays free of the table while the card is empty: on an upright phone."""
        return self.guide.on and self._folds

    @property
    def folded(self) -> bool:
        """True if the card, or its empty place, is folded. An empty place stays folded until there is a new
        note."""
        if not self.has_card:
            return self._keeps and self._down
        return self._folds and self._folded == (self.passages(), self.page) and not self.table.choice.remark

    def fold(self) -> None:
        if self.has_card:
            self._folded = None if self.folded else (self.passages(), self.page)
            self.table.choice.remark = ""
        self._down = not self._down

    def tools(self) -> list[ButtonSpec]:
        """Offer to show the last notes again. While there is a card, the button is locked."""
        possible = self.note is None and not self._again and self.table.choice.by_hand
        recall = self.recall if possible else None
        return [ButtonSpec("advice", guide("again"), recall, icon="lesson")] if self.guide.on else []

    def stop(self) -> None:
        """Switch the guide off."""
        self._again = ()
        self.danger.read()
        self.guide.switch(False)
        self._turned()

    def _turned(self) -> None:
        self.page = 0
        self.keeper.save()
        self.app.refresh()
        if self.on_card is not None:
            self._look()
        self._announce()

    def _announce(self) -> None:
        """Announce the page on the card unless it has been announced already."""
        if words := self._anew():
            self.app.platform.announce(words)

    def _anew(self) -> str:
        """Return the text on the card and mark it as announced; "" if it has been announced already."""
        words = self.words() if self.has_card else ""
        if words == self._said:
            return ""
        self._said = words
        return words

    # ---- the coach ----------------------------------------------------------------------------

    def headline(self) -> str:
        return guide("title")

    def coach_buttons(self) -> list[ButtonSpec]:
        """Return the two buttons, which have the same places on all cards."""
        act = None if self.seeking else self.read_on
        more = not self.last_page or (not self._again and len(self._due) > 1)
        if self.warning.offer is None or not self.last_page:
            go_on = ButtonSpec("coach.next", guide("next" if more else "done"), act, "primary")
            return [ButtonSpec("coach.stop", guide("stop"), self.stop), go_on]
        go_on = ButtonSpec("coach.next", computers("teaching.on"), act)
        back = t("table.back") if self.warning.offer.idle else computers("teaching.back")
        return [ButtonSpec("coach.back", back, self._take_back, "primary"), go_on]

    # ---- the game -----------------------------------------------------------------------------

    def prompt(self, question: str) -> str:
        return self._anew() if self.warning.pending else f"{self._anew()} {question}".strip()

    def status(self, question: str) -> str:
        """Return the prompt, which requests no confirmation while the turn is being evaluated."""
        return guide("judging") if self.warning.pending else question

    def whole_prompt(self, question: str) -> str:
        return self.words() if self.warning.pending else f"{self.words()} {question}".strip()

    def heading(self, question: str) -> str:
        return self.status(question)

    def subheading(self, question: str) -> str:
        return ""

    def introduction(self) -> str:
        return ""

    def window_title(self) -> str:
        return LocalGame.window_title(self)

    def greeting(self) -> str:
        return "" if self.has_card else super().greeting()

    def choosing(self, actions: Sequence[Action]) -> Chooser:
        return Chooser(actions, self.table.view.wide)

    def tool(self, button: Button) -> Button | None:
        return button

    def shows(self, widget: Widget) -> bool:
        covered = self.covered()
        return covered is None or not covered.colliderect(widget.rect)

    def handle(self, gesture: Gesture) -> bool | None:
        match gesture:
            case Key(name="return" | "enter" | "keypad enter") if self.has_card:
                self.read_on()
                return True
        return super().handle(gesture) if self.has_card or self._keeps else None

    # ---- hooks of the table -------------------------------------------------------------------

    def kept(self) -> list[pygame.FRect]:
        """Keep the card's place free of the table's buttons even while the card is empty."""
        return [self.card] if self.guide.on else []

    def room(self, metrics: Metrics) -> Metrics:
        place = self.place  # sets `_folds`
        return metrics.above(place) if self._keeps else metrics

    def prepare(self) -> None:
        """Prepare the layout and request the plan when it is due. While there is a card, it shows the
        responses to taps."""
        self._let_play()
        self.table.stage.card = CARD * self.app.metrics.plain if self.guide.on else 0.0
        self._shown, shown = self.on_card, self.current
        if self._shown is not None and shown is not None and not self._again:
            self._seen = self.passages().index(shown[1]) + 1
        self.answers_at_board = not self.has_card
        self._seek_plan()

    def widgets(self) -> Iterator[Widget]:
        if self.has_card or (self._keeps and self.folded):
            yield from super().widgets()
        elif self._keeps:
            yield self._handle()

    def draw(self, target: pygame.Surface) -> None:
        self.draw_way(target)
        if self.has_card or self._keeps:
            super().draw(target)
        if self._keeps and not self.has_card and not self.folded:
            self._draw_log(target)

    def _draw_log(self, target: pygame.Surface) -> None:
        """Draw the log in the place of the empty card, or the last note before anything has happened."""
        unit, narrator = self.app.metrics.unit, self.table.narrator
        room = self.sheet.inflate(-unit * 2, -unit * 1.8)
        lately = narrator.lately(self.match)
        said = [Sentence(one.words) for one, _ in self._past[-1:]]
        draw_log(target, room, narrator.sentences or said, unit, self.match.players, lately)
