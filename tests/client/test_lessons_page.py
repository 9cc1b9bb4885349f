"""The page of lessons: their order, sizes and marks."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from game import engine
from game.client.app import routes
from game.client.draw import paint, theme
from game.client.draw.widgets import ChoiceCard
from game.client.learn import courses
from game.client.learn.courses import (
    course,
    lesson_id,
    number_of,
    parts,
    save_progress,
)
from game.client.learn.lessons import LessonsPage, NextCard
from game.client.views.board_cards import BoardCard
from game.client.words.i18n import LANGUAGES, Translator
from game.match.progress import DONE, read_progress
from tests.client.conftest import Person
from tests.client.lesson_table import Open
from tests.needs import HAS


def test_who_comes_back_from_a_lesson_finds_the_list_as_it_was_left(open_app: Open) -> None:
    """The last game played comes first only when the page is opened again."""
    app = open_app()
    app.home(routes.Lessons())
    app.step()
    listed = [widget.id for widget in app.scene.widgets if widget.group != "foot"]
    assert app.settings.game != "hansa"
    app.settings.game = "hansa"
    app.refresh()
    assert [widget.id for widget in app.scene.widgets if widget.group != "foot"] == listed
    app.home(routes.Lessons())
    app.step()
    assert [widget.id for widget in app.scene.widgets if widget.group != "foot"] != listed


def test_the_guided_game_stands_first_and_further_lessons_last(open_app: Open) -> None:
    app = open_app((1280, 720))
    app.home(routes.Lessons())
    app.step()
    base, well, more = parts("hansa-teutonica")
    order = [widget.id for widget in app.scene.widgets]
    wanted = ["first.hansa-teutonica", *map(lesson_id, (*base, *well, *more))]
    assert [one for one in order if one in wanted] == wanted
    assert [number_of(lesson) for lesson in well] == [11, 12, 13]
    assert [number_of(lesson) for lesson in more] == [14, 15, 16, 17]
    assert courses.following(base[-1]) is courses.following(well[-1]) is courses.following(more[-1]) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_titles_on_the_page_of_lessons_have_one_size(open_app: Open, language: str) -> None:
    app = open_app((640, 1136), 2)
    app.settings.language = language
    app.keep_settings()
    app.home(routes.Title())
    app.open(routes.Lessons())
    app.step()
    cards = [one for one in app.scene.widgets if isinstance(one, ChoiceCard)]
    titled = [card for card in cards if not isinstance(card, BoardCard)]
    assert len(titled) > 10
    assert len({card.titles for card in titled}) == 1


def test_a_page_of_lessons_reads_the_progress_once(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    app, reads = open_app(), []
    save_progress(app, "hansa.goal", "3")

    def read(text: str) -> dict[str, str]:
        reads.append(text)
        return read_progress(text)

    monkeypatch.setattr(courses, "read_progress", read)
    app.open(routes.Lessons())
    app.step()
    assert app.scene.name == "lessons" and len(reads) <= 1


@pytest.mark.parametrize(("size", "ratio"), [((1170, 2532), 3.0), ((1280, 720), 1.0)])
def test_both_games_and_their_guided_first_games_are_seen_without_scrolling(
    open_app: Open, size: tuple[int, int], ratio: float
) -> None:
    app = open_app(size, ratio)
    app.open(routes.Lessons())
    for game in filter(HAS["lessons"], engine.rulesets()):
        Person(app).click(f"game.{game}")
        app.step()
        shown = {widget.id: widget for widget in app.scene.widgets}
        for wanted in (f"game.{game}", f"first.{game}", lesson_id(course(game)[0])):
            widget = shown[wanted]
            assert widget.clip is not None and widget.clip.contains(widget.rect), wanted
        assert Translator(game)("game.summary") in {widget.label for widget in app.scene.widgets}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(780, 1688), (640, 1136)])
def test_the_captions_of_all_lessons_of_a_part_have_one_size_that_is_not_below_that_of_text(
    open_app: Open, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], language: str
) -> None:
    app = open_app(size, 2)
    app.settings.text, app.settings.language = "largest", language
    app.keep_settings()
    base = course("hansa-teutonica")
    for lesson in base[:3]:
        save_progress(app, lesson_id(lesson), DONE)
    save_progress(app, lesson_id(base[3]), "2")
    app.open(routes.Lessons())
    app.step()
    page, within, set_in = app.scene, paint.lines_within, {}
    assert isinstance(page, LessonsPage)
    titles = {courses.headline(lesson) for lesson in base}

    def watched(
        words: str, role: str, sizes: Sequence[int], width: int, height: float
    ) -> tuple[int, tuple[str, ...]]:
        pixels, lines = within(words, role, sizes, width, height)
        if words in titles:
            assert all(theme.font(role, pixels).size(line)[0] <= width for line in lines), words
            set_in[words] = pixels
        return pixels, lines

    monkeypatch.setattr(paint, "lines_within", watched)
    while titles - set_in.keys():
        page.scroll += app.metrics.height / 3
        app.refresh()
        app.step()
    assert len(set(set_in.values())) == 1, set_in
    assert min(set_in.values()) >= round(app.metrics.unit)


def test_the_next_lesson_is_marked_until_all_of_a_first_game_are_done(open_app: Open) -> None:
    app = open_app()
    lessons_of = course("hansa-teutonica")

    def marked() -> list[str]:
        app.home(routes.Lessons())
        app.step()
        return [widget.id for widget in app.scene.widgets if isinstance(widget, NextCard)]

    for lesson in lessons_of:
        assert marked() == [lesson_id(lesson)]
        save_progress(app, lesson_id(lesson), DONE)
    assert marked() == []
