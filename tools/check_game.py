"""``python -m tools.check_game NAME``: say which parts a game has and lacks, and what is wrong with it.

Random games are played by the fuzzer. The texts of a game with declared rules and the plain view are compared
with the texts that such a game can show.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from random import Random
from typing import NamedTuple

from game.assets import of_game
from game.client.words.i18n import LANGUAGES, catalogue
from game.command.ending import FAILED, CommandError, ended
from game.engine.declared import DeclaredRules
from game.engine.declared.fields import BySeat, OneOf, Pieces
from game.engine.declared.state import BASE
from game.engine.registry import ruleset
from game.games import GAMES, OUTSIDE, has_part, package
from tools.fuzz import fuzz

PARTS: Mapping[str, str] = {
    "bots": "PlainBrain: all levels play, and computers give no reasons",
    "view": "the plain view",
    "guide": "no guided first game",
    "themes": "puzzles have no themes, mistakes no kinds",
    "openings": "no opening is named",
    "research": "declared fields as integers; other rules have no environment",
    "expansions": "none",
}
"""By optional part, what a game without it has instead."""
FILES: Mapping[str, str] = {
    "lessons": "the Learn page leaves the game out",
    "puzzles.json": "no puzzles",
    "openings.json": "no win rates of openings",
    "counting.json": "no exercises on counting",
}
"""By file or directory of data, what a game without it has instead."""
ACTIONS = 2000
"""Number of random actions that the fuzzer plays."""
RANDOM_GAMES, MOST_ACTIONS, SAMPLE = 40, 500, 30
"""Games from which the kinds of events and the reasons are collected, their length, and the number of actions
tried in each position."""
SOME = 6
"""Maximum number of ids in a line."""


class Text(NamedTuple):
    """A key of the catalogue that a game with the plain view can show."""

    key: str
    shown: bool = True
    """True if the readable id takes its place; otherwise the text is left out."""


def parts(game: str) -> Iterator[str]:
    """Yield a line for each part of a game."""
    for name, instead in PARTS.items():
        yield f"  {name:<14}{'yes' if has_part(game, name) else f'no: {instead}'}"
    for name, instead in FILES.items():
        yield f"  {name:<14}{'yes' if (of_game(game) / name).exists() else f'no: {instead}'}"
    english = catalogue(game, "en")
    for language in LANGUAGES:
        told = catalogue(game, language)
        missing = [key for key in english if key not in told]
        said = f"{len(told)} texts"
        if not told:
            said = "no: English" if language != "en" else "no: readable ids"
        elif missing:
            said += f", {len(missing)} missing: {some(missing)}"
        yield f"  {f'texts.{language}':<14}{said}"


def some(keys: list[str]) -> str:
    """Return the first ids, separated by commas."""
    return ", ".join([*keys[:SOME], *(["…"] if len(keys) > SOME else [])])


def met(rules: DeclaredRules) -> tuple[list[str], list[str]]:
    """Return the kinds of events and the ids of reasons met in random games for every player count."""
    rng, kinds, reasons = Random(1), dict[str, None](), dict[str, None]()
    for number in range(RANDOM_GAMES):
        state = rules.new_game(rules.seats[number % len(rules.seats)], seed=number)
        for _ in range(MOST_ACTIONS):
            if state.actor is None:
                break
            tried = rng.sample(rules.actions, min(SAMPLE, len(rules.actions)))
            reasons |= dict.fromkeys(reason.id for reason in map(state.why_not, tried) if reason)
            kinds |= dict.fromkeys(event.kind for event in state.apply(rng.choice(state.legal_actions())))
    return [kind for kind in kinds if kind != "turn"], [*reasons]


def texts_of(rules: DeclaredRules) -> Iterator[Text]:
    """Yield the texts that the plain view, the new-game page and the results ask for."""
    state = rules.state
    yield from (Text("game.name"), Text("game.summary", shown=False), Text("decision.turn"))
    for option in rules.options:
        yield from (Text(f"option.{option.id}"), Text(f"option.{option.id}.text", shown=False))
        yield from (Text(f"option.{option.id}.{value}") for value in option.values)
    yield from (Text(f"action.{kind.verb}") for kind in state.kinds.values())
    elements = {name for kind in state.kinds.values() for name in kind.names}
    for name, field in state.fields.items():
        if isinstance(field, BySeat):
            yield Text(f"desk.{name}")
        elif isinstance(field, Pieces):
            elements.add(field.kind)
        elif name not in BASE and name != "over":
            yield Text(f"field.{name}")
            values = field.names if isinstance(field, OneOf) else ()
            yield from (Text(f"field.{name}.{field.write(value)}") for value in values)
    yield from map(Text, sorted(elements))
    if state.board is not None:
        yield from (Text(f"town.{town}") for town in state.board.towns)
    yield from (Text(f"ending.{ending}") for ending in state.endings)
    kinds, reasons = met(rules)
    yield from (Text(f"event.{kind}") for kind in kinds)
    game = rules.new_game(rules.seats[0])
    yield from (Text(f"score.{line.id}") for line in (*game.scores(), *game.tiebreaks()))
    yield from (Text(f"reason.{reason}") for reason in reasons)
    counted = GAMES[rules.id]
    yield from (Text(f"stat.{id_}") for id_ in (*(one.id for one in counted.counts), *counted.verbs.values()))


FREE = ("rules.", "preset.", "reason.", "stat.", "bot.", "you.")
"""Beginnings of keys that this check cannot list."""


def text_lines(game: str) -> Iterator[str]:
    """Yield the missing and the unused texts of a declared game with the plain view."""
    rules = ruleset(game)
    if not isinstance(rules, DeclaredRules) or has_part(game, "view"):
        return
    asked = list(dict.fromkeys(texts_of(rules)))
    own = catalogue(game, "en")
    plain = [text.key for text in asked if text.shown and text.key not in own]
    if plain:
        yield f"  readable ids stand for {len(plain)} texts:"
        yield from (f"    {key}" for key in plain)
    known = {text.key for text in asked}
    elements = {element for action in rules.actions for element in action.path}
    unused = [key for key in own if key not in known | elements and not key.startswith(FREE)]
    if unused:
        yield f"  never shown: {some(unused)}"


def faults(game: str) -> Iterator[str]:
    """Yield what is wrong with a game."""
    report = fuzz([game], 1, lambda report: report.total >= ACTIONS)
    for violation in report.violations[:1]:
        yield f"{violation.reason}\n{violation.record}"
    if not report.finished[game] and not report.violations:
        yield f"no game ended within {report.actions[game]} random actions"


def main(arguments: list[str] | None = None) -> int:
    """Check a game. Return the exit status: 1 if something is wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.check_game", description="Say which parts a game has, lacks, and what is wrong."
    )
    parser.add_argument("name", help=f"id of the game; {OUTSIDE} names directories with further games")
    game = parser.parse_args(arguments).name
    if game not in GAMES:
        raise CommandError(f"name: there is no game {game!r} among {', '.join(GAMES)}; is {OUTSIDE} set?")
    import_module(f"{package(game)}.rules")
    print(f"{game}\n  {'rules':<14}yes")
    for line in (*parts(game), *text_lines(game)):
        print(line)
    wrong = list(faults(game))
    print("\n".join(["", "wrong:", *wrong]) if wrong else f"\nnothing is wrong in {ACTIONS} random actions")
    return FAILED if wrong else 0


if __name__ == "__main__":
    sys.exit(ended(main))
