"""Stored times: as people say them ("today 02:31", "yesterday", "3 November"), and in order."""

from __future__ import annotations

from datetime import date, timedelta

from game.client.words.i18n import dated, t


def when(text: str, now: str) -> str:
    """A kept local time ("2026-11-21 10:15", perhaps without the time) as one says it; other text as it is.

    now  the present, in the same form
    """
    day, today = _day(text), _day(now)
    if day is None or today is None:
        return dated(text)
    if day == today:
        return t("date.today", time=text[10:].strip()).strip()
    if day == today - timedelta(days=1):
        return t("date.yesterday")
    number = t("date.first") if day.day == 1 else str(day.day)
    month = t(f"month.{day.month}")
    return t("date.day" if day.year == today.year else "date.year", day=number, month=month, year=day.year)


def by_age(text: str, now: str) -> tuple[bool, str]:
    """The sort key of a kept local time, the latest last.

    Times more than a day ahead of `now` come before all others: a wrong clock has written them, and what is
    played now must not stand behind it for years. A day is what time zones can make of the present.
    """
    today = _day(now)
    return today is None or text[:10] <= (today + timedelta(days=1)).isoformat(), text


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text[:10]) if text[10:11] in ("", " ") else None
    except ValueError:
        return None
