"""Colours of land, water and coast, the same on every board."""

LAND, LAND_LIGHT, LAND_DARK = "#e6d5a8", "#f2e6c4", "#d3be88"
COAST_INK, RIVER, RIVER_EDGE = "#5d6b5c", "#8db3b3", "#7a9a94"
SEA_NEAR, SEA_FAR, SEA_DEEP = "#8fb6b4", "#56868c", "#436f78"
FOAM = "#dcebe2"
"""Colour of the shallows along a coast, drawn in thin layers."""
