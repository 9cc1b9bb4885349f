"""The player's own results: quality of play and solved mistakes, stored with the results."""

from __future__ import annotations

from game.match.learning import (
    LOOKED_BACK,
    Entry,
    RatedGame,
    Result,
    SolvedMistakes,
    Strength,
    TeachingStats,
    read_entries,
    with_entries,
)

OLD = f"kontor-results 1\nresult 2026-11-21 hansa 3 hard 1 52 8f3c0a12 3f2a91bc\n{LOOKED_BACK}\n"
RATED = RatedGame("2026-11-21", "hansa", 3, "8f3c0a12", 21, 0.0134, 0.0022)


SOLVED = SolvedMistakes("8f3c0a12", 4, frozenset({13}))


def test_an_older_store_keeps_its_lines_and_is_read_as_before() -> None:
    text = with_entries(OLD, [RATED, SOLVED])
    assert read_entries(Result, text) == read_entries(Result, OLD) and LOOKED_BACK in text.splitlines()
    assert read_entries(RatedGame, text) == [RATED]
    assert read_entries(SolvedMistakes, text) == [SOLVED]
    assert read_entries(RatedGame, OLD) == [] and read_entries(SolvedMistakes, OLD) == []


def test_a_game_has_one_rating_the_last() -> None:
    text = with_entries(OLD, [RATED, RATED._replace(mean=0.02), RATED._replace(setup="00000000")])
    assert [one.mean for one in read_entries(RatedGame, text)] == [0.02, 0.0134]


def test_solved_mistakes_stay_solved() -> None:
    text = with_entries(OLD, [SOLVED])
    text = with_entries(text, [SolvedMistakes("8f3c0a12", 2, frozenset({40, 41}))])
    assert read_entries(SolvedMistakes, text) == [SolvedMistakes("8f3c0a12", 3, frozenset({13, 40, 41}))]
    assert len([line for line in text.splitlines() if line.startswith("mended")]) == 1


def test_imported_entries_replace_nothing_but_add_solved_mistakes() -> None:
    taught = TeachingStats("8f3c0a12", 2, 1, 0)
    text = with_entries(OLD, [RATED, SOLVED, taught])
    (result,) = read_entries(Result, OLD)
    older: list[Entry] = [result._replace(points=1), RATED._replace(mean=0.5), taught._replace(taken=9)]
    solved = SOLVED._replace(steps=frozenset({40}))
    assert with_entries(text, older, imported=True) == text
    assert read_entries(SolvedMistakes, with_entries(text, [solved], imported=True)) == [
        SOLVED._replace(steps=frozenset({13, 40}))
    ]


def test_invalid_lines_are_ignored_and_stay() -> None:
    text = "rating soon\nmended x\nrating 2026-11-21 hansa 3 8f3c0a12 x 1 1\nmended 8f3c0a12 1 ,"
    assert read_entries(RatedGame, text) == [] and read_entries(SolvedMistakes, text) == []
    assert with_entries(text, ()).splitlines()[1:] == text.splitlines()


def test_ratings_of_player_and_puzzle_are_stored_and_replaced() -> None:
    own, other = Strength("hansa", 1503.4, 61.0, 0.06), Strength("hansa-1a2b", 1299.9, 190.0, 0.059999)
    text = with_entries(OLD, [own, other])
    assert read_entries(Strength, text) == [own, other] and read_entries(Result, text) == read_entries(
        Result, OLD
    )
    text = with_entries(text, [own._replace(rating=1600.0)])
    assert [one.rating for one in read_entries(Strength, text)] == [1600.0, 1299.9]
