"""Square boards with a border.

A board of side n is stored with a border one cell wide, as (n+2) rows of n+2 cells, so that a step off the board lands
on a border cell.
"""

import string


def cell(row: int, column: int, side: int) -> int:
    """Return the cell at a row and column, both counted 0 … side−1 from the top left."""
    return (row + 1) * (side + 2) + column + 1


def cells(side: int) -> tuple[int, ...]:
    """Return the cells of the board without the border, row by row from the top left."""
    return tuple(cell(row, column, side) for row in range(side) for column in range(side))


def cell_names(side: int) -> dict[int, str]:
    """Return the name of each cell: files a, b, … from the left, ranks 1, 2, … from the bottom."""
    return {
        cell(row, column, side): f"{string.ascii_lowercase[column]}{side - row}"
        for row in range(side)
        for column in range(side)
    }
