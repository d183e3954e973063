"""Square lattices with a rim, shared by the games played on them.

A board of side n is stored with a rim one cell wide, as (n+2) rows of n+2, so
that a step off the board meets a cell that says so.
"""

import string


def cell(row: int, column: int, side: int) -> int:
    """Return the cell of a row and column, both 0 … side−1 from the top left."""
    return (row + 1) * (side + 2) + column + 1


def cells(side: int) -> tuple[int, ...]:
    """Return the cells of the board, row by row from the top left."""
    return tuple(cell(row, column, side) for row in range(side) for column in range(side))


def cell_names(side: int) -> dict[int, str]:
    """Return each cell's name: files a, b, … from the left, ranks 1, 2, … from the bottom."""
    return {
        cell(row, column, side): f"{string.ascii_lowercase[column]}{side - row}"
        for row in range(side)
        for column in range(side)
    }
