"""Narration: the facts by which a game may choose its phrases."""

from ludoteka.core.dice import commitment
from ludoteka.core.game import Narration
from ludoteka.referee.projection import Projection


def narration_of(referee: Projection) -> Narration:
    """Return what everybody may know of a match.

    The voice is the commitment to the seed, which is public from the start.  The seed does not follow from it, so the
    choice of phrases reveals nothing.
    """
    secret = referee.game.secret_options
    options = {name: value for name, value in referee.setup.options.items() if name not in secret}
    return Narration(commitment(referee.setup.seed), options)
