"""Themes of puzzles (game/bots/themes.py) and kinds of mistakes (game/bots/mistakes.py) of *Hansa
Teutonica*."""

from __future__ import annotations

from collections.abc import Mapping

from game.bots.mistakes import MistakeTest
from game.bots.themes import PuzzleFeatures, Test, does, either, is_for, says
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


_HINDERS = either(is_for("block", "stop", "bait"), says("contested", "costs", "undoes"))
"""Detects a plan against the next claim of a rival."""

THEMES: Mapping[str, Test] = {
    "office": either(
        does("office", "extra-office"), is_for("office", "extra", "town", "swap", "table", "scores")
    ),
    "ability": either(does("improve"), is_for("track", "actions", "improve")),
    "marker": is_for("marker"),
    "feeds": _feeds,
    "displace": does("displace"),
    "guard": _HINDERS,
    "move": does("lift"),
    "income": does("income"),
    "use": does("use"),
    "pawn": does("step"),
    "end": _ends,
}


_DENIES = either(_HINDERS, says("wants", "blocks", "spoils", "clears", "guard"))
_FETCHES = either(does("income"), is_for("income"))
_ACHIEVES = does("claim", "use")


def _denies(played: PuzzleFeatures, better: PuzzleFeatures) -> bool:
    """Detect a better plan that hinders an opponent whom the played one does not hinder."""
    return _DENIES(better) and not _DENIES(played)


def _tempo(played: PuzzleFeatures, better: PuzzleFeatures) -> bool:
    """Detect a better plan that achieves more within the turn, acts instead of taking income, or reaches the
    same aim by other actions."""
    if _FETCHES(played) and not _FETCHES(better):
        return True
    claims = [sum(text.split()[0] == "claim" for text in seen.answer) for seen in (played, better)]
    if claims[1] > claims[0] or (_ACHIEVES(better) and not _ACHIEVES(played)):
        return True
    places = [(seen.facts.get("route"), seen.facts.get("town")) for seen in (played, better)]
    return played.reason == better.reason != "" and places[0] == places[1]


MISTAKES: Mapping[str, MistakeTest] = {
    "end": lambda played, better: _ends(better) or _ends(played),
    "feeding": lambda played, better: _feeds(played) and not _feeds(better),
    "denial": _denies,
    "supply": lambda played, better: _FETCHES(better) and not _FETCHES(played),
    "tempo": _tempo,
    "aim": lambda played, better: True,
}
PRACTICE = {
    "end": ("end",),
    "feeding": ("feeds",),
    "denial": ("guard", "displace"),
    "supply": ("income", "move"),
    "tempo": ("use", "ability"),
    "aim": ("office", "marker"),
}
"""Themes of the puzzles that practise each kind of mistakes."""
