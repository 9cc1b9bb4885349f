"""Weights of the terms of *Hansa* in final points, by number of seats. docs/lab/weights.md describes the
training.

Columns are the periods of `evaluation`. `spread` is the standard deviation of the final result in points, at
the beginning (early) and in the last round (done). `closing` is the probability of the last round, if the
first restock in it can draw a good of the last stack (`game.games.hansa.bots.closing`).
"""

from collections.abc import Mapping

_SEATS_2 = """
                         early     late     last     done
    constant            23.641  -13.154    0.411    0.242
    shared              -0.393    2.466    2.414    2.066
    alone                1.734    4.843    3.393    3.265
    single               0.698    0.151    0.393   -0.164
    built                0.350    0.018    0.444   -0.036
    reserve_low         -0.256   -0.795   -0.166    0.244
    margin              -0.416   -0.909   -0.077   -0.058
    lead.tonsberg        0.172    1.823   -0.376   -0.191
    lead.aalborg        -1.287    1.977    0.924   -0.618
    lead.lubeck          1.677    1.838   -1.843   -0.515
    lead.copenhagen      3.732    1.377    1.186   -0.055
    lead.stockholm      -0.868    3.215    1.119   -0.380
    lead.kalmar          2.141    0.899    1.502   -0.021
    lead.danzig          4.583    1.426   -0.373    0.129
    lead.reval           2.742    1.669    1.519    0.153
    lead.riga            3.492    1.942   -0.265   -0.334
    goods                1.740    1.061    0.940    0.833
    barrels              0.521    0.643    0.178    0.045
    ready                0.112    0.085    0.366    0.005
    colours              1.161    0.722   -0.257   -0.088
    triple              -2.248   -0.544   -0.594   -0.222
    excess               0.510   -0.763    0.531    0.000
    threat               0.078   -1.575   -0.348   -0.145
    broken               1.100   -1.686   -2.278   -0.299
    contest              0.442   -0.691    0.042   -0.421
    strike              -0.692    0.956   -0.429   -0.712
    now_ready           -0.336   -0.314   -0.498    0.000
    coins                1.051    1.687    2.450    0.217
    coins_squared        0.026    0.009   -0.255   -0.003
    now_coins            0.943    0.952    0.368    0.000
    now_coins_squared   -0.015    0.132    0.223    0.000
    now                 -1.084   -3.936   -4.920    0.000
    now_acted           -1.185    1.221    0.539    0.000
    near                 0.142   -0.257   -0.582    0.000
    near1                0.103    0.493   -0.068    0.000
    near2                0.136   -0.127   -0.362    0.000
    near3               -0.767   -0.618   -0.745    0.000
    free                 3.369    0.280    1.589    0.000
    match                0.531    0.049    1.211    0.000
    sale                 0.332   -0.003    1.128    0.000
    stock                1.209    1.037   -0.265   -0.701
    shelf_match          0.082   -0.033   -0.068   -0.026
    spread               8.000    0.000    0.000    2.000
"""
_SEATS_3 = """
                           early       late       last       done
    constant             28.99625   -8.99835    1.19595    0.55315
    shared               -0.57490    2.66650    2.09115    1.89230
    alone                -1.08105    4.35335    4.06460    3.37980
    single               -1.38895   -0.24260   -0.55625    0.43475
    built                 0.14340    0.01520   -0.04060    0.08520
    reserve_low           0.22045   -0.53480    0.01400    0.01850
    margin                0.29835    0.61560    0.08220    0.07025
    lead.tonsberg         2.84000    1.46750   -0.12180   -0.36310
    lead.aalborg          2.77740    1.23300    0.47135   -0.25915
    lead.lubeck           1.86405    1.58180   -0.52975   -0.29295
    lead.copenhagen       3.22800    1.79180    0.55475   -0.00945
    lead.stockholm        1.79010    1.63070    0.82910    0.14430
    lead.kalmar           2.89785    1.89230    0.76185   -0.45415
    lead.danzig           2.84190    3.52680    0.34340    0.17580
    lead.reval            2.70955    1.73015    0.65020   -0.06635
    lead.riga             3.60885    1.21580    0.88520   -0.20640
    goods                 0.86155    1.15405    0.77265    0.87065
    barrels               0.45040    0.56070    0.15950    0.05760
    ready                -0.27055    0.17930    0.54220   -0.02835
    colours               2.07440   -0.05825   -0.02585   -0.00005
    triple                0.43765   -0.55460   -0.70985   -1.41700
    excess                0.21030   -0.45535   -0.07405    0.00000
    threat                0.02165   -1.48745   -2.14405   -0.44255
    broken               -1.01615   -1.16895   -0.66510    0.91925
    contest              -0.35500   -1.08395    0.39040   -0.08620
    strike                1.14120   -0.08550   -0.53230    0.05910
    now_ready            -0.16935   -0.43000   -0.26475    0.00000
    coins                 0.99815    1.47400    2.07770   -0.08505
    coins_squared         0.13595   -0.06835    0.13105    0.03075
    now_coins             0.48435    1.09155    0.76935    0.00000
    now_coins_squared     0.05135    0.00780    0.11195    0.00000
    now                   1.55245   -2.81635   -2.94245    0.00000
    now_acted            -1.41570    0.65480    0.16950    0.00000
    near                 -0.71390    0.69760    1.56645    0.00000
    near1                -0.22195    0.16190    0.26550    0.00000
    near2                -0.37180   -0.09700   -0.33715    0.00000
    near3                 0.16790   -0.48370   -0.26815    0.00000
    free                  0.61530    0.55725    0.51070    0.00000
    match                 0.44910    0.62925    0.83845    0.00000
    sale                  0.17080    0.94450    0.75620    0.00000
    stock                 0.69150    0.64955   -0.12165   -0.20435
    shelf_match           0.01400   -0.07780    0.04190   -0.03315
    spread                8.00000    0.00000    0.00000    2.00000
    closing               0.00000    0.80000    0.00000    0.00000
"""
_SEATS_4 = """
                           early       late       last       done
    constant             26.58015   -6.97395    0.16880    0.18560
    shared                0.30920    2.95260    2.22020    1.86210
    alone                -0.33985    4.24365    3.69585    3.48805
    single               -1.25590   -0.15810   -0.44735   -0.28115
    built                 0.02010   -0.15675    0.05810    0.02680
    reserve_low           0.69605   -0.51355    0.15780   -0.01295
    margin                1.14390    0.58340    0.22020   -0.19155
    lead.tonsberg         2.82595    1.38195    1.26280   -0.35190
    lead.aalborg          3.12250    0.79035   -0.01010    0.17030
    lead.lubeck           2.88215    0.47310    0.03245   -0.10735
    lead.copenhagen       3.03080    1.30470    0.69555   -0.39035
    lead.stockholm        3.47545    0.75950    0.46770   -0.39750
    lead.kalmar           3.44600    1.28990    0.06755    0.15030
    lead.danzig           3.65945    2.59435    0.32210    0.22430
    lead.reval            3.03855    2.21680    0.99880   -0.24460
    lead.riga             3.70530    1.85645    0.37455    0.14180
    goods                 1.11885    1.29690    0.61495    0.95030
    barrels               0.47445    0.35140    0.40910    0.04540
    ready                 0.05135    0.38165    0.64410    0.05865
    colours               1.05565   -0.55970    0.46800    0.35030
    triple               -0.00105   -0.59450   -0.06195   -0.02465
    excess                0.02355   -0.30420   -0.17185    0.00000
    threat               -0.32405   -2.43015   -0.24000   -0.37930
    broken               -0.03555   -1.43775   -1.93535   -0.05525
    contest               0.02250   -1.24960   -0.61745   -0.05230
    strike               -0.71125    0.40185   -0.38255   -0.98495
    now_ready            -0.39850   -0.28900   -0.39280    0.00000
    coins                 0.97890    1.08670    0.97915    0.20065
    coins_squared         0.06625    0.06480    0.34630    0.01845
    now_coins             0.47445    0.73460    0.63685    0.00000
    now_coins_squared     0.06875    0.04230    0.09640    0.00000
    now                   0.62290   -2.21590   -4.08900    0.00000
    now_acted            -0.97275    0.37090    0.11930    0.00000
    near                 -0.85595    0.58650    0.18590    0.00000
    near1                -0.10180    0.14825    0.08635    0.00000
    near2                 0.07175   -0.03805   -0.06350    0.00000
    near3                -0.66645    0.29980   -0.02025    0.00000
    free                  1.03980    0.07710    0.36425    0.00000
    match                -0.01220    1.35230    1.24745    0.00000
    sale                  0.49790    0.96650    0.66345    0.00000
    stock                 0.45095    0.43145    0.01165   -0.05630
    shelf_match           0.00385   -0.14940   -0.10180   -0.06725
    spread                8.00000    0.00000    0.00000    2.00000
    closing               0.00000    0.70000    0.00000    0.00000
"""


def table(text: str) -> dict[str, float]:
    """Return the weights by name, such as `early.shared`."""
    head, *rows = (line.split() for line in text.strip().splitlines())
    return {
        f"{period}.{name}": float(value)
        for name, *values in rows
        for period, value in zip(head, values, strict=True)
    }


TABLES: Mapping[str, Mapping[str, float]] = {
    "2": table(_SEATS_2),
    "3": table(_SEATS_3),
    "4": table(_SEATS_4),
}
