"""Square boards with a border one cell wide."""

from ludoteka.core.grid import cell, cell_names, cells


def test_a_board_has_a_border_one_cell_wide():
    inside = set(cells(3))
    assert len(inside) == 9
    assert {place + step for place in inside for step in (-5, 5, -1, 1)} <= set(range(25))
    assert not inside & {place for place in range(25) if place // 5 in (0, 4) or place % 5 in (0, 4)}


def test_cells_go_row_by_row_from_the_top_left():
    assert cells(3) == (6, 7, 8, 11, 12, 13, 16, 17, 18)
    assert cell(0, 0, 3) == 6
    assert cell(2, 1, 3) == 17


def test_files_have_letters_from_the_left_and_ranks_numbers_from_the_bottom():
    assert cell_names(3)[cell(0, 0, 3)] == "a3"
    assert cell_names(3)[cell(2, 2, 3)] == "c1"
    assert sorted(cell_names(9)) == sorted(cells(9))
    assert len(set(cell_names(9).values())) == 81
