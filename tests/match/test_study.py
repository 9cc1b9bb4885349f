"""The player's own results: quality of play and solved mistakes, stored with the results."""

from __future__ import annotations

from game.match.stored_ratings import RatedGame, SolvedMistakes, read_mended, read_ratings, with_study
from game.match.tally import LOOKED_BACK, read_results

OLD = f"kontor-results 1\nresult 2026-11-21 hansa 3 hard 1 52 8f3c0a12 3f2a91bc\n{LOOKED_BACK}\n"
RATED = RatedGame("2026-11-21", "hansa", 3, "8f3c0a12", 21, 0.0134, 0.0022)


def test_an_older_store_keeps_its_lines_and_is_read_as_before() -> None:
    text = with_study(OLD, [RATED], [SolvedMistakes("8f3c0a12", 4, frozenset({13}))])
    assert read_results(text) == read_results(OLD) and LOOKED_BACK in text.splitlines()
    assert read_ratings(text) == [RATED]
    assert read_mended(text)["8f3c0a12"] == SolvedMistakes("8f3c0a12", 4, frozenset({13}))
    assert read_ratings(OLD) == [] and read_mended(OLD) == {}


def test_a_game_has_one_rating_the_last() -> None:
    text = with_study(OLD, [RATED, RATED._replace(mean=0.02), RATED._replace(setup="00000000")])
    assert [one.mean for one in read_ratings(text)] == [0.02, 0.0134]


def test_what_has_been_mended_stays_mended() -> None:
    text = with_study(OLD, mended=[SolvedMistakes("8f3c0a12", 4, frozenset({13}))])
    text = with_study(text, mended=[SolvedMistakes("8f3c0a12", 2, frozenset({40, 41}))])
    assert read_mended(text)["8f3c0a12"] == SolvedMistakes("8f3c0a12", 3, frozenset({13, 40, 41}))
    assert len([line for line in text.splitlines() if line.startswith("mended")]) == 1


def test_nonsense_is_passed_over() -> None:
    text = "rating soon\nmended x\nrating 2026-11-21 hansa 3 8f3c0a12 x 1 1\nmended 8f3c0a12 1 ,"
    assert read_ratings(text) == [] and read_mended(text) == {}
    assert with_study(text).splitlines()[1:] == text.splitlines()
