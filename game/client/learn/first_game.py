"""A first game with a guide at the table: a game like any other, and a card that says what is new."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

import pygame

from game.client.draw.theme import Metrics
from game.client.draw.widgets import Button, Spec, Widget
from game.client.frame.gestures import Gesture, Key
from game.client.frame.scene import Host
from game.client.frame.setup import ALONE, Setup
from game.client.learn.coach import SHORT, Coach
from game.client.table.occasion import Game
from game.client.table.table import Table
from game.client.table.table_parts import draw_log
from game.client.touch.chooser import Chooser
from game.client.words.i18n import guide
from game.client.words.sentence import Sentence
from game.engine.core import Action
from game.match import Cursor, Match, Move
from game.match.guide import GUIDE, HELLO, LEVEL, Facts, Guide, Note
from game.match.guide.plans import Plan, aims, foreseen, request, two_of, understood
from game.platform import ThinkError

MOST, MOST_UPRIGHT = 0.5, 0.4
"""Of the height of a window the card takes at most so much; of that of an upright one."""
LEAST = 0.74
"""So small may its text be there before it takes more."""
KEPT = 0.28
"""Of the height of a phone's window the card takes so much, whatever it says: nothing else moves."""

CARD = 15.0
"""So many units of text of normal size are kept for the card beside the board."""
TOOLS = 5
"""So many tools there are at most while there is a card."""

PLAN = "a fine plan " * 15
"""As long as most plans with their reasons."""


def first_game(app: Host, ruleset_id: str) -> Table:
    """The table laid for a new game against two computers of the easiest level, with a guide."""
    settings = app.settings
    setup = Setup(ruleset_id, level=LEVEL, name=settings.name, lot=app.platform.random_seed())
    setup.invite(ALONE)
    match = setup.begin(app)
    match.record.tags[GUIDE] = "yes"
    return guided_table(app, match)


def guided_table(app: Host, match: Match) -> Table:
    """The table of a game whose record says that there is a guide."""
    return Table(app, match, GuidedGame(app, match))


class Advice(NamedTuple):
    """What a card has said, or would have said had nobody acted before: its words, and what they speak of."""

    words: str
    places: Sequence[str]
    read: bool


class GuidedGame(Coach, Game):
    """A game that is kept and counted, with a coach's card on the table while there is something to say."""

    name = "table"
    hints = True
    passes = False

    def __init__(self, app: Host, match: Match) -> None:
        super().__init__(app, match)
        self.guide = Guide(match)
        self._acted = Cursor(len(match.log))
        self._note: Note | None = None
        self._key: object = None
        """What the note was found for."""
        self._due: list[Note] = []
        self._plans: Sequence[Plan] | None = None
        """What could be done in the turn that begins; None: not known yet."""
        self._aims: Collection[str] = ()
        """What the plans were for that were found last."""
        self._asked = -1
        """The version of the match for which the plans were asked."""
        self._seeking: asyncio.Future[None] | None = None
        self._quiet = -1
        """The version of the match after which everything has come to rest."""
        self._shown: Note | None = None
        """What the card said when the table was last laid out."""
        self._said: Note | None = None
        """The note that was announced last."""
        self._past: list[Advice] = []
        """What there was to say at the last decision at which there was anything."""
        self._due_at = self._past_at = -1
        """For which versions of the match the two were found."""
        self._again: int | None = None
        """Which of that is on the card once more, because somebody asked for it."""
        self._down = False
        """Its place was folded while it said nothing."""

    # ---- what there is to say -----------------------------------------------------------------

    @property
    def to_tell(self) -> list[Note]:
        """What is to be told at this decision."""
        key = self.match.version, tuple(self.guide.told)
        if key != self._key:
            self._key, self._due, self._due_at = key, self.guide.due(), self.match.version
        return self._due

    @property
    def note(self) -> Note | None:
        """What is to be told now."""
        note = self.to_tell[0] if self.to_tell else None
        if note != self._note:
            self._note, self._card_key = note, None
        return note

    def follow(self, match: Match, now: float) -> None:
        """Whoever acts has read what the card said."""
        shown, new = self._shown, self._acted.new(match)
        if shown and any(isinstance(one, Move) and one.seat == self.guide.seat for one in new):
            self._remember(*self._due)
            self.guide.tell(shown)
        if new:
            self._plans, self._again, self._card_key = None, None, None
        super().follow(match, now)

    # ---- the plans for a turn -----------------------------------------------------------------

    def _seek_plans(self) -> None:
        """Ask a computer player what could be done in the turn that begins."""
        wanted = self._plans is None and any(note.is_turn for note in self.to_tell)
        if wanted and self._asked != self.match.version:
            self._asked = self.match.version
            self._seeking = self.app.spawn(self._ask(self._asked), wakes=True)

    def left(self) -> None:
        """Stop asking for plans."""
        if self._seeking is not None:
            self._seeking.cancel()
        super().left()

    async def _ask(self, version: int) -> None:
        """The answer to a question that the match has left behind is dropped; nobody waits for it."""
        state = self.match.state
        try:
            found = understood(await self.app.platform.think(request(state, len(self.match.moves))))
        except ThinkError:
            found = []
        if version != self.match.version or self._plans is not None:
            return
        just = {*self.guide.told[-1:], *(note.id for note in self.to_tell)}
        chosen = two_of(self.match.ruleset, found, self._aims, just)
        self._plans = [foreseen(state, plan) for plan in chosen]
        self._aims = aims(self.match.ruleset, chosen)
        self.app.refresh()
        if self.on_card is not None:
            self._look()
        told = "\n".join(self._told_plans())
        if told and self.note is not None and self.note.is_turn and self.note == self._said:
            self.app.platform.announce(told)  # what matters was announced when the turn began

    @property
    def seeking(self) -> bool:
        """Whether plans for the turn are still to come: they are to be read, too."""
        return self.note is not None and self.note.is_turn and self._plans is None

    def due(self) -> bool:
        """The others have moved, and nothing flies any more: now the card is shown."""
        comes = self.note is not None and self._quiet != self.match.version
        if comes:
            self._quiet = self.match.version
            self.app.refresh()
            self._look()
        return comes or super().due()

    def _look(self) -> None:
        """Show what the card speaks of, failing that what is asked: the card takes room from the board."""
        now, gaze, stage = time.monotonic(), self.table.gaze, self.table.stage
        rects = [shape.rect for shape in gaze.on_board(self.pointed_out(), self.match.state)]
        if not rects:
            gaze.at_asked(self.table.spots.values(), self.app.metrics.finger, now)
        elif not all(stage.free.contains(rect) for rect in rects) and not stage.glide_include(
            rects[0].unionall(rects[1:]), now
        ):
            stage.glide_home(now)

    @property
    def on_card(self) -> Note | None:
        """What the card says now; None: there is no card."""
        return self.note if self._quiet == self.match.version else None

    def read_on(self) -> None:
        """On to the next note, or back to the game alone."""
        if self._again is not None:
            following = self._again + 1
            self._say_again(following if following < len(self._past) else None)
        elif self.on_card is not None and not self.seeking:
            self._remember(self.on_card)
            self.guide.tell(self.on_card)
            self._turned()

    # ---- what has been said -------------------------------------------------------------------

    def _remember(self, shown: Note, *unread: Note) -> None:
        """It can be brought back: the note on the card, and those that were still to come."""
        if self._past_at != self._due_at:
            self._past, self._past_at = [], self._due_at
        for note in (shown, *unread):
            self._past.append(Advice(self._worded(note), self._places(note), note is shown))

    def recall(self) -> None:
        """Bring back what was said last, beginning with what has not been read."""
        if not self._past:
            self._past = [Advice(self._worded(Note(HELLO)), (), True)]  # a game that has been resumed
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
        """Whether the card lies on the table: for something new, or once more."""
        return self.on_card is not None or self._again is not None

    @property
    def has_place(self) -> bool:
        """Whether the card, or on a phone what has happened, has a place of its own below the table: what is
        touched stays where it is while there is something to say and then nothing."""
        return self.has_card or self._keeps

    @property
    def _keeps(self) -> bool:
        """Whether the place is kept while there is nothing to say: on a phone, if there is room."""
        metrics = self.app.metrics
        return self.guide.on and self._folds and metrics.height >= SHORT * metrics.plain

    @property
    def folded(self) -> bool:
        """It stays folded until there is something to say again."""
        return super().folded if self.has_card else self._keeps and self._down

    def fold(self) -> None:
        if self.has_card:
            super().fold()
        self._down = not self._down

    def tools(self) -> list[Spec]:
        """What was said can be brought back while there is no card."""
        wanted = self.guide.on and self.note is None and self._again is None and self.table.choice.by_hand
        return [Spec("advice", guide("again"), self.recall, icon="lesson")] if wanted else []

    def stop(self) -> None:
        """No more is wanted."""
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
        """The note on the card, if it has not been announced before."""
        if words := self._anew():
            self.app.platform.announce(words)

    def _anew(self) -> str:
        """The words of the note, if they have not been announced before."""
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

    def _worded(self, note: Note) -> str:
        if note.is_turn:
            now = note.facts["now"]
            return "\n".join([*([self._worded(now)] if now else []), *self._told_plans()])
        return self._phrase(note.id, note.facts)

    def _phrase(self, key: str, facts: Facts) -> str:
        """A text of the game, failing that one for all games, with the facts in words; "": there is none."""
        own = f"{self.match.ruleset.id}.{key}"
        fields = self.table.view.in_words(facts, self.match.state)
        return next((guide(each, **fields) for each in (own, key) if guide.has(each)), "")

    def _told_plans(self) -> Iterator[str]:
        """A sentence for each plan."""
        told = [(words, plan) for plan in self._plans or () if (words := self._plan(plan))]
        for key, (words, plan) in zip(("could", "could.or"), told, strict=False):
            yield guide(key, plan=words) + self._more(plan)

    def _plan(self, plan: Plan) -> str:
        """What could be done, and why; "" if there are no words for it."""
        name, facts = plan.reason.id, {**plan.reason.facts, **plan.ahead}
        whole = self._phrase(f"plan.{name}", facts)
        deed, _, aim = name.partition("-")
        done = "displaced" in facts and self._phrase(f"deed.{deed}.displaced", facts)
        done = done or self._phrase(f"deed.{deed}", facts)
        kind = facts.get("track") or facts.get("office", "step")
        why = self._phrase(f"why.{aim}.{kind}", facts) or self._phrase(f"why.{aim}", facts)
        return whole or (guide("plan", deed=done, why=why) if done and why else "")

    def _more(self, plan: Plan) -> str:
        """What comes first in a plan, what it costs, and what it still takes when this turn is over."""
        more = plan.ahead.get("more", ())
        return "".join(f" {self._phrase(f'more.{key}', facts)}" for key, facts in more)

    def pointed_out(self) -> Sequence[str]:
        """The routes and towns that the card speaks of."""
        if self._again is not None:
            return self._past[self._again].places
        return () if self.on_card is None else self._places(self.on_card)

    def _places(self, note: Note) -> Sequence[str]:
        """The routes and towns that a note speaks of."""
        plans = (self._plans or ()) if note.is_turn else ()
        told = [note.facts, *(plan.reason.facts for plan in plans)]
        return [f"{kind}.{facts[kind]}" for facts in told for kind in ("route", "town") if kind in facts]

    def longest(self) -> Iterable[str]:
        """With room for two plans before they have been found: nothing moves when they come."""
        if self._again is not None or self.note is None or not self.note.is_turn:
            return [self.words()]
        now = self.note.facts["now"]
        return ["\n".join([self._worded(now) if now else "", PLAN, PLAN])]

    def coach_buttons(self) -> list[Spec]:
        more = len(self._due) > 1 if self._again is None else self._again + 1 < len(self._past)
        go_on = guide("next") if more else guide("done")
        return [
            Spec("coach.stop", guide("stop"), self.stop),
            Spec("coach.next", go_on, None if self.seeking else self.read_on, "primary"),
        ]

    # ---- the game -----------------------------------------------------------------------------

    def prompt(self, question: str) -> str:
        return f"{self._anew()} {question}".strip()

    def status(self, question: str) -> str:
        """In a very small window the question gives its room to the board until the card has been read."""
        return question if self.table.stage.asks else ""

    def heading(self, question: str) -> str:
        return question

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

    # ---- the table ----------------------------------------------------------------------------

    def kept(self) -> list[pygame.FRect]:
        return super().kept() if self.has_card else []

    def _place_card(self, metrics: Metrics) -> None:
        """In a very small window as high as the text needs: once it is read, the board has its room back."""
        super()._place_card(metrics)
        if self._beside or self.folded:
            return
        width = self._column
        least = self._least(width) + (self._bar(metrics) if metrics.upright else 0.0)
        most = MOST_UPRIGHT if metrics.upright else MOST
        high = max(self._card.height, min(least, metrics.height * most))
        if self._keeps:
            high = max(KEPT * metrics.height, min(self._wanted(width, LEAST) + self._bar(metrics), high))
        self._card.update(self._card.x, self._card.bottom - high, self._card.width, high)

    def room(self, metrics: Metrics) -> Metrics:
        self._folds = self.table.stage.plan(metrics, self.table.shown_seat).strip is not None
        return super().room(metrics) if self.has_place else metrics

    def prepare(self) -> None:
        """While there is a card, the answer to a touch is on it; plans are sought as soon as they are due.
        The card's room beside the board is kept while there may be another: the desks stay as they are."""
        if not self.has_card:
            self._card_key = None
            self.table.stage.card = CARD * self.app.metrics.plain if self.guide.on else 0.0
        self._shown = self.on_card
        self.answers_at_board = not self.has_card
        metrics = self.app.metrics
        short = metrics.low or (metrics.upright and metrics.height < SHORT * metrics.plain)
        self.table.stage.asks = not (
            short and self.has_card and not self.folded
        )  # the card says what can be done
        beside = metrics.low and self.has_card  # the desk needs the row of the tabs
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
        """What has happened, in the card's place while it says nothing; before that, what it said."""
        unit, narrator = self.app.metrics.unit, self.table.narrator
        room = self.card.inflate(-unit * 2, -unit * 1.8)
        lately = narrator.lately(self.match)
        said = [Sentence(line) for one in self._past[-1:] for line in one.words.split("\n")]
        draw_log(target, room, narrator.sentences or said, unit, self.match.players, lately)
