"""The settings page."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from game.client.app import sound
from game.client.app.flow import NORMAL, Flow
from game.client.app.page import Page
from game.client.storage.settings import Settings
from game.client.words.i18n import LANGUAGES, computers, t
from game.client.words.numbers import percent

SWITCHES = {
    "motion": ("system", "reduced"),
    "placing": ("ask", "one"),
    "ending": ("hand", "self"),
    "handover": ("off", "on"),
    "keys": ("off", "on"),
}
"""Settings that are off or on, with the values for both."""


class SettingsPage(Page):
    """A page of all settings. Every choice takes effect immediately."""

    name = "settings"

    def title(self) -> str:
        return t("settings.title")

    def build(self, flow: Flow) -> None:
        languages = {"": t("settings.language.system")} | {tag: one.name for tag, one in LANGUAGES.items()}
        self._choice(flow, "language", t("settings.language"), list(languages.items()))
        chosen = Settings.TEXT[self.app.settings.text]
        samples = {size: factor / chosen for size, factor in Settings.TEXT.items()}
        self._choices(flow, "text", *Settings.TEXT, sizes=samples)
        self._choices(flow, "theme", "system", "light", "dark", "contrast")
        self._choices(flow, "speed", "slow", "normal", "fast", "off", explained=True)
        looks = [(look, computers(f"look.{look}")) for look in Settings.LOOK]
        self._choice(flow, "look", computers("look"), looks, computers("look.text"))
        self._volume(flow)
        flow.gap(0.4)
        for setting in SWITCHES:
            self._switch(flow, setting)

    def _choices(
        self,
        flow: Flow,
        setting: str,
        *values: str,
        explained: bool = False,
        sizes: Mapping[str, float] = NORMAL,
    ) -> None:
        """Add a setting whose text ids derive from its name."""
        named = [(value, t(f"settings.{setting}.{value}")) for value in values]
        text = t(f"settings.{setting}.text") if explained else ""
        self._choice(flow, setting, t(f"settings.{setting}"), named, text, sizes)

    def _choice(
        self,
        flow: Flow,
        setting: str,
        label: str,
        values: list[tuple[str, str]],
        text: str = "",
        sizes: Mapping[str, float] = NORMAL,
    ) -> None:
        value = getattr(self.app.settings, setting)
        flow.choice(setting, label, values, value, partial(self._set, setting), text, sizes=sizes)

    def _volume(self, flow: Flow) -> None:
        """Add the volume of sounds."""
        words = [t("settings.sound.off"), *(percent(int(volume) / 100) for volume in Settings.VOLUMES[1:])]
        at = Settings.VOLUMES.index(self.app.settings.sound)
        icon = "sound" if at else "silent"
        flow.slider("sound", t("settings.sound"), words, at, self._set_volume, icon=icon)

    def _set_volume(self, at: int) -> None:
        """Set the volume and let it be heard."""
        self._set("sound", Settings.VOLUMES[at])
        sound.ring(self.app.platform, "wood", self.app.settings.volume)

    def _switch(self, flow: Flow, setting: str) -> None:
        """Add a setting that is off or on."""
        values, key = SWITCHES[setting], f"settings.{setting}.text"
        on = getattr(self.app.settings, setting) == values[True]
        text = t(key) if t.has(key) else ""
        flow.switch(setting, t(f"settings.{setting}"), lambda on: self._set(setting, values[on]), text, on=on)

    def _set(self, setting: str, value: str) -> None:
        setattr(self.app.settings, setting, value)
        self.app.keep_settings()
