"""The learning store (match/learning.py) on this device. The title imports this module only if there are
results."""

from __future__ import annotations

from collections.abc import Sequence

from game.client.storage.save_store import SaveStore
from game.match import Match
from game.match.learning import LOOKED_BACK, Entry, Result, read_entries, with_entries
from game.match.tally import result_of


def results_of(saves: SaveStore) -> list[Result]:
    """Return the results of the player's games."""
    return read_entries(Result, saves.results())


def has_played(saves: SaveStore, ruleset_id: str) -> bool:
    """Return True if a game of this ruleset is saved or has ended. Fast: no game is parsed."""
    texts, refused = saves.look_through()
    saved = any(text.startswith(f"\nruleset {ruleset_id}\n", text.find("\n")) for _, text in texts)
    return saved or bool(refused) or any(result.ruleset == ruleset_id for result in results_of(saves))


def has_won(saves: SaveStore) -> bool:
    """Return True if the player has won a game."""
    return any(result.won for result in results_of(saves))


def add_entries(saves: SaveStore, new: Sequence[Entry], *, imported: bool = False) -> None:
    """Add entries to the learning store (`with_entries`)."""
    saves.update_results(lambda text: with_entries(text, new, imported=imported))


def look_back(saves: SaveStore, found: Sequence[Result]) -> None:
    """Store the results of games that ended before results were recorded. This is done once."""
    saves.update_results(lambda text: f"{with_entries(text, found, imported=True)}{LOOKED_BACK}\n")


def looked_back(saves: SaveStore) -> bool:
    """Return True if `look_back` has been called."""
    return LOOKED_BACK in saves.results().splitlines()


def note_end(saves: SaveStore, match: Match, name: str) -> None:
    """Store the result of a game if it was a game of the player called `name`."""
    outcome = match.state.outcome
    if outcome is None or match.from_position:
        return
    result = result_of(match.record, outcome, match.id, name)
    if result is not None:
        add_entries(saves, [result])
