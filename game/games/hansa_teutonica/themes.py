"""Themes of puzzles of *Hansa Teutonica* (game/bots/themes.py)."""

from __future__ import annotations

from collections.abc import Mapping

from game.bots.themes import PuzzleFeatures, Test, does, either, is_for
from game.games.hansa_teutonica.bots.reasons import NEAR_MARKERS, NEAR_POINTS
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState


def _feeds(seen: PuzzleFeatures) -> bool:
    """Detect another player who controls a town of a route that is claimed, or for whose claim
    pieces gather."""
    words = [text.split() for text in seen.answer]
    routes = {said[1]: state for said, state in zip(words, seen.before, strict=False) if said[0] == "claim"}
    if not routes and "route" in seen.facts and seen.reason.partition("-")[0] in ("build", "displace"):
        routes = {seen.facts["route"]: seen.before[0]}
    return any(
        0 <= state.control(town) < state.seats and state.control(town) != state.active
        for route, state in routes.items()
        for town in state.board.route_towns[state.board.route_ids.index(route)]
    )


def near_the_end(state: HansaTeutonicaState) -> bool:
    """Return whether the game can end within about a round."""
    return bool(
        max(state.points) >= NEAR_POINTS
        or state.bag_left < NEAR_MARKERS
        or state.completed + 1 >= state.board.printed.end_completed
    )


def _ends(seen: PuzzleFeatures) -> bool:
    """Detect an answer that ends the game or prevents its end by another player, or both possible soon."""
    return seen.end.now is None or "wants-end" in seen.said or near_the_end(seen.before[0])


THEMES: Mapping[str, Test] = {
    "office": either(
        does("office", "extra-office"), is_for("office", "extra", "town", "swap", "table", "scores")
    ),
    "ability": either(does("improve"), is_for("track", "actions", "improve")),
    "marker": is_for("marker"),
    "feeds": _feeds,
    "displace": does("displace"),
    "guard": either(is_for("block", "stop", "bait"), lambda seen: "contested" in seen.said),
    "move": does("lift"),
    "income": does("income"),
    "use": does("use"),
    "pawn": does("step"),
    "end": _ends,
}
