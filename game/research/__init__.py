"""Games as environments for learning programs (docs/developing/research.md). Requires the extra `research`.

>>> from game.research import environment
>>> game = environment("hansa", seats=3)
>>> game.reset(seed=7)
>>> game.agent_selection
'player_0'
"""

from game.research.environment import Environment, environment

IN_WEB_APP = False

__all__ = ["Environment", "environment"]
