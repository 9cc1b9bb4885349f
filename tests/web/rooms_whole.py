"""Whole games in rooms with real browsers. Run by hand, as they take too long for the suite:

python -m tests.web.rooms_whole --game hansa --devices 3 --firefox
python -m tests.web.rooms_whole --game hansa --devices 3 --phone --computer --reloads 3
python -m tests.web.rooms_whole --game hansa --devices 2 --kills 50

With `--kills` each device is a separate Chromium process, which is ended by `kill -9` at random moments of
the game and restarted with its profile. Games follow one another until that number of kills.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import random
import signal
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Playwright, sync_playwright

from game.engine.record import write as write_record
from game.server.room import Room
from tests.match.games import hurried
from tests.rooms.house import choice
from web.cache import ROOT
from web.site import assemble

from .deploy import parts_of
from .room_players import PHONE, READY, InChromium, InFirefox, Player
from .room_service import RoomService

NAMES = ("Anna", "Bruno", "Clara", "Dario", "Emma")
SOON = 4.0
"""Maximum delay in seconds before a browser is killed."""
TEXTS = [json.loads((ROOT / f"assets/i18n/rooms.{one}.json").read_text("utf-8")) for one in ("en", "pt")]
LOST = [texts["lost"] for texts in TEXTS]
"""Announcement of a lost connection, by language."""
SEATED = " || ".join(
    f"document.querySelector('#mirror').innerText.includes({json.dumps(texts['ready'])})" for texts in TEXTS
)
"""All seats are taken, so that the host can begin."""
LATE_GAME_ACTIONS = 300
"""Number of actions after which players try to end the game, which merely hurrying might never do."""
LOOK = 0.2
"""Seconds between two checks of a computer's progress."""
KEPT = 8.0
"""Minimum seconds before a kill: Chromium writes a page's storage to disk every few seconds."""


class Game:
    """A game from the creation of its room to its end."""

    def __init__(self, service: RoomService, players: list[Player], game: str, chance: random.Random) -> None:
        self.service, self.players, self.chance = service, players, chance
        self.crashes = 0
        """Number of browsers that crashed by themselves."""
        first = players[0].device
        first.touch("together", "new", f"game.{game}", f"seats.{len(players)}", "start")
        first.until_scene("lobby")
        self.room = Room(service.rooms()[-1])
        for seat, player in enumerate(players[1:], start=1):
            player.open(self.link)
            device = player.device
            if device.state()["scene"] == "door":
                device.touch("enter")
            device.until_scene("lobby")
            device.touch(f"seat.{seat}")
        first.until(SEATED)
        first.touch("start")
        for player in players:
            player.device.until_scene("table")
        self.look()

    @property
    def link(self) -> str:
        return f"#room={self.room.name}"

    def look(self) -> int | None:
        """Read the server's log. Return the seat to act."""
        self.service.read(self.room)
        assert self.room.match is not None
        return self.room.match.state.actor

    def moves(self) -> list[str]:
        assert self.room.match is not None
        return [move.action.text for move in self.room.match.moves]

    def step(self) -> bool:
        """Play one action, or wait for a computer's. Return whether the game continues."""
        actor = self.look()
        if actor is None:
            return False
        if self.room.state.chairs[actor].computer:
            time.sleep(LOOK)
        else:
            choose = hurried if len(self.moves()) < LATE_GAME_ACTIONS else choice
            self.players[actor].device.decide(self.room, self.service, self.chance, choose)
        return True

    def seat(self, seat: int, whose: str) -> None:
        """Let a player give a seat to a computer, or back to the person."""
        self.players[0].device.touch("menu", "room", f"seat.{seat}", whose, "leave", "resume")

    def service_away(self) -> None:
        """Kill and restart the server. All pages are idle meanwhile, and reconnect when it returns."""
        self.service.stop(signal.SIGKILL)
        for player in self.players:
            player.device.until(
                f"{LOST}.some((words) => document.getElementById('live').innerText.includes(words))"
            )
        self.service.start()

    def reload(self, player: InChromium) -> float:
        """Reload the page. Return the seconds until its table is shown."""
        before = len(self.moves())
        asked = time.monotonic()
        player.page.reload()
        player.device.run(READY)
        player.device.until(f"list().includes('say') && state.actions >= {before}")
        return time.monotonic() - asked

    def back(self, player: InChromium) -> float:
        """Restart a killed browser. Return the seconds from the page's request until it has the game and is
        connected. If Chromium crashes meanwhile (docs/lab/lost-pages.md), it is restarted once more."""
        try:
            return self._again(player)
        except PlaywrightError as error:
            self.crashes += 1
            print(f"crashed: {str(error).splitlines()[0]}", flush=True)
        player.kill()
        return self._again(player)

    def _again(self, player: InChromium) -> float:
        before = self.moves()
        player.start()
        player.open(self.link)
        player.device.until(f"list().includes('say') && state.actions >= {len(before)}")
        took = time.monotonic() - player.asked
        print(f"the page itself took {player.started - player.asked:.1f} s of {took:.1f}", flush=True)
        self.look()
        assert self.moves()[: len(before)] == before, "something was lost"
        return took

    def agree(self) -> None:
        """Check that all devices have the whole record, and that the draw is verified."""
        assert self.room.match is not None
        told = [
            line for line in write_record(self.room.match.record).splitlines() if not line.startswith("tag ")
        ]
        for player in self.players:
            player.device.until_scene("results")
            assert player.device.record() == told, player.name
            assert player.errors == [], player.errors


def struck(game: Game, player: InChromium, chance: random.Random) -> bool:
    """Play until a browser is killed. Return whether the game continues."""
    timer = threading.Timer(chance.uniform(0, SOON), player.kill)
    timer.start()
    goes_on = True
    try:
        while timer.is_alive() and goes_on:
            goes_on = game.step()
        if not goes_on:
            timer.cancel()
            return False
    except PlaywrightError:
        pass
    timer.join()
    return game.look() is not None


def disturbed(game: Game, asked: argparse.Namespace, chance: random.Random) -> list[float]:
    """Play the first hundred actions, with a computer in a seat for a while. Return the seconds that reloads
    took."""
    took: list[float] = []
    reloads = sorted(chance.sample(range(8, 96), asked.reloads))
    seat = chance.randrange(1, len(game.players))
    turns = {chance.randrange(20, 40): "computer.easy", chance.randrange(60, 80): f"give.{seat + 1}"}
    turns = turns if asked.computer else {}
    away = {chance.randrange(45, 55)} if asked.away else set()
    while len(game.moves()) < 100 and game.step():
        done = len(game.moves())
        while reloads and reloads[0] <= done:
            reloads.pop(0)
            took.append(game.reload(chance.choice(killable(game.players))))
            print(f"{done} actions: back after a reload in {took[-1]:.1f} s", flush=True)
        if away and min(away) <= done:
            away.clear()
            game.service_away()
            print(f"{done} actions: the service was away", flush=True)
        for due in [due for due in turns if due <= done]:
            game.seat(seat, turns.pop(due))
            game.look()
            print(f"{done} actions: {game.room.state.chairs[seat]}", flush=True)
    assert not reloads and not turns, "the game was too short for that"
    return took


def killable(players: Sequence[Player]) -> list[InChromium]:
    return [one for one in players if isinstance(one, InChromium)]


def gathered(asked: argparse.Namespace, service: RoomService, play: Playwright, at: Path) -> list[Player]:
    """Return the players, without starting their browsers."""
    players: list[Player] = []
    for number, name in enumerate(NAMES[: asked.devices]):
        if asked.firefox and number == 1:
            players.append(InFirefox(name, service, at / name))
        else:
            looks = PHONE if asked.phone and number == asked.devices - 1 else {}
            players.append(InChromium(name, service, play, at / name, **looks))
    return players


def run(asked: argparse.Namespace) -> dict[str, Any]:
    chance = random.Random(asked.seed)
    backs: list[float] = []
    reloads: list[float] = []
    games, crashes, began = 0, 0, time.monotonic()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        site = folder / "site"
        assemble.write(site, dataclasses.replace(parts_of(assemble.build()), service="/"))
        service = RoomService(site, folder / "rooms.sqlite")
        stack.callback(service.stop)
        playwright = stack.enter_context(sync_playwright())
        players = gathered(asked, service, playwright, folder)
        while not games or len(backs) < asked.kills:
            browsers = stack.enter_context(ExitStack())
            for player in players:
                player.start()
                browsers.callback(player.close)
            players[0].open("")
            game = Game(service, players, asked.game, chance)
            time.sleep(KEPT if asked.kills else 0)
            while len(backs) < asked.kills and game.look() is not None:
                victim = chance.choice(killable(players))
                if struck(game, victim, chance):
                    backs.append(game.back(victim))
                    print(
                        f"{len(backs)}: back after {backs[-1]:.1f} s, {len(game.moves())} actions", flush=True
                    )
            reloads += disturbed(game, asked, chance) if asked.reloads or asked.computer or asked.away else []
            while game.step():
                if len(game.moves()) % 20 == 0:
                    print(f"{len(game.moves())} actions", flush=True)
            game.agree()
            games, crashes = games + 1, crashes + game.crashes
            print(f"game {games}: {len(game.moves())} actions, all agree", flush=True)
            browsers.close()
    ordered = sorted(backs)
    return {
        **{"game": asked.game, "devices": asked.devices, "firefox": asked.firefox, "games": games},
        **{"kills": len(backs), "crashes": crashes},
        **{"median": ordered[len(ordered) // 2] if ordered else None},
        **{"slowest": ordered[-1] if ordered else None, "reloads": [round(one, 1) for one in reloads]},
        **{"phone": asked.phone, "computer": asked.computer, "away": asked.away},
        **{"seconds": round(time.monotonic() - began)},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="hansa")
    parser.add_argument("--devices", type=int, default=2)
    parser.add_argument("--firefox", action="store_true", help="the second player has Firefox")
    parser.add_argument("--phone", action="store_true", help="the last player has a phone, in Portuguese")
    parser.add_argument("--computer", action="store_true", help="a computer has a seat for a while")
    parser.add_argument("--away", action="store_true", help="the service is killed, and started again")
    parser.add_argument("--reloads", type=int, default=0, help="so many pages are loaded anew")
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    print(json.dumps(run(parser.parse_args())))


if __name__ == "__main__":
    main()
