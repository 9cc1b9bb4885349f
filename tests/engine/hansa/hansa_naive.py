"""A second implementation of the scoring of Hansa (rules 10 and 12), from the position string alone."""

from __future__ import annotations

Rows = dict[str, tuple[int, ...]]


def score_rows(line: str) -> Rows:
    """Return the rows of the scoring by their ids."""
    fields = dict(part.split("=", 1) for part in line.split(" ")[1:])
    seats = range(int(fields["seats"]))
    markets = [{town: int(n) for town, n in _pairs(text)} for text in fields["markets"].split(",")]
    unsold = [_goods(text) for text in fields["unsold"].split(",")]
    sold = [_goods(text) for text in fields["sold"].split(",")]
    shared, alone = [0] * len(seats), [0] * len(seats)
    for seat in seats:
        for town in markets[seat]:
            others = any(town in markets[other] for other in seats if other != seat)
            (shared if others else alone)[seat] += 2 if others else 4
    rows: Rows = {
        "unsold": tuple(len(goods) for goods in unsold),
        "sold": tuple(sum(1 + barrels for barrels in goods) for goods in sold),
        "cities": tuple(shared),
        "monopolies": tuple(alone),
    }
    if fields.get("extra_card") != "on":
        return rows
    opener = fields["opener"]
    return rows | {
        "card.stack": _prize(2, [max(row.values(), default=0) for row in markets]),
        "card.opener": _prize(3, [int(opener == str(seat)) for seat in seats]),
        "card.towns": _prize(4, [len(row) for row in markets]),
        "card.single": _prize(5, [goods.count(1) for goods in sold]),
    }


def _prize(points: int, counts: list[int]) -> tuple[int, ...]:
    """12.1: to all who have the most, if that is anything."""
    return tuple(points * (count == max(counts) > 0) for count in counts)


def _pairs(text: str) -> list[list[str]]:
    return [] if text == "-" else [part.split(":") for part in text.split("+")]


def _goods(text: str) -> list[int]:
    """Return the barrels of each good in a text such as `red.1*2+blue.3`."""
    found: list[int] = []
    for part in [] if text == "-" else text.split("+"):
        good, _, count = part.partition("*")
        found += [int(good.split(".")[1])] * int(count or 1)
    return found
