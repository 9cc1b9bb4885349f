"""Plural categories of whole numbers by CLDR rules ("i mod 10 in 2..4 and i mod 100 not in 12..14")."""

from __future__ import annotations

import re
from collections.abc import Mapping

_RELATION = re.compile(r"(\w)(?: mod (\d+))? (not )?in ([\d.,]+)")


def category(rules: Mapping[str, str], number: int) -> str:
    """Return the first category whose rule holds for a number, else "other".

    rules  by category; syntax of Unicode Technical Standard #35, in the form that Babel writes
    """
    return next((name for name, rule in rules.items() if _holds(rule, abs(number))), "other")


def _holds(rule: str, number: int) -> bool:
    return any(
        all(_relation_holds(relation, number) for relation in condition.split(" and "))
        for condition in rule.split(" or ")
    )


def _relation_holds(relation: str, number: int) -> bool:
    found = _RELATION.fullmatch(relation)
    if found is None:
        raise ValueError(f"plural rule: expected a relation such as 'i mod 10 in 2..4', got {relation!r}")
    operand, modulus, negated, ranges = found.groups()
    value = number if operand in "ni" else 0  # the other operands describe decimals and exponents
    if modulus:
        value %= int(modulus)
    bounds = (part.partition("..") for part in ranges.split(","))
    return any(int(low) <= value <= int(high or low) for low, _, high in bounds) is not bool(negated)
