"""Questions to the table by key and by button, and the field that finds places by name."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game import engine
from game.client.app import routes
from game.client.app.app import App
from game.client.table.table import TableScene
from game.client.touch.queries import QUERIES
from game.client.words.i18n import LANGUAGES, t
from game.platform import Edited, Focus, Pick
from tests.client.conftest import Person, Screen, new_match

pytestmark = pytest.mark.usefixtures("unseen")
Open = Callable[..., App]


def at_table(app: App, game: str) -> TableScene:
    app.home(routes.Title())
    app.open(routes.Table(new_match(game, 3)))
    app.step()
    assert isinstance(app.scene, TableScene)
    return app.scene


def said(app: App) -> list[str]:
    assert isinstance(app.platform, Screen)
    return app.platform.said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", engine.rulesets())
def test_each_question_is_answered_by_key_and_by_button(open_app: Open, game: str, language: str) -> None:
    app = open_app()
    app.settings.language = language
    app.keep_settings()
    table = at_table(app, game)
    for _ in range(4):
        table.play(table.match.state.legal_actions()[0])
    app.handle(Focus(next(iter(table.targets))))
    for number, query in enumerate(QUERIES, 1):
        before = len(said(app))
        Person(app).key(pygame.K_0 + number)
        app.handle(Pick(f"query.{query}"))
        by_key, by_button = said(app)[before:]
        assert by_key == by_button and by_key and "{" not in by_key
    answers = said(app)[-2 * len(QUERIES) :: 2]
    assert len(set(answers)) == len(QUERIES), "no two answers are the same"
    assert table.choice.question() == answers[0]


def test_the_answers_are_short_and_about_what_was_asked(open_app: Open) -> None:
    app = open_app()
    table = at_table(app, "hansa-teutonica")
    person = Person(app)
    for key, words in (
        (pygame.K_2, "Anna. Supply: 5 traders and 1 merchant."),
        (pygame.K_3, "Ben: 0 prestige points"),
        (pygame.K_5, ""),
    ):
        person.key(key)
        assert words in said(app)[-1] and len(said(app)[-1].split()) < 60
    table.play(table.match.state.parse_action("place trader minden-hannover.1"))
    person.key(pygame.K_5)
    assert said(app)[-1].startswith("Anna places a trader: house 1, Minden–Hannover.")


@pytest.mark.parametrize("written", ["Gött qued 1", "gottingen QUED 1", "quedlinburg göttingen 1"])
def test_a_house_is_found_by_the_beginning_of_its_name_and_its_number(open_app: Open, written: str) -> None:
    app = open_app()
    table = at_table(app, "hansa-teutonica")
    app.handle(Edited("find", written, True, True))
    assert app.focus == "house.goettingen-quedlinburg.1" and app.show_focus
    assert said(app)[-1] == t("find.found", n=1)
    assert table.choice.chooser.chosen == ()


def test_a_name_of_several_places_leads_from_one_to_the_next(open_app: Open) -> None:
    app = open_app()
    at_table(app, "hansa-teutonica")
    found = []
    for _ in range(3):
        app.handle(Edited("find", "Minden 1", True, True))
        found.append(app.focus)
    assert len(set(found)) > 1 and all("minden" in one for one in found)


def test_what_cannot_be_touched_is_found_as_well_and_what_there_is_not_is_said(open_app: Open) -> None:
    app = open_app()
    table = at_table(app, "hansa-teutonica")
    app.handle(Edited("find", "Stock", True, True))
    assert app.focus and app.focus not in table.targets and table.inspect_mode.on
    app.handle(Edited("find", "Atlantis", True, True))
    assert said(app)[-1] == t("find.none", text="Atlantis")


def test_the_open_field_is_as_large_as_its_frame_and_covers_nothing_when_closed(open_app: Open) -> None:
    app = open_app()
    at_table(app, "hansa-teutonica")
    person = Person(app)
    app.handle(Pick("find"))
    app.step()
    assert app.editing == "find" and person.widget("find").rect.width > 10 * app.metrics.unit
    person.key(pygame.K_ESCAPE)
    assert not app.editing and person.widget("find").rect.size == (0, 0)
