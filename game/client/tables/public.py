"""Public tables as the room server lists them, and the filter that selects some of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from game.client.words.i18n import LANGUAGES, Translator, capitalised, rooms, t
from game.engine import ruleset
from game.engine.record import Record
from game.match.players import player_name
from game.rooms.clock import DAYS, LIVE, ClockRules, rules_in
from game.rooms.protocol import is_token


class PublicTable(NamedTuple):
    """A room on the list of public tables.

    invite     invitation code of its link, or ""
    record     the game before its first turn; the deal is not that of the room
    free       number of free seats
    moved      number of moves of the saved game with which the room began
    language   language of the host, such as "en"
    here       someone is at the table now
    """

    room: str
    invite: str
    record: Record
    host: str
    free: int
    computers: int
    moved: int
    language: str
    here: bool
    clock: ClockRules | None

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> PublicTable:
        """Read an entry of the list. Raises `ValueError`, `LookupError` or `TypeError` if it is invalid."""
        rules, room, invite = ruleset(str(told["game"])), str(told["room"]), str(told.get("invite", ""))
        if not is_token(room) or not (invite == "" or is_token(invite)):
            raise ValueError(room)
        seats = int(told["seats"])
        record = Record(rules, seats, rules.full_options(seats, told["options"]), 1)
        clock = rules_in(told["clock"]) if told.get("clock") else None
        return cls(
            *(room, invite, record, player_name(str(told["host"])), int(told["open"])),
            *(int(told["computers"]), int(told["moved"]), str(told["language"])[:20]),
            *(told["here"] is True, clock),
        )

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.record.seats


def read(listed: object) -> list[PublicTable]:
    """Return the tables of a list that this version can show."""
    return list(_readable(listed if isinstance(listed, list) else ()))


def _readable(listed: Iterable[Any]) -> Iterator[PublicTable]:
    for told in listed:
        try:
            yield PublicTable.of(told)
        except (ValueError, LookupError, TypeError, AttributeError):  # such as a game only its host has
            continue


CLOCKS = ("none", LIVE, DAYS)
ANY = ""
"""Value of a criterion that accepts every table."""


def values_of(table: PublicTable) -> dict[str, str]:
    """Return the value of a table for each criterion: "game", "seats", "free", "clock" and "language"."""
    return {
        "game": table.record.ruleset.id,
        "seats": str(table.seats),
        "free": str(table.free),
        "clock": "none" if table.clock is None else table.clock.kind,
        "language": table.language,
    }


def criterion(name: str) -> str:
    """Return the name of a criterion in words."""
    return {"clock": rooms("clock"), "language": t("settings.language"), "seats": t("new.players")}.get(
        name
    ) or rooms(f"public.{name}")


def value_told(name: str, value: str) -> str:
    """Return the value of a criterion in words."""
    match name, value:
        case _, "":
            return rooms("public.any")
        case "free", _:
            return f"{value}+"
        case "game", _:
            return Translator(value)("game.name")
        case "clock", _:
            return rooms(f"clock.kind.{value}")
        case "language", _:
            return LANGUAGES[value].name if value in LANGUAGES else value
        case _:
            return value


def choices(tables: Sequence[PublicTable], chosen: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the values to choose from, by criterion, if a choice would make a difference."""
    found: dict[str, list[str]] = {}
    every = [values_of(table) for table in tables]
    for name in ("game", "seats", "free", "clock", "language"):
        known = sorted({values[name] for values in every} | {chosen.get(name, ANY)} - {ANY})
        if name == "clock":
            known.sort(key=CLOCKS.index)
        if len(known) > 1:
            found[name] = [ANY, *(known[1:] if name == "free" else known)]
    return found


def matching(tables: Iterable[PublicTable], chosen: Mapping[str, str]) -> list[PublicTable]:
    """Return the tables with all chosen values, and at least the chosen number of free seats."""
    return [table for table in tables if all(_fits(table, name, value) for name, value in chosen.items())]


def _fits(table: PublicTable, name: str, value: str) -> bool:
    if value == ANY:
        return True
    return table.free >= int(value) if name == "free" else values_of(table)[name] == value


def filter_told(chosen: Mapping[str, str]) -> str:
    """Return the chosen values in words; "" for none."""
    told = [f"{criterion(name)}: {value_told(name, value)}" for name, value in chosen.items() if value != ANY]
    return capitalised(" · ".join(told))
