"""The rules of a game, from its message catalogue."""

from __future__ import annotations

from itertools import count

from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.scene import Host
from game.client.words.i18n import Translator


class RulesPage(Page):
    """A page of the texts `rules.1`, `rules.2`, ... of a game, each a title and a paragraph."""

    name = "rules"

    def __init__(self, app: Host, ruleset_id: str) -> None:
        super().__init__(app)
        self.words = Translator(ruleset_id)

    def title(self) -> str:
        return self.words("game.name")

    def build(self, flow: Flow) -> None:
        for number in count(1):
            if not self.words.has(f"rules.{number}"):
                break
            flow.heading(self.words(f"rules.{number}"))
            flow.text(self.words(f"rules.{number}.text"))
        flow.gap()
