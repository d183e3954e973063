"""How well counts of faces fit fair dice: Pearson's chi-square test."""

import math
from collections.abc import Sequence


def chi_square(counts: Sequence[int]) -> float:
    """Return how far counts are from being equal; 0 if nothing was counted."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected if expected else 0.0


def chi_square_probability(chi_square: float, degrees: int) -> float:
    """Return the probability that fair dice deviate at least that much; `degrees` of freedom are the faces minus one.

    This is the upper regularized gamma function of `degrees` / 2, which is a finite sum at halves of whole numbers
    (Abramowitz and Stegun, 26.4.4 and 26.4.5).
    """
    half = chi_square / 2
    if half <= 0:
        return 1.0
    part = degrees % 2 / 2  # the sum starts here, at 0 or 1/2, and advances in steps of 1
    terms = (math.exp((k + part) * math.log(half) - half - math.lgamma(k + part + 1)) for k in range(degrees // 2))
    return min(1.0, (math.erfc(math.sqrt(half)) if part else 0.0) + sum(terms))
