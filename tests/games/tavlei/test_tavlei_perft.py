"""The known perft counts of Tavlei, for the interpreted and the compiled rules."""

import pytest
from toys.counting import compiled_perft, interpreted_perft

from ludoteka.games.tavlei import rules

COUNTS = {1: 72, 2: 3_944, 3: 285_728, 4: 15_951_824}


@pytest.mark.parametrize("count", [interpreted_perft, compiled_perft])
def test_the_rules_have_the_known_perft_counts(count):
    known = COUNTS if count is compiled_perft else dict(list(COUNTS.items())[:-1])
    assert {depth: count(rules.start({}), depth, rules) for depth in known} == known
