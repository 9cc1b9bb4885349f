"""Random games compared by hashes: legal actions and their order, events, position strings.

Each game has one hash (frozen_ht.json), 200 for each setup. The test plays a small sample. `python
tests/engine/hansa_teutonica/test_ht_frozen.py` plays all and names the games that differ. With `--write` it
replaces the hashes: only for intended changes of games.
"""

from __future__ import annotations

import json
import sys
from hashlib import blake2b
from pathlib import Path
from random import Random

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[3]))

import pytest

from game.engine.taste import Taste
from game.games.hansa_teutonica.rules.ruleset import RULESET

DATA = Path(__file__).with_name("frozen_ht.json")
GAMES = 200
QUICK = 3
LONGEST = 1200
"""Maximum number of actions of a game."""
LENGTH = 8
"""Number of characters of a hash."""
WAYS: dict[str, tuple[int, dict[str, str]]] = {
    "2 pawn": (2, {}),
    "2 pawn, one ring, any distance": (2, {"provinces": "A", "pawn_walk": "any", "marker_mix": "bigbox"}),
    "2 neutral-it": (2, {"two_players": "neutral-it"}),
    "2 neutral-pt": (2, {"two_players": "neutral-pt", "marker_mix": "pt", "remove_3": "rivals"}),
    "2 neutral-it-9": (2, {"two_players": "neutral-it-9", "swap": "own"}),
    "3": (3, {}),
    "4": (4, {"swap": "own", "start_player": "2"}),
    "5": (5, {"marker_mix": "en", "remove_3": "rivals", "tie_break": "bigbox"}),
}


def played(way: str, seed: int) -> str:
    """Return the hash of a game: decisions, legal actions, events, and a sample of paths and positions."""
    state = RULESET.new_game(*WAYS[way], seed)
    taste, seen = Taste(Random(seed)), blake2b(digest_size=LENGTH // 2)
    for number in range(LONGEST):
        if state.actor is None:
            break
        legal = state.legal_actions()
        seen.update(repr((state.decision, state.actor)).encode())
        seen.update("\n".join(action.text for action in legal).encode())
        if number % 10 == 0:
            seen.update(repr([action.path for action in legal]).encode())
            seen.update(state.position().encode())
        action = taste.choose(legal, state.actor)
        seen.update(repr([tuple(event) for event in state.apply(action)]).encode())
    seen.update(repr((state.outcome, state.scores())).encode())
    return seen.hexdigest()


def kept(way: str) -> list[str]:
    """Return the hashes by seed."""
    hashes = json.loads(DATA.read_text(encoding="utf-8"))[way]
    return [hashes[at : at + LENGTH] for at in range(0, LENGTH * GAMES, LENGTH)]


@pytest.mark.parametrize("way", WAYS)
def test_games_are_played_as_they_always_were(way: str) -> None:
    assert [played(way, seed) for seed in range(QUICK)] == kept(way)[:QUICK]


def main() -> None:
    found = {way: [played(way, seed) for seed in range(GAMES)] for way in WAYS}
    if "--write" in sys.argv:
        DATA.write_text(json.dumps({way: "".join(found[way]) for way in WAYS}, indent=1) + "\n", "utf-8")
        return
    for way, hashes in found.items():
        pairs = zip(hashes, kept(way), strict=True)
        other = [seed for seed, (new, old) in enumerate(pairs) if new != old]
        print(f"{way}: {GAMES - len(other)} alike", f", others: {other}" if other else "", sep="")


if __name__ == "__main__":
    main()
