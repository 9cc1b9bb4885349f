"""What a person chose for all games, and how two windows keep it in one place."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Self

from game.match.controllers import LEVELS
from game.match.progress import with_progress
from game.outside import loads


@dataclass
class Settings:
    """What a person chose for all games."""

    language: str = ""
    """"" follows the system."""
    speed: str = "normal"
    """"slow", "normal", "fast" or "off"."""
    motion: str = "system"
    """"system" or "reduced"."""
    sound: str = "on"
    notes: str = "off"
    """"on": while nothing of Kontor is in sight, the system says when it is the person's turn; or "off"."""
    text: str = "normal"
    """"normal", "large" or "largest"."""
    theme: str = "system"
    """"light", "dark", "contrast" or "system", which follows the system."""
    placing: str = "one"
    """"one": a touch of a house places the usual piece; "ask": it is asked which."""
    ending: str = "hand"
    """"hand" or "self": a turn in which nothing else is left ends by itself."""
    unread: str = ""
    """The parts of the layer that reads the board that are hidden ("power cost"), of all games."""
    handover: str = "on"
    """"on": where several people play at one screen, the next one begins with a touch; or "off"."""
    keys: str = "on"
    """"on": letters, digits and signs are keys that do something; or "off"."""
    look: str = "normal"
    """How long a computer's action can be looked at before the next: "off", "brief" or "normal"."""
    name: str = ""
    """The person's own name, as it was given last."""
    game: str = ""
    """The ruleset id of the game begun, or finished a lesson on, last; "" before the first."""
    rules: str = ""
    """By game, how many played and by which rules, boards and parts last (game/client/frame/setup.py)."""
    level: str = ""
    """The level of computers chosen last; "" before the first. Older versions kept that of those met last."""
    level_chosen: str = ""
    """"yes" once a level has been chosen by hand: then it counts at once, else once a game has been won."""
    teaching: str = "off"
    """From mistakes of which size on games against computers were taught last (game/match/teaching.py)."""
    mistakes: str = "clear"
    """From which size on errors are set up again, to find something better (match/judged.py)."""
    lessons: str = ""
    """How far lessons and puzzles are (game/match/progress.py)."""
    played: str = ""
    """"yes" once an action has been played by hand here."""

    LOOK: ClassVar = {"off": 0.0, "brief": 0.25, "normal": 0.6}
    """For so many seconds a computer's action stays on show before the next one, by the setting `look`."""
    PACE: ClassVar = {"slow": 1.8, "normal": 1.0, "fast": 0.5, "off": 0.0}
    TEXT: ClassVar[Mapping[str, float]] = {"normal": 1.0, "large": 1.2, "largest": 1.4}
    """How many times larger text is, by the setting `text`."""
    CHOICES: ClassVar[Mapping[str, Collection[str]]] = {
        "speed": PACE,
        "look": LOOK,
        "level": ("", *LEVELS),
        "motion": ("system", "reduced"),
        "handover": ("on", "off"),
        "sound": ("on", "off"),
        "keys": ("on", "off"),
        "notes": ("on", "off"),
        "ending": ("hand", "self"),
        "teaching": ("off", "large", "clear", "small"),
        "text": TEXT,
        "mistakes": ("small", "clear", "large"),
        "theme": ("system", "light", "dark", "contrast"),
    }
    """The values a setting may have; one without a row here may have any text."""
    RENAMED: ClassVar[Mapping[str, Mapping[str, str]]] = {"mistakes": {"medium": "clear"}}
    """What older versions called a value."""

    @classmethod
    def read(cls, entries: Mapping[str, Any]) -> Self:
        """Those among `entries` that make sense, and defaults."""
        settings = cls()
        settings.take(entries)
        return settings

    def take(self, entries: Mapping[str, Any]) -> None:
        """Take over what makes sense."""
        for item in fields(self):
            value, allowed = entries.get(item.name), self.CHOICES.get(item.name)
            value = self.RENAMED.get(item.name, {}).get(value, value) if isinstance(value, str) else value
            if isinstance(value, str) and (allowed is None or value in allowed):
                setattr(self, item.name, value)

    def pace(self, reduced: bool) -> float:
        """The factor for the length of movements: 1 normal, 0 none; `reduced`: the system asks for none."""
        return 0.0 if reduced or self.motion == "reduced" else self.PACE[self.speed]


def entries_of(text: str | None) -> dict[str, Any]:
    """The settings as they are stored, those of other versions included."""
    try:
        kept = loads(text or "")
    except ValueError:
        return {}
    return kept if isinstance(kept, dict) else {}


def with_changes(
    there: Mapping[str, Any], own: Mapping[str, str], known: Mapping[str, str]
) -> dict[str, Any]:
    """The stored settings with those of a window that has changed them since it knew `known`."""
    changed = {name: value for name, value in own.items() if value != known[name] or name not in there}
    if "lessons" in changed and isinstance(there.get("lessons"), str):
        changed["lessons"] = with_progress(there["lessons"], own["lessons"], known["lessons"])
    return {**there, **changed}
