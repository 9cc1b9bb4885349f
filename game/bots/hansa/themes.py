"""What puzzles of *Hansa* are about (game/bots/puzzles/themes.py)."""

from __future__ import annotations

from collections.abc import Mapping

from game.bots.puzzles.themes import Sight, Test, does, is_for
from game.engine.hansa.state import HansaState


def _left(seen: Sight) -> bool:
    """Who goes on has to fill the warehouses, or finds the ship where it went after everything else."""
    deeds = [word for text in seen.answer if (word := text.split()[0]) not in ("done", "end-turn")]
    sails_on = deeds[-1:] == ["sail"] or is_for("sail")(seen)
    return sails_on or "restock" in deeds or bool({"leaves", "leaves-end", "bare"} & seen.said)


def near_the_end(state: HansaState) -> bool:
    """The last round is on, or begins when the warehouses are filled once more."""
    return bool(state.last_round) or state.drawn + len(state.shelf) > state.bounds[-2]


THEMES: Mapping[str, Test] = {
    "collect": is_for("buy"),
    "sale": does("sell"),
    "hurt": is_for("hurt"),
    "lead": is_for("lead", "keep", "break", "spare", "build"),
    "alone": is_for("alone"),
    "left": _left,
    "closing": lambda seen: near_the_end(seen.before[0]),
}
