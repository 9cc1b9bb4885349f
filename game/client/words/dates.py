"""Stored times, formatted for reading ("today 02:31", "yesterday", "3 November")."""

from __future__ import annotations

from datetime import date, timedelta

from game.client.words.i18n import dated, t


def when(text: str, now: str) -> str:
    """Format a stored local time ("2026-11-21 10:15", the time optional) relative to the present. Other text
    is returned unchanged.

    now: the present, in the same format
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


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text[:10]) if text[10:11] in ("", " ") else None
    except ValueError:
        return None
