"""How the table is used, and what Kontor is."""

from __future__ import annotations

from game.client.i18n import t
from game.client.scene import Flow, Page


class About(Page):
    """Help in a few paragraphs."""

    name = "about"

    def title(self) -> str:
        return t("about.title")

    def build(self, flow: Flow) -> None:
        for part in ("touch", "choose", "undo", "zoom", "keys", "save", "kontor"):
            flow.heading(t(f"about.{part}"))
            flow.text(t(f"about.{part}.text"))
        flow.gap()
