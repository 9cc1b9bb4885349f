"""The games and settings this machine keeps.

A save is the record of the game; its tags hold the title and the date. What cannot be read is set aside under
another key, never deleted. A save is written only over what this window read or wrote last, so that two
windows on one game cannot overwrite each other.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from typing import Any, NamedTuple

from game.client.session import Session, players_of
from game.engine.core import ParseError
from game.engine.record import read
from game.platform import Platform

GAME, DAMAGED, SETTINGS = "game/", "damaged/", "settings"


class Conflict(Exception):
    """The save was changed by another window since this one last saw it."""


class Saved(NamedTuple):
    """A line in the list of games."""

    id: str
    ruleset: str
    title: str
    names: tuple[str, ...]
    date: str
    actions: int
    over: bool


@dataclass
class Settings:
    """What a person chose for every game."""

    language: str = ""
    """"" follows the system."""
    speed: str = "normal"
    """"slow", "normal", "fast" or "off"."""
    motion: str = "system"
    """"system" or "reduced"."""
    sound: str = "on"

    PACE = {"slow": 1.8, "normal": 1.0, "fast": 0.5, "off": 0.0}  # noqa: RUF012 - not a field

    def pace(self, reduced: bool) -> float:
        """How long movements take, 1 is normal, 0 none; `reduced`: the system asks for none."""
        return 0.0 if reduced or self.motion == "reduced" else self.PACE[self.speed]


class Shelf:
    """Keeps games under the platform's keys. Its methods raise `StorageError` as the platform does."""

    def __init__(self, platform: Platform) -> None:
        self._platform = platform
        self._seen: dict[str, str | None] = {}

    def games(self) -> list[Saved]:
        """All games, the latest first. Damaged ones are set aside on the way."""
        found = []
        for key in self._platform.keys(GAME):
            text = self._platform.read(key)
            if text is None:
                continue
            game_id = key.removeprefix(GAME)
            try:
                record = read(text)
            except ParseError:
                self.set_aside(game_id, text)
                continue
            names = tuple(player.name for player in players_of(record))
            tags = record.tags
            found.append(
                Saved(
                    game_id,
                    record.ruleset.id,
                    tags.get("title", ""),
                    names,
                    tags.get("date", ""),
                    len(record.actions),
                    tags.get("over") == "yes",
                )
            )
        return sorted(found, key=lambda game: (game.date, game.id), reverse=True)

    def damaged(self) -> list[str]:
        """The ids of saves that could not be read."""
        return [key.removeprefix(DAMAGED) for key in self._platform.keys(DAMAGED)]

    def damaged_text(self, game_id: str) -> str:
        """What a damaged save holds."""
        return self._platform.read(DAMAGED + game_id) or ""

    def open(self, game_id: str) -> Session:
        """The game as it was saved; a damaged one is set aside and raises `ParseError` or `IllegalAction`."""
        text = self._platform.read(GAME + game_id)
        if text is None:
            raise ParseError(f"there is no saved game {game_id}")
        try:
            session = Session.resume(game_id, text)
        except ValueError:
            self.set_aside(game_id, text)
            raise
        self._seen[game_id] = text
        return session

    def save(self, session: Session, *, anyway: bool = False) -> None:
        """Keep the game as it is now; `Conflict` if another window changed it, unless `anyway`."""
        tags = session.record.tags
        tags["date"] = self._platform.today()
        tags["over"] = "yes" if session.state.outcome else "no"
        if not anyway and self.changed_elsewhere(session):
            raise Conflict(session.id)
        text = session.text()
        self._platform.write(GAME + session.id, text)
        self._seen[session.id] = text

    def changed_elsewhere(self, session: Session) -> bool:
        """Whether the save is no longer what this window read or wrote last."""
        return self._platform.read(GAME + session.id) != self._seen.get(session.id)

    def rename(self, game_id: str, title: str) -> None:
        """Give a saved game another title."""
        session = self.open(game_id)
        session.record.tags["title"] = title
        self.save(session)

    def delete(self, game_id: str) -> None:
        """Forget a game."""
        self._platform.delete(GAME + game_id)
        self._seen.pop(game_id, None)

    def delete_damaged(self, game_id: str) -> None:
        """Forget a damaged save."""
        self._platform.delete(DAMAGED + game_id)

    def set_aside(self, game_id: str, text: str) -> None:
        """Move what cannot be read out of the way."""
        self._platform.write(DAMAGED + game_id, text)
        self._platform.delete(GAME + game_id)

    def new_id(self) -> str:
        """A name for a new save."""
        return f"{self._platform.random_seed():08x}"

    # ---- settings ---------------------------------------------------------------------------

    def settings(self) -> Settings:
        """The kept settings; what is missing or makes no sense has its default."""
        kept: Any = {}
        text = self._platform.read(SETTINGS)
        try:
            kept = json.loads(text) if text else {}
        except ValueError:
            kept = {}
        settings = Settings()
        if isinstance(kept, dict):
            for item in fields(Settings):
                value = kept.get(item.name)
                if isinstance(value, str) and (item.name != "speed" or value in Settings.PACE):
                    setattr(settings, item.name, value)
        return settings

    def keep_settings(self, settings: Settings) -> None:
        """Keep what was chosen."""
        self._platform.write(SETTINGS, json.dumps(asdict(settings)))
