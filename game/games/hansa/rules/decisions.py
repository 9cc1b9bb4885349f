"""Table of the decisions of *Hansa*, in the order of the rules.

| decision        | decider            | rules | then                                             |
|-----------------|--------------------|-------|--------------------------------------------------|
| first-placement | each player in order | 3   | first-placement three times round, then a turn   |
| restock         | active player      | 6     | turn                                             |
| turn            | active player      | 7     | turn, sell-more, loss, taxes or the next turn    |
| sell-more       | active player      | 7.7   | sell-more until nothing can be sold, loss, turn  |
| loss            | an opponent        | 7.7   | loss until all is lost, turn                     |
| taxes           | active player      | 8     | taxes until three goods are left, the next turn  |

A turn begins with `restock` if a restock is possible, otherwise with `turn`. The last turn ends the game.
"""

from __future__ import annotations

from game.games.hansa.rules.placement import FIRST_PLACEMENT
from game.games.hansa.rules.rule import Rule
from game.games.hansa.rules.sale import LOSS, SELL_MORE
from game.games.hansa.rules.taxes import TAXES
from game.games.hansa.rules.turn import RESTOCK, TURN

DECISIONS: dict[str, Rule] = {
    rule.id: rule for rule in (FIRST_PLACEMENT, RESTOCK, TURN, SELL_MORE, LOSS, TAXES)
}
