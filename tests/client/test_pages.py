"""Pages say what comes next, keep their texts whole at scroll edges, and use the room of a window."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.client.app import routes
from game.client.app.app import App
from game.client.app.flow import Flow, Switch
from game.client.app.page import Page
from game.client.app.setup import Setup
from game.client.draw import theme
from game.client.draw.svg import raster
from game.client.draw.widgets import Button, Look
from game.client.learn.mistakes import MistakesPage
from game.client.pages.menu import MenuPage
from game.client.pages.new_game import NewGamePage, OptionsPage
from game.client.pages.settings import SWITCHES, SettingsPage
from game.client.pages.title import FRAME
from game.client.review.tally import TallyPage
from game.client.tables.card import TableCard
from game.client.tables.page import TablesPage
from game.client.views.board_cards import BoardCard
from game.client.words import i18n
from game.client.words.i18n import LANGUAGES, guide, use_language
from game.engine import ruleset, rulesets
from game.match import Computer, Match, PlayerInfo
from game.match.mistake_sizes import SIZES
from game.platform.desktop.platform import ICON, Desktop
from tests.client.conftest import Person, finished, new_match
from tests.client.gallery import gallery

Open = Callable[..., App]
ROOT = Path(__file__).resolve().parents[2]


def opened(app: App, route: routes.Route) -> Page:
    """Open a page from the title."""
    app.home(routes.Title())
    app.open(route)
    app.step()
    assert isinstance(app.scene, Page)
    return app.scene


def ids(page: Page) -> list[str]:
    """Return the ids of the page's controls."""
    return [one.id for one in page.widgets if one.act]


class Growing(Page):
    """A dialog whose content changes with its first button."""

    name = "growing"
    covers = False
    rows = 1

    def title(self) -> str:
        return "Growing"

    def build(self, flow: Flow) -> None:
        for row in range(self.rows):
            flow.switch(f"row.{row}", "Row", lambda on: None, on=False)


@pytest.mark.parametrize(("size", "ratio"), [((1280, 720), 1), ((780, 1688), 2)])
def test_nothing_on_a_dialog_moves_when_it_needs_less_room(
    open_app: Open, size: tuple[int, int], ratio: float
) -> None:
    app = open_app(size, ratio)
    page = Growing(app)

    def first(rows: int) -> pygame.FRect:
        page.rows = rows
        page.layout(app.metrics)
        return next(widget.rect for widget in page.widgets if widget.id == "row.0").copy()

    assert first(1) != (high := first(7)) and first(2) == high == first(7)
    assert first(8) != high, "there is no room below it"


def test_nothing_on_a_card_moves_when_it_grows_into_the_room_below(open_app: Open) -> None:
    app = open_app()
    page = Growing(app)
    tops = []
    for rows in (1, 2, 3, 9, 3):
        page.rows = rows
        page.layout(app.metrics)
        tops.append(next(widget.rect.top for widget in page.widgets if widget.id == "row.0"))
        foot = page.widgets[-1].rect
        assert foot.bottom < app.metrics.height
    assert tops[0] == tops[1] == tops[2] > tops[3] == tops[4]


# ---- the list of games --------------------------------------------------------------------------


@pytest.mark.parametrize("route", [routes.Games(), routes.Tally()])
def test_an_empty_list_offers_a_new_game(open_app: Open, route: routes.Route) -> None:
    app = open_app()
    page = opened(app, route)
    new = Person(app).widget("new")
    assert isinstance(new, Button) and new.tone == "primary"
    Person(app).click("new")
    assert app.scene.name == "new-game" and page is not app.scene


def test_games_that_wait_for_a_person_stand_before_others_and_finished_ones_last(open_app: Open) -> None:
    app = open_app()
    for name, level in (("finished", ""), ("computer", "easy"), ("mine", "")):
        match = finished("hansa") if name == "finished" else new_match("hansa", 3)
        match.id = name
        if level:
            match.set_controller(match.state.actor or 0, Computer(level))
        app.saves.save(match)
    page = opened(app, routes.Games())
    assert isinstance(page, TablesPage)
    assert [game.id for game in page.games] == ["mine", "computer", "finished"]


@pytest.mark.parametrize(("size", "ratio"), [((390, 844), 1.0), ((1280, 720), 1.0), ((640, 1136), 2.0)])
def test_the_menu_of_a_game_takes_no_width_from_its_card(
    open_app: Open, size: tuple[int, int], ratio: float
) -> None:
    app = open_app(size, ratio)
    app.saves.save(new_match("hansa", 3))
    page = opened(app, routes.Games())
    card = next(one for one in page.widgets if isinstance(one, TableCard))
    more = next(one for one in page.widgets if one.id.startswith("more."))
    assert card.panel.right == pytest.approx(more.rect.right) and not card.rect.colliderect(more.rect)
    assert more.rect.width >= app.metrics.finger


def test_continue_says_the_board_and_whose_turn_it_is(open_app: Open) -> None:
    app = open_app()
    players = [
        PlayerInfo(name, colour) for name, colour in (("Anna", "red"), ("Ben", "blue"), ("Eva", "green"))
    ]
    options = {"board": "britannia", "start_player": "2"}
    match = Match.start("one", ruleset("hansa-teutonica"), players, options, 5)
    app.saves.save(match)
    app.home(routes.Title())
    app.step()
    button = Person(app).widget("continue")
    assert isinstance(button, Button) and button.below == "Hansa Teutonica · Britannia · Your turn, Ben"


def test_the_title_offers_puzzles_to_whoever_has_begun(open_app: Open) -> None:
    app = open_app()
    app.home(routes.Title())
    app.step()
    assert "puzzles" not in [one.id for one in app.scene.widgets], "lessons come first"
    app.saves.save(new_match("hansa", 3))
    app.home(routes.Title())
    app.step()
    Person(app).click("puzzles")
    assert app.scene.name == "puzzles"


# ---- the title ----------------------------------------------------------------------------------


def test_the_harbour_moves_if_motion_is_allowed(open_app: Open) -> None:
    app = open_app(pace="normal")
    app.settings.theme = "dark"
    app.apply_settings()
    app.home(routes.Title())
    app.step()
    title, before, now = app.scene, app.surface.copy(), time.monotonic() + 100
    for number in range(1, 12):
        assert title.update(now + FRAME * 1.01 * number) == FRAME
        app._draw()
    changed = pygame.mask.from_threshold(app.surface, (0, 0, 0), (1, 1, 1, 255), before)
    assert 20 < app.surface.get_width() * app.surface.get_height() - changed.count() < 20_000, "a little"
    app.settings.motion = "reduced"
    assert title.update(now + 1000) is None


@pytest.mark.parametrize("theme_name", ["dark", "light"])
def test_no_star_or_sun_touches_a_letter_or_a_button(open_app: Open, theme_name: str) -> None:
    """The sky behind them is one colour from left to right."""
    from game.client.draw.scenery import harbour, hour_of, sky

    for size in ((1280, 720), (1170, 2532), (768, 1024)):
        open_app(size)
        hour = hour_of(theme_name)
        assert hour is not None
        picture = harbour(*size, hour)
        upright = size[0] < size[1]
        across = range(
            round(size[0] * (0 if upright else 0.26)), round(size[0] * (1 if upright else 0.85)), 3
        )
        for y in range(0, round(sky(*size) * (0.85 if upright else 1)) - 1, 7):
            first = picture.get_at((across[0], y))
            assert all(max(map(abs, map(int.__sub__, first, picture.get_at((x, y))))) <= 3 for x in across)


# ---- layout of pages ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["dark", "light", "contrast"])
def test_a_page_fades_where_it_goes_on(open_app: Open, name: str) -> None:
    app = open_app()
    app.settings.theme = name
    app.apply_settings()
    page = opened(app, routes.Settings())
    paper, body = pygame.Color(*theme.ui.paper), page._body
    row = range(body.left + 60, body.right - 60, 5)

    def plain(y: int) -> bool:
        seen = [app.surface.get_at((x, y)) for x in row]
        return all(max(abs(one[at] - paper[at]) for at in range(3)) <= 14 for one in seen)

    page.scroll = 0.0
    for _ in range(40):  # some of these places would cut a line or a button
        page._scroll_by(7)
        app.refresh()
        app.step()
        assert plain(body.bottom - 1) and plain(body.top)


def test_a_single_button_at_the_foot_is_not_as_wide_as_the_page(open_app: Open) -> None:
    page = opened(open_app(), routes.Settings())
    back = next(one for one in page.widgets if one.id == "back")
    assert back.rect.width < page._sheet.width / 2
    assert abs(back.rect.centerx - page._sheet.centerx) < 2
    page = opened(open_app((390, 844)), routes.Settings())
    back = next(one for one in page.widgets if one.id == "back")
    assert back.rect.width > page._sheet.width * 0.8, "a thumb reaches it on a phone"


def test_a_low_window_gives_most_of_its_height_to_the_content(open_app: Open) -> None:
    page = opened(open_app((844, 390)), routes.NewGame())
    assert page._body.height > 0.65 * 390


def test_the_rules_of_a_new_game_leave_no_half_of_the_page_empty(open_app: Open) -> None:
    app = open_app((1920, 1080))
    page = opened(app, routes.NewGame())
    Person(app).click("game.hansa-teutonica")
    places = {one.id: one.rect for one in page.widgets}
    middle = page._sheet.centerx
    assert places["option.favour"].right < middle < places["options"].left
    assert places["option.missions"].top > places["board.base"].bottom


@pytest.mark.parametrize(("size", "ratio"), [((390, 844), 1.0), ((640, 1136), 2.0), ((1280, 720), 1.0)])
def test_names_of_a_row_have_one_size(open_app: Open, size: tuple[int, int], ratio: float) -> None:
    app = open_app(size, ratio)
    page = opened(app, routes.NewGame())
    for group in ("game", "board"):
        cards = [one for one in page.widgets if isinstance(one, BoardCard) and one.group == group]
        assert len({card.titles[0] for card in cards}) <= 1
        for card in cards:
            face = theme.font("display", round(card.titles[0]))
            assert face.size(card.label)[0] <= card.rect.width - app.metrics.unit * 0.6


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_caption_beside_an_icon_runs_over_the_border(open_app: Open, language: str) -> None:
    open_app()
    use_language(language)
    words, unit = guide("offer"), 20.0
    for width in range(150, 420, 3):
        target = pygame.Surface((width + 80, 60))
        ground = target.get_at((0, 0))
        button = Button("first", words, pygame.FRect(40, 8, width, 44), lambda: None, icon="lesson")
        button.draw(target, Look(unit))
        outside = [x for x in (*range(38), *range(width + 43, width + 80))]
        assert all(target.get_at((x, y)) == ground for x in outside for y in range(60)), width


@pytest.mark.parametrize(
    ("size", "ratio"), [((1280, 720), 1.0), ((390, 844), 1.0), ((844, 390), 1.0), ((768, 1024), 1.0)]
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_buttons_of_the_menu_have_icons_all_or_none(
    open_app: Open, size: tuple[int, int], ratio: float, language: str
) -> None:
    app = open_app(size, ratio)
    app.settings.language = language
    app.apply_settings()
    app.home(routes.Title())
    match = new_match("hansa-teutonica", 3)
    app.open(routes.Menu(match, [], range(0)))
    app.step()
    page = app.scene
    assert isinstance(page, MenuPage)
    shown = [bool(one.icon) for one in page.widgets if isinstance(one, Button) and one.group]
    assert len(shown) >= 7 and len(set(shown)) == 1


# ---- switches -----------------------------------------------------------------------------------


def test_a_setting_that_is_on_or_off_is_a_switch(open_app: Open) -> None:
    app = open_app((1280, 4000))
    opened(app, routes.Settings())
    for setting, (off, on) in SWITCHES.items():
        setattr(app.settings, setting, off)
        app.refresh()
        switch = Person(app).widget(setting)
        assert isinstance(switch, Switch) and switch.state == "off"
        Person(app).click(setting)
        assert getattr(app.settings, setting) == on and Person(app).widget(setting).state == "chosen"


def test_each_text_size_is_a_sample_of_itself(open_app: Open) -> None:
    app = open_app()
    for chosen, factors in (("normal", (1.0, 1.2, 1.4)), ("largest", (1 / 1.4, 1.2 / 1.4, 1.0))):
        app.settings.text = chosen
        app.keep_settings()
        page = opened(app, routes.Settings())
        sizes = [one.size for one in page.widgets if isinstance(one, Button) and one.id.startswith("text.")]
        assert sizes == pytest.approx(factors)


@pytest.mark.parametrize("language", LANGUAGES)
def test_three_values_of_a_choice_stand_in_one_row_on_a_phone(open_app: Open, language: str) -> None:
    open_app((390, 844))
    use_language(language)
    metrics = theme.metrics(390, 844, 1)
    flow = Flow(pygame.FRect(20, 0, 350, 0), metrics, metrics.rect)
    values = [
        (size, i18n.finished(f"mistakes.{size}", cost=round(100 * least))) for size, least in SIZES.items()
    ]
    flow.choice("size", "", values, "small", lambda _: None, titled=True)
    assert len({widget.rect.y for widget in flow.widgets}) == 1
    assert all(
        widget.shows_all(metrics.unit, (1.0,)) for widget in flow.widgets if isinstance(widget, Button)
    )


def test_a_new_game_switches_its_parts(open_app: Open) -> None:
    app = open_app((1280, 3000))
    app.home(routes.Title())
    app.open(routes.NewGame(Setup("hansa-teutonica")))
    app.step()
    person = Person(app)
    assert isinstance(person.widget("option.favour"), Switch)
    person.click("option.favour")
    assert person.widget("option.favour").state == "chosen"


# ---- loading page and icon ----------------------------------------------------------------------


def test_the_loading_page_has_as_many_facts_as_its_script_tells() -> None:
    script = (ROOT / "web/voyage.js").read_text(encoding="utf-8")
    count = int(re.findall(r"const FACTS = (\d+)", script)[0])
    for language in LANGUAGES:
        told = json.loads((ROOT / f"assets/i18n/page.{language}.json").read_text(encoding="utf-8"))
        facts = [text for key, text in told.items() if key.startswith("fact.")]
        assert len(facts) == count == len(set(facts))
        assert all(len(text) <= 130 for text in facts), "three lines on a phone"


def test_the_window_on_a_desktop_has_the_icon_of_the_app(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = list[pygame.Surface]()
    monkeypatch.setattr(pygame.display, "set_icon", shown.append)
    Desktop(tmp_path).open("Kontor")
    (icon,) = shown
    assert icon.get_size() == (128, 128)
    assert icon.get_at((64, 64)).a == 255 and icon.get_at((0, 0)).a == 0, "a picture with round corners"


def test_the_sea_of_the_app_icon_ends_at_its_frame() -> None:
    drawing = ICON.read_text(encoding="utf-8")
    icon = raster(drawing.partition(">")[2].rpartition("</svg>")[0], (0, 0, 512, 512), (512, 512))
    sea, frame = pygame.Color("#4f8a92"), pygame.Color("#d1a554")
    for y in (425, 455):
        colours = [icon.get_at((x, y))[:3] for x in range(256)]
        edge = max(x for x in range(60) if colours[x] == tuple(frame)[:3])
        assert colours[edge + 4] == tuple(sea)[:3], f"at {y} no gap between the frame and the sea"


@pytest.mark.parametrize("game", rulesets())
def test_captions_begin_with_a_capital_letter_or_a_sign(open_app: Callable[..., App], game: str) -> None:
    app = open_app((1280, 720))
    for page in gallery(app, game, (NewGamePage, OptionsPage, MistakesPage, SettingsPage, TallyPage)):
        for language in LANGUAGES:
            use_language(language)
            app.refresh()
            app.step()
            captions = [one.label for one in page.widgets if isinstance(one, Button) and one.label]
            assert captions
            assert not [caption for caption in captions if caption[0].islower()], (page.name, language)
