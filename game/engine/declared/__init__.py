"""Rules from declarations: a state that declares its fields and actions gets the rest of the contract.

    class Nim(DeclaredState):
        heaps: list[int] = by_seat(range(0, 8), start=7)

        @action("take {count}", count=("1", "2", "3"))
        def take(self, count: str) -> Iterator[Event]: ...

    RULESET = DeclaredRules("nim", Nim, seats=range(2, 3))

Fields declared once yield `copy`, `determinize`, pickling, `position`, `parse_position` and `check`.
Actions declared once yield their text, path and parser, `legal_actions`, `apply` and `why_not`.
"""

from game.engine.declared.actions import DeclaredAction, action
from game.engine.declared.fields import Field, Placed, by_seat, number, one_of, pieces
from game.engine.declared.network import Network
from game.engine.declared.rules import DeclaredRules
from game.engine.declared.state import DeclaredState

__all__ = [
    "DeclaredAction",
    "DeclaredRules",
    "DeclaredState",
    "Field",
    "Network",
    "Placed",
    "action",
    "by_seat",
    "number",
    "one_of",
    "pieces",
]
