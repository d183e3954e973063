"""Positions, mazes and matches that tests set up by hand."""

from ludoteka.testing import chooser


def played(game, seed, plies, options=None):
    """Return a position of a game after so many random actions, or before the one that would end it."""
    choose, state = chooser(seed), game.begin(game.check_options(options or {}))
    for _ in range(plies):
        after = state.copy()
        legal = game.legal(after)
        game.rules.apply(after, legal[choose(len(legal))])
        if game.rules.is_terminal(after):
            break
        state = after
    return state
