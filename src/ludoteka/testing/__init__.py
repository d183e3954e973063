"""The contract suite: what every game must keep, for authors of games (docs/testing.md).

A check is a generator of complaints: finished sentences, none where all is well.
"""

from ludoteka.testing.suite import check_game, check_lockstep, check_match, check_secrets
from ludoteka.testing.walks import chooser, variants

__all__ = ["check_game", "check_lockstep", "check_match", "check_secrets", "chooser", "variants"]
