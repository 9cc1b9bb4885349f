"""The results file of a tournament: one line of JSON per game, so that it can be interrupted and resumed.

The first line describes the tournament. A line is written when its game ends. A last line truncated by a
crash is dropped, and its game is played again.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Self

from game.command.ending import shortened
from game.engine import ParseError
from tools.arena.job import GameResult
from tools.arena.tournament import Tournament

FORMAT = "kontor-arena 1"


class ResultStore:
    """The results so far by game number, stored in the file `path` if one is given.

    `records` is a directory in which the record of each game is stored as well.
    """

    def __init__(self, tournament: Tournament, path: Path | None = None, records: Path | None = None) -> None:
        self.tournament = tournament
        self.games: dict[int, GameResult] = {}
        self._records = records
        self._file: TextIOWrapper | None = None
        if path is not None:
            self._open(path)

    def add(self, number: int, played: GameResult) -> None:
        """Store the result of a game; a number already present is left unchanged."""
        if number in self.games:
            return
        if self._records is not None:
            self._records.mkdir(parents=True, exist_ok=True)
            (self._records / f"game-{number:06}.txt").write_text(played.record, encoding="utf-8")
        row = played._replace(record="")
        self.games[number] = row
        if self._file is not None:
            players = self.tournament.seating(number)
            self._file.write(json.dumps({"game": number, "players": players, **row._asdict()}) + "\n")
            self._file.flush()

    def close(self) -> None:
        """Close the file, if there is one."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _open(self, path: Path) -> None:
        """Read the existing results, drop a truncated last line, and open the file for appending."""
        header = {"format": FORMAT, **asdict(self.tournament)}
        try:
            self._go_on(path, path.read_text(encoding="utf-8") if path.exists() else "", header)
        except UnicodeDecodeError as binary:
            raise ParseError(f"{path}: a results file expected, got binary data") from binary
        except OSError as refused:
            name = shortened(str(path))
            raise ParseError(f"{name} cannot be used for results: {refused.strerror}") from refused

    def _go_on(self, path: Path, text: str, header: dict[str, Any]) -> None:
        whole = text[: text.rfind("\n") + 1]
        first = json.dumps(header) + "\n"
        if not whole and not first.startswith(text):
            raise ParseError(f"{path} holds no results: it has no line that says of which tournament")
        for line, row in enumerate(whole.splitlines(), 1):
            try:
                self._read(row, header if line == 1 else None)
            except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as broken:
                raise ParseError(f"{path}: {broken}", line) from broken
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("r+" if path.exists() else "w", encoding="utf-8", newline="\n")
        self._file.truncate(len(whole.encode()))
        self._file.seek(0, 2)
        if not whole:
            self._file.write(first)
            self._file.flush()

    def _read(self, row: str, header: dict[str, Any] | None) -> None:
        data = json.loads(row)
        if header is not None:
            if data != json.loads(json.dumps(header)):
                raise ValueError(f"these are the results of another tournament: {row}")
            return
        number = int(data.pop("game"))
        if tuple(data.pop("players")) != self.tournament.seating(number):
            raise ValueError(f"game {number} has other players than this tournament gives it")
        lists = ("totals", "ranks")
        nested = ("turn_ms", "call_ms")
        data |= {key: tuple(data[key]) for key in lists}
        data |= {key: tuple(tuple(times) for times in data[key]) for key in nested}
        data["lines"] = {name: tuple(points) for name, points in data["lines"].items()}
        self.games.setdefault(number, GameResult(**data))
