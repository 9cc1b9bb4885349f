"""Limits by address and connection."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest

from game.server import limits
from game.server.limits import Bucket, Buckets, Places


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_allows_its_burst_and_then_its_rate() -> None:
    clock = Clock()
    bucket = Bucket(2, 3, clock=clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.now += 1
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    clock.now += 100
    assert bucket.full and not bucket.take(4) and bucket.take(3) and bucket.violations == 3


def test_a_shared_limit_holds_for_all_that_share_it() -> None:
    clock = Clock()
    shared = Bucket(1, 3, clock=clock)
    one, other = Bucket(1, 2, shared, clock), Bucket(1, 2, shared, clock)
    assert one.take() and one.take() and other.take()
    assert not other.take() and other.violations == 1
    clock.now += 1
    assert other.take()


def test_addresses_have_limits_of_their_own_and_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_ADDRESSES", 3)
    clock = Clock()
    rates = Buckets(1, 1, clock)
    assert rates.take("a") and not rates.take("a") and rates.take("b") and rates.take("c")
    clock.now += 1
    assert rates.take("a")
    rates.take("d")
    assert set(rates._buckets) == {"a", "d"}
    for number in range(100):
        rates.take(str(number))
    assert len(rates._buckets) <= 3


def test_places_are_limited_by_address_and_in_all() -> None:
    places = Places(2, 3)
    assert places.take("a") and places.take("a") and not places.take("a")
    assert places.take("b") and not places.take("b")
    places.give_back("a")
    assert places.take("b") and not places.take("a")


@pytest.mark.parametrize("name", ["__main__", "app", "headers", "http_connection", "limits", "redis", "site"])
def test_the_examples_in_docstrings_are_correct(name: str) -> None:
    found = doctest.testmod(import_module(f"game.server.{name}"))
    assert found.attempted and not found.failed
