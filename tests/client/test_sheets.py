"""Text on panels is readable: nothing is truncated, and texts of a table have one size."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game import engine
from game.client.app.app import App
from game.client.app.page import Page
from game.client.draw import paint
from game.client.learn.courses import course, lesson_id, save_progress
from game.client.review.results import ScoreRow
from game.client.words.i18n import LANGUAGES
from game.match.progress import DONE
from tests.client.gallery import gallery
from tests.client.pairwise import pairwise

pytestmark = pytest.mark.usefixtures("unseen")
Open = Callable[..., App]
SMALL = [((640, 1136), 2), ((390, 844), 1), ((844, 390), 1)]
RESULTS = """kontor-results 1
looked-back
result 2026-11-21 hansa 3 hard 1 52 8f3c0a12 one
result 2026-11-22 hansa 3 people 3 48 8f3c0a13 two
result 2026-11-23 hansa-teutonica 3 mixed 2 31 8f3c0a14 three
"""


@pytest.mark.parametrize(
    ("window", "text", "language", "game"),
    pairwise(SMALL, ["normal", "largest"], LANGUAGES, engine.rulesets()),
    ids=str,
)
def test_no_word_on_a_sheet_is_cut(
    open_app: Open,
    monkeypatch: pytest.MonkeyPatch,
    window: tuple[tuple[int, int], int],
    text: str,
    language: str,
    game: str,
) -> None:
    cut: list[tuple[str, str]] = []
    fit = paint.fit

    def fitted(words: str, role: str, pixels: int, width: int) -> str:
        shown = fit(words, role, pixels, width)
        if shown != words:
            cut.append((words, shown))
        return shown

    app = open_app(*window)
    app.settings.text, app.settings.language = text, language
    app.keep_settings()
    app.platform.write("results", RESULTS)
    for lesson in course(game):
        save_progress(app, lesson_id(lesson), DONE)
    sheets = 0
    for scene in gallery(app, game, Page):
        if scene.name != "failure":  # its traceback is for developers
            with monkeypatch.context() as watched:
                watched.setattr(paint, "fit", fitted)
                app.refresh()
                app.step()
            assert not cut, (scene.name, cut)
            sizes = {widget.sizes for widget in scene.widgets if isinstance(widget, ScoreRow)}
            assert len(sizes) < 2, scene.name
            sheets += 1
    assert sheets > 15
