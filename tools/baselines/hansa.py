"""The baselines of Hansa: the search without the features added after they were frozen."""

from __future__ import annotations

from game.bots.brain import Playouts
from game.engine import State
from game.games.hansa.bots.brain import HansaBrain
from game.games.hansa.bots.weights import TABLES as CHAMPION_TABLES
from tools.baselines.weights import frozen


class HansaChampionBrain(HansaBrain):
    """The adapter of the strongest level before `master`: beam-search rollouts, without opponent-model
    uncertainty."""

    def playouts_for(self, state: State, level: str = "") -> Playouts:
        return self.playouts


class HansaReferenceBrain(HansaChampionBrain):
    """The adapter of the reference players: fast rollouts."""

    playouts = Playouts(prior=6)


CHAMPION = HansaChampionBrain(CHAMPION_TABLES)
REFERENCE = HansaReferenceBrain(frozen("hansa_reference"))
