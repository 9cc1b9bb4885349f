"""The baselines of Hansa: the search without what was added after they were frozen."""

from __future__ import annotations

from game.bots.brain import Playouts
from game.engine import State
from game.games.hansa.bots.brain import HansaBrain
from game.games.hansa.bots.weights import TABLES as CHAMPION_TABLES
from tools.baselines.hansa_reference import REFERENCE as TABLES


class ChampionBrain(HansaBrain):
    """As the strongest level was when masters were begun: others do what a beam would."""

    def doubting(self, playouts: Playouts, state: State) -> Playouts:
        return playouts


class ReferenceBrain(ChampionBrain):
    """As the reference players were first measured: quick replies."""

    playouts = Playouts(prior=6)


CHAMPION = ChampionBrain(CHAMPION_TABLES)
REFERENCE = ReferenceBrain(TABLES)
