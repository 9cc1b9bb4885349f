"""Registry of module views."""

from __future__ import annotations

from typing import Any

from game.engine.core import Action
from game.games.hansa_teutonica.expansions import found
from game.games.hansa_teutonica.rules.board import KINDS, MOVE_TWO
from game.games.hansa_teutonica.rules.edition import Edition
from game.games.hansa_teutonica.rules.permanent import Reuse
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.games.hansa_teutonica.view.module_view import ModuleView
from game.games.hansa_teutonica.view.words import Words


class PermanentView(ModuleView):
    """View of boards with permanent markers."""

    def prompt(self, decision: str, s: HansaTeutonicaState) -> tuple[str, dict[str, Any]] | None:
        if decision != MOVE_TWO or not s.hand:
            return None
        lifts = s.allowance and len(s.hand) == len(s.origins)
        return f"{MOVE_TWO}.{'more' if lifts else 'set'}", {}

    def tell_action(self, action: Action, s: HansaTeutonicaState) -> str:
        if not isinstance(action, Reuse):
            return ""
        house, piece = self.words.house(s.board.house_ids[action.place]), self.words.kind(KINDS[action.kind])
        return self.words.t("action.reuse", piece=piece, house=house)


PARTS: dict[str, type[ModuleView]] = {"permanent": PermanentView}
"""View classes by module. A module without an entry uses the base class."""
for _module in found("view"):
    PARTS.update(_module.PARTS)


def parts(edition: Edition, words: Words) -> tuple[ModuleView, ...]:
    """Return the views of an edition's modules."""
    return tuple(PARTS[module.id](module, words) for module in edition.modules if module.id in PARTS)
