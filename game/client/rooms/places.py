"""The scenes for the routes of rooms (`frame/to.py`)."""

from __future__ import annotations

from game.client.frame import to
from game.client.frame.scene import Host, Scene
from game.client.rooms.game import as_kept, room_table
from game.client.rooms.invite import OtherDevicePage
from game.client.rooms.lobby import LobbyPage, SeatPage
from game.client.rooms.making import MoveInPage, new_room
from game.client.rooms.menu import GoHerePage, PhrasesPage, room_menu
from game.client.rooms.results import room_results
from game.client.rooms.together import DoorPage, TogetherPage
from game.client.rooms.visit import Visit


def place(app: Host, route: to.Rooming) -> Scene:
    """Create the scene of a route."""
    match route:
        case to.Together():
            return TogetherPage(app)
        case to.NewRoom():
            return new_room(app, *route)
        case to.MoveIn():
            return MoveInPage(app, *route)
        case to.OtherDevice():
            return OtherDevicePage(app, *route)
        case to.EnterRoom(name, key):
            visit = Visit(app, name, key)
            return as_kept(app, visit) or DoorPage(app, visit)
    visit = _visit(route.visit)
    match route:
        case to.Door():
            return DoorPage(app, visit)
        case to.Lobby():
            return LobbyPage(app, visit)
        case to.RoomPage():
            return LobbyPage(app, visit, base=False)
        case to.RoomSeat():
            return SeatPage(app, visit, route.seat)
        case to.RoomTable():
            return room_table(app, visit)
        case to.RoomMenu():
            return room_menu(app, visit, route.sentences, route.lately)
        case to.Phrases():
            return PhrasesPage(app, visit)
        case to.GoHere():
            return GoHerePage(app, visit)
        case to.RoomResults():
            return room_results(app, visit, ended=route.ended)


def _visit(visit: to.RoomVisit) -> Visit:
    assert isinstance(visit, Visit), "there is but one kind"
    return visit
