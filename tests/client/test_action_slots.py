"""The buttons below the board keep their places and sizes."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pygame
import pytest

from game.client.app import routes
from game.client.app.app import App
from game.client.draw import theme
from game.client.draw.widgets import Button, ButtonSpec
from game.client.stage.action_bar import PARTS, ActionSlots, caption_part
from game.client.stage.table_layout import bar_height
from game.client.table.table import TableScene
from game.client.words.i18n import LANGUAGES, use_language
from game.match import Match
from tests.client.conftest import Person, hurried, new_match

pytestmark = pytest.mark.usefixtures("unseen")
SIZES = [((1280, 720), 1), ((390, 844), 1), ((844, 390), 1), ((320, 568), 1), ((768, 1024), 1)]


def seated(app: App, match: Match) -> TableScene:
    app.home(routes.Title())
    table = TableScene(app, match)
    app.push(table)
    app.step()
    return table


def bar_of(table: TableScene) -> dict[str, Button]:
    """Return the buttons below the board, by id."""
    return {one.id: one for one in table.widgets if isinstance(one, Button) and one.group == "answers"}


@pytest.mark.parametrize("game", ["hansa-teutonica", "hansa"])
@pytest.mark.parametrize(("size", "ratio"), SIZES, ids=str)
def test_the_end_of_a_turn_has_one_place_and_nothing_else_is_ever_there(
    open_app: Callable[..., App], game: str, size: tuple[int, int], ratio: float
) -> None:
    app = open_app(size, ratio)
    table, rng = seated(app, new_match(game, 3)), random.Random(7)
    ends = set[tuple[float, ...]]()
    others = list[pygame.FRect]()
    for _ in range(40):
        for element, button in bar_of(table).items():
            if element == table.view.ends:
                ends.add(tuple(button.rect))
            else:
                others.append(button.rect)
        table.play(hurried(table.match.state, rng))
        app.refresh()
    assert len(ends) == 1
    end = pygame.FRect(*ends.pop())
    assert not [rect for rect in others if rect.colliderect(end)]
    assert table.stage.layout is not None
    assert end.right == pytest.approx(table.stage.layout.actions.right, abs=2)


@pytest.mark.parametrize("game", ["hansa-teutonica", "hansa"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", ["normal", "largest"])
def test_no_action_is_in_smaller_type_than_the_end_of_the_turn(
    open_app: Callable[..., App], game: str, language: str, text: str
) -> None:
    use_language(language)
    app = open_app((390, 844))
    app.settings.text = text
    app.settings.language = language
    app.keep_settings()
    table, rng, unit = seated(app, new_match(game, 3)), random.Random(3), app.metrics.unit
    for _ in range(25):
        app.refresh()
        sizes = {round(unit * one.size * caption_part(one, unit)) for one in bar_of(table).values()}
        assert len(sizes) <= 1 and min(sizes, default=99) >= round(0.6 * unit)
        table.play(hurried(table.match.state, rng))


@pytest.mark.parametrize("game", ["hansa-teutonica", "hansa"])
@pytest.mark.parametrize(("size", "ratio"), SIZES[:3], ids=str)
def test_no_button_appears_where_the_one_just_activated_was(
    open_app: Callable[..., App], game: str, size: tuple[int, int], ratio: float
) -> None:
    app = open_app(size, ratio)
    table, rng, tried = seated(app, new_match(game, 3)), random.Random(11), set[str]()
    person = Person(app)
    for _ in range(110):
        if table.match.state.outcome is not None:
            break
        bar = bar_of(table)
        fresh = [one for one in bar.values() if one.id != table.view.ends or len(bar) == 1]
        if fresh and rng.random() < 0.7:
            button = rng.choice(fresh)
            tried.add(button.id.partition(".")[0])
            person.click(button.id)
            there = [one.id for one in bar_of(table).values() if one.rect.colliderect(button.rect)]
            assert set(there) <= {button.id}, (button.id, there)
        else:
            places = [spot.id for spot in table.targets.values() if spot.act]
            table.arrangement.touch_place(rng.choice(places)) if places else table.play(
                hurried(table.match.state, rng)
            )
            app.refresh()
    assert "button" in tried


def test_no_caption_is_measured_while_the_board_is_panned(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app((390, 844))
    table, person = seated(app, new_match("hansa-teutonica", 3)), Person(app)
    person.key(pygame.K_KP_PLUS)
    assert bar_of(table)
    measured = list[str]()
    monkeypatch.setattr(Button, "shows_all", lambda button, *given: measured.append(button.label))
    before = table.stage.camera.pose
    person.key(pygame.K_LEFT)
    assert table.stage.camera.pose != before and measured == []


def laid(slots: ActionSlots, ids: Sequence[str], *, listed: Sequence[str] = ()) -> dict[str, Button]:
    """Return the buttons of a phone's bar by id."""
    metrics = theme.metrics(390, 844, 1)
    bar = pygame.FRect(61, 700, 322, metrics.button + metrics.unit * 0.5)
    specs = [
        ButtonSpec(
            one,
            f"Action {one}",
            None,
            apart=one == "end",
            leads=one in ("back", "instead"),
            listed=one in listed,
        )
        for one in ids
    ]
    return {button.id: button for button in slots.buttons(bar, metrics, specs, [], metrics.unit, 0)}


def test_a_button_keeps_its_place_during_a_turn(open_app: Callable[..., App]) -> None:
    open_app()
    slots = ActionSlots()
    first = laid(slots, ["fill", "sell", "end"])
    assert laid(slots, ["sell", "end"])["sell"].rect == first["sell"].rect, "the other one is gone"
    laid(slots, ["back"])
    again = laid(slots, ["sell", "end"])
    assert (again["sell"].rect, again["end"].rect) == (first["sell"].rect, first["end"].rect)


def test_ways_back_stand_at_the_left_and_answers_next_to_the_end(open_app: Callable[..., App]) -> None:
    open_app()
    found = laid(ActionSlots(), ["instead", "income", "end"])
    places = [found[one].rect.x for one in ("instead", "income", "end")]
    assert places == sorted(places) and len({found[one].rect.width for one in found}) == 1
    assert len({button.rect.y for button in found.values()}) == 1


def test_the_other_meaning_of_an_activation_is_a_quiet_offer_and_waits_while_something_is_chosen(
    open_app: Callable[..., App],
) -> None:
    """While a piece for the next action is chosen, it would seem to be about that action."""
    app = open_app()
    table = seated(app, new_match("hansa-teutonica", 3))
    table.touch(next(one for one in table.targets if one.startswith("house.")))
    app.refresh()
    assert bar_of(table)["instead.0"].tone == "sea"
    table.touch("supply.merchant")
    app.refresh()
    assert "instead.0" not in bar_of(table) and "back" in bar_of(table)


# ---- choices after a claim ----------------------------------------------------------------------


def after_a_claim(app: App) -> TableScene:
    """Return a table at which a benefit is to be chosen among several."""
    rng = random.Random(2)
    match = new_match("hansa-teutonica", 3)
    while True:
        state = match.state
        if state.decision is not None and state.decision.id == "benefit" and len(state.legal_actions()) > 3:
            return seated(app, match)
        match.play(hurried(state, rng))


@pytest.mark.parametrize(("size", "ratio"), SIZES, ids=str)
def test_after_a_claim_every_benefit_is_a_button(
    open_app: Callable[..., App], size: tuple[int, int], ratio: float
) -> None:
    app = open_app(size, ratio)
    table = after_a_claim(app)
    bar, offered = bar_of(table), table.chooser.offered
    assert {one.removeprefix("answer.") for one in bar} == set(offered)
    assert len({button.label for button in bar.values()}) == len(bar)
    moves = len(table.match.moves)
    Person(app).click(next(one for one in bar if one.startswith("answer.")))
    assert len(table.match.moves) > moves or table.chooser.chosen


@pytest.mark.parametrize(("size", "ratio"), SIZES, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_benefits_stand_in_reading_order_and_no_benefit_comes_last(
    open_app: Callable[..., App], size: tuple[int, int], ratio: float, language: str
) -> None:
    use_language(language)
    app = open_app(size, ratio)
    app.settings.language = language
    app.keep_settings()
    table = after_a_claim(app)
    found = bar_of(table)
    read = sorted(found, key=lambda one: (found[one].rect.y, found[one].rect.x))
    assert read == list(found) and read[-1] == "button.no-benefit"
    rows = [
        [one.rect for one in found.values() if one.rect.y == y]
        for y in {one.rect.y for one in found.values()}
    ]
    for row in rows:
        assert len({round(rect.width) for rect in row}) == 1, "the buttons of a row are alike"
    if len(rows) > 1:
        assert len({round(row[0].x) for row in rows}) == 1, "every row begins at the left"


@pytest.mark.parametrize(("count", "rows"), [(2, [2]), (3, [1, 2]), (4, [1, 3]), (5, [2, 3]), (6, [1, 2, 3])])
def test_the_buttons_of_a_list_fill_their_rows(
    open_app: Callable[..., App], count: int, rows: list[int]
) -> None:
    open_app()
    found = laid(ActionSlots(), (names := [f"{number}" for number in range(count)]), listed=names)
    heights = sorted({button.rect.y for button in found.values()}, reverse=True)
    lines = [[one.rect for one in found.values() if one.rect.y == y] for y in heights]
    assert [len(line) for line in lines] == rows
    for line in lines[1:]:
        assert line[0].left == pytest.approx(61, abs=1) and line[-1].right == pytest.approx(383, abs=1)


def test_a_list_stands_in_one_block_beside_or_above_what_keeps_its_place(
    open_app: Callable[..., App],
) -> None:
    """Between the buttons of a hint the answers to "how many" would be scattered."""
    open_app()
    slots, hint, answers = ActionSlots(), ["hint", "why"], ["three", "two", "one"]
    before = laid(slots, [*hint, "end"])
    after = laid(slots, [*hint, "back", *answers], listed=answers)
    assert [after[one].rect for one in hint] == [before[one].rect for one in hint]
    read = sorted(answers, key=lambda one: (after[one].rect.y, after[one].rect.x))
    assert read == answers
    block = after[answers[0]].rect.unionall([after[one].rect for one in answers])
    assert not [one for one in (*hint, "back") if after[one].rect.colliderect(block)]


def test_a_further_row_of_buttons_leaves_the_board_in_place(open_app: Callable[..., App]) -> None:
    stage = seated(open_app((390, 844)), new_match("hansa-teutonica", 3)).stage
    place, metrics = stage.camera.board, stage._metrics
    for rows in (2, 3, 1):
        stage.arrange(metrics, 0, rows=rows)
        assert stage.camera.board == pytest.approx(place, abs=0.1)


@pytest.mark.parametrize("by", ["mouse", "key", "hold"])
def test_the_button_of_a_benefit_lights_its_place(open_app: Callable[..., App], by: str) -> None:
    app = open_app()
    table = after_a_claim(app)
    button = next(one for one in bar_of(table).values() if one.id.startswith("answer."))
    element, person = button.id.removeprefix("answer."), Person(app)
    assert table.drawing.focused != element
    match by:
        case "mouse":
            person.move_to(*button.rect.center)
        case "key":
            app._keyboard.focus_on(button.id)
        case "hold":
            from game.client.app.gestures import Hold

            table.handle(Hold(*button.rect.center, touch=True))
    assert table.drawing.focused == element
    shape = table.view.shape(element, table.match.state)
    lit = [light for _, light in table.drawing.lights() if light.shape == shape]
    assert any(one.light.fill == 150 or one.light.halo == 255 for one in lit)


def test_the_end_of_a_turn_has_its_brief_caption_where_something_leaves_one_row_to_the_buttons(
    open_app: Callable[..., App],
) -> None:
    metrics = open_app((844, 390), 1).metrics
    bar = pygame.FRect(600, 390 - bar_height(metrics), 230, bar_height(metrics))
    specs = [
        ButtonSpec("fill", "Encher os armazéns (1 moeda)", lambda: None),
        ButtonSpec(
            "end-turn",
            "Terminar o turno (imposto: 4 moedas)",
            lambda: None,
            brief="Terminar o turno (−4)",
            apart=True,
        ),
    ]
    card = pygame.FRect(600, 0, 230, bar.top)
    fill, end = ActionSlots().buttons(bar, metrics, specs, [card], metrics.unit, 1)
    assert end.caption == "Terminar o turno (−4)" and end.rect.top > card.bottom
    assert min(caption_part(button, metrics.unit) for button in (fill, end)) >= PARTS[-1]
    assert fill.size == end.size
