"""Make and check puzzles.

python -m tools.puzzles find hansa --first 1 --games 200 --into build/puzzles-hansa.jsonl
python -m tools.puzzles find hansa-teutonica --option board=east --into build/puzzles-east.jsonl
python -m tools.puzzles pack hansa build/puzzles-hansa.jsonl --most 60
python -m tools.puzzles judge hansa --into build/judged-hansa.jsonl
python -m tools.puzzles adopt hansa build/judged-hansa.jsonl

`find` appends puzzles to a file, one per line. `find --quiet` searches for simple ones: two players, few
pieces, few decisions; `find --late` near the end of games; `--theme` limits the search to some themes. `pack`
sorts them, adds their themes and writes assets/games/<package>/puzzles.json; with `--keep` the existing ones
stay. `judge` judges the existing puzzles again by rollouts to the end of the game and appends the results to
a file, late positions first; it resumes after those in the file. `adopt` writes these results into the
puzzles: it corrects them, and drops those without a clear answer.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from time import process_time
from zlib import crc32

from game.bots.brain import brain
from game.bots.themes import themes, themes_of
from game.command.ending import CommandError, ended
from game.command.numbers import whole
from game.engine import ParseError, ruleset, rulesets
from tools.arena.entries import parse_options
from tools.checkout import data_of
from tools.puzzles.find import EVERYWHERE, LATE, QUIET, Row, Where, puzzles, rejudged, unjudged
from tools.puzzles.judge import Rejected
from tools.puzzles.ladder import risen
from tools.rows import append_row

PUZZLES = "puzzles.json"
"""Name of the file in the data of a game."""


def main(arguments: list[str] | None = None) -> int:
    """Run a command. Return the exit status: 0 success, 1 a puzzle is wrong, 2 invalid arguments."""
    parser = argparse.ArgumentParser(prog="python -m tools.puzzles", description="Makes and checks puzzles.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("find", "pack", "judge", "adopt"):
        commands.add_parser(name).add_argument("game", choices=rulesets())
    find, pack = commands.choices["find"], commands.choices["pack"]
    find.add_argument("--first", type=whole(0, 2**62), default=1, help="seed of the first game")
    find.add_argument("--games", type=whole(1), default=100)
    find.add_argument("--seats", type=whole(0, 9), default=0, help="only in games of so many players")
    find.add_argument("--quiet", action="store_true", help="few pieces, two players, little to do")
    find.add_argument("--late", action="store_true", help="when the end is near")
    find.add_argument("--theme", action="append", default=[], help="only puzzles of this theme")
    find.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of the ruleset")
    find.add_argument("--into", type=Path, required=True)
    pack.add_argument("found", type=Path, nargs="*")
    pack.add_argument("--most", type=whole(1), default=80, help="so many in all, with those kept (80)")
    pack.add_argument("--keep", action="store_true", help="add to those there are")
    judge, adopt = commands.choices["judge"], commands.choices["adopt"]
    judge.add_argument("--into", type=Path, required=True)
    judge.add_argument("--id", action="append", default=[], help="only puzzles whose name contains this")
    adopt.add_argument("judged", type=Path, nargs="+")
    asked = parser.parse_args(arguments)
    if asked.command == "find":
        seeds = range(asked.first, asked.first + asked.games)
        where = QUIET if asked.quiet else LATE if asked.late else EVERYWHERE
        where = where._replace(seats=asked.seats or where.seats)
        if unknown := {*asked.theme} - themes_of(asked.game).keys():
            parser.error(f"no theme of {asked.game}: {', '.join(sorted(unknown))}")
        try:
            options = parse_options(asked.option)
            for seats in [asked.seats] if asked.seats else ruleset(asked.game).seats:
                ruleset(asked.game).full_options(seats, options)
        except ParseError as wrong:
            parser.error(str(wrong))
        return _find(asked.game, seeds, asked.into, where, options, {*asked.theme})
    if asked.command == "pack":
        return _pack(asked.game, asked.found, asked.most, kept=_shelved(asked.game) if asked.keep else [])
    if asked.command == "judge":
        return _judge(asked.game, asked.into, asked.id)
    return _adopt(asked.game, asked.judged)


def _find(
    game: str, seeds: range, into: Path, where: Where, options: dict[str, str], wanted: set[str]
) -> int:
    found = 0
    for seed in seeds:
        for row in puzzles(game, seed, where, options):
            if wanted and not wanted.intersection(themes(game, row) if row["reason"] else ()):
                continue
            found += 1
            append_row(into, row)
        print(f"game {seed}: {found} puzzles so far", flush=True)
    return 0


def _shelved(game: str) -> list[Row]:
    """Return the existing puzzles of a game."""
    rows: list[Row] = json.loads((data_of(game) / PUZZLES).read_text(encoding="utf-8"))
    return rows


def _pack(game: str, found: list[Path], most: int, kept: list[Row]) -> int:
    rows, known = {}, {row["position"] for row in kept}
    for path in found:
        for row in _rows(path):
            if row["position"] not in known and row["reason"]:  # a solved puzzle shows the reason
                rows[row["position"]] = row
    chosen = risen(game, [*kept, *_varied(list(rows.values()), most - len(kept))])
    for row in chosen:
        row["id"] = _name(game, row)
        row["themes"] = themes(game, row)
    _shelve(game, chosen)
    print(f"{len(rows)} found, {len(chosen)} kept")
    return 0


def _rows(path: Path) -> Iterator[Row]:
    """Yield the puzzles in a file written by `find`. Raises `CommandError` if it holds something else."""
    try:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            row = json.loads(line)
            if not isinstance(row, dict) or not {"position", "reason"} <= row.keys():
                raise ValueError(f"line {number}: a puzzle expected")
            yield row
    except (ValueError, RecursionError) as wrong:
        raise CommandError(f"error: {path} holds no puzzles: {wrong}") from wrong


def _shelve(game: str, rows: list[Row]) -> None:
    body = ",\n".join(json.dumps(row) for row in rows)
    (data_of(game) / PUZZLES).write_text(f"[\n{body}\n]\n", encoding="utf-8")


def _name(game: str, row: Row) -> str:
    """Return the name of a puzzle, derived from its position so that no other puzzle can ever have it."""
    return f"{game}-{crc32(row['position'].encode()):08x}"


def _varied(rows: list[Row], most: int) -> list[Row]:
    """Return the clearest puzzles, in equal numbers from each level where possible."""
    rows = sorted(rows, key=lambda row: row["second_chance"] - row["chance"])
    levels = [[row for row in rows if row["level"] == level] for level in (1, 2, 3)]
    kept: list[Row] = []
    while len(kept) < most and any(levels):
        kept += [level.pop(0) for level in levels if level]
    return kept[:most]


def _judge(game: str, into: Path, names: list[str]) -> int:
    """Judge the existing puzzles again, those nearest the end of their game first."""
    done = {row["id"] for row in _rows(into)} if into.exists() else set()
    rows = [row for row in _shelved(game) if row["id"] not in done]
    rows = [row for row in rows if not names or any(name in row["id"] for name in names)]
    for row in sorted(rows, key=partial(_left, game)):
        begun = process_time()
        try:
            new, told = rejudged(game, row), ""
        except Rejected as why:
            new, told = row, str(why)
        append_row(into, new | {"rejected": told})
        told = told or f"{new['chance']:.2f} against {new['second_chance']:.2f}, sure {new['sure']}"
        print(f"{row['id']}: {told} ({process_time() - begun:.0f} s)", flush=True)
    return 0


def _left(game: str, row: Row) -> float:
    """Return the fraction of the game that is left."""
    state, adapter = ruleset(game).parse_position(row["position"]), brain(game)
    return adapter.left(state, adapter.context(state))


def _adopt(game: str, judged: list[Path]) -> int:
    """Write results into the existing puzzles. Others keep no certainty unless they have been judged."""
    found = {row["id"]: row for path in judged for row in _rows(path)}
    rows, kept = _shelved(game), list[Row]()
    for row in rows:
        new = found.get(row["id"], row)
        if why := new.get("rejected"):
            print(f"{row['id']}: out, {why}")
            continue
        new = {name: value for name, value in new.items() if name != "rejected"}
        if not new["reason"]:
            print(f"{row['id']}: out, no reason in words")
            continue
        kept.append((new if new.get("medium") else unjudged(new)) | {"themes": themes(game, new)})
    ordered = risen(game, kept)
    _shelve(game, ordered)
    print(f"{len(rows)} puzzles, {len(ordered)} kept, {sum('medium' in row for row in ordered)} judged")
    return 0


if __name__ == "__main__":
    sys.exit(ended(main))
