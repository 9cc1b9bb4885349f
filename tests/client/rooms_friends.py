"""Helpers for tests of tables with several devices."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from game.client.app import routes
from game.client.rooms.game import RoomGame
from game.client.table.table import TableScene
from game.match import Match
from tests.match.games import hurried

from .devices import Device, Service, opened


def wait(device: Device) -> None:
    """Wait until all background tasks are done."""

    async def rest() -> None:
        while device.app._busy:
            await asyncio.gather(*device.app._busy)

    asyncio.get_event_loop_policy().get_event_loop().run_until_complete(rest())


def room_of(service: Service) -> str:
    return next(iter(service.rooms))


def make(device: Device, service: Service, game: str = "hansa") -> None:
    """Create a table for two from the title."""
    device.person.click("together")
    device.person.click("new")
    device.person.click(f"game.{game}")
    device.person.click("seats.2")
    device.person.click("start")
    wait(device)
    service.settle()


def made(
    tmp_path: Path,
    service: Service,
    game: str = "hansa",
    size: tuple[int, int] = (1280, 720),
    ratio: float = 1,
) -> tuple[Device, Device]:
    """Return the devices of Anna, who has created a table for two, and of Ben, who has joined without a
    seat."""
    anna, ben = opened(tmp_path, service, "Anna"), opened(tmp_path, service, "Ben", size, ratio)
    make(anna, service, game)
    ben.app.open(routes.EnterRoom(room_of(service)))
    service.settle()
    if ben.app.scene.name == "door":
        ben.person.click("enter")
        service.settle()
    return anna, ben


def seated(
    tmp_path: Path,
    service: Service,
    game: str = "hansa",
    size: tuple[int, int] = (1280, 720),
    ratio: float = 1,
) -> tuple[Device, Device]:
    """Return the devices of Anna and Ben, who have taken both seats of a table."""
    anna, ben = made(tmp_path, service, game, size, ratio)
    ben.person.click("seat.1")
    service.settle()
    return anna, ben


def begun(
    tmp_path: Path,
    service: Service,
    game: str = "hansa",
    size: tuple[int, int] = (1280, 720),
    ratio: float = 1,
) -> tuple[Device, Device]:
    """Return the devices of Anna and Ben, whose game has begun."""
    anna, ben = seated(tmp_path, service, game, size, ratio)
    anna.person.click("start")
    service.settle()
    return anna, ben


def table(device: Device) -> TableScene:
    found = device.app.scene
    assert isinstance(found, TableScene), found.name
    return found


def match(device: Device) -> Match:
    found = device.app.current_match()
    assert found is not None
    return found


def play(service: Service, devices: list[Device], rng: random.Random, many: int = 1) -> None:
    """Play a number of random actions, each on the device of the seat to act."""
    for _ in range(many):
        actor = match(devices[0]).state.actor
        if actor is None:
            return
        scene = table(devices[actor])
        scene.say(hurried(scene.match.state, rng))
        if scene.choice.remark:  # it cannot be undone: confirm it
            scene.say(hurried(scene.match.state, rng))
        service.settle()


def game(device: Device) -> RoomGame:
    found = table(device).table_mode
    assert isinstance(found, RoomGame)
    return found


def finish(service: Service, devices: tuple[Device, Device]) -> None:
    """Let computers play the rest of the game, and open its results on all devices."""
    clients = [game(device).client for device in devices]
    for seat in (0, 1):
        clients[0].send(clients[0].replica.seat(seat, computer="easy"))
    service.settle()
    while match(devices[0]).state.actor is not None:
        service.settle()
    for device, client in zip(devices, clients, strict=True):
        device.app.open(routes.RoomResults(client, ended=False))
        device.app.step()
