"""The static site: `runtime` makes Python and pygame small, pygbag packs the game, `assemble` joins them.

``python -m web.site build`` writes ``build/site``; ``python -m web.site serve`` builds and serves it.
"""
