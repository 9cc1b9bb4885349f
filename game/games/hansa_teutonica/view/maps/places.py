"""What is ours is a little larger than in print: how far it makes way for its neighbours. Data only."""

from __future__ import annotations

from game.client.views.plane import XY

NUDGES: dict[str, XY] = {
    "house.emden-osnabrueck.1": (0, 5),
    "house.arnheim-duisburg.1": (0, 5),
    "house.kampen-osnabrueck.2": (-16, -4),
    "house.quedlinburg-halle.1": (-6, 2),
    "house.brunswiek-stendal.1": (10, -1),
    "house.hildesheim-goslar.1": (12, -7),
    "house.bremen-hannover.1": (2, 1),
    "house.bremen-hannover.2": (-1, -5),
    "house.hannover-lueneburg.3": (-5, 2),
    "house.minden-brunswiek.4": (-2, 2),
    "house.stade-hamburg.3": (-8, 8),
    "house.perleberg-stendal.3": (0, -6),
    "house.stendal-magdeburg.3": (2, -8),
    "house.bremen-hannover.3": (-6, -8),
    "house.minden-hannover.1": (8, -9),
    "house.paderborn-warburg.3": (4, -12),
    "town.koenigsberg": (-8, 14),
    "town.braunsberg": (-8, 0),
    "town.anklam": (12, 6),
    "east.scroll.actiones": (-13, 7),
    "east.scroll.bursa": (-17, 7),
    "house.stralsund-malmoe.1": (-4, 4),
    "house.stralsund-malmoe.2": (-10, 6),
    "house.stralsund-malmoe.3": (-14, -15),
    "house.danzig-malmoe.1": (-4, -18),
    "house.danzig-malmoe.2": (-10, -2),
    "house.danzig-malmoe.3": (-4, -4),
    "house.danzig-belgard.1": (-8, 8),
    "house.braunsberg-danzig.4": (12, 4),
    "house.danzig-koenigsberg.2": (-8, 8),
    "house.danzig-koenigsberg.3": (-22, 14),
    "house.danzig-koenigsberg.4": (-38, 18),
    "house.elbing-braunsberg.1": (16, 10),
    "house.elbing-braunsberg.3": (-10, 12),
    "house.magdeburg-halle.1": (14, 6),
    "house.krakau-breslau.1": (-6, -16),
    "house.halle-wittenberg.2": (-20, 6),
}
"""By element, from where it is printed."""

BRITANNIA: dict[str, XY] = {
    "britannia_4_5.marker.coventry-cardiff": (8, 3), "britannia_4_5.marker.london-oxford": (-4, 8),
    "town.plymouth": (0, -12), "town.calais": (4, -12), "effect.calais-southampton": (17, -17),
    "tavern.coventry-nottingham": (-16, -14), "town.isle_of_man": (0, -6), "town.glasgow": (0, 6),
    "town.hereford": (8, 0), "effect.canterbury-calais": (-6, -4), "town.lancaster": (0, -4),
    "effect.carlisle-isle_of_man": (-2, -4), "town.ipswich": (-2, 0), "town.london": (-3, 0),
    "town.coventry": (4, 0), "town.cambridge": (-4, -4), "town.nottingham": (-8, -4),
    "town.montgomery": (0, -6), "town.conway": (0, -4), "town.salisbury": (6, -8), "town.norwich": (2, -2),
    "town.oxford": (2, -6), "town.edinburgh": (0, 24), "town.falkirk": (0, 18),
    "town.southampton": (-14, 0), "town.canterbury": (-2, -18), "house.london-cambridge.1": (6, 7),
    "house.london-cambridge.2": (4, -2), "house.london-cambridge.3": (-10, 5),
    "house.london-oxford.1": (1, 1), "house.london-oxford.2": (2, -7), "house.london-oxford.3": (-24, 0),
    "house.london-oxford.4": (9, 17), "house.london-canterbury.1": (8, 6),
    "house.london-canterbury.2": (-1, -2), "house.london-canterbury.3": (-7, -19),
    "house.canterbury-calais.1": (0, -2), "house.canterbury-calais.2": (-2, -2),
    "house.canterbury-calais.3": (6, -22), "house.calais-southampton.1": (-27, 10),
    "house.calais-southampton.2": (-25, 10), "house.calais-southampton.3": (16, 4),
    "house.salisbury-southampton.1": (-2, 4), "house.salisbury-southampton.2": (4, -12),
    "house.salisbury-plymouth.1": (0, 11), "house.salisbury-bristol.1": (-14, 17),
    "house.salisbury-bristol.2": (-5, -1), "house.salisbury-bristol.3": (-11, 3),
    "house.salisbury-bristol.4": (-18, -5), "house.salisbury-oxford.1": (10, 4),
    "house.salisbury-oxford.2": (5, -3), "house.salisbury-oxford.3": (-3, 9),
    "house.salisbury-oxford.4": (0, 4), "house.oxford-cardiff.1": (1, 4), "house.oxford-cardiff.2": (-7, 3),
    "house.oxford-cardiff.3": (-1, -4), "house.oxford-cardiff.4": (0, -17),
    "house.coventry-cardiff.1": (-10, 12), "house.coventry-cardiff.2": (-7, -8),
    "house.coventry-cardiff.3": (-6, -1), "house.coventry-hereford.1": (8, -23),
    "house.coventry-hereford.2": (30, -8), "house.coventry-hereford.3": (-16, 13),
    "house.coventry-cambridge.1": (-2, -10), "house.coventry-cambridge.2": (2, 1),
    "house.coventry-cambridge.3": (-6, 26), "house.coventry-nottingham.1": (-9, -1),
    "house.coventry-nottingham.2": (5, 24), "house.coventry-nottingham.3": (-22, 8),
    "house.cambridge-ipswich.1": (8, -5), "house.cambridge-ipswich.2": (6, 10),
    "house.cambridge-ipswich.3": (-14, -5), "house.cambridge-ipswich.4": (14, -15),
    "house.cambridge-norwich.1": (-2, 7), "house.cambridge-norwich.2": (-8, -7),
    "house.cambridge-norwich.3": (3, 12), "house.nottingham-norwich.1": (-6, 22),
    "house.nottingham-norwich.2": (-5, -3), "house.nottingham-norwich.3": (0, -12),
    "house.nottingham-york.3": (-4, 0), "house.durham-york.1": (3, 5), "house.durham-york.2": (4, 3),
    "house.durham-york.3": (-7, -13), "house.durham-newcastle.1": (0, -12),
    "house.durham-newcastle.3": (0, 6), "house.carlisle-newcastle.2": (-2, 1),
    "house.carlisle-newcastle.3": (-1, -1), "house.carlisle-newcastle.4": (3, 1),
    "house.carlisle-isle_of_man.1": (-18, 27), "house.hereford-chester.1": (2, 4),
    "house.hereford-chester.2": (2, -4), "house.hereford-chester.4": (-4, -1),
    "house.hereford-lancaster.1": (1, 1), "house.hereford-lancaster.2": (-1, 9),
    "house.richmond-carlisle.1": (14, -17), "house.richmond-carlisle.2": (-4, 8),
    "house.richmond-carlisle.3": (-9, 5), "house.richmond-lancaster.1": (11, 12),
    "house.richmond-lancaster.2": (-11, -2), "house.montgomery-cardiff.1": (7, 7),
    "house.montgomery-cardiff.2": (-4, 0), "house.montgomery-cardiff.3": (-3, 6),
    "house.montgomery-pembroke.1": (-8, 21), "house.montgomery-pembroke.2": (26, 4),
    "house.montgomery-pembroke.3": (24, 13), "house.montgomery-conway.1": (8, -9),
    "house.montgomery-conway.2": (-3, 0), "house.montgomery-conway.3": (-5, 2),
    "house.montgomery-hereford.1": (13, 2), "house.montgomery-hereford.2": (5, 33),
    "house.montgomery-hereford.3": (-2, 26), "house.cardiff-pembroke.3": (-2, 0),
    "house.conway-chester.1": (10, 1), "house.conway-chester.2": (12, -18),
    "house.conway-chester.3": (15, -13), "house.conway-isle_of_man.3": (0, 3),
    "house.carlisle-falkirk.1": (14, 7), "house.carlisle-falkirk.2": (-10, 21),
    "house.glasgow-falkirk.1": (16, 2), "house.glasgow-falkirk.2": (-26, 22),
    "house.glasgow-edinburgh.1": (-14, 16), "house.glasgow-edinburgh.2": (-21, 12),
    "house.dunbar-edinburgh.1": (-16, 15), "house.dunbar-edinburgh.2": (-11, 17),
    "house.dunbar-newcastle.1": (-6, 10), "house.dunbar-newcastle.2": (5, 5),
    "house.dunbar-newcastle.3": (1, 2),
}  # fmt: skip
"""The same on both boards of Britannia."""
NUDGES.update(BRITANNIA)

PLATES: dict[str, XY] = {"east": (63, -14)}
"""By board, how far the plate with the points for a link makes way for our larger towns."""


TILE = 42.0
"""From one tile of the Emperor's Favour to the next."""
FAVOURS: dict[str, tuple[XY, ...]] = {
    "front": ((452, 113), (494, 113), (536, 113), (494, 152), (536, 152)),
    "back": tuple((444 + TILE * n, 805) for n in range(3)),
    "britannia_3": tuple((760 + TILE * n, 200) for n in range(3)),
    "britannia_4_5": tuple((760 + TILE * (n % 3), 170 + TILE * (n // 3)) for n in range(5)),
    "east": tuple((653 + TILE * (n % 3), 707 + TILE * (n // 3)) for n in range(5)),
}
"""By board, where they lie: where the map has room."""

TABLES: dict[str, XY] = {"britannia_3": (0, 14), "britannia_4_5": (0, 14)}
"""By board, the table with the places of honour."""
