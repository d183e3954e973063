"""Positions of the histories that the leak check compares."""

from ludoteka.research.position import Position


def position_of(history):
    """Return the position after a `ludoteka.testing.leaks.MatchHistory`."""
    table = history.table
    return Position.at(table.game, table.options, history.state, history.logs, len(history.actions))
