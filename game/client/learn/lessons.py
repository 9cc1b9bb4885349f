"""The page of the lessons of each game, with the player's progress."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain

from game import engine
from game.client.app import routes
from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.scene import Host
from game.client.draw import theme
from game.client.draw.widgets import ChoiceCard
from game.client.learn.courses import (
    PARTS,
    course,
    headline,
    lesson_id,
    next_lesson,
    parts,
    progress_of,
    puzzles,
)
from game.client.learn.seal import DoneCard
from game.client.learn.training.counting import solved_tasks, tasks
from game.client.storage.settings import usual_game
from game.client.views.board_cards import PREVIEWS, Offer, add_cards
from game.client.words.i18n import Translator, capitalised, guide, lessons
from game.games import has_part
from game.match.lesson import Lesson
from game.match.progress import DONE

FEW_GAMES = 2
"""Minimum number of games in a row, however narrow the page."""


class NextCard(ChoiceCard):
    """The card of the next lesson, in the colours of a chosen one."""

    @property
    def marked(self) -> bool:
        return True


class LessonsPage(Page):
    """A page of lessons for one game at a time, first the one played last. The guided game is at its head and
    the next lesson is marked."""

    name = "lessons"
    column_units = 34.0

    def __init__(self, app: Host) -> None:
        self._games = [each for each in engine.rulesets() if _taught(each)]
        usual = usual_game(app.settings)
        self.game = usual if usual in self._games else next(iter(self._games), "")
        super().__init__(app)

    def title(self) -> str:
        return lessons("title")

    def update(self, now: float) -> float | None:
        """Draw the boards, a part per frame."""
        return PREVIEWS.update(self.widgets)

    def build(self, flow: Flow) -> None:
        game = self.game
        if not game:
            return
        self._choose_game(flow)
        first, trained = self._first(flow), self._trained(flow)
        taught = [self._cards(flow, part) for part in parts(game)]
        titled = [*first, *trained, *chain.from_iterable(taught)]
        flow.cards(first, titled)
        for number, (name, cards) in enumerate(zip(PARTS, taught, strict=True)):
            if cards:
                flow.heading(lessons(name))
            if cards and not number:
                flow.text(lessons("intro"), colour=theme.ui.ink_soft)
                flow.gap(0.4)
            flow.cards(cards if number else [*cards, *trained], titled)

    def _first(self, flow: Flow) -> list[ChoiceCard]:
        """Return the card of a guided first game, if there is a guide."""
        if not has_part(self.game, "guide"):
            return []
        act = self.to(routes.FirstGame(self.game))
        return [
            ChoiceCard(f"first.{self.game}", guide("offer"), flow.place(0), act, text=guide("offer.text"))
        ]

    def _trained(self, flow: Flow) -> list[ChoiceCard]:
        """Return the card of the puzzles, if there are any."""
        if not puzzles(self.game):
            return []
        act, solved = self.to(routes.Puzzles(self.game)), self._solved(self.game)
        return [
            ChoiceCard(f"puzzles.{self.game}", lessons("puzzles"), flow.place(0), act, aside=solved),
            *self._counted(flow),
        ]

    def _counted(self, flow: Flow) -> list[ChoiceCard]:
        """Return the card of the counting exercises, if there are any."""
        if not (total := len(tasks(self.game))):
            return []
        act = self.to(routes.CountingTable(self.game))
        solved = lessons("puzzles.solved", done=solved_tasks(self.app, self.game), total=total)
        return [ChoiceCard(f"counting.{self.game}", lessons("counting"), flow.place(0), act, aside=solved)]

    def _choose_game(self, flow: Flow) -> None:
        """Add the games in a row, with a description of the chosen one below."""
        offers = []
        for game in self._games:
            words, chosen, choose = Translator(game), game == self.game, partial(self._choose, game)
            text = words("game.summary")
            offers.append(
                Offer(f"game.{game}", game, "", words("game.name"), text, self._state(game), choose, chosen)
            )
        add_cards(flow, offers, "game", least=FEW_GAMES)
        flow.text(Translator(self.game)("game.summary"), colour=theme.ui.ink_soft)
        flow.gap(0.6)

    def _choose(self, game: str) -> None:
        self.game = game

    def _state(self, game: str) -> str:
        """Return how many of the lessons before a first game are finished."""
        known = course(game)
        done = sum(progress_of(self.app, lesson_id(lesson)) == DONE for lesson in known)
        return lessons("course.done", done=done, total=len(known)) if known else ""

    def _cards(self, flow: Flow, of: Sequence[Lesson]) -> list[ChoiceCard]:
        """Return the cards of some lessons."""
        following = next_lesson(self.app, self.game)
        return [self._card(flow, lesson, following=lesson is following) for lesson in of]

    def _card(self, flow: Flow, lesson: Lesson, *, following: bool) -> ChoiceCard:
        """Return the card of a lesson.

        following: True for the next lesson
        """
        known, title, act = lesson_id(lesson), headline(lesson), self.to(routes.LessonTable(lesson))
        if progress_of(self.app, known) == DONE:
            return DoneCard(known, title, flow.place(0), act, aside=lessons("done"))
        if not following:
            return ChoiceCard(known, title, flow.place(0), act, text=capitalised(self._step(lesson)))
        told = filter(None, [lessons("course.next"), self._step(lesson)])
        return NextCard(known, title, flow.place(0), act, text=capitalised(" · ".join(told)))

    def _step(self, lesson: Lesson) -> str:
        """Return the step at which the player left an unfinished lesson; "" if it has not been started."""
        kept, steps = progress_of(self.app, lesson_id(lesson)), len(lesson.steps)
        return lessons("at", step=min(int(kept) + 1, steps), steps=steps) if kept else ""

    def _solved(self, game: str) -> str:
        """Return how many puzzles of a game are solved."""
        done = sum(progress_of(self.app, puzzle.id) == DONE for puzzle in puzzles(game))
        return lessons("puzzles.solved", done=done, total=len(puzzles(game)))


def _taught(game: str) -> bool:
    """Return True if there is anything on the page for a game."""
    return bool(has_part(game, "guide") or any(parts(game)) or puzzles(game))
