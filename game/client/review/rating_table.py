"""Rows of a table that rates every player's skill and luck."""

from __future__ import annotations

from collections.abc import Sequence

from game.client.app.flow import Flow
from game.client.draw import theme
from game.client.review.results import add_players, add_rows
from game.client.words.i18n import finished
from game.client.words.numbers import MINUS, percent, signed, tenths
from game.match import PlayerInfo
from game.match.rating import Rating


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
