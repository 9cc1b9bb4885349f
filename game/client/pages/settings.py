"""The settings page."""

from __future__ import annotations

from functools import partial

from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.storage.settings import Settings
from game.client.words.i18n import LANGUAGES, computers, t


class SettingsPage(Page):
    """A page of all settings. Every choice takes effect immediately."""

    name = "settings"

    def title(self) -> str:
        return t("settings.title")

    def build(self, flow: Flow) -> None:
        languages = {"": t("settings.language.system")} | {tag: one.name for tag, one in LANGUAGES.items()}
        self._choice(flow, "language", t("settings.language"), list(languages.items()))
        self._choices(flow, "text", *Settings.TEXT)
        self._choices(flow, "theme", "system", "light", "dark", "contrast")
        self._choices(flow, "speed", "slow", "normal", "fast", "off", explained=True)
        looks = [(look, computers(f"look.{look}")) for look in Settings.LOOK]
        self._choice(flow, "look", computers("look"), looks, computers("look.text"))
        self._choices(flow, "motion", "system", "reduced", explained=True)
        self._choices(flow, "placing", "one", "ask", explained=True)
        self._choices(flow, "ending", "hand", "self", explained=True)
        self._choices(flow, "handover", "on", "off", explained=True)
        self._choices(flow, "keys", "on", "off", explained=True)
        self._choices(flow, "sound", "on", "off")

    def _choices(self, flow: Flow, setting: str, *values: str, explained: bool = False) -> None:
        """Add a setting whose text ids derive from its name."""
        named = [(value, t(f"settings.{setting}.{value}")) for value in values]
        text = t(f"settings.{setting}.text") if explained else ""
        self._choice(flow, setting, t(f"settings.{setting}"), named, text)

    def _choice(
        self, flow: Flow, setting: str, label: str, values: list[tuple[str, str]], text: str = ""
    ) -> None:
        value = getattr(self.app.settings, setting)
        flow.choice(setting, label, values, value, partial(self._set, setting), text)

    def _set(self, setting: str, value: str) -> None:
        setattr(self.app.settings, setting, value)
        self.app.keep_settings()
