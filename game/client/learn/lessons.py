"""The page of lessons for every game, with the player's progress."""

from __future__ import annotations

from collections.abc import Sequence

from game import engine
from game.client.app import routes
from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.scene import Host
from game.client.app.setup import Setup
from game.client.draw.widgets import ChoiceCard
from game.client.learn.courses import (
    PARTS,
    course,
    lesson_id,
    number_of,
    parts,
    progress_of,
    puzzles,
)
from game.client.learn.seal import DoneCard
from game.client.words.i18n import Translator, guide, lessons
from game.games import has_part
from game.match.lesson import Lesson
from game.match.progress import DONE


class LessonsPage(Page):
    """A page with a card for each lesson, the most recently played game first.

    The order stays the same while the page is open, so that a player who returns from a lesson finds the list
    unchanged.
    """

    name = "lessons"
    column_units = 34.0

    def __init__(self, app: Host) -> None:
        usual = Setup.usual_game(app)
        self._games = sorted(engine.rulesets(), key=lambda each: each != usual)
        super().__init__(app)

    def title(self) -> str:
        return lessons("title")

    def build(self, flow: Flow) -> None:
        flow.text(lessons("intro"))
        for game in self._games:
            guided = has_part(game, "guide")
            if not (guided or any(parts(game)) or puzzles(game)):
                continue
            flow.heading(Translator(game)("game.name"))
            self._cards(flow, course(game))
            if guided:
                first = self.to(routes.FirstGame(game))
                flow.card(f"first.{game}", guide("offer"), guide("offer.text"), first)
            if puzzles(game):
                act = self.to(routes.Puzzles(game))
                flow.card(f"puzzles.{game}", lessons("puzzles"), "", act, aside=self._solved(game))
            for name, part in list(zip(PARTS, parts(game), strict=True))[1:]:
                if part:
                    flow.heading(lessons(name))
                    self._cards(flow, part)

    def _cards(self, flow: Flow, of: Sequence[Lesson]) -> None:
        for lesson in of:
            title = lessons("headline", number=number_of(lesson), title=lessons(lesson.key("title")))
            act = self.to(routes.LessonTable(lesson))
            kind = DoneCard if progress_of(self.app, lesson_id(lesson)) == DONE else ChoiceCard
            flow.card(lesson_id(lesson), title, "", act, aside=self._aside(lesson), kind=kind)

    def _aside(self, lesson: Lesson) -> str:
        kept = progress_of(self.app, lesson_id(lesson))
        if kept == DONE:
            return lessons("done")
        steps = len(lesson.steps)
        return lessons("at", step=min(int(kept) + 1, steps), steps=steps) if kept else ""

    def _solved(self, game: str) -> str:
        """Return how many puzzles of a game are solved."""
        done = sum(progress_of(self.app, puzzle.id) == DONE for puzzle in puzzles(game))
        return lessons("puzzles.solved", done=done, total=len(puzzles(game)))
