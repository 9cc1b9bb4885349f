"""Computer players, which see a game through the engine's interface only and have no hidden information.

>>> from random import Random
>>> from game import bots, engine
>>> state = engine.ruleset("hansa-teutonica").new_game(seats=3, seed=7)
>>> choice = bots.choose(state, "easy", Random(1))
>>> choice.action in state.legal_actions()
True
"""

from game.bots.choice import Alternative, Choice
from game.bots.levels import choose, levels
from game.bots.worker import answer

__all__ = ["Alternative", "Choice", "answer", "choose", "levels"]
