"""Kinds of controllers, and the tags of a record that assign them to seats.

    tag player.1 computer hard
    tag mail yes

A seat without its own tag is a person; in a game by mail, a person elsewhere.
"""

from __future__ import annotations

from game.engine.record import Head, Record
from game.match.controller import Controller, Mail, Person, Recording, RemoteController
from game.match.controllers.computer import Computer

__all__ = [
    "ANSWERS",
    "CONTROLLERS",
    "MAIL",
    "ROOM",
    "Computer",
    "Mail",
    "Person",
    "Recording",
    "RemoteController",
    "controllers_of",
    "handed_over",
    "is_by_mail",
    "note_controller",
    "note_hand_over",
    "person_of",
    "seat_tag",
]

CONTROLLERS: dict[str, type[Controller]] = {
    kind.id: kind for kind in (Person, Computer, Mail, RemoteController, Recording)
}

ANSWERS = "answers."
"""Prefix of the tags with the standing answers of the seats (`game/match/standing.py`)."""

MAIL = "mail"
"""Tag of a game that is sent from one person to the next."""

ROOM = "room"
"""Tag of a game that is played in a room. Its value is the room's name."""


def seat_tag(seat: int) -> str:
    """Return the key of the tag that names the controller of a seat."""
    return f"player.{seat}"


def is_by_mail(record: Record | Head) -> bool:
    """Return True if the players send the game to each other."""
    return record.tags.get(MAIL) == "yes"


def person_of(record: Record | Head) -> Controller:
    """Return a controller for a seat that a person plays."""
    return Mail() if is_by_mail(record) else Person()


def controllers_of(record: Record | Head) -> list[Controller]:
    """Return the controller of each seat from the record's tags. An unknown tag gives a person."""
    found: list[Controller] = []
    for seat in range(record.seats):
        kind, *words = record.tags.get(seat_tag(seat), "").split() or [""]
        known = CONTROLLERS.get(kind)
        found.append((known and known.read(words)) or person_of(record))
    return found


def note_controller(record: Record, seat: int, controller: Controller) -> None:
    """Store the controller of a seat in the record's tags."""
    tag = controller.tag()
    if tag:
        record.tags[seat_tag(seat)] = tag
    else:
        record.tags.pop(seat_tag(seat), None)


def note_hand_over(record: Record, seat: int, old: Controller, new: Controller) -> None:
    """Store in the record's tags whether a person at a seat has handed it over to a computer player."""
    if new.by_hand:
        record.tags.pop(f"handed.{seat}", None)
    elif old.by_hand:
        record.tags[f"handed.{seat}"] = "yes"


def handed_over(record: Record | Head, seat: int) -> bool:
    """Return True if a person has handed a seat over to a computer player (`note_hand_over`)."""
    return record.tags.get(f"handed.{seat}") == "yes"
