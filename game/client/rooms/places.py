"""The scenes for the routes of rooms (`app/routes.py`)."""

from __future__ import annotations

from game.client.app import routes
from game.client.app.scene import Host, Scene
from game.client.rooms.client import RoomClient
from game.client.rooms.game import as_kept, room_table
from game.client.rooms.invite import OtherDevicePage
from game.client.rooms.lobby import LobbyPage, SeatPage
from game.client.rooms.making import MoveInPage, new_room
from game.client.rooms.menu import GoHerePage, PhrasesPage, room_menu
from game.client.rooms.results import room_results
from game.client.rooms.together import DoorPage, TogetherPage


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
            client = RoomClient(app, name, key)
            return as_kept(app, client) or DoorPage(app, client)
    client = _client(route.client)
    match route:
        case routes.Door():
            return DoorPage(app, client)
        case routes.Lobby():
            return LobbyPage(app, client)
        case routes.RoomPage():
            return LobbyPage(app, client, base=False)
        case routes.RoomSeat():
            return SeatPage(app, client, route.seat)
        case routes.RoomTable():
            return room_table(app, client)
        case routes.RoomMenu():
            return room_menu(app, client, route.sentences, route.lately)
        case routes.Phrases():
            return PhrasesPage(app, client)
        case routes.GoHere():
            return GoHerePage(app, client)
        case routes.RoomResults():
            return room_results(app, client, ended=route.ended)


def _client(client: routes.AnyRoomClient) -> RoomClient:
    assert isinstance(client, RoomClient), "there is but one kind"
    return client
