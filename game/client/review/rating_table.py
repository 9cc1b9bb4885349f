"""Tables of the quality of play: of all players of a game, by third of the game, and by kind of mistakes."""

from __future__ import annotations

from collections.abc import Sequence

from game.client.app.flow import Flow
from game.client.draw import theme
from game.client.review.results import add_players, add_row, add_rows
from game.client.words.i18n import Translator, finished
from game.client.words.numbers import MINUS, percent, signed, tenths
from game.match import PlayerInfo
from game.match.learning import PHASES, RatedPhases
from game.match.practice import KindTotals
from game.match.rating import Rating, by_phase, phase_grades
from game.worker_messages import TurnEvaluation


def add_ratings(flow: Flow, players: Sequence[PlayerInfo], found: Sequence[Rating]) -> None:
    """Add the table, and an explanation of its numbers."""
    flow.heading(finished("rating"))
    rows = [(finished(f"rating.{label}"), cells) for label, cells in _rows(found)]
    add_rows(flow, rows, add_players(flow, players))
    flow.gap(0.4)
    flow.text(_explained(found), colour=theme.ui.ink_soft, size=0.92)


def _rows(found: Sequence[Rating]) -> list[tuple[str, list[str]]]:
    def unsure(value: str) -> str:
        return finished("rating.unsure", value=value)

    rows = [
        ("decisions", [str(one.decisions) for one in found]),
        ("faultless", [str(one.faultless) for one in found]),
        ("worst", [percent(one.worst) if one.worst else MINUS for one in found]),
        ("mean", [tenths(one.mean) if one.decisions else MINUS for one in found]),
        ("error", [unsure(tenths(one.error)) if one.decisions > 1 else MINUS for one in found]),
    ]
    if any(one.luck is not None for one in found):
        errors = [unsure(str(round(one.luck_error * 100))) for one in found]
        lucky = [signed(one.luck or 0.0) for one in found]
        adjusted = [percent(one.adjusted) for one in found]
        rows += [
            (name, [f"{cell} {error}" for cell, error in zip(cells, errors, strict=True)])
            for name, cells in (("luck", lucky), ("adjusted", adjusted))
        ]
    return rows


def _explained(found: Sequence[Rating]) -> str:
    told = [finished("rating.text")]
    if any(one.luck is not None for one in found):
        told.append(finished("rating.luck.text"))
    return " ".join(told)


def phase_name(phase: str) -> str:
    """Return the localised name of a third of a game."""
    return finished(f"phase.{phase}")


def add_course(flow: Flow, turns: Sequence[TurnEvaluation], seat: int) -> None:
    """Add what a player's decisions in each third of one game gave away. One game earns no grade."""
    found = by_phase(turns, seat)
    flow.heading(finished("phases.yours"))
    heads = tuple(map(phase_name, found))
    add_row(flow, "", heads)
    parts = found.values()
    rows = [
        ("decisions", [str(one.decisions) for one in parts]),
        ("faultless", [str(one.faultless) for one in parts]),
        ("given", [percent(one.mean * one.decisions) for one in parts]),
        ("worst", [percent(one.worst) if one.worst else MINUS for one in parts]),
    ]
    add_rows(flow, [(finished(f"rating.{label}"), cells) for label, cells in rows], heads)


def add_grades(flow: Flow, games: Sequence[RatedPhases]) -> None:
    """Add the grades for each third of several games, as ranges. Adds nothing while there are too few
    games."""
    flow.gap(0.4)
    for phase in PHASES:
        if names := [finished(f"grade.{name}") for name in phase_grades(games, phase)]:
            name = phase_name(phase)
            one = finished("phases.grade", phase=name, grade=names[0])
            several = finished("phases.grades", phase=name, grade=names[0], worst=names[-1])
            flow.text(one if len(names) == 1 else several)


def add_kinds(flow: Flow, ruleset_id: str, found: Sequence[KindTotals]) -> None:
    """Add the mistakes of several games by kind and third of the game, and what each kind gave away."""
    flow.gap(0.6)
    flow.text(finished("kinds"), "bold")
    flow.text(finished("kinds.text"), colour=theme.ui.ink_soft)
    heads = (*map(phase_name, PHASES), finished("kinds.cost"))
    add_row(flow, "", heads)
    rows = [
        (kind_name(ruleset_id, one.kind), [*(str(n or MINUS) for n in one.by_phase), percent(one.loss)])
        for one in found
    ]
    add_rows(flow, rows, heads)


def kind_name(ruleset_id: str, kind: str) -> str:
    """Return the name of a kind of mistakes in a game."""
    words, key = Translator(ruleset_id), f"kind.{kind}"
    return words(key) if words.has(key) else finished("kind.other")


def kind_text(ruleset_id: str, kind: str) -> str:
    """Return the description of a kind of mistakes in a game."""
    words, key = Translator(ruleset_id), f"kind.{kind}.text"
    return words(key) if words.has(key) else finished("kind.other.text")
