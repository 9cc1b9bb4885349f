"""What each term of *Hansa* is worth in final points, by number of seats. How they were learnt: docs/bots.md.

Columns are the periods of `evaluation`. `spread` is by how many points the end may differ from what is
expected, at the beginning (early) and in the last round (done).
"""

from collections.abc import Mapping

_SEATS_2 = """
                         early     late     last     done
    constant            27.940  -11.371   -0.033    0.111
    shared               0.388    2.572    2.125    1.958
    alone               -1.694    5.252    4.254    3.726
    single              -1.357   -0.714   -0.480    0.031
    built               -0.063    0.083    0.023    0.015
    reserve_low          1.040   -0.467   -0.052   -0.006
    margin               0.832    0.114    0.041   -0.026
    lead.tonsberg        2.166    0.262    0.034    0.007
    lead.aalborg         2.329    0.125    0.279    0.076
    lead.lubeck          1.991    0.124   -0.033   -0.027
    lead.copenhagen      3.432    1.200    0.285   -0.051
    lead.stockholm       2.141   -0.497   -0.002    0.016
    lead.kalmar          2.089   -0.055   -0.083   -0.044
    lead.danzig          2.386    1.600    0.233   -0.094
    lead.reval           2.184    1.090   -0.074    0.058
    lead.riga            2.329    0.488    0.083   -0.018
    goods                0.923    1.370    0.767    1.049
    barrels              0.301    0.418    0.393   -0.017
    ready               -0.085    0.403    0.480    0.038
    colours              0.869   -0.789   -0.311   -0.091
    triple               1.262   -0.510    0.034   -0.026
    excess               0.060    0.133    0.674    0.000
    threat              -0.313   -0.712   -0.222   -0.296
    broken               0.135   -1.019   -1.787   -0.337
    contest              0.115   -0.545   -0.006   -0.184
    strike               0.460    0.032    0.099   -0.014
    now_ready           -0.022   -0.042   -0.065    0.000
    coins                0.500    1.325    1.776    0.024
    coins_squared        0.091   -0.097   -0.020   -0.000
    now_coins            0.574    0.729    0.348    0.000
    now_coins_squared   -0.018    0.037    0.108    0.000
    now                  0.719   -1.028   -1.682    0.000
    now_acted           -1.304    0.035   -0.486    0.000
    near                -0.071    0.421    0.044    0.000
    near1               -0.177    0.037   -0.116    0.000
    near2                0.137   -0.236   -0.095    0.000
    near3               -0.108   -0.215   -0.208    0.000
    free                 0.120    0.272    0.501    0.000
    match                0.127    0.532    0.768    0.000
    sale                -0.069    0.060    0.119    0.000
    stock                0.574    0.657    0.112   -0.006
    shelf_match          0.013   -0.107   -0.071   -0.026
    spread               8.000    0.000    0.000    2.000
"""
_SEATS_3 = """
                         early     late     last     done
    constant            27.940  -11.371   -0.033    0.111
    shared               0.388    2.572    2.125    1.958
    alone               -1.694    5.252    4.254    3.726
    single              -1.357   -0.714   -0.480    0.031
    built               -0.063    0.083    0.023    0.015
    reserve_low          1.040   -0.467   -0.052   -0.006
    margin               0.832    0.114    0.041   -0.026
    lead.tonsberg        2.166    0.262    0.034    0.007
    lead.aalborg         2.329    0.125    0.279    0.076
    lead.lubeck          1.991    0.124   -0.033   -0.027
    lead.copenhagen      3.432    1.200    0.285   -0.051
    lead.stockholm       2.141   -0.497   -0.002    0.016
    lead.kalmar          2.089   -0.055   -0.083   -0.044
    lead.danzig          2.386    1.600    0.233   -0.094
    lead.reval           2.184    1.090   -0.074    0.058
    lead.riga            2.329    0.488    0.083   -0.018
    goods                0.923    1.370    0.767    1.049
    barrels              0.301    0.418    0.393   -0.017
    ready               -0.085    0.403    0.480    0.038
    colours              0.869   -0.789   -0.311   -0.091
    triple               1.262   -0.510    0.034   -0.026
    excess               0.060    0.133    0.674    0.000
    threat              -0.313   -0.712   -0.222   -0.296
    broken               0.135   -1.019   -1.787   -0.337
    contest              0.115   -0.545   -0.006   -0.184
    strike               0.460    0.032    0.099   -0.014
    now_ready           -0.022   -0.042   -0.065    0.000
    coins                0.500    1.325    1.776    0.024
    coins_squared        0.091   -0.097   -0.020   -0.000
    now_coins            0.574    0.729    0.348    0.000
    now_coins_squared   -0.018    0.037    0.108    0.000
    now                  0.719   -1.028   -1.682    0.000
    now_acted           -1.304    0.035   -0.486    0.000
    near                -0.071    0.421    0.044    0.000
    near1               -0.177    0.037   -0.116    0.000
    near2                0.137   -0.236   -0.095    0.000
    near3               -0.108   -0.215   -0.208    0.000
    free                 0.120    0.272    0.501    0.000
    match                0.127    0.532    0.768    0.000
    sale                -0.069    0.060    0.119    0.000
    stock                0.574    0.657    0.112   -0.006
    shelf_match          0.013   -0.107   -0.071   -0.026
    spread               8.000    0.000    0.000    2.000
"""
_SEATS_4 = """
                         early     late     last     done
    constant            25.870   -8.444   -1.200    0.117
    shared               0.944    2.683    2.334    2.036
    alone               -0.998    4.602    3.658    3.700
    single              -0.564   -0.903   -0.366   -0.012
    built               -0.382    0.075    0.091   -0.027
    reserve_low          0.886   -0.522   -0.093    0.049
    margin               0.396    0.882    0.054    0.091
    lead.tonsberg        3.061   -0.394    0.178   -0.009
    lead.aalborg         3.004   -0.581   -0.195    0.013
    lead.lubeck          2.550   -0.510   -0.161   -0.015
    lead.copenhagen      3.662    1.300    0.500    0.084
    lead.stockholm       3.135   -0.307    0.337    0.061
    lead.kalmar          3.345    0.110   -0.003    0.049
    lead.danzig          3.343    1.510    1.095    0.002
    lead.reval           3.408   -0.210    0.097   -0.015
    lead.riga            3.452    1.294    0.546   -0.002
    goods                1.490    0.080   -0.333    0.957
    barrels              0.348    0.634    0.674    0.029
    ready                0.244    0.041    0.522    0.019
    colours              0.320    0.839   -0.757   -0.105
    triple              -0.052    1.444   -0.764   -0.008
    excess              -1.423    0.429    0.703    0.000
    threat              -0.728   -0.197   -1.176   -0.227
    broken               0.581   -2.983   -0.365   -0.245
    contest             -0.044   -0.346   -0.749   -0.178
    strike              -0.242    0.671    0.275    0.067
    now_ready            0.008   -0.174   -0.319    0.000
    coins                0.687    0.769    0.452    0.091
    coins_squared        0.008    0.031    0.194   -0.028
    now_coins            0.676    0.571    0.116    0.000
    now_coins_squared   -0.030    0.032    0.065    0.000
    now                  0.443   -0.904   -1.357    0.000
    now_acted           -1.216    0.240   -0.575    0.000
    near                -0.117    0.561    0.020    0.000
    near1               -0.028   -0.068   -0.056    0.000
    near2                0.063   -0.278    0.020    0.000
    near3               -0.117   -0.080    0.090    0.000
    free                 0.074    0.152    0.214    0.000
    match               -0.232    0.604    0.683    0.000
    sale                -0.064    0.208    0.417    0.000
    stock                0.366    0.480    0.066   -0.006
    shelf_match         -0.008   -0.055    0.140   -0.026
    spread               8.000    0.000    0.000    2.000
"""


def _table(text: str) -> dict[str, float]:
    """The weights by name, such as `early.shared`."""
    head, *rows = (line.split() for line in text.strip().splitlines())
    return {
        f"{period}.{name}": float(value)
        for name, *values in rows
        for period, value in zip(head, values, strict=True)
    }


TABLES: Mapping[str, Mapping[str, float]] = {
    "2": _table(_SEATS_2),
    "3": _table(_SEATS_3),
    "4": _table(_SEATS_4),
}
