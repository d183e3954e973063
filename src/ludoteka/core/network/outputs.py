"""Small networks that evaluate positions with integers, so that interpreted and compiled play agree to the bit.

A position has a few features, which are numbers: "two own men on point 7" is one of them.  Each feature has one weight
for each hidden unit and one for the output.  A hidden unit adds up the weights of the features that are present and is
clipped to 0 … 1; the output adds up the units and the weights of the features, and stands for a chance to win.

Four units share one integer, so that one addition serves four: each has `BITS` bits, with zero in the middle.  The
functions are written in the rules dialect; `core.network.weights` reads the weights.
"""

from typing import Any

from ludoteka.core.network.weights import BITS, BLOCKS, LANES, LIMIT, MIDDLE, ONE, ROW, VALUE

Sums = tuple[int, int, int, int, int, int, int, int, int]  # of the weights of the features so far: ROW integers


def first_sums(rows: Any) -> Sums:
    """Return the sums for the bias alone; `rows` are those of a network."""
    return add_row((0, 0, 0, 0, 0, 0, 0, 0, 0), rows, 0)


def add_row(sums: Sums, rows: Any, feature: int) -> Sums:
    """Return the sums with the weights of a feature added."""
    first = feature * ROW
    return (
        sums[0] + rows[first],
        sums[1] + rows[first + 1],
        sums[2] + rows[first + 2],
        sums[3] + rows[first + 3],
        sums[4] + rows[first + 4],
        sums[5] + rows[first + 5],
        sums[6] + rows[first + 6],
        sums[7] + rows[first + 7],
        sums[8] + rows[first + 8],
    )


def value_of_sums(sums: Sums, outputs: Any) -> int:
    """Return the value of a position from the sums for all its features, in hundredths of a plain piece (see `VALUE`)."""
    output = sums[BLOCKS]
    for block in range(BLOCKS):
        output += units_output(sums[block], outputs, block)
    return min(max(output, -LIMIT), LIMIT) * VALUE // (ONE * ONE)


def units_output(total: int, outputs: Any, block: int) -> int:
    """Return what the four units of a block add to the output, from the sum of their weights."""
    output = 0
    for lane in range(LANES):
        unit = (total >> BITS * lane) % (1 << BITS) - MIDDLE
        output += outputs[block * LANES + lane] * min(max(unit, 0), ONE)
    return output
