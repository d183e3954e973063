"""The known perft counts of Moksha, for the interpreted and the compiled rules."""

import pytest
from toys.counting import compiled_perft, interpreted_perft

from ludoteka.games.moksha import rules

COUNTS = {1: 109, 2: 11_914, 3: 1_618_960}


@pytest.mark.parametrize("count", [interpreted_perft, compiled_perft])
def test_the_rules_have_the_known_perft_counts(count):
    known = COUNTS if count is compiled_perft else dict(list(COUNTS.items())[:-1])
    assert {depth: count(rules.start({}), depth, rules) for depth in known} == known
