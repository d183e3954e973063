"""Chi-square, compared with published tables, and applied to fair and loaded dice."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteka.core.dice import FairDice
from ludoteka.features.dice.throw_counts import chi_square, chi_square_probability

# Abramowitz and Stegun, table 26.8: chi-square, degrees of freedom, the probability of a value at least as large.
PUBLISHED = [
    (3.84146, 1, 0.05),
    (6.63490, 1, 0.01),
    (5.99146, 2, 0.05),
    (7.81473, 3, 0.05),
    (4.35146, 5, 0.5),
    (11.0705, 5, 0.05),
    (20.5150, 5, 0.001),
    (18.3070, 10, 0.05),
    (43.7729, 30, 0.05),
    (149.449, 100, 0.001),
]


@pytest.mark.parametrize(("off", "degrees", "published"), PUBLISHED)
def test_the_chi_square_probability_agrees_with_published_tables(off, degrees, published):
    assert chi_square_probability(off, degrees) == pytest.approx(published, rel=1e-4)


@given(off=st.floats(0, 1e6), more=st.floats(0, 1e3), degrees=st.integers(1, 99))
def test_a_larger_deviation_is_less_likely(off, more, degrees):
    rounding = 1e-12
    assert (
        0
        <= chi_square_probability(off + more, degrees)
        <= chi_square_probability(off, degrees) + rounding
        <= 1 + rounding
    )


def test_equal_counts_have_no_deviation():
    assert chi_square([7, 7, 7]) == 0
    assert chi_square([0, 0]) == 0
    assert chi_square_probability(0, 5) == 1


def test_chi_square_sums_squared_deviations_over_expectations():
    assert chi_square([16, 18, 16, 14, 12, 12]) == pytest.approx(2.0)  # 88 throws: 14 2/3 of each face are expected


def test_fair_dice_are_distinguished_from_loaded_ones():
    source = FairDice(b"fixed")
    counts = Counter(source.throw(0, 6) for _ in range(60_000))
    fair = [counts[face] for face in range(1, 7)]
    loaded = [*fair[:5], fair[5] + 600]  # one additional six for every hundred throws

    assert chi_square_probability(chi_square(fair), 5) > 0.001
    assert chi_square_probability(chi_square(loaded), 5) < 0.001
