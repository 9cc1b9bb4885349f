"""The scenes for the routes of rooms (`app/routes.py`)."""

from __future__ import annotations

from game.client.app import routes
from game.client.app.scene import Host, Scene
from game.client.rooms.game import as_kept, room_table
from game.client.rooms.invite import OtherDevicePage
from game.client.rooms.lobby import LobbyPage, SeatPage
from game.client.rooms.making import MoveInPage, new_room
from game.client.rooms.menu import GoHerePage, PhrasesPage, room_menu
from game.client.rooms.results import room_results
from game.client.rooms.together import DoorPage, TogetherPage
from game.client.rooms.visit import Visit


def place(app: Host, route: routes.Rooming) -> Scene:
    """Create the scene of a route."""
    match route:
        case routes.Together():
            return TogetherPage(app)
        case routes.NewRoom():
            return new_room(app, *route)
        case routes.MoveIn():
            return MoveInPage(app, *route)
        case routes.OtherDevice():
            return OtherDevicePage(app, *route)
        case routes.EnterRoom(name, key):
            visit = Visit(app, name, key)
            return as_kept(app, visit) or DoorPage(app, visit)
    visit = _visit(route.visit)
    match route:
        case routes.Door():
            return DoorPage(app, visit)
        case routes.Lobby():
            return LobbyPage(app, visit)
        case routes.RoomPage():
            return LobbyPage(app, visit, base=False)
        case routes.RoomSeat():
            return SeatPage(app, visit, route.seat)
        case routes.RoomTable():
            return room_table(app, visit)
        case routes.RoomMenu():
            return room_menu(app, visit, route.sentences, route.lately)
        case routes.Phrases():
            return PhrasesPage(app, visit)
        case routes.GoHere():
            return GoHerePage(app, visit)
        case routes.RoomResults():
            return room_results(app, visit, ended=route.ended)


def _visit(visit: routes.RoomVisit) -> Visit:
    assert isinstance(visit, Visit), "there is but one kind"
    return visit
