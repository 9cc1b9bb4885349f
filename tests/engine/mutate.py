"""Mutation fuzzer of positions and records; only `ParseError` and `IllegalAction` may be raised.

python -m tests.engine.mutate 100000                    number of mutants; the suite tries a few hundred
python -m tests.engine.mutate 100000 --seed 7

The seeds of the mutants are the positions of `perft_ht.json` and those of random games with random options.
Accepted texts are then used as by a client: every legal action is applied, illegal ones are rejected, hidden
information is re-dealt, scores are counted, and the position is written and read back.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from game.engine import IllegalAction, ParseError, Ruleset, State, ruleset, rulesets
from game.engine.record import Record, head, read, replay, write
from game.engine.taste import Taste

_T = TypeVar("_T")

NUMBERS = (
    "0",
    "1",
    "2",
    "3",
    "5",
    "9",
    "27",
    "99",
    "127",
    "128",
    "255",
    "256",
    "999999",
    "9999999",
    "-1",
    "",
)
WORDS = ("-", ".", "?", "x", "yes", "no", "over", "turn", "0t", "1m", "9t", "5t1m", "é", "\x00")
TOLD: tuple[Any, ...] = (
    None, True, 0, 1.5, "x", [], [[]], {}, {"": []}, {"x": ["y"]}, [{"reveal": []}],
)  # fmt: skip
"""Wrong values for an action's reveal, and for each part of it."""
STEPS = ("clear", "close", "settle", "tribute", "green-office", "move-two", "improve-privilege", "reuse-two",
         "place-abroad")  # fmt: skip
STEP_ARGUMENTS = ("0", "1", "2", "4", "5", "20", "40", "99", "999", "999999")
_TRIBUTE = (
    "hansa-teutonica seats=4 options=promos:on ask=tribute-income actor=2 actions=1 route=stade-hamburg "
    "houses=stade-hamburg:.,0t,0t offices=hamburg:0t supply=5t,5t,5t,5t levels=2:liber_sophiae:2 "
)
TRIBUTES = (
    f"{_TRIBUTE}used=2:tribute above=hamburg-luebeck:tribute.2 agenda=clear:13+close:0",
    f"{_TRIBUTE}used=2:tribute+3:tribute above=hamburg-luebeck:tribute.2+hamburg-luebeck:tribute.3 "
    "agenda=tribute:3+clear:13+close:0",
)
"""An office brings something to the owners of tributes, which is rare in random games."""
PLAYED_ON = 6
"""Number of actions played from an accepted position, with all checks at each."""
MOST_TRIED = 40
"""Maximum number of legal actions tried in one position; more are sampled."""
PIECE = re.compile(r"[^+:,.*]+|[+:,.*]")


class Mutator:
    """Draws mutants of positions and records of one ruleset and tries them.

    `pool` holds the values seen by field, for exchanging a value for one of another position; `texts` the
    actions of all games, to be rejected where they are not legal.
    """

    def __init__(self, rules: Ruleset, rng: Random) -> None:
        self.rules, self.rng = rules, rng
        self.counts: Counter[str] = Counter()
        self.faults: dict[str, str] = {}
        self.positions: list[str] = []
        self.texts: list[str] = []
        self.pool: defaultdict[str, list[str]] = defaultdict(list)
        self.options = {option.id: option.values for option in rules.options}
        if rules.id == "hansa-teutonica":
            text = (Path(__file__).parent / "hansa_teutonica" / "perft_ht.json").read_text(encoding="utf-8")
            for position in (*(row["position"] for row in json.loads(text)), *TRIBUTES):
                self.note(rules.parse_position(position).position())

    def pick(self, items: Sequence[_T]) -> _T:
        return items[int(self.rng.random() * len(items))]

    def note(self, position: str) -> None:
        """Store a position as a seed of mutants."""
        self.positions.append(position)
        for word in position.split()[1:]:
            name, _, value = word.partition("=")
            self.pool[name].append(value)

    # ---- seeds ----------------------------------------------------------------------------------

    def play(self, most: int = 400) -> Record:
        """Return a random game, and store some of its positions, more often those inside an action."""
        while True:
            seats = self.pick(self.rules.seats)
            options = {
                name: self.pick(values) for name, values in self.options.items() if self.rng.random() < 0.4
            }
            try:
                state = self.rules.new_game(seats, options, int(self.rng.random() * 2**40))
                break
            except ParseError:
                continue
        record, taste = Record.of(state, {"name.0": "Käthe"}), Taste(self.rng)
        length = int(self.rng.random() * most)
        while state.actor is not None and len(record.actions) < length:
            usual = state.decision is not None and state.decision.id == "turn"
            if self.rng.random() < (0.02 if usual else 0.1):
                self.note(state.position(self.pick((None, *range(seats)))))
            record.append(taste.choose(state.legal_actions(), state.actor))
            state.apply(record.actions[-1])
        self.texts += {action.text for action in record.actions}
        self.note(state.position())
        return record

    def followed(self) -> Record:
        """Return a record of format 2: a game from a position, with the reveals of each action."""
        while True:
            start = self.pick(self.positions)
            state = self.rules.parse_position(start)
            if state.actor is not None:
                break
        record, taste = Record.beginning(self.rules, start, 5, {}), Taste(self.rng)
        state = record.new_game()
        while state.actor is not None and len(record.actions) < 30:
            action = taste.choose(state.legal_actions(), state.actor)
            told = state.to_tell(state.apply(action))
            if told:
                record.told[len(record.actions)] = told
            record.append(action)
        return record

    # ---- mutants --------------------------------------------------------------------------------

    def position(self) -> str:
        """Return a position with one to three things changed."""
        words = self.pick(self.positions).split(" ")
        for _ in range(1 + int(self.rng.random() * 3)):
            self.pick(
                (
                    self.other_value,
                    self.other_value,
                    self.piece,
                    self.piece,
                    self.item,
                    self.fields,
                    self.agenda,
                )
            )(words)
        return " ".join(words)

    def other_value(self, words: list[str]) -> None:
        """Replace a field's value by that of another position, or by a random word or number."""
        at = 1 + int(self.rng.random() * (len(words) - 1)) if len(words) > 1 else 0
        name = words[at].partition("=")[0]
        known = self.pool.get(name)
        value = self.pick(known) if known and self.rng.random() < 0.7 else self.pick((*NUMBERS, *WORDS))
        words[at] = f"{name}={value}"

    def piece(self, words: list[str]) -> None:
        """Exchange a name or number within a value for another."""
        at = int(self.rng.random() * len(words))
        name, equals, value = words[at].partition("=")
        pieces = PIECE.findall(value)
        if not pieces:
            return
        place = int(self.rng.random() * len(pieces))
        if pieces[place].isdigit() and self.rng.random() < 0.5:
            pieces[place] = str(max(0, int(pieces[place]) + self.pick((-1, 1))))
        elif self.rng.random() < 0.5 and self.pool.get(name):
            other = PIECE.findall(self.pick(self.pool[name]))
            pieces[place] = self.pick(other) if other else "-"
        else:
            pieces[place] = self.pick((*NUMBERS, *WORDS))
        words[at] = name + equals + "".join(pieces)

    def item(self, words: list[str]) -> None:
        """Double, drop, move or cut a part of a list."""
        at = int(self.rng.random() * len(words))
        name, equals, value = words[at].partition("=")
        sign = self.pick("+,:")
        parts = value.split(sign)
        place = int(self.rng.random() * len(parts))
        part = parts.pop(place)
        how = self.rng.random()
        if how < 0.4:
            parts[place:place] = [part, part]
        elif how < 0.7:
            parts.insert(int(self.rng.random() * (len(parts) + 1)), part)
        words[at] = name + equals + (sign.join(parts) if parts else "-")

    def fields(self, words: list[str]) -> None:
        """Drop, double or move a field, or give its value to another."""
        at = int(self.rng.random() * len(words))
        how = self.rng.random()
        if how < 0.5:
            del words[at]
        elif how < 0.6:
            words.insert(at, words[at])
        elif how < 0.8:
            words.append(words.pop(at))
        else:
            other = int(self.rng.random() * len(words))
            words[at] = words[at].partition("=")[0] + "=" + words[other].partition("=")[2]

    def agenda(self, words: list[str]) -> None:
        """Insert any effects with any arguments into the queue, half of them before those of a real claim."""
        items = [f"{self.pick(STEPS)}:{self.pick(STEP_ARGUMENTS)}" for _ in range(int(self.rng.random() * 4))]
        if self.rng.random() < 0.5:
            items.append("close:0")
        words[:] = [word for word in words if not word.startswith("agenda=")]
        words.append("agenda=" + ("+".join(items) or "-"))

    def record(self, text: str) -> str:
        """Return a record with one to three lines changed, mostly its position and its `told` lines."""
        rows = text.split("\n")
        for _ in range(1 + int(self.rng.random() * 3)):
            at = int(self.rng.random() * len(rows))
            if self.rng.random() < 0.5:
                told = [n for n, row in enumerate(rows) if row.startswith(("told ", "position "))]
                at = self.pick(told) if told else at
            row = rows[at]
            how = self.rng.random()
            if row.startswith("told ") and how < 0.8:
                rows[at] = "told " + json.dumps(self.told(row))
            elif row.startswith("position ") and how < 0.8:
                rows[at] = "position " + self.position()
            elif how < 0.2:
                del rows[at]
            elif how < 0.4:
                rows.insert(at, row)
            elif how < 0.6:
                rows[at] = self.pick(rows)
            else:
                words = row.split(" ")
                words[int(self.rng.random() * len(words))] = self.pick((*NUMBERS, *WORDS, *self.options))
                rows[at] = " ".join(words)
            rows = rows or [""]
        return "\n".join(rows)

    def told(self, row: str) -> Any:
        """Return a `told` line with a part of the wrong type, or with other pieces."""
        try:
            told = json.loads(row.removeprefix("told "))
        except ValueError:
            return self.pick(TOLD)
        how = self.rng.random()
        if how < 0.3 or not isinstance(told, dict) or not told:
            return self.pick(TOLD)
        kind = self.pick(list(told))
        if how < 0.5 or not isinstance(told[kind], list):
            return {**told, kind: self.pick(TOLD)}
        if how < 0.7:
            return {**told, kind: [*told[kind], self.pick(TOLD)]}
        return {**told, kind: [*told[kind], *told[kind][:1]] if how < 0.85 else told[kind][1:]}

    # ---- trying them ----------------------------------------------------------------------------

    def run(self, mutants: int) -> None:
        """Try a number of mutants; every 500 begin with new games."""
        records: list[str] = []
        for number in range(mutants):
            if number % 500 == 0:
                records = [write(self.play()), write(self.followed()), write(self.play(60))]
            if self.rng.random() < 0.8:
                self.watch("position", self.position(), self.try_position)
            else:
                self.watch("record", self.record(self.pick(records)), self.try_record)

    def watch(self, what: str, text: str, attempt: Callable[[str], None]) -> None:
        """Try a text, and record an exception that the engine must not raise."""
        self.counts[f"{what}s"] += 1
        try:
            attempt(text)
        except Exception as fault:
            frame = traceback.extract_tb(fault.__traceback__)[-1]
            where = f"{type(fault).__name__} in {frame.name} ({Path(frame.filename).name}:{frame.lineno})"
            self.counts["faults"] += 1
            if where not in self.faults:
                print(f"# {self.rules.id}: {where}: {fault}\n{text}\n", file=sys.stderr, flush=True)
            self.faults.setdefault(where, f"{fault}\n{text}")
        else:
            self.counts["fine"] += 1

    def try_position(self, text: str) -> None:
        try:
            state = self.rules.parse_position(text)
        except ParseError as error:
            assert str(error)
            return
        self.counts["positions read"] += 1
        self.use(state)

    def try_record(self, text: str) -> None:
        try:
            head(text)
            record = read(text)
            state = replay(record)
        except (ParseError, IllegalAction) as error:
            assert str(error)
            return
        self.counts["records read"] += 1
        self.use(state)

    def use(self, state: State) -> None:
        """Play on, with all checks at every step."""
        for _ in range(PLAYED_ON):
            self.look(state)
            if state.actor is None:
                return
            legal = state.legal_actions()
            for action in (
                legal if len(legal) <= MOST_TRIED else [self.pick(legal) for _ in range(MOST_TRIED)]
            ):
                assert state.why_not(action) is None, f"{action} is legal and refused"
                after = state.copy()
                after.apply(action)
                after.check()
            self.refuse(state)
            state = state.copy()
            state.apply(self.pick(legal))

    def look(self, state: State) -> None:
        """Call every query that a client uses on a position."""
        state.check()
        state.scores()
        state.outcome  # noqa: B018
        state.decision  # noqa: B018
        for seat in (None, *range(state.seats)):
            state.determinize(self.rng, seat).check()
            seen = state.position(seat)
            assert self.rules.parse_position(seen).position(seat) == seen, (
                f"it reads back differently: {seen}"
            )
        for wrong in (self.told('told {"reveal":["marker.swap_offices"]}'), self.pick(TOLD)):
            try:
                state.copy().arrange(wrong)
            except ParseError as error:
                assert str(error)

    def refuse(self, state: State) -> None:
        """Check that an action of this game that is not legal now is rejected with a reason."""
        for _ in range(8 if self.texts else 0):
            try:
                action = state.parse_action(self.pick(self.texts))
            except ParseError:
                continue
            if action not in state.legal_actions():
                assert state.why_not(action) is not None
                try:
                    state.copy().apply(action)
                except IllegalAction as refusal:
                    assert str(refusal)
                else:
                    raise AssertionError(f"{action} is not in the list, but was done")


def mutate(names: Sequence[str], mutants: int, seed: int) -> dict[str, Mutator]:
    """Try a number of mutants of each ruleset."""
    found = {}
    for name in names:
        found[name] = Mutator(ruleset(name), Random(f"{name} {seed}"))
        found[name].run(mutants)
    return found


def main() -> int:
    """Run the command. Return the exit status: 0 if only the two errors were raised, otherwise 1."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("mutants", nargs="?", type=int, default=100_000, help="of each ruleset")
    parser.add_argument("--seed", type=int, default=0, help="the same seed tries the same mutants")
    parser.add_argument(
        "--ruleset", choices=rulesets(), action="append", help="only this one; may be repeated"
    )
    given = parser.parse_args()
    found = mutate(given.ruleset or list(rulesets()), given.mutants, given.seed)
    for name, mutator in found.items():
        print(name, ", ".join(f"{count} {what}" for what, count in mutator.counts.most_common()))
        for where, text in mutator.faults.items():
            print(f"\n# {where}\n{text}")
    return 1 if any(mutator.faults for mutator in found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
