"""The repetitions of exercises, stored with the player's results."""

from __future__ import annotations

from datetime import date, timedelta

from game.client.app.scene import Host, complaining
from game.client.storage.results import add_entries
from game.match.learning import Review, read_entries
from game.match.practice import box_after, days_until
from game.platform import StorageError


def reviews(app: Host) -> dict[str, Review]:
    """Return the repetitions by exercise; none if they cannot be read."""
    try:
        return {one.item: one for one in read_entries(Review, app.saves.results())}
    except StorageError:
        return {}


def note_attempt(app: Host, item: str, *, solved: bool) -> None:
    """Store when an exercise is to be repeated after an attempt.

    item  the exercise (`Review.item`)
    """
    today = app.platform.today()
    box = box_after(reviews(app).get(item), today, solved=solved)
    if box is None:
        return
    due = date.fromisoformat(today[:10]) + timedelta(days=days_until(box))
    with complaining(app):
        add_entries(app.saves, [Review(item, box, due.isoformat())])
