"""The table of decisions, in the order of the rulebook: what follows what.

| asked            | who             | rules | then                                                          |
|------------------|-----------------|-------|---------------------------------------------------------------|
| pawn             | second player   | 12.A  | turn                                                          |
| turn             | active player   | 4, 5  | any of those below, turn again, or the next player's turn     |
| pay              | active player   | 5.3   | relocate                                                      |
| move             | active player   | 5.4   | move until all are set down, turn                             |
| relocate         | displaced owner | 6     | relocate until declined or nothing is left, turn              |
| benefit          | claimant        | 7.3   | turn, or the end of the game                                  |
| remove           | active player   | 9.7   | remove up to three times, turn                                |
| replace          | active player   | 9.8   | replace until the plate is empty, the next player's turn      |
| step             | active player   | 12.A  | the next player's turn                                        |
| relocate-neutral | other player    | 12.B  | neutral-claim, turn                                           |
| neutral-claim    | active player   | 12.B  | turn, or the end of the game                                  |
"""

from __future__ import annotations

from game.engine.hansa_teutonica.claim import BENEFIT
from game.engine.hansa_teutonica.displacement import PRICE, RELOCATION
from game.engine.hansa_teutonica.markers import REMOVAL
from game.engine.hansa_teutonica.move import MOVE
from game.engine.hansa_teutonica.neutral import NEUTRAL_CLAIMS, NEUTRAL_RELOCATION
from game.engine.hansa_teutonica.pawn import PAWN_PLACING
from game.engine.hansa_teutonica.rule import Rule
from game.engine.hansa_teutonica.turn import TURN
from game.engine.hansa_teutonica.turn_end import LAST_STEPS, REPLACE

DECISIONS: dict[str, Rule] = {
    rule.id: rule
    for rule in (
        PAWN_PLACING,
        TURN,
        PRICE,
        MOVE,
        RELOCATION,
        BENEFIT,
        REMOVAL,
        REPLACE,
        LAST_STEPS,
        NEUTRAL_RELOCATION,
        NEUTRAL_CLAIMS,
    )
}
