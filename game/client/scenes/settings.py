"""Language, animation speed, reduced motion, sound."""

from __future__ import annotations

from game.client.i18n import LANGUAGES, solo, t
from game.client.scene import Flow, Page
from game.client.shelf import Settings


class SettingsPage(Page):
    """Every choice takes effect at once."""

    name = "settings"

    def title(self) -> str:
        return t("settings.title")

    def build(self, flow: Flow) -> None:
        settings = self.app.settings
        languages = [("", t("settings.language.system")), *LANGUAGES.items()]
        flow.choice("language", t("settings.language"), languages, settings.language, self._language)
        sizes = [(size, t(f"settings.text.{size}")) for size in Settings.TEXT]
        flow.choice("text", t("settings.text"), sizes, settings.text, self._text)
        speeds = [(speed, t(f"settings.speed.{speed}")) for speed in ("slow", "normal", "fast", "off")]
        flow.choice(
            "speed", t("settings.speed"), speeds, settings.speed, self._speed, t("settings.speed.text")
        )
        looks = [(look, solo(f"look.{look}")) for look in Settings.LOOK]
        flow.choice("look", solo("look"), looks, settings.look, self._look, solo("look.text"))
        motions = [(motion, t(f"settings.motion.{motion}")) for motion in ("system", "reduced")]
        flow.choice(
            "motion", t("settings.motion"), motions, settings.motion, self._motion, t("settings.motion.text")
        )

        ways = [(way, t(f"settings.placing.{way}")) for way in ("one", "ask")]
        flow.choice(
            "placing",
            t("settings.placing"),
            ways,
            settings.placing,
            self._placing,
            t("settings.placing.text"),
        )
        sounds = [(sound, t(f"settings.sound.{sound}")) for sound in ("on", "off")]
        flow.choice("sound", t("settings.sound"), sounds, settings.sound, self._sound)

    def _placing(self, way: str) -> None:
        self.app.settings.placing = way
        self.app.keep_settings()

    def _text(self, size: str) -> None:
        self.app.settings.text = size
        self.app.keep_settings()

    def _sound(self, sound: str) -> None:
        self.app.settings.sound = sound
        self.app.keep_settings()

    def _look(self, look: str) -> None:
        self.app.settings.look = look
        self.app.keep_settings()

    def _language(self, language: str) -> None:
        self.app.settings.language = language
        self.app.keep_settings()

    def _speed(self, speed: str) -> None:
        self.app.settings.speed = speed
        self.app.keep_settings()

    def _motion(self, motion: str) -> None:
        self.app.settings.motion = motion
        self.app.keep_settings()
