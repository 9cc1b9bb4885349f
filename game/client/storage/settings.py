"""The player's settings, synchronised between windows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Self

from game import engine
from game.levels import LEVELS
from game.match.progress import with_progress
from game.platform import StorageError
from game.untrusted import loads


@dataclass
class Settings:
    """The settings that apply to all games."""

    language: str = ""
    """Language code; "" follows the system."""
    speed: str = "normal"
    """Speed of animations: "slow", "normal", "fast" or "off"."""
    motion: str = "system"
    """"system" or "reduced" motion."""
    sound: str = "0"
    """Volume of sounds in per cent, in steps of ten; "0": no sound."""
    notes: str = "off"
    """"on": a system notification announces the player's turn while Kontor is hidden; or "off"."""
    notes_names: str = "off"
    """"on": notifications of the room server can name other players; or "off"."""
    notes_digest: str = "off"
    """"on": a summary in the evening replaces reminders if several tables wait; or "off"."""
    text: str = "normal"
    """Text size: "normal", "large" or "largest"."""
    theme: str = "system"
    """"light", "dark", "contrast" or "system", which follows the system."""
    placing: str = "one"
    """"one": a tap on a house places the usual piece; "ask": the player chooses the piece."""
    ending: str = "hand"
    """"hand"; or "self": a turn with no action left ends by itself."""
    unread: str = ""
    """Hidden parts of the board overlay ("power cost"), for all games."""
    handover: str = "on"
    """"on": in pass and play, the next player begins with a tap; or "off"."""
    keys: str = "on"
    """"on": letters, digits and signs are keyboard shortcuts; or "off"."""
    look: str = "normal"
    """Pause after a computer player's action: "off", "brief" or "normal"."""
    name: str = ""
    """The player's name, as entered last."""
    game: str = ""
    """Ruleset id of the last game started or taught to the end of a lesson; "" before the first."""
    rules: str = ""
    """Last player count, rules, boards and expansions of each game (game/client/app/setup.py)."""
    clock: str = ""
    """The clock of the last table on several devices (game/client/rooms/clock/last.py); "": none."""
    level: str = ""
    """Last level of computer players; "" before the first. Older versions stored the level last played
    against."""
    level_chosen: str = ""
    """"yes" once the player has chosen a level, which then applies immediately; otherwise it applies after a
    win."""
    teaching: str = "off"
    """Last minimum size of mistakes that teaching games comment on (game/match/teaching.py)."""
    mistakes: str = "clear"
    """Minimum size of the mistakes offered as exercises (match/mistake_sizes.py)."""
    lessons: str = ""
    """Progress in lessons and puzzles (game/match/progress.py)."""
    played: str = ""
    """"yes" once the player has done an action by hand."""

    LOOK: ClassVar = {"off": 0.0, "brief": 0.25, "normal": 0.6}
    """Pause in seconds after a computer player's action, by the setting `look`."""
    PACE: ClassVar = {"slow": 1.8, "normal": 1.0, "fast": 0.5, "off": 0.0}
    VOLUMES: ClassVar = tuple(str(percent) for percent in range(0, 101, 10))
    AUDIBLE: ClassVar = "50"
    """The volume at which sound is switched on, half of the loudest."""
    TEXT: ClassVar[Mapping[str, float]] = {"normal": 1.0, "large": 1.2, "largest": 1.4}
    """Factor of the text size, by the setting `text`."""
    CHOICES: ClassVar[Mapping[str, Collection[str]]] = {
        "speed": PACE,
        "look": LOOK,
        "level": ("", *LEVELS),
        "motion": ("system", "reduced"),
        "handover": ("on", "off"),
        "sound": VOLUMES,
        "keys": ("on", "off"),
        "notes": ("on", "off"),
        "notes_names": ("on", "off"),
        "notes_digest": ("on", "off"),
        "ending": ("hand", "self"),
        "teaching": ("off", "large", "clear", "small"),
        "text": TEXT,
        "mistakes": ("small", "clear", "large"),
        "theme": ("system", "light", "dark", "contrast"),
    }
    """Valid values of each setting. A setting without an entry accepts any text."""
    RENAMED: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "mistakes": {"medium": "clear"},
        "sound": {"off": "0", "soft": "20", "on": AUDIBLE, "full": "100"},
    }
    """Values renamed since older versions."""

    @classmethod
    def read(cls, entries: Mapping[str, Any]) -> Self:
        """Create settings from the valid ones of `entries` and defaults."""
        settings = cls()
        settings.take(entries)
        return settings

    def take(self, entries: Mapping[str, Any]) -> None:
        """Take over the valid settings of `entries`."""
        for item in fields(self):
            value, allowed = entries.get(item.name), self.CHOICES.get(item.name)
            value = self.RENAMED.get(item.name, {}).get(value, value) if isinstance(value, str) else value
            if isinstance(value, str) and (allowed is None or value in allowed):
                setattr(self, item.name, value)

    @property
    def volume(self) -> float:
        """Factor of the volume of sounds: 1 at `AUDIBLE`; 0 plays none."""
        return int(self.sound) / int(self.AUDIBLE)

    def pace(self, reduced: bool, speed: str = "") -> float:
        """Return the factor for durations of animations: 1 is normal, 0 none.

        reduced: the system requests reduced motion
        speed: a speed to use instead of the one set
        """
        return 0.0 if reduced or self.motion == "reduced" else self.PACE[speed or self.speed]


def entries_of(text: str | None) -> dict[str, Any]:
    """Parse the stored settings, including those of other versions."""
    try:
        kept = loads(text or "")
    except ValueError:
        return {}
    return kept if isinstance(kept, dict) else {}


def with_changes(
    there: Mapping[str, Any], own: Mapping[str, str], known: Mapping[str, str]
) -> dict[str, Any]:
    """Merge a window's changes since it read `known` into the stored settings."""
    changed = {name: value for name, value in own.items() if value != known[name] or name not in there}
    if "lessons" in changed and isinstance(there.get("lessons"), str):
        changed["lessons"] = with_progress(there["lessons"], own["lessons"], known["lessons"])
    return {**there, **changed}


def usual_game(settings: Settings) -> str:
    """Return the ruleset id of the game last started or taught to the end of a lesson."""
    return settings.game if settings.game in engine.rulesets() else engine.rulesets()[0]


def usual_level(settings: Settings, has_won: Callable[[], bool]) -> str:
    """Return the level chosen last. If none was chosen, it is easy until the player has won a game.

    has_won  returns whether that is so. It may raise `StorageError`
    """
    chosen = settings.level if settings.level in LEVELS else "medium"
    if settings.level_chosen == "yes":
        return chosen
    with suppress(StorageError):
        return chosen if has_won() else "easy"
    return "easy"
