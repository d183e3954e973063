"""The contract suite: checks that every game must pass, for authors of games (docs/testing.md).

A check is a generator of complaints, each a complete sentence.  If all is well, it yields nothing.
"""

from ludoteka.testing.suite import check_game, check_lockstep, check_match, check_secrets
from ludoteka.testing.walks import chooser, variants

__all__ = ["check_game", "check_lockstep", "check_match", "check_secrets", "chooser", "variants"]
