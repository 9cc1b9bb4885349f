"""Which scene stands where in a room (`frame/to.py`)."""

from __future__ import annotations

from game.client.frame import to
from game.client.frame.scene import Host, Scene
from game.client.rooms.game import as_kept, room_table
from game.client.rooms.invite import OtherDevice
from game.client.rooms.lobby import Lobby, SeatPage
from game.client.rooms.making import MoveIn, new_room
from game.client.rooms.menu import GoHere, Phrases, room_menu
from game.client.rooms.results import room_results
from game.client.rooms.together import Door, Together
from game.client.rooms.visit import Visit


def place(app: Host, route: to.Rooming) -> Scene:
    """A new scene for a place."""
    match route:
        case to.Together():
            return Together(app)
        case to.NewRoom():
            return new_room(app, *route)
        case to.MoveIn():
            return MoveIn(app, *route)
        case to.OtherDevice():
            return OtherDevice(app, *route)
        case to.Room(name, key):
            visit = Visit(app, name, key)
            return as_kept(app, visit) or Door(app, visit)
    visit = _visit(route.visit)
    match route:
        case to.Door():
            return Door(app, visit)
        case to.Lobby():
            return Lobby(app, visit)
        case to.RoomPage():
            return Lobby(app, visit, base=False)
        case to.RoomSeat():
            return SeatPage(app, visit, route.seat)
        case to.RoomTable():
            return room_table(app, visit)
        case to.RoomMenu():
            return room_menu(app, visit, route.sentences, route.lately)
        case to.Phrases():
            return Phrases(app, visit)
        case to.GoHere():
            return GoHere(app, visit)
        case to.RoomResults():
            return room_results(app, visit, ended=route.ended)


def _visit(visit: to.Visit) -> Visit:
    assert isinstance(visit, Visit), "there is but one kind"
    return visit
