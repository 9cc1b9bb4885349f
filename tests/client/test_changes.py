"""Changes by others since the last own turn are ringed in their colours until the next activation."""

from __future__ import annotations

import random
from collections.abc import Callable

import pygame
import pytest

from game.client.app import routes
from game.client.app.app import App
from game.client.draw import theme
from game.client.draw.canvas import FIGURE, Canvas
from game.client.stage import changes as stage_changes
from game.client.stage.changes import changes_of, draw_ways, losses_of
from game.client.table.table import TableScene
from game.client.touch.plan_preview import draw_plan_ways, steps_of
from game.client.views.view import Shape
from game.engine.core import Event
from game.games.hansa.rules.state import HansaState
from game.games.hansa_teutonica.rules.board import REMOVE_3
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.match import Match
from tests.client.conftest import Person, hurried, new_match


def seated(app: App, match: Match) -> TableScene:
    app.home(routes.Title())
    table = TableScene(app, match)
    app.push(table)
    app.step()
    drawn(app, table)
    return table


def drawn(app: App, table: TableScene) -> None:
    """Draw until the frame is complete, however slow the machine is."""
    while not table.stage.finished:
        app.refresh()
        app.step()


def do(match: Match, start: str) -> str:
    """Play the first action whose text begins with `start`. Return the last element of its path."""
    action = next(one for one in match.state.legal_actions() if one.text.startswith(start))
    match.play(action)
    return action.path[-1]


def placed_by_two() -> tuple[Match, str, str]:
    """The first two players have each placed a piece: the third is to act, then the first."""
    match = new_match("hansa-teutonica", 3)
    do(match, "place trader")
    do(match, "income")
    do(match, "end-turn")
    second = do(match, "place trader")
    do(match, "income")
    do(match, "end-turn")
    third = do(match, "place trader")
    do(match, "income")
    do(match, "end-turn")
    return match, second, third


def ringed(table: TableScene) -> dict[str, theme.Colour]:
    """Return the ringed places with the colours of their rings."""
    rings = {_middle(lit.shape): lit.light.colour for lit in table.showing.lights()}
    state = table.match.state
    found = {}
    for place in table.view.things(state):
        shape = table.view.shape(place, state)
        if shape is not None and _middle(shape) in rings:
            found[place] = rings[_middle(shape)]
    return found


def _middle(shape: Shape) -> tuple[int, int]:
    """Return the centre in pixels: a ring is larger than its item."""
    return round(shape.rect.centerx), round(shape.rect.centery)


def colour(table: TableScene, seat: int) -> theme.Colour:
    return theme.SEAT_COLOURS[table.match.players[seat].colour].fill


def test_each_change_is_ringed_in_the_colour_of_whoever_made_it(open_app: Callable[..., App]) -> None:
    match, second, third = placed_by_two()
    table = seated(open_app(), match)
    assert match.state.actor == 0
    assert ringed(table) == {second: colour(table, 1), third: colour(table, 2)}


@pytest.mark.parametrize("by", ["mouse", "finger", "key", "supply.trader", "threats"])
def test_the_first_touch_takes_the_rings_away(open_app: Callable[..., App], by: str) -> None:
    app = open_app()
    table, person = seated(app, placed_by_two()[0]), Person(app)
    with_rings = app.surface.copy()
    x, y = table.stage.camera.window.topleft
    match by:
        case "mouse":
            person.click_at(x + 2, y + 2)
        case "finger":
            person.tap_at(x + 2, y + 2)
        case "key":
            person.key(pygame.K_LEFT)
        case element:  # in the accessibility list
            app._pick(element)
            app.step()
    assert not ringed(table)
    drawn(app, table)
    assert pygame.image.tobytes(app.surface, "RGB") != pygame.image.tobytes(with_rings, "RGB")


def test_they_come_when_the_others_have_played_and_not_for_what_i_did_myself(
    open_app: Callable[..., App],
) -> None:
    app = open_app()
    table = seated(app, new_match("hansa-teutonica", 3))
    assert not ringed(table)
    for start in ("place trader", "income"):
        table.play(next(a for a in table.match.state.legal_actions() if a.text.startswith(start)))
        assert not ringed(table)
    own = table.match.moves[0].action.path[-1]
    table.play(next(a for a in table.match.state.legal_actions() if a.text == "end-turn"))
    assert list(ringed(table)) == [own], "on this device the next sees what the first did"


def test_a_piece_that_moved_on_the_board_has_an_arrow(open_app: Callable[..., App]) -> None:
    """A piece that is lifted and set down elsewhere leaves one ring and one arrow."""
    match = new_match("hansa-teutonica", 3)
    source = do(match, "place trader")
    do(match, "income")
    for _ in range(2):
        do(match, "end-turn")
        do(match, "income")
        do(match, "income")
    do(match, "end-turn")
    begun = len(match.moves)
    do(match, "lift")
    target = do(match, "set")
    app = open_app()
    table = seated(app, match)
    changes = changes_of(table.view, match.moves[begun:], match.state)
    assert [(change.seat, change.place, change.source) for change in changes] == [(0, target, source)]
    canvas = Canvas(app.surface.get_size())
    draw_ways(canvas, table.view, changes, match.state, table.stage.camera.window, app.metrics.unit)
    tips = [mark[0] for mark in canvas.marks if mark[2] is FIGURE and mark[0][0] is pygame.draw.polygon]
    assert colour(table, 0) in [tip[1] for tip in tips]


def removed_by_a_rival() -> Match:
    """The second player has removed the first one's two pieces, and it is the first one's turn again."""
    match = new_match("hansa-teutonica", 3)
    for _ in range(2):
        do(match, "place trader")
    do(match, "end-turn")
    assert isinstance(match.state, HansaTeutonicaState)
    first, second, *others = match.state.unused
    marked = bytearray(second)
    marked[REMOVE_3] = 1
    match.state.unused = (first, bytes(marked), *others)
    do(match, "use remove_3")
    do(match, "remove")
    do(match, "income")
    do(match, "income")
    do(match, "end-turn")
    do(match, "income")
    do(match, "income")
    do(match, "end-turn")
    return match


def test_pieces_that_a_rival_removed_are_shown_leaving_and_told(open_app: Callable[..., App]) -> None:
    match = removed_by_a_rival()
    app = open_app()
    table = seated(app, match)
    gone = [change for change in table.showing.changes if change.gone is not None]
    assert [(change.seat, change.gone.seat) for change in gone if change.gone] == [(1, 0), (1, 0)]
    canvas = Canvas(app.surface.get_size())
    draw_ways(canvas, table.view, gone, match.state, table.stage.camera.window, app.metrics.unit)
    tips = [mark[0] for mark in canvas.marks if mark[2] is FIGURE and mark[0][0] is pygame.draw.polygon]
    assert [tip[1] for tip in tips].count(colour(table, 1)) == 2
    faded = [mark for mark in canvas.marks if mark[2] is not FIGURE]
    assert len(faded) == 2, "the pieces themselves"
    name = match.players[1].name
    words = f"{name} has removed 2 of your pieces from "
    assert table.drawing.at_board().startswith(words)
    assert table.drawing.at_board().endswith("They are back in your supply.")
    Person(app).key(pygame.K_LEFT)
    assert not table.drawing.at_board().startswith(words), "until the first input"


def test_goods_lost_to_a_rivals_sale_are_told_to_their_owner_only(open_app: Callable[..., App]) -> None:
    match, chance = new_match("hansa", 2), random.Random(3)
    lost: list[Event] = []
    while not lost:
        seller = match.state.turn_seat
        match.play(chance.choice(match.state.legal_actions()))
        lost = [event for event in match.moves[-1].events if event.kind == "loss"]
    assert seller is not None
    while match.state.turn_seat == seller:
        do(match, next(word for word in ("done", "discard", "end-turn") if offers(match, word)))
    table, (owner, rival) = (
        seated(open_app(), match),
        (match.players[seat].name for seat in (1 - seller, seller)),
    )
    logged = "; ".join(table.view.tell_event(event, match.state) for event in lost)
    goods = logged.removeprefix(f"{owner} loses ").replace(f".; {owner} loses ", "; ")
    assert table.drawing.at_board() == f"{rival} has sold the same colour, so you lose {goods}"
    assert not table.view.tell_losses(1 - seller, seller, lost, match.state), "the log tells it"


def offers(match: Match, start: str) -> bool:
    return any(one.text.startswith(start) for one in match.state.legal_actions())


def test_the_loss_of_ones_own_piece_is_told_before_those_of_others(open_app: Callable[..., App]) -> None:
    """Only the beginning of a long notice is on the screen."""
    match = new_match("hansa-teutonica", 3)
    for route in ("goslar-magdeburg", "minden-hannover"):
        for house in (1, 2):
            do(match, f"place trader {route}.{house}")
        do(match, "end-turn")
    assert isinstance(match.state, HansaTeutonicaState)
    *others, third = match.state.unused
    marked = bytearray(third)
    marked[REMOVE_3] = 1
    match.state.unused = (*others, bytes(marked))
    for removal in ("use remove_3", "remove minden-hannover.2", "remove goslar-magdeburg.1"):
        do(match, removal)
    do(match, "income")
    do(match, "income")
    do(match, "end-turn")
    told = seated(open_app(), match).showing.losses()
    assert 0 < told.index("one of your pieces") < told.index("2 pieces of ")


def test_a_displaced_piece_that_awaits_its_new_place_has_not_left(open_app: Callable[..., App]) -> None:
    """The place has a new piece, over which a faded one would be confusing."""
    match = new_match("hansa-teutonica", 3)
    do(match, "place trader")
    do(match, "income")
    do(match, "end-turn")
    do(match, "displace trader")
    while match.state.decision is not None and match.state.decision.id == "pay":
        do(match, "pay")
    table = seated(open_app(), match)
    changes = table.showing.changes
    assert changes and not any(change.gone for change in changes)
    assert not table.showing.losses()


@pytest.mark.parametrize("game", ["hansa-teutonica", "hansa"])
def test_whatever_happens_only_places_on_the_board_are_ringed_and_no_frame_is_wanted_for_it(
    open_app: Callable[..., App], game: str
) -> None:
    app = open_app()
    rng = random.Random(4)
    table = seated(app, new_match(game, 3))
    seen = 0
    for _ in range(150):
        if table.match.state.outcome is not None:
            break
        table.play(hurried(table.match.state, rng))
        changes = table.showing.changes
        seen += len(changes)
        for change in changes:
            assert table.view.on_board(change.place)
            assert table.view.shape(change.place, table.match.state) is not None
            assert change.seat != table.match.state.actor
        if changes:
            app.refresh()
            app.step()
            while table.unfinished or app._moving:  # the camera returns to its view
                app.step()
            assert table.update(1e9) != 0.0
    assert seen > 20


def test_additional_offices_are_ringed_like_all_others(open_app: Callable[..., App]) -> None:
    """Whole games, with additional offices of other players."""
    seen = set[str]()
    for seed in range(3):
        match, rng = new_match("hansa-teutonica", 4, seed), random.Random(seed)
        view = seated(open_app(), match).view
        while match.state.outcome is None:
            match.play(hurried(match.state, rng))
            for change in changes_of(view, match.moves[-12:], match.state):
                assert view.shape(change.place, match.state) is not None
                seen.add(change.place.partition(".")[0])
    assert {"house", "office", "extra"} <= seen


def test_a_turn_of_hansa_leaves_the_ship_and_markets_built_or_recalled_ringed_and_nothing_else(
    open_app: Callable[..., App],
) -> None:
    """Warehouses, empty or filled, are not marked: nine arrows from the stock would hide the towns."""
    match, rng = new_match("hansa", 3), random.Random(5)
    view = seated(open_app(), match).view
    seen = set[str]()
    while not {"restock", "buy", "sail", "build"} <= seen:
        begun, events = len(match.moves), list[Event]()
        while not any(event.kind == "turn-end" for event in events):
            match.play(hurried(match.state, rng))
            events = [event for move in match.moves[begun:] for event in move.events]
        assert isinstance(match.state, HansaState)
        changes = changes_of(view, match.moves[begun:], match.state)
        assert not losses_of(view, match.moves[begun:]), "a market taken back is its owner's own decision"
        gone = {change.place for change in changes if change.gone}
        assert gone <= {event.source for event in events if event.kind == "recall"}
        built = {event.target for event in events if event.kind in ("build", "place")}
        built |= {event.source for event in events if event.kind == "recall"}
        sails = [event for event in events if event.kind == "sail"]
        ship = {f"ship.{match.state.ship_town}"} if sails else set()
        assert {change.place for change in changes} == built | ship
        arrows = [(change.source, change.place) for change in changes if change.source]
        assert arrows == [(sails[0].source.replace("town", "ship"), *ship)] if sails else not arrows
        seen |= {event.kind for event in events}


def sailed() -> tuple[Match, int]:
    """Return a game of *Hansa* in which a player has just sailed twice, and the number of the first trip."""
    match = new_match("hansa", 3)
    while not any(one.text.startswith("sail") for one in match.state.legal_actions()):
        match.play(match.state.legal_actions()[0])
    begun = len(match.moves)
    do(match, "sail")
    do(match, "sail")
    return match, begun


@pytest.mark.parametrize("drawn_by", ["changes", "plan"])
def test_an_arrow_of_the_ship_follows_its_lane(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch, drawn_by: str
) -> None:
    match, begun = sailed()
    table = seated(app := open_app(), match)
    view, unit, window = table.view, app.metrics.unit, table.stage.camera.window
    lines: list[list[pygame.Vector2]] = []
    monkeypatch.setattr(stage_changes, "_draw_line", lambda target, line, *_: lines.append(list(line)))
    trips = [event for move in match.moves[begun:] for event in move.events if event.kind == "sail"]
    assert len(trips) == 2
    before, canvas = match.state_at(begun), Canvas(app.surface.get_size())
    if drawn_by == "changes":
        draw_ways(canvas, view, changes_of(view, match.moves[begun:], match.state), match.state, window, unit)
        lanes = [[point for trip in trips for point in view.course(trip, before)]]
    else:
        texts = [move.action.text for move in match.moves[begun:]]
        draw_plan_ways(canvas, view, steps_of(before, texts), window, unit)
        lanes = [list(view.course(trip, before)) for trip in trips]
    assert len(lines) == len(lanes)
    for line, lane in zip(lines, lanes, strict=True):
        assert all((point.x, point.y) in lane for point in line), "no other way"
        assert line[0].distance_to(lane[0]) < unit * 2 and line[-1].distance_to(lane[-1]) < unit * 2
