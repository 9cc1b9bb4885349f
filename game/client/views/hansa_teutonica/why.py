"""What can be touched to no effect, and the reason the engine gives."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.hansa_teutonica.board import KINDS, TRACKS, Board
from game.engine.hansa_teutonica.state import HansaTeutonicaState


def things(side: Board, s: HansaTeutonicaState) -> Iterator[str]:
    """Every element that can be asked about, on the board and on the actor's desk."""
    for route in side.routes:
        yield from (f"house.{route.id}.{number}" for number in range(1, len(route.house_xy) + 1))
        yield f"route.{route.id}"
        if s.tavern_marker(route.id):
            yield f"tavern.{route.id}"
    for town in side.towns:
        yield from (f"office.{town.id}.{number}" for number in range(1, len(town.offices) + 1))
        yield f"town.{town.id}"
    yield from (f"table.{number}" for number in range(1, len(side.table) + 1))
    if s.actor is not None:
        yield from (f"{pile}.{kind}" for pile in ("supply", "stock") for kind in KINDS)
        yield from (f"track.{track}" for track in TRACKS)
        yield from (f"marker.{kind}" for kind in s.markers_of(s.actor))
