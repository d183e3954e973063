"""Small networks that evaluate positions with integers, so that interpreted and compiled play agree to the bit.

A position has a few features, which are numbers: "two own men on point 7" is one of them.  Each feature has one weight
for each hidden unit and one for the output.  A hidden unit adds up the weights of the features that are present and is
clipped to 0 … 1; the output adds up the units and the weights of the features, and stands for a chance to win.

Four units share one integer, so that one addition serves four: each has `BITS` bits, with zero in the middle.  The
functions are written in the rules dialect; `core.network.weights` reads the weights.
"""

from typing import Any

from ludoteka.core.network.weights import BITS, FINE, LANES, LIMIT, MIDDLE, ONE, VALUES


def units_output(total: int, outputs: Any, block: int) -> int:
    """Return what the four units of a block add to the output, from the sum of their weights."""
    output = 0
    for lane in range(LANES):
        unit = (total >> BITS * lane) % (1 << BITS) - MIDDLE
        output += outputs[block * LANES + lane] * min(max(unit, 0), ONE)
    return output


def value_of_output(output: int) -> int:
    """Return the value, from -CERTAIN to CERTAIN, of an output in units of 1 / ONE²."""
    place = min(max(output + LIMIT * ONE * ONE, 0), 2 * LIMIT * ONE * ONE)
    step, rest = place // FINE, place % FINE
    return int(VALUES[step]) + (int(VALUES[step + 1]) - int(VALUES[step])) * rest // FINE
