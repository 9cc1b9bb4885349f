"""The guided first game: an ordinary game with a card that explains what is new."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

import pygame

from game.client.app.gestures import Gesture, Key
from game.client.app.scene import Host
from game.client.app.setup import ALONE, Setup
from game.client.draw.theme import Metrics
from game.client.draw.widgets import Button, ButtonSpec, Widget
from game.client.learn.coach import SHORT, Coach
from game.client.learn.teaching import TeachingGame
from game.client.table.table import TableScene
from game.client.table.table_mode import LocalGame
from game.client.table.table_parts import draw_log
from game.client.touch.chooser import Chooser
from game.client.words.i18n import guide
from game.client.words.sentence import Sentence
from game.engine.core import Action
from game.match import Cursor, Match, Move
from game.match.guide import GUIDE, HELLO, LEVEL, Facts, Guide, GuideMessage, is_guided
from game.match.guide.plans import aims, foreseen, two_of
from game.platform import ThinkError
from game.worker_messages import AdvisedPlan, AdvisedPlans, MessageError, from_json, request

MAX_SHARE, MAX_SHARE_UPRIGHT = 0.5, 0.4
"""Maximum height of the card as a fraction of the window height, in landscape and in portrait."""
LEAST = 0.74
"""Minimum text size, as a fraction of the normal size, before the card grows beyond its usual height."""
KEPT = 0.28
"""Height of the card on a phone as a fraction of the window height. It is constant so that nothing else
moves."""

CARD = 15.0
"""Room reserved for the card next to the board, in units of normal text size."""
TOOLS = 5
"""Maximum number of tools while a card is shown."""

PLAN = "a fine plan " * 15
"""A placeholder that is as long as most plans with their reasons."""


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


class Advice(NamedTuple):
    """A text that the card has shown, or would have shown if no action had come first.

    words: the text
    places: ids of the elements that it refers to
    read: True once it has been shown
    """

    words: str
    places: Sequence[str]
    read: bool


class GuidedGame(Coach, LocalGame):
    """A game that counts in the results, with a coach's card on the table while there is something to
    explain."""

    name = "table"
    hints = True
    passes = False

    def __init__(self, app: Host, match: Match) -> None:
        super().__init__(app, match)
        self.guide = Guide(match)
        self._acted = Cursor(len(match.log))
        self._note: GuideMessage | None = None
        self._key: object = None
        """Cache key of `_due`: the version of the match and the notes already shown."""
        self._due: list[GuideMessage] = []
        self._plans: Sequence[tuple[AdvisedPlan, Facts]] | None = None
        """The plans suggested for the turn that begins; None until they are known."""
        self._aims: Collection[str] = ()
        """The aims of the plans that were suggested last."""
        self._asked = -1
        """Version of the match for which plans were requested."""
        self._seeking: asyncio.Future[None] | None = None
        self._quiet = -1
        """Version of the match after which all animations have finished."""
        self._shown: GuideMessage | None = None
        """The note on the card when the table was last laid out."""
        self._said: GuideMessage | None = None
        """The note that was announced last."""
        self._past: list[Advice] = []
        """The texts of the last decision that had any."""
        self._due_at = self._past_at = -1
        """Versions of the match for which `_due` and `_past` were computed."""
        self._again: int | None = None
        """Index of the text of `_past` that the player has brought back to the card; None: no text."""
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
        note = self.to_tell[0] if self.to_tell else None
        if note != self._note:
            self._note, self._card_key = note, None
        return note

    def follow(self, match: Match, now: float) -> None:
        """Mark the note on the card as read when the player acts."""
        shown, new = self._shown, self._acted.new(match.log)
        if shown and any(isinstance(one, Move) and one.seat == self.guide.seat for one in new):
            self._remember(*self._due)
            self.guide.tell(shown)
        if new:
            self._plans, self._again, self._card_key = None, None, None
        super().follow(match, now)

    # ---- the plans for a turn -----------------------------------------------------------------

    def _seek_plans(self) -> None:
        """Request suggestions from a computer player for the turn that begins."""
        wanted = self._plans is None and any(note.is_turn for note in self.to_tell)
        if wanted and self._asked != self.match.version:
            self._asked = self.match.version
            self._seeking = self.app.spawn(self._ask(self._asked), wakes=True)

    def left(self) -> None:
        """Cancel a pending request for plans."""
        if self._seeking is not None:
            self._seeking.cancel()
        super().left()

    async def _ask(self, version: int) -> None:
        """Request plans and show them. The result is discarded if the match has moved past `version`."""
        state = self.match.state
        asked = request("advise", state, seed=len(self.match.moves))
        try:
            found = from_json(AdvisedPlans, await self.app.platform.think(asked)).plans
        except (ThinkError, MessageError):
            found = ()
        if version != self.match.version or self._plans is not None:
            return
        just = {*self.guide.told[-1:], *(note.id for note in self.to_tell)}
        chosen = two_of(self.match.ruleset, found, self._aims, just)
        self._plans = [(plan, foreseen(state, plan)) for plan in chosen]
        self._aims = aims(self.match.ruleset, chosen)
        self.app.refresh()
        if self.on_card is not None:
            self._look()
        told = "\n".join(self._told_plans())
        if told and self.note is not None and self.note.is_turn and self.note == self._said:
            self.app.platform.announce(told)  # the important text was announced when the turn began

    @property
    def seeking(self) -> bool:
        """True while plans for the turn are being computed, which the player should read as well."""
        return self.note is not None and self.note.is_turn and self._plans is None

    def due(self, now: float) -> float | None:
        """Show the card once the opponents have moved and all animations have finished."""
        if self.note is None or self._quiet == self.match.version:
            return super().due(now)
        self._quiet = self.match.version
        self.app.refresh()
        self._look()
        return 0.0

    def _look(self) -> None:
        """Show what the card refers to, or the pending decision, because the card takes room from the
        board."""
        now, camera_control, stage = time.monotonic(), self.table.camera_control, self.table.stage
        rects = [shape.rect for shape in camera_control.on_board(self.pointed_out(), self.match.state)]
        if not rects:
            camera_control.at_asked(self.table.targets.values(), self.app.metrics.finger, now)
        elif not all(stage.free.contains(rect) for rect in rects) and not stage.glide_include(
            rects[0].unionall(rects[1:]), now
        ):
            stage.glide_home(now)

    @property
    def on_card(self) -> GuideMessage | None:
        """The note that the card shows; None if there is no card."""
        return self.note if self._quiet == self.match.version else None

    def read_on(self) -> None:
        """Continue with the next note, or close the card."""
        if self._again is not None:
            following = self._again + 1
            self._say_again(following if following < len(self._past) else None)
        elif self.on_card is not None and not self.seeking:
            self._remember(self.on_card)
            self.guide.tell(self.on_card)
            self._turned()

    # ---- earlier notes ------------------------------------------------------------------------

    def _remember(self, shown: GuideMessage, *unread: GuideMessage) -> None:
        """Store the note on the card and the following unread ones so that the player can bring them back."""
        if self._past_at != self._due_at:
            self._past, self._past_at = [], self._due_at
        for note in (shown, *unread):
            self._past.append(Advice(self._worded(note), self._places(note), note is shown))

    def recall(self) -> None:
        """Show the last notes again, beginning with the first unread one."""
        if not self._past:
            self._past = [Advice(self._worded(GuideMessage(HELLO)), (), True)]  # a resumed game
        unread = (index for index, one in enumerate(self._past) if not one.read)
        self._say_again(next(unread, 0))
        self.app.platform.announce(self.words())

    def _say_again(self, index: int | None) -> None:
        if index is not None:
            self._past[index] = self._past[index]._replace(read=True)
        self._again, self._card_key = index, None
        self.app.refresh()

    @property
    def has_card(self) -> bool:
        """True while the card is shown, for a new note or a repeated one."""
        return self.on_card is not None or self._again is not None

    @property
    def has_place(self) -> bool:
        """True if the card, or on a phone the log in its place, occupies room below the table. Tap targets
        then stay in place when the card closes."""
        return self.has_card or self._keeps

    @property
    def _keeps(self) -> bool:
        """True if the card's place stays reserved while it is empty: on a phone, if there is room."""
        metrics = self.app.metrics
        return self.guide.on and self._folds and metrics.height >= SHORT * metrics.plain

    @property
    def folded(self) -> bool:
        """True if the card, or its empty place, is folded. An empty place stays folded until there is a new
        note."""
        return super().folded if self.has_card else self._keeps and self._down

    def fold(self) -> None:
        if self.has_card:
            super().fold()
        self._down = not self._down

    def tools(self) -> list[ButtonSpec]:
        """Offer to show the last notes again while there is no card."""
        wanted = self.guide.on and self.note is None and self._again is None and self.table.choice.by_hand
        return [ButtonSpec("advice", guide("again"), self.recall, icon="lesson")] if wanted else []

    def stop(self) -> None:
        """Switch the guide off."""
        self._again, self._card_key = None, None
        self.guide.switch(False)
        self._turned()

    def _turned(self) -> None:
        self.keeper.save()
        self.app.refresh()
        if self.on_card is not None:
            self._look()
        self._announce()

    def _announce(self) -> None:
        """Announce the note on the card unless it has been announced already."""
        if words := self._anew():
            self.app.platform.announce(words)

    def _anew(self) -> str:
        """Return the text of the note and mark it as announced; "" if it has been announced already."""
        if self.note is None or self.note == self._said:
            return ""
        self._said = self.note
        return self.words()

    # ---- the coach ----------------------------------------------------------------------------

    def headline(self) -> str:
        return guide("title")

    def words(self) -> str:
        if self._again is not None:
            return self._past[self._again].words
        return "" if self.note is None else self._worded(self.note)

    def _worded(self, note: GuideMessage) -> str:
        if note.is_turn:
            now = note.facts["now"]
            return "\n".join([*([self._worded(now)] if now else []), *self._told_plans()])
        return self._phrase(note.id, note.facts)

    def _phrase(self, key: str, facts: Facts) -> str:
        """Return a text of this game, or the general one, with the facts filled in; "" if neither exists."""
        own = f"{self.match.ruleset.id}.{key}"
        fields = self.table.view.in_words(facts, self.match.state)
        return next((guide(each, **fields) for each in (own, key) if guide.has(each)), "")

    def _told_plans(self) -> Iterator[str]:
        """Yield a sentence for each plan."""
        plans = self._plans or ()
        told = [(words, ahead) for plan, ahead in plans if (words := self._plan(plan, ahead))]
        for key, (words, ahead) in zip(("could", "could.or"), told, strict=False):
            yield guide(key, plan=words) + self._more(ahead)

    def _plan(self, plan: AdvisedPlan, ahead: Facts) -> str:
        """Return the description of a plan and its reason; "" if there is no text for it."""
        name, facts = plan.reason.id, {**plan.reason.facts, **ahead}
        whole = self._phrase(f"plan.{name}", facts)
        deed, _, aim = name.partition("-")
        done = "displaced" in facts and self._phrase(f"deed.{deed}.displaced", facts)
        done = done or self._phrase(f"deed.{deed}", facts)
        kind = facts.get("track") or facts.get("office", "step")
        why = self._phrase(f"why.{aim}.{kind}", facts) or self._phrase(f"why.{aim}", facts)
        return whole or (guide("plan", deed=done, why=why) if done and why else "")

    def _more(self, ahead: Facts) -> str:
        """Return the first step of a plan, its costs, and what remains after this turn."""
        more = ahead.get("more", ())
        return "".join(f" {self._phrase(f'more.{key}', facts)}" for key, facts in more)

    def pointed_out(self) -> Sequence[str]:
        """Return the routes and towns that the card refers to."""
        if self._again is not None:
            return self._past[self._again].places
        return () if self.on_card is None else self._places(self.on_card)

    def _places(self, note: GuideMessage) -> Sequence[str]:
        """Return the routes and towns that a note refers to."""
        plans = (self._plans or ()) if note.is_turn else ()
        told = [note.facts, *(plan.reason.facts for plan, _ in plans)]
        return [f"{kind}.{facts[kind]}" for facts in told for kind in ("route", "town") if kind in facts]

    def longest(self) -> Iterable[str]:
        """Return texts of maximum length, with room for two plans while they are being computed."""
        if self._again is not None or self.note is None or not self.note.is_turn:
            return [self.words()]
        now = self.note.facts["now"]
        return ["\n".join([self._worded(now) if now else "", PLAN, PLAN])]

    def coach_buttons(self) -> list[ButtonSpec]:
        more = len(self._due) > 1 if self._again is None else self._again + 1 < len(self._past)
        go_on = guide("next") if more else guide("done")
        return [
            ButtonSpec("coach.stop", guide("stop"), self.stop),
            ButtonSpec("coach.next", go_on, None if self.seeking else self.read_on, "primary"),
        ]

    # ---- the game -----------------------------------------------------------------------------

    def prompt(self, question: str) -> str:
        return f"{self._anew()} {question}".strip()

    def status(self, question: str) -> str:
        """Omit the question in a very small window until the card has been read, so that the board keeps its
        room."""
        return question if self.table.stage.asks else ""

    def whole_prompt(self, question: str) -> str:
        return f"{self.words()} {question}".strip()

    def heading(self, question: str) -> str:
        return question

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

    def handle(self, gesture: Gesture) -> bool | None:
        match gesture:
            case Key(name="return" | "enter" | "keypad enter") if self.has_card:
                self.read_on()
                return True
        return super().handle(gesture) if self.has_place else None

    # ---- hooks of the table -------------------------------------------------------------------

    def kept(self) -> list[pygame.FRect]:
        return super().kept() if self.has_card else []

    def _place_card(self, metrics: Metrics) -> None:
        """Give the card the height of its text in a very small window. The board regains the room when the
        card closes."""
        super()._place_card(metrics)
        if self._beside or self.folded:
            return
        width = self._column
        least = self._least(width) + (self._bar(metrics) if metrics.upright else 0.0)
        most = MAX_SHARE_UPRIGHT if metrics.upright else MAX_SHARE
        high = max(self._card.height, min(least, metrics.height * most))
        if self._keeps:
            high = max(KEPT * metrics.height, min(self._wanted(width, LEAST) + self._bar(metrics), high))
        self._card.update(self._card.x, self._card.bottom - high, self._card.width, high)

    def room(self, metrics: Metrics) -> Metrics:
        self._folds = self.table.stage.plan(metrics, self.table.shown_seat).strip is not None
        return super().room(metrics) if self.has_place else metrics

    def prepare(self) -> None:
        """Prepare the layout and request plans when they are due.

        While there is a card, it shows the responses to taps. The room next to the board stays reserved while
        further notes are possible, so that the player boards do not move.
        """
        if not self.has_card:
            self._card_key = None
            self.table.stage.card = CARD * self.app.metrics.plain if self.guide.on else 0.0
        self._shown = self.on_card
        self.answers_at_board = not self.has_card
        metrics = self.app.metrics
        short = metrics.low or (metrics.upright and metrics.height < SHORT * metrics.plain)
        self.table.stage.asks = not (
            short and self.has_card and not self.folded
        )  # the card explains the choices
        beside = metrics.low and self.has_card  # the player board needs the row of the tabs
        self.table.stage.tools = TOOLS * (metrics.button + metrics.plain * 0.3) if beside else 0.0
        self._seek_plans()

    def shows(self, widget: Widget) -> bool:
        return not self.has_card or super().shows(widget)

    def widgets(self) -> Iterator[Widget]:
        if self.has_card or (self.has_place and self.folded):
            yield from super().widgets()
        elif self.has_place:
            yield self._handle()

    def draw(self, target: pygame.Surface) -> None:
        if self.has_place:
            super().draw(target)
        if self.has_place and not self.has_card and not self.folded:
            self._draw_log(target)

    def _draw_log(self, target: pygame.Surface) -> None:
        """Draw the log in the place of the empty card, or the last note before anything has happened."""
        unit, narrator = self.app.metrics.unit, self.table.narrator
        room = self.card.inflate(-unit * 2, -unit * 1.8)
        lately = narrator.lately(self.match)
        said = [Sentence(line) for one in self._past[-1:] for line in one.words.split("\n")]
        draw_log(target, room, narrator.sentences or said, unit, self.match.players, lately)
