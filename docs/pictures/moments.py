"""Every scene of the game with content, to be drawn by `docs.pictures.grid`."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

from game import engine
from game.bots import choose
from game.bots.worker import answer
from game.client.app import routes
from game.client.app.app import App
from game.client.app.gestures import Hold
from game.client.app.setup import PEOPLE, Setup
from game.client.learn.courses import course, lesson_id, puzzles, save_progress
from game.client.learn.first_game import GuidedGame
from game.client.learn.lesson import LessonCoach
from game.client.learn.mistakes import MistakesPage
from game.client.rooms.client import RoomClient
from game.client.storage.link import encode
from game.client.table.desks import PULL
from game.client.table.table import TableScene
from game.engine.record import Record, read
from game.match import COLOURS, Match, PlayerInfo
from game.match.passing import passed
from game.match.progress import DONE
from game.platform import Connected, Heard
from game.worker_messages import TurnEvaluation, to_json
from tests.client.conftest import NAMES, Screen, finished, finished_text, hurried, new_match
from tests.client.gallery import a_room_client
from tests.client.judged import invented

RECORDS = Path(__file__).resolve().parents[2] / "tests/engine/records"
PLAYED = {"hansa-teutonica": ("2-neutral", "3", "5"), "hansa": ("2", "3", "4")}
"""Recorded games with two, three, and the maximum number of players."""
EARLY, MIDDLE, LATE = 0.06, 0.5, 0.93
"""Progress of a game, as the fraction of its actions that have been played."""
BESIDE: dict[str, dict[str, str]] = {
    "east": {"board": "east", "favour": "on"},
    "favours": {"favour": "on", "missions": "on"},
    "britannia": {"board": "britannia"},
}
"""Options of *Hansa Teutonica* for expansions in addition to the base game."""
LENGTH = 160
"""Approximate number of actions in a short game."""
MANY = {"hansa-teutonica": 12, "hansa": 4}
"""Minimum number of legal actions at a decision."""
PATIENCE = 4000
"""Maximum number of app steps until a scene is at rest."""


class Quick(Screen):
    """A platform whose computer players answer quickly, with a room server."""

    invitation = ""
    """The server's answer to an invited player, until the room is entered; "" for none."""

    async def post(self, url: str, text: str) -> tuple[int, str]:
        """Return the invitation, or the failure to reach the server."""
        return (200, self.invitation) if self.invitation else (0, "")

    def rooms(self) -> str:
        """Return the URL of the room server."""
        return "https://kontor.example/rooms"

    def prepare_thinking(self) -> None:
        """Do nothing: no worker is needed."""

    async def think(self, request: str, *_more: object) -> str:
        """Answer a request in this process."""
        asked = json.loads(request)
        if asked["ask"] == "judge":
            return to_json(TurnEvaluation((), (), ()))
        if asked.get("level") == "hard":
            return answer(json.dumps({**asked, "seconds": None, "work": 4}))
        state = engine.ruleset(asked["ruleset"]).parse_position(asked["position"])
        plan = choose(state, "medium", random.Random(1)).plan
        return json.dumps({"plan": [one.text for one in plan], "firm": 1, "reason": ["wait", {}]})


Moment = Callable[[App], Awaitable[None]]
"""Leads an app from the title to a scene."""


async def rest(app: App) -> None:
    """Run the app until all background work is done and nothing moves."""
    app.step()
    for _ in range(PATIENCE):
        await asyncio.sleep(0)
        app.step()
        if not (app._moving or app._dirty or app._busy or any(scene.unfinished for scene in app.scenes)):
            return


# ---- games --------------------------------------------------------------------------------------


@cache
def recorded(name: str) -> Record:
    """Return a recorded game with players' names."""
    record = read((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    return replace(record, tags={f"name.{seat}": NAMES[seat] for seat in range(record.seats)})


def part(name: str, share: float) -> Record:
    """Return the beginning of a recorded game."""
    record = recorded(name)
    return replace(record, actions=record.actions[: round(len(record.actions) * share)])


def match_of(name: str, share: float) -> Match:
    """Return a match at about this share of a recorded game, at a decision with many legal actions."""
    match, actions = Match("grid", part(name, share)), recorded(name).actions
    many = MANY[match.ruleset.id]
    while len(match.state.legal_actions()) < many and len(match.moves) < len(actions) - 1:
        match.play(actions[len(match.moves)])
    return match


@cache
def asked_for(game: str, decision: str) -> str:
    """Return the text of a game that contains this kind of decision, up to that point."""
    for seed in range(60):
        match, rng = new_match(game, 3, seed=seed), random.Random(seed)
        while match.state.outcome is None:
            legal = match.state.legal_actions()
            rude = [action for action in legal if action.text.startswith(("displace", "use"))]
            match.play(rng.choice(rude) if rude and rng.random() < 0.5 else hurried(match.state, rng))
            found = match.state.decision
            if found is not None and found.id == decision and len(match.moves) > 30:
                return match.text()
    raise LookupError(f"{game}: nobody is asked for {decision}")


# ---- tables -------------------------------------------------------------------------------------


async def table(app: App, name: str, share: float) -> None:
    """Open the table of a recorded game."""
    app.open(routes.Table(match_of(name, share)))


async def decision(app: App, game: str, kind: str) -> None:
    """Open a table at this kind of decision."""
    app.open(routes.Table(Match.resume("grid", asked_for(game, kind))))


def laid(app: App) -> TableScene:
    """Return the table that is open."""
    assert isinstance(app.scene, TableScene)
    return app.scene


async def touched(app: App, name: str, share: float = MIDDLE) -> None:
    """Activate an item that needs another choice before it makes an action."""
    app.settings.placing = "ask"
    await table(app, name, share)
    await rest(app)
    found = laid(app)
    for element in sorted(found.chooser.reachable, key=found.view.on_board):  # player board first
        if not element.startswith("button.") and len(found.chooser.actions_with(element)) > 1:
            found.touch(element)
            break
    app.refresh()


async def hint(app: App, name: str) -> None:
    """Show a hint."""
    await table(app, name, MIDDLE)
    await rest(app)
    laid(app).hint.toggle()


async def card(app: App, name: str) -> None:
    """Show the card of an item in the middle of the board, as a long touch does."""
    await table(app, name, MIDDLE)
    await rest(app)
    found = laid(app)
    x, y = found.stage.camera.window.center
    targets = [spot.rect.center for spot in found.targets.values() if spot.on_board and spot.in_sight]
    near = min(targets, key=lambda at: abs(at[0] - x) + abs(at[1] - y), default=(x, y))
    found.handle(Hold(*near, touch=True))
    app.refresh()


async def reading(app: App, name: str) -> None:
    """Show the board overlay."""
    await table(app, name, MIDDLE)
    await rest(app)
    laid(app).reading.toggle()
    app.refresh()


async def legend(app: App, name: str) -> None:
    """Show the board overlay with its legend."""
    await table(app, name, MIDDLE)
    await rest(app)
    laid(app).reading.toggle_legend()
    app.refresh()


async def pulled(app: App, name: str) -> None:
    """Open a phone's player board; in larger windows that of another seat."""
    await table(app, name, MIDDLE)
    await rest(app)
    acts = [one.act for one in laid(app).widgets if one.id in (PULL, "desk.2") and one.act]
    if acts:
        acts[-1]()
    app.refresh()


async def handover(app: App, game: str) -> None:
    """Show the hand-over prompt after an action that passes the device on."""
    app.settings.handover = "on"
    match, rng = new_match(game, 3), random.Random(5)
    while len(match.moves) < 50 or passed(match) is None or passed(match).during is not None:  # type: ignore[union-attr]
        match.play(hurried(match.state, rng))
    app.open(routes.Table(match))


async def over(app: App, game: str) -> None:
    """Show the table after the end of a game."""
    app.open(routes.Table(finished(game)))


async def on_table(app: App, name: str, route: Callable[[TableScene], routes.Route]) -> None:
    """Open a panel over the table."""
    await table(app, name, MIDDLE)
    await rest(app)
    app.open(route(laid(app)))


# ---- pages --------------------------------------------------------------------------------------


def keep_games(app: App) -> None:
    """Save some games, played to different lengths, and one result."""
    shares = {"hansa-teutonica-3": 0.3, "hansa-4": 0.6, "hansa-teutonica-5": 0.8, "hansa-2": EARLY}
    for number, (name, share) in enumerate(shares.items()):
        match = Match(f"grid-{number}", part(name, share))
        app.saves.save(match)
    match = Match.resume("over", finished_text("hansa"))
    app.saves.save(match)
    app.settings.name = NAMES[0]


async def page(app: App, route: routes.Route) -> None:
    """Open a page from the title."""
    app.open(route)


async def with_games(app: App, route: Callable[[App], routes.Route]) -> None:
    """Open a page with saved games on the device."""
    keep_games(app)
    app.home(routes.Title())
    made = route(app)
    if not isinstance(made, routes.Title):
        app.open(made)


async def people(app: App) -> None:
    """Open the new-game page with five people."""
    setup = Setup("hansa-teutonica")
    setup.seats = 5
    setup.invite(PEOPLE)
    app.open(routes.NewGame(setup))


async def brought(app: App, text: str) -> None:
    """Import a text, as if it came from another app."""
    app.bring(text)


async def tally(app: App) -> None:
    """Show the statistics of some invented results."""
    lines = ["kontor-results 1", "looked-back"]
    rng = random.Random(4)
    for number in range(14):
        game = ("hansa", "hansa-teutonica")[number % 2]
        against = ("easy", "hard", "people", "mixed")[number % 4]
        rank, points = rng.randint(1, 3), rng.randint(18, 61)
        told = f"2026-11-{number + 10} {game} 3 {against} {rank} {points}"
        lines.append(f"result {told} {number:08x} g{number}")
    app.platform.write("results", "\n".join(lines) + "\n")
    app.open(routes.Tally())


async def results(app: App, game: str) -> None:
    """Show the results of a finished game."""
    app.open(routes.Table(finished(game)))
    await rest(app)
    app.open(routes.Results(finished(game)))


async def analysis(app: App, game: str) -> None:
    """Show the analysis of a finished game, with invented values."""
    match = finished(game)
    app.saves.save(match)
    app.saves.keep_analysis(match.id, invented(game))
    app.open(routes.Analysis(match))


async def mistakes(app: App, game: str, *, solving: bool = False) -> None:
    """Show the exercises from the invented mistakes of a finished game, or the table of the first one."""
    match = finished(game)
    app.saves.save(match)
    app.saves.keep_analysis(match.id, invented(game))
    app.settings.name = NAMES[0]
    app.open(routes.Mistakes(match))
    await rest(app)
    page = app.scene
    assert isinstance(page, MistakesPage)
    if solving:
        for seat in range(match.record.seats):
            page._take_seat(str(seat))
            if page.exercises:
                break
        app.open(routes.MistakeTable(match, page.exercises, 0))


async def replay(app: App, name: str) -> None:
    """Show the paused replay of a recorded game."""
    app.open(routes.Replay(recorded(name), since=40, paused=True))


async def lessons(app: App) -> None:
    """Show the list of lessons, some of them done."""
    for lesson in course("hansa-teutonica")[:3]:
        save_progress(app, lesson_id(lesson), DONE)
    app.open(routes.Lessons())


async def lesson(app: App, game: str, number: int, step: int) -> None:
    """Show a step of a lesson."""
    app.open(routes.LessonTable(course(game)[number], step))


async def seal(app: App, game: str) -> None:
    """Show the seal after the last step of a lesson."""
    taught = course(game)[1]
    app.open(routes.LessonTable(taught, len(taught.steps) - 1))
    await rest(app)
    for _ in range(20):
        coach = laid(app).table_mode
        assert isinstance(coach, LessonCoach)
        if coach.teacher.finished:
            return
        if coach.teacher.allowed(coach.match.state):
            coach.do_it()
        elif not coach.teacher.asks:
            coach._read_on()
        await rest(app)


async def puzzle_list(app: App, game: str) -> None:
    """Show the list of puzzles, some of them solved."""
    for puzzle in puzzles(game)[:5]:
        save_progress(app, puzzle.id, DONE)
    app.open(routes.Puzzles(game))


async def guided(app: App, game: str) -> None:
    """Show the first turn of a guided game, with the suggestion for it."""
    app.open(routes.FirstGame(game))
    for _ in range(20):
        await rest(app)
        coach = laid(app).table_mode
        assert isinstance(coach, GuidedGame)
        if coach.has_card and coach.on_card is not None and coach.on_card.is_turn and coach.last_page:
            return
        if coach.has_card:
            coach.read_on()
        elif laid(app).choice.by_hand:
            laid(app).play(laid(app).match.state.legal_actions()[0])


# ---- rooms and expansions ---------------------------------------------------------------------


async def beside(app: App, share: float, **options: str) -> None:
    """Open a table of *Hansa Teutonica* with these options at this share of a game."""
    players = [PlayerInfo(NAMES[seat], COLOURS[seat]) for seat in range(3)]
    match, rng = Match.start("grid", engine.ruleset("hansa-teutonica"), players, options, 5), random.Random(5)
    many = MANY["hansa-teutonica"]
    while match.state.outcome is None and (
        len(match.moves) < share * LENGTH or len(match.state.legal_actions()) < many
    ):
        match.play(hurried(match.state, rng))
    app.open(routes.Table(match))


def in_a_room(app: App, *, moves: int | None) -> RoomClient:
    """Return the client of a room, connected to its server, after `moves` actions of its game."""
    client = a_room_client(app, "hansa-teutonica", moves=moves)
    client.connect()
    assert client.connection, "the platform has a room server"
    for happened in (Connected(), Heard('{"is": "pong"}')):
        client.connection.receive(happened)
    client.connection.stands = client.entered = True
    return client


async def room(app: App, route: Callable[[RoomClient], routes.Route], *, moves: int | None = None) -> None:
    """Show a room before its game begins, or after `moves` actions."""
    client = in_a_room(app, moves=moves)
    if moves is not None:
        app.open(routes.RoomTable(client))
        await rest(app)
    made = route(client)
    if not isinstance(made, routes.RoomTable):
        app.open(made)


async def room_over(app: App) -> None:
    """Show the end of a game in a room whose seal was verified."""
    client = in_a_room(app, moves=0)
    client.replica.match, client.replica.proven = finished("hansa-teutonica"), True
    app.open(routes.RoomResults(client, ended=False))


async def room_door(app: App, *, answers: bool = False) -> None:
    """Show the page on which an invited player joins a room, once the server `answers` or before."""
    app.settings.name = NAMES[0]
    if answers:
        told = in_a_room(app, moves=None).state.outside((1, 3))
        assert isinstance(app.platform, Quick)
        app.platform.invitation = json.dumps(told)
    app.open(routes.Door(RoomClient(app, "x" * 22)))


def rooms() -> Iterator[tuple[str, Moment]]:
    """Yield the scenes of rooms."""
    yield "together", partial(page, route=routes.Together())
    yield "room-new", partial(page, route=routes.NewRoom())
    yield "room-door", room_door
    yield "room-door-seats", partial(room_door, answers=True)
    yield "room-lobby", partial(room, route=routes.Lobby)
    yield "room-people", partial(room, route=partial(routes.Lobby, base=False), moves=30)
    yield "room-seat", partial(room, route=lambda client: routes.RoomSeat(client, 1))
    yield "room-member", partial(room, route=lambda client: routes.RoomMember(client, 2))
    yield "room-secret", partial(room, route=lambda _: routes.SecretCard("Mission", SECRET), moves=30)
    yield "room-table", partial(room, route=routes.RoomTable, moves=30)
    yield "room-menu", partial(room, route=lambda client: routes.RoomMenu(client, [], range(0)), moves=30)
    yield "room-phrases", partial(room, route=routes.Phrases, moves=30)
    yield "room-go-here", partial(room, route=routes.GoHere, moves=30)
    yield (
        "room-device",
        partial(room, route=lambda client: routes.OtherDevice(client.link(own=True)), moves=30),
    )
    yield "room-move-in", partial(on_table, name=TABLES[0], route=lambda found: routes.MoveIn(found.match))
    yield "room-results", room_over


def log(found: TableScene) -> routes.Route:
    """Return the route to the log of a table."""
    return routes.Log(found.narrator.sentences, found.match.players)


def menu(found: TableScene) -> routes.Route:
    """Return the route to the menu of a table."""
    return routes.Menu(found.match, found.narrator.sentences)


SECRET = ("Stade: no office of yours yet.", "Lüneburg: you have an office.", "Warburg: you control it.")
"""Lines of a secret card."""
TABLES = ("hansa-teutonica-3", "hansa-3")
LINK = "https://kontor.example/#room=" + "x" * 22
TROUBLE = "Traceback (most recent call last):\n" + '  File "game/client/app/app.py", line 226, in run\n' * 9


def moments() -> Iterator[tuple[str, Moment]]:
    """Yield the name of each scene and the function that leads to it."""
    yield "title", partial(page, route=routes.Title())
    yield "title-going-on", partial(with_games, route=lambda _: routes.Title())
    yield "new-game", partial(page, route=routes.NewGame())
    yield "new-game-people", people
    yield "options", partial(page, route=routes.Options(Setup("hansa-teutonica")))
    for game, seats in PLAYED.items():
        for number in seats:
            yield f"table-{game}-{number}-early", partial(table, name=f"{game}-{number}", share=EARLY)
            yield f"table-{game}-{number}-late", partial(table, name=f"{game}-{number}", share=LATE)
    for name in TABLES:
        yield f"touched-{name}", partial(touched, name=name)
        yield f"hint-{name}", partial(hint, name=name)
        yield f"card-{name}", partial(card, name=name)
        yield f"reading-{name}", partial(reading, name=name)
        yield f"legend-{name}", partial(legend, name=name)
        yield f"pulled-{name}", partial(pulled, name=name)
        yield f"replay-{name}", partial(replay, name=name)
    for game, kind in (("hansa-teutonica", "relocate"), ("hansa-teutonica", "benefit"), ("hansa", "turn")):
        yield f"decision-{game}-{kind}", partial(decision, game=game, kind=kind)
    for game in PLAYED:
        yield f"handover-{game}", partial(handover, game=game)
        yield f"over-{game}", partial(over, game=game)
        yield f"results-{game}", partial(results, game=game)
        yield f"analysis-{game}", partial(analysis, game=game)
        yield f"mistakes-{game}", partial(mistakes, game=game)
        yield f"mistake-{game}", partial(mistakes, game=game, solving=True)
        yield f"rules-{game}", partial(page, route=routes.Rules(game))
        yield f"lesson-{game}", partial(lesson, game=game, number=0, step=0)
        yield f"lesson-{game}-later", partial(lesson, game=game, number=2, step=2)
        yield f"seal-{game}", partial(seal, game=game)
        yield f"puzzles-{game}", partial(puzzle_list, game=game)
        yield f"puzzle-{game}", partial(page, route=routes.PuzzleTable(puzzles(game)[0]))
        yield f"puzzle-{game}-answer", partial(page, route=routes.PuzzleTable(puzzles(game)[0], shown=True))
        yield f"guided-{game}", partial(guided, game=game)
    for name, options in BESIDE.items():
        yield f"{name}-early", partial(beside, share=EARLY, **options)
        yield f"{name}-late", partial(beside, share=LATE, **options)
    yield from rooms()
    played = TABLES[0]
    yield "menu", partial(on_table, name=played, route=menu)
    yield "log", partial(on_table, name=played, route=log)
    yield "seats", partial(on_table, name=played, route=lambda found: routes.Seats(found.match))
    yield "forecast", partial(on_table, name=played, route=lambda found: routes.Forecast(found.match))
    yield "share", partial(on_table, name=played, route=lambda found: routes.Share(found.match))
    yield (
        "share-handed-on",
        partial(on_table, name=played, route=lambda found: routes.Share(found.match, True)),
    )
    yield "conflict", partial(on_table, name=played, route=lambda found: routes.Conflict(found.match))
    yield "code", partial(on_table, name=played, route=lambda _: routes.Code(LINK, "QR code"))
    yield "teaching", partial(on_table, name=played, route=lambda found: routes.Teaching(found.match))
    yield "screen-reader", partial(page, route=routes.ScreenReader())
    yield "settings", partial(page, route=routes.Settings())
    yield "about", partial(page, route=routes.About())
    yield "lessons", lessons
    yield "games", partial(with_games, route=lambda _: routes.Games())
    yield "games-none", partial(page, route=routes.Games())
    yield "game-menu", partial(with_games, route=lambda app: routes.GameMenu(app.saves.games()[0]))
    yield "paste", partial(page, route=routes.Paste())
    yield "arrival", partial(brought, text=encode(part("hansa-teutonica-4", MIDDLE)))
    yield "refusal", partial(brought, text="game=torn")
    texts = "\n".join(finished_text(game) for game in PLAYED)
    yield "take-in", partial(brought, text=texts)
    yield "tally", tally
    yield "tally-none", partial(page, route=routes.Tally())
    yield "failure", partial(page, route=routes.Failure(TROUBLE))
