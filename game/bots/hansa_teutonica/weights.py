"""What the brain judges by, in points, by kind of game. How the numbers were learnt: docs/bots.md.

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
"""

from __future__ import annotations

from collections.abc import Mapping

KINDS = ("2-pawn", "2-neutral", "3", "4", "5")
"""The columns: two players with the pawn, two with neutral traders, and three to five."""

_COLUMNS = """
keys.1                         2.58   3.48   2.92   2.43   2.46
keys.2                         1.21   1.99  -0.19   0.94   0.46
keys.3                         3.02   2.88   2.54   1.69   1.68
keys.4                         2.57    3.6   2.11   2.01   1.27
actiones.1                    20.25  42.79  15.78  19.43  22.87
actiones.2                     8.82  13.86   6.13   4.92   5.69
actiones.3                    20.75   18.5  21.34  17.15  18.32
actiones.4                     4.07   3.99   4.69   3.34   2.72
actiones.5                      7.1   4.25   5.21   4.49   4.56
privilegium.1                 11.12     10  11.11   8.69   9.65
privilegium.2                   0.1   1.51   0.39  -0.59   0.64
privilegium.3                  4.78   2.71   5.96   4.42   4.36
book.1                         2.29    2.8   1.59   1.51   1.62
book.2                         2.19   1.85   0.95   0.15  -0.06
book.3                         1.58   0.86   1.46   1.22   1.65
bursa.1                        2.97  -0.04    3.6   3.12   3.33
bursa.2                        2.29   1.84   2.72   3.05   3.22
bursa.3                        0.86  -0.03   1.53    1.4   0.59
marker.extra_office            2.26   0.81   3.18   3.97   3.84
marker.swap_offices            0.72   0.91   1.14   0.96   1.03
marker.plus_3_actions          6.79   5.59   7.69   6.81   7.81
marker.plus_4_actions          8.19   9.26   8.25   8.83   8.88
marker.improve_ability        11.01  14.32   8.77   8.98   8.95
marker.remove_3                 2.3   1.47   2.46   2.67    2.7
supply.few                      1.1   1.59   0.89   0.96   0.89
supply.some                    0.69   0.93   0.74   0.65   0.57
supply.many                    0.01  -0.04  -0.07   0.02   0.02
supply.merchant                1.19   1.52   1.18   1.25   1.27
stock.trader                   0.23   0.22   0.24    0.1   0.09
stock.merchant                 0.52   0.89   0.59   0.51   0.47
house                          0.56  -0.04   0.61   0.59    0.6
missing.0                      0.84   0.91   0.74    0.8   0.75
missing.1                      0.66   0.67    0.6   0.64    0.6
missing.2                      0.52    0.7   0.42   0.53   0.46
missing.3                      0.25   0.29    0.2   0.34   0.35
blocked                        0.63   0.51   0.66   0.61   0.67
drive.out                      0.67   0.57   0.55   0.59   0.54
second                         0.58   0.57   0.46    0.5   0.54
parked                         0.28   0.27   0.15   0.29   0.31
besieged                       0.32   0.01   0.41   0.29   0.19
merchant.near                  0.57   0.46   0.68   0.63   0.53
merchant.far                  -0.04  -0.11  -0.05   0.03  -0.02
office                         0.58   0.56   0.65   0.86   1.32
control.later                  0.94   1.05    1.1   1.28   1.37
keys.later                     0.21  -0.33   0.35    0.4   0.38
network                        1.26   1.19   0.99   1.19   1.21
towns                          1.14   1.21   1.07   1.28   1.37
action                         1.22   1.83   1.03   1.27   1.34
spread                         8.85  10.92  10.55   10.5   9.97
compensation                   1.19   1.36   0.84    0.9   1.03
far                            0.78   0.85   0.85   0.85   0.85
keys.1.early                   0.33  -0.44   1.23   0.98   0.71
keys.2.early                  -0.61  -0.23  -0.41  -0.44  -0.06
keys.3.early                   1.16   3.35   1.16   0.42   0.82
keys.4.early                  -0.57   -0.3  -1.87  -1.13  -1.31
actiones.1.early                0.3   2.02   0.58  -1.89  -4.15
actiones.2.early              -0.68  -0.63   0.47   0.39   0.72
actiones.3.early              -1.91   4.84  -3.02  -2.39   -4.2
actiones.4.early               1.71  -0.22   0.61   0.22  -0.65
actiones.5.early               2.34   5.31    1.6   3.45   3.47
privilegium.1.early           -1.57  -4.39  -0.75  -0.79  -1.22
privilegium.2.early             0.7   0.08    1.6   0.97    0.3
privilegium.3.early            1.29   1.17   1.54   1.13   0.58
book.1.early                  -0.78  -1.44  -0.67  -0.25  -0.12
book.2.early                   0.02   0.78  -0.24   0.55   0.47
book.3.early                  -0.92   0.38   -1.6  -1.48  -1.28
bursa.1.early                 -1.37   0.18  -1.18  -2.22  -1.65
bursa.2.early                 -0.24   0.26  -1.17  -1.02  -0.42
bursa.3.early                  -0.4   -1.5   0.88   0.25  -0.06
missing.0.quick                1.06      1   0.99   0.94   0.94
missing.1.quick                0.85   0.79   0.79   0.73   0.76
missing.2.quick                0.87    0.7   0.67   0.73   0.84
missing.3.quick                0.38   0.48   0.43    0.5   0.57
way.late                       0.07  -0.06   0.02   0.01  -0.01
way.early                      0.38   0.35   0.29   0.27   0.32
hopes                          1.34   0.97   1.43   1.37   1.46
control.groningen              0.74   0.38   1.16   0.91   0.66
control.emden                  0.47   0.04   0.86   0.32   0.39
control.stade                 -0.31  -0.38  -0.28  -0.35  -0.37
control.hamburg               -0.29   0.25  -0.55  -0.19   0.13
control.luebeck                0.79   0.33   0.76   0.67    0.5
control.kampen                -0.23  -0.77   0.17  -0.21  -0.31
control.osnabrueck            -0.24  -0.67   0.39   0.27   0.17
control.bremen                -0.04  -0.08  -0.18   0.34   0.31
control.lueneburg              0.24   0.11   0.49   0.47   0.43
control.perleberg             -0.44  -0.57  -0.11  -0.19  -0.29
control.arnheim                0.07  -0.23   0.07  -0.04      0
control.muenster              -0.16  -0.49  -0.08   0.03   0.11
control.minden                 0.53   0.77   0.45   0.53   0.49
control.hannover              -0.42  -0.22  -0.48   -0.4  -0.33
control.brunswiek              0.58  -0.01   0.68   0.81   0.77
control.stendal               -0.38  -0.85  -0.39  -0.46  -0.35
control.duisburg               0.25   0.56   0.14      0  -0.15
control.dortmund              -0.82  -1.45  -0.46   -0.5  -0.46
control.paderborn              0.76   1.34   0.59   0.67   0.59
control.hildesheim              0.7   0.92   0.82   0.61   0.68
control.goslar                -0.55  -0.03  -0.66  -0.23  -0.22
control.magdeburg             -0.19  -0.17  -0.06  -0.37  -0.32
control.coellen               -0.43   -0.6  -0.55  -0.48  -0.37
control.warburg                0.16   0.45   0.72   0.63   0.65
control.goettingen             0.07  -0.12  -0.13  -0.42  -0.46
control.quedlinburg            0.67   1.05   0.78   0.81   0.83
control.halle                 -0.27   -0.8  -0.07  -0.22   -0.3
house.groningen-emden          0.08  -0.06   0.18  -0.08      0
house.emden-osnabrueck        -0.31  -0.26  -0.24  -0.35  -0.35
house.kampen-osnabrueck       -0.21   0.03  -0.06  -0.07   0.09
house.kampen-arnheim           0.38   0.35    0.3   0.44   0.37
house.arnheim-muenster        -0.51  -0.18   -0.4  -0.57  -0.65
house.arnheim-duisburg        -0.07  -0.07   0.06  -0.13  -0.19
house.duisburg-dortmund        0.02   0.03   0.11  -0.12  -0.14
house.dortmund-paderborn        0.2   0.28  -0.02  -0.04  -0.03
house.muenster-minden          0.26   0.39   0.13   0.08    0.1
house.osnabrueck-bremen       -0.55  -0.51  -0.25  -0.41  -0.38
house.bremen-minden           -0.18  -0.08   -0.4  -0.12  -0.06
house.bremen-hannover          0.43   0.48   0.36   0.41   0.28
house.bremen-hamburg           0.24    0.4   0.32   0.29   0.39
house.stade-hamburg            0.25    0.2   0.13    0.2   0.13
house.hamburg-luebeck             0  -0.06   0.05   0.11   0.13
house.hamburg-lueneburg       -0.01   0.19  -0.01   0.06   0.07
house.hannover-lueneburg       0.32   0.39   0.33   0.32   0.32
house.lueneburg-perleberg     -0.25  -0.16  -0.28  -0.16  -0.14
house.perleberg-stendal       -0.31  -0.32   -0.3  -0.33  -0.34
house.minden-hannover         -0.09   0.07  -0.01  -0.29  -0.34
house.minden-brunswiek         0.07   -0.1  -0.01   0.09   0.08
house.brunswiek-stendal        0.02  -0.39   0.01   0.13   0.21
house.minden-paderborn         0.19    0.3  -0.03   0.12   0.14
house.paderborn-hildesheim      0.1   0.11   0.09   0.16   0.14
house.paderborn-warburg        0.04   0.28  -0.08      0   0.09
house.coellen-warburg         -0.22  -0.05  -0.23  -0.26  -0.28
house.hildesheim-goslar        0.02  -0.08  -0.24  -0.02  -0.06
house.goslar-magdeburg        -0.26   0.03  -0.31  -0.24  -0.27
house.stendal-magdeburg        0.07  -0.14   0.06   0.15   0.14
house.goslar-quedlinburg       0.06  -0.08   0.09   0.15   0.14
house.goettingen-quedlinburg  -0.22  -0.01   -0.3  -0.42  -0.36
house.quedlinburg-halle       -0.25  -0.54  -0.25  -0.45  -0.44
house.emden-stade                 0      0      0   0.25   0.18
house.warburg-goettingen          0      0      0   0.16   0.09
"""


def tables(columns: str) -> Mapping[str, Mapping[str, float]]:
    """The weights by kind of game, from one line for each weight: its name, then one number for each kind."""
    rows = [line.split() for line in columns.split("\n") if line]
    return {kind: {row[0]: float(row[at]) for row in rows} for at, kind in enumerate(KINDS, 1)}


TABLES = tables(_COLUMNS)
