"""The room protocol's document is enough to write a client: one of fifty lines plays games to their end."""

from __future__ import annotations

import ast
import asyncio
import json
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from . import fifty_lines
from .devices import TIMEOUT, Service, key_of, plan_text, post


def test_the_client_uses_nothing_of_kontor_but_the_rules_and_is_short() -> None:
    source = Path(fifty_lines.__file__).read_text(encoding="utf-8")
    tree = ast.parse(source)
    known = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
    assert {name for name in known if name.startswith(("game", "tests"))} == {"game.engine"}
    code = [line for line in source.splitlines() if line.strip() and not line.startswith(("from", "import"))]
    assert len([line for line in code if '"""' not in line]) <= 50


def test_two_clients_of_fifty_lines_and_a_computer_play_a_game_with_a_proven_draw(tmp_path: Path) -> None:
    async def main() -> None:
        async with Service(tmp_path / "rooms.sqlite") as service, asyncio.timeout(TIMEOUT):
            chairs = ("me", "open", "computer easy")
            name = await asyncio.to_thread(post, service.port, plan_text(key_of(1), chairs))
            clients = [fifty_lines.Client(name, key_of(seat + 1), f"Guest {seat}", seat) for seat in (0, 1)]
            url = f"ws://127.0.0.1:{service.port}/rooms"
            first, second = await asyncio.gather(*(client.play(url) for client in clients))
            assert first == second and first["do"] == "over"
            one, other = (client.states[-1] for client in clients)
            assert one.actor is None and one.position(None) == other.position(None)

    asyncio.run(main())


# ---- what ends a connection ---------------------------------------------------------------------


async def end_of(socket: ClientConnection) -> tuple[list[Any], int | None]:
    """Return the messages until the server closes the connection, and the close code."""
    heard = []
    try:
        while True:
            heard.append(json.loads(await socket.recv()))
    except ConnectionClosed as closed:
        return heard, closed.rcvd.code if closed.rcvd else None


async def answer(socket: ClientConnection, kind: str, **fields: Any) -> dict[str, Any]:
    """Send a message. Return the next one of that kind."""
    await socket.send(json.dumps(fields))
    while True:
        heard: dict[str, Any] = json.loads(await socket.recv())
        if heard["is"] == kind:
            return heard


def test_a_connection_ends_as_the_document_says_and_not_otherwise(tmp_path: Path) -> None:
    async def main() -> None:
        async with Service(tmp_path / "rooms.sqlite") as service, asyncio.timeout(TIMEOUT):
            url = f"ws://127.0.0.1:{service.port}/rooms"
            room = await asyncio.to_thread(post, service.port, plan_text(key_of(1), ("me", "open")))
            enter = fifty_lines.Client(room, key_of(2), "Ben", 1).enter
            for first, codes in (
                ({**enter, "room": "x" * 22}, ["unknown-room"]),
                ({**enter, "v": 3}, ["version"]),
                ({"do": "here", "on": True}, ["not-entered"]),
                ({"do": "leave", "id": "a"}, ["not-entered"]),
            ):
                async with connect(url) as socket:
                    await socket.send(json.dumps(first))
                    heard, code = await end_of(socket)
                    assert [one["why"] for one in heard] == codes * 2 and code == 1000, first
                    assert [one["is"] for one in heard] == ["refused", "bye"]
            async with connect(url) as socket:
                assert (await answer(socket, "room", **enter))["you"] == 2
                assert (await answer(socket, "refused", do="nonsense"))["why"] == "broken"
                await socket.send(b"\xff\xfe")
                assert json.loads(await socket.recv())["why"] == "broken"
                await socket.send("x" * 5000)
                assert (await end_of(socket))[1] == 1009
            async with connect(url) as socket, connect(url) as second_tab:
                await answer(second_tab, "room", **enter)
                await answer(socket, "room", **enter)
                assert (await answer(socket, "entry", do="leave", id="b"))["by"] == 2
                for one in (socket, second_tab):
                    heard, code = await end_of(one)
                    assert heard[-1] == {"is": "bye", "why": "left"} and code == 1000
            host = fifty_lines.Client(room, key_of(1), "Anna", 0).enter
            async with connect(url) as anna, connect(url) as socket:
                await answer(socket, "room", **enter)
                await answer(anna, "room", **host)
                assert (await answer(anna, "entry", do="remove", id="d", who=2))["host"] == 1
                heard, code = await end_of(socket)
                assert heard[-1] == {"is": "bye", "why": "removed"} and heard[-2]["do"] == "leave"
                assert code == 1000
            async with connect(url) as socket:
                await answer(socket, "room", **host)
                await service.end()
                assert (await end_of(socket))[1] == 1012

    asyncio.run(main())
