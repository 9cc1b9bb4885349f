"""A game with declared rules as integers: every field in the order of its declaration."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.engine.declared import DeclaredRules, DeclaredState
from game.engine.declared.fields import BySeat, Number, OneOf, Pieces
from game.research.view import ObservationPart, View, turned

MOST = 1_000_000


def declared_view(rules: DeclaredRules) -> View:
    """Return the view for learning programs of a game with declared rules."""
    fields = rules.state.fields

    def layout(seats: int) -> tuple[ObservationPart, ...]:
        return tuple(_part(name, field, seats) for name, field in fields.items())

    def observe(state: DeclaredState, seat: int) -> list[Sequence[int]]:
        found = {
            name: [*_values(field, getattr(state, name), state.seats, seat)] for name, field in fields.items()
        }
        found["turn"] = [(state.turn - seat) % state.seats]
        return list(found.values())

    return View(tuple(sorted(each.text for each in rules.actions)), layout, observe)


def _part(name: str, field: object, seats: int) -> ObservationPart:
    match field:
        case Number(allowed=allowed):
            return ObservationPart(name, 1, allowed[0], allowed[-1])
        case OneOf(names=names):
            return ObservationPart(name, 1, 0, len(names) - 1)
        case BySeat(allowed=allowed):
            return ObservationPart(name, seats, allowed[0], allowed[-1])
        case Pieces(places=places):
            return ObservationPart(name, len(places) * seats)
    raise TypeError(f"{name}: a field of an unknown kind: {field!r}")


def _values(field: object, value: object, seats: int, seat: int) -> Iterator[int]:
    """Yield a value as integers; what is counted by seat begins with the one that looks."""
    match field, value:
        case Number(), int():
            yield value
        case OneOf(names=names), str():
            yield names.index(value)
        case BySeat(), list():
            yield from turned(value, seat, 1, seats)
        case Pieces(places=places), dict():
            for place in places:
                counts = [value.get(place, ()).count(owner) for owner in range(seats)]
                yield from turned(counts, seat, 1, seats)
