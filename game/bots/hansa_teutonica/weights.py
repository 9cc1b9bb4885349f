"""What the brain judges by, in points, by kind of game. How the numbers were learnt: docs/lab/weights.md.

Rows end in `early` are worth most at the beginning: they count times the square of what is left of the game.

keys.1 ... bursa.3   a step on a track, with the whole game ahead
marker.*             an unused marker, with the whole game ahead
supply.*, stock.*    pieces: the first three, the next three and further traders of the supply; merchants
house, house.*       a piece in a house, and what it is worth more on this route
missing.*, blocked, drive.out, second, parked, besieged, merchant.*
                     how much of a claim's worth is promised, by pieces still missing (quick: with four
                     actions a turn and more), and what spoils it
office ... way.*     offices, networks, and the hope of the way from west to east
control.*            control of this town, with the whole game ahead, beyond its two points
action, spread, compensation, far, hopes
                     an action left, by how many points the end may differ, what it costs to give a rival
                     pieces, a promise out of the pawn's reach, the markers still to be had

What a table lacks, `beginnings` adds, and says what it means.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.bots.hansa_teutonica import eastern
from game.bots.hansa_teutonica.champion import COLUMN_OF_3

CLOCK_OF_3 = {
    "clock.rounds": 0.9,
    "clock.ends": 0.56,
    "clock.nearest": 1.01,
    "more.markers": 0.88,
    "more.pieces": 0.96,
    "sure": 0.49,
}
"""How the end comes nearer, and what it takes away, with three players. The other tables were learnt with
those of `beginnings`."""

KINDS = ("2-pawn", "2-neutral", "3", "4", "5")
"""The columns: two players with the pawn, two with neutral traders, and three to five."""

_COLUMNS = """
keys.1                         2.87   2.48   3.34   2.32   2.12
keys.2                         1.27    2.8   1.11  -1.21  -0.51
keys.3                          3.1   3.18    1.9   1.68   1.71
keys.4                         2.32   4.96   0.72  -0.37  -0.27
actiones.1                    22.16  39.99  22.95  19.76  19.18
actiones.2                     9.56  14.09   5.14   2.83   3.98
actiones.3                     21.3  15.83   8.69   15.4  17.23
actiones.4                     4.77   4.25   4.84    3.2   2.93
actiones.5                     7.82    4.1    1.4   7.34   7.73
privilegium.1                 12.37   8.27  11.55   9.45   9.44
privilegium.2                 -0.14   1.37  -0.41   0.84   1.23
privilegium.3                  4.66   1.62    3.8   4.87   4.26
book.1                         2.23   2.92   5.09    3.9   3.07
book.2                          1.9   2.56   3.27   1.93   1.12
book.3                         1.29   1.79   0.27   0.82   0.73
bursa.1                        3.22  -0.19   3.56   2.57   2.57
bursa.2                        2.03   1.17    2.8   2.48   3.02
bursa.3                        0.48  -1.64   0.79   1.87   0.65
marker.extra_office            2.42   1.02   2.81   2.99   2.98
marker.swap_offices            0.78   0.65   1.97   1.62   1.92
marker.plus_3_actions          6.86   7.26   8.91   7.95   7.75
marker.plus_4_actions          8.24   9.47  10.53    8.4   9.42
marker.improve_ability        11.49   15.4   8.72   6.37   7.03
marker.remove_3                2.32   1.61   3.39   2.37    2.7
supply.few                     1.08   1.91   0.72   0.68   0.71
supply.some                    0.62   1.14   0.27    0.4   0.46
supply.many                   -0.05   0.04  -0.13  -0.06  -0.02
supply.merchant                1.22   1.59   0.74      1   1.01
stock.trader                   0.21   0.21   -0.2   0.07   0.12
stock.merchant                 0.41   0.99  -0.02   0.33   0.38
house                          0.53   -0.3   0.68   0.63   0.64
missing.0                      0.82    0.9   0.63   0.63   0.65
missing.1                      0.64   0.83   0.43   0.43   0.46
missing.2                      0.51   0.81   0.25   0.26    0.3
missing.3                      0.29   0.21    0.1   0.21   0.27
blocked                        0.69   0.59    0.8   0.76    0.8
drive.out                      0.65   0.49   0.54    0.4   0.45
second                         0.63   0.37   0.58   0.57    0.5
parked                         0.26  -0.03   0.07   0.43   0.34
besieged                        0.3  -0.18   0.22   0.28   0.22
merchant.near                   0.6   0.36    0.7   0.54   0.53
merchant.far                  -0.11  -0.07  -0.27    0.2   0.15
office                         0.39   0.13   1.45   1.03   1.35
control.later                  0.71   0.68   0.41   0.92    1.1
keys.later                     0.01  -0.93   0.27  -0.04   0.13
network                         1.2   1.02    1.3   1.08   1.21
towns                          1.13   1.12   0.91   1.29   1.32
action                         0.98   2.38   0.69   1.02   1.05
spread                         8.42  10.58  21.02  10.25  10.67
compensation                   1.05   1.04   1.03   0.45   0.83
far                            0.75   0.85   0.93   0.85   0.85
keys.1.early                   0.51  -0.94   0.81   2.01   1.25
keys.2.early                  -0.65  -0.15  -0.04   0.46  -0.24
keys.3.early                    1.3   3.46   1.29   0.16   0.62
keys.4.early                  -0.67  -1.17  -2.88  -1.94  -1.68
actiones.1.early              -1.43  -7.13   -8.4  -6.92   -5.6
actiones.2.early              -0.76  -2.09    0.7   1.72   0.31
actiones.3.early              -1.74   7.51  -1.33     -4  -3.36
actiones.4.early               2.29   0.29   2.07  -1.52  -1.04
actiones.5.early               2.91   6.81   1.56   1.78   2.96
privilegium.1.early           -0.81  -5.55  -1.73  -2.65  -2.19
privilegium.2.early            0.24   0.38   0.63  -0.25    0.3
privilegium.3.early            1.24   0.86   2.52  -0.17   0.18
book.1.early                  -0.72  -1.83  -1.57  -1.19  -0.82
book.2.early                  -0.06   1.27   0.14   1.29   1.09
book.3.early                     -1   0.41  -2.08   -0.8  -1.36
bursa.1.early                 -1.29  -0.96  -1.62  -3.74  -2.82
bursa.2.early                  0.09   0.56  -2.53  -0.93  -0.76
bursa.3.early                 -0.56  -1.38   1.42   0.36   -0.1
missing.0.quick                1.03    1.1   0.75   0.83   0.97
missing.1.quick                0.87   0.66   0.52   0.62   0.72
missing.2.quick                0.82   0.71   0.42   0.74   0.91
missing.3.quick                0.39   0.54   0.15   0.32   0.48
way.late                       0.07  -0.07   0.06   0.04  -0.01
way.early                      0.41    0.4   0.18   0.28   0.32
hopes                          1.37   0.94   1.54   1.64   1.65
control.groningen              0.89   0.32   0.85   0.94   0.97
control.emden                  0.57  -0.36   2.96   0.88   0.52
control.stade                 -0.35  -0.36   -0.7  -0.73  -0.51
control.hamburg               -0.23   0.03  -0.08  -0.44  -0.43
control.luebeck                0.86   0.42   0.51   0.62   0.64
control.kampen                -0.26  -0.94   0.59   -0.4  -0.27
control.osnabrueck            -0.13  -0.71   0.85    1.1    1.1
control.bremen                -0.13  -0.25  -0.23   0.05  -0.15
control.lueneburg              0.18   0.21  -0.02   0.48   0.35
control.perleberg             -0.43   0.12  -0.39  -0.36  -0.47
control.arnheim                0.17  -0.42  -0.16  -0.27  -0.11
control.muenster              -0.39  -0.41   -0.5  -0.55  -0.43
control.minden                 0.34   0.69   0.03   0.63   0.58
control.hannover              -0.42  -0.22   -0.4  -0.66  -0.34
control.brunswiek              0.61   0.19   0.75  -0.18   0.31
control.stendal                -0.4  -0.57  -0.07  -0.44  -0.41
control.duisburg               0.19   0.76   0.26   0.24  -0.03
control.dortmund              -0.86  -1.62  -0.43  -0.59  -0.61
control.paderborn              0.65   1.76   1.06   0.37   0.56
control.hildesheim             0.49    0.9   0.66   0.67   0.82
control.goslar                -0.71  -0.45  -1.17  -0.32  -0.23
control.magdeburg             -0.21  -0.11  -0.19  -0.76  -0.62
control.coellen               -0.48  -0.52  -0.43  -0.42  -0.52
control.warburg                0.04   0.26   0.31   0.95      1
control.goettingen             0.02  -0.08   0.05  -0.25  -0.17
control.quedlinburg             0.6   1.25   0.28   0.63   0.91
control.halle                  -0.2  -0.65  -0.07  -0.68  -0.58
house.groningen-emden          0.22   0.05  -0.06   0.39    0.4
house.emden-osnabrueck        -0.36  -0.12  -0.07  -0.18  -0.24
house.kampen-osnabrueck       -0.29   0.25   0.14  -0.02   0.08
house.kampen-arnheim           0.39   0.34  -0.02   0.27    0.3
house.arnheim-muenster        -0.56  -0.14   0.05  -0.66  -0.66
house.arnheim-duisburg        -0.05  -0.07   0.04   0.11  -0.04
house.duisburg-dortmund       -0.05   0.07  -0.25  -0.35  -0.19
house.dortmund-paderborn       0.17   0.35  -0.16  -0.09  -0.08
house.muenster-minden          0.23   0.55  -0.05  -0.11   0.05
house.osnabrueck-bremen       -0.41  -0.25   0.03  -0.01  -0.03
house.bremen-minden           -0.24  -0.02  -0.65   0.02  -0.12
house.bremen-hannover           0.4   0.44  -0.03   0.35   0.24
house.bremen-hamburg           0.26   0.32   0.16   0.28   0.43
house.stade-hamburg            0.25  -0.11   -0.1  -0.07  -0.02
house.hamburg-luebeck         -0.05  -0.05  -0.26  -0.05  -0.03
house.hamburg-lueneburg       -0.03   0.24   0.02   0.19   0.16
house.hannover-lueneburg       0.31   0.19   0.27   0.47   0.38
house.lueneburg-perleberg     -0.28  -0.31  -0.25  -0.31   -0.4
house.perleberg-stendal       -0.34  -0.37  -0.23  -0.69  -0.42
house.minden-hannover         -0.09  -0.04  -0.05  -0.27  -0.38
house.minden-brunswiek         0.01  -0.14  -0.18   0.16   0.21
house.brunswiek-stendal        0.06  -0.39   -0.2    0.1   0.19
house.minden-paderborn         0.11   0.42  -0.15  -0.15   -0.1
house.paderborn-hildesheim     0.17   0.23  -0.25   0.26   0.35
house.paderborn-warburg        0.03   0.17  -0.26      0   0.07
house.coellen-warburg         -0.16  -0.23  -0.26  -0.26  -0.29
house.hildesheim-goslar       -0.06  -0.39  -0.19  -0.57  -0.42
house.goslar-magdeburg        -0.27   0.01  -0.39  -0.14  -0.28
house.stendal-magdeburg       -0.02  -0.14      0  -0.46  -0.22
house.goslar-quedlinburg       0.01  -0.22  -0.09   0.28   0.25
house.goettingen-quedlinburg  -0.15    0.3   0.35  -0.41  -0.28
house.quedlinburg-halle       -0.19  -0.75  -0.12  -0.33  -0.28
house.emden-stade                 0      0  -0.03   0.26   0.28
house.warburg-goettingen          0      0   0.02  -0.03   0.01
"""


def tables(columns: str, kinds: Sequence[str] = KINDS) -> dict[str, Mapping[str, float]]:
    """The weights by kind of game, from one line for each weight: its name, then one number for each kind."""
    rows = [line.split() for line in columns.split("\n") if line]
    return {kind: {row[0]: float(row[at]) for row in rows} for at, kind in enumerate(kinds, 1)}


def raised(learnt: Mapping[str, Mapping[str, float]]) -> Mapping[str, Mapping[str, float]]:
    """Those tables and, by kind of game and board, copies of some with what was learnt there."""
    found = dict(learnt)
    for name, more in ON_BOARDS.items():
        table = learnt[name.partition("-")[0]]
        found[name] = {**table, **{row: table.get(row, 0.0) + points for row, points in more.items()}}
    return found


BRITANNIA = {
    "actiones.1": 6.2,
    "actiones.2": 1.4,
    "actiones.3": 1.4,
    "actiones.3.early": 0.7,
    "actiones.4": -1.6,
    "marker.plus_3_actions": 2.5,
    "marker.plus_4_actions": 1.8,
    "marker.improve_ability": 1.0,
    "marker.extra_office": -0.7,
    "marker.remove_3": -0.4,
}
EAST = tables(eastern.MORE + eastern.OWN, ("east",))["east"]
ON_BOARDS = {
    "3-britannia_3": BRITANNIA,
    "4-britannia_4_5": BRITANNIA,
    "3-east": EAST,
    "4-east": EAST,
    "5-east": EAST,
}
"""What is worth more or less there than on the base boards; with five nothing was better in Britannia."""

LEARNT = tables(_COLUMNS)
CHAMPION = {**LEARNT, **tables(COLUMN_OF_3, ("3",))}
"""What the champion (`reference hard`) plays by: the weights as they were when masters were begun."""

TABLES = {**raised(CHAMPION), "3": {**LEARNT["3"], **CLOCK_OF_3}}
"""With three players what was learnt since counts on the base board alone, where it was measured."""
