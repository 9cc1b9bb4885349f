"""The static site: `runtime` strips Python and pygame, pygbag packs the game, `assemble` joins them.

``python -m web.site build`` writes ``build/site``; ``python -m web.site serve`` builds and serves it.
"""
