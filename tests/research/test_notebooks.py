"""The notebooks run to their ends, and come to what they are about."""

import re

import nbformat
import pytest
from nbclient.exceptions import CellExecutionError

from documentation.notebooks import NOTEBOOKS, run_notebook

COMES_TO = {  # what the cells of a notebook print
    "rules-and-pictures": "The way is blocked",
    "tournament-of-levels": "level:3  – level:5",
    "solving-kuhn": "value -0.055555555556, exploitability 0.000000000000\n-1/18 is       -0.055555555556",
    "learning-to-race": "Learned from 491,520 decisions.",
}
LINK = re.compile(r"\]\((?!https:)")


def outputs(name):
    """Run a notebook and return what its cells print and draw."""
    cells = run_notebook(NOTEBOOKS / f"{name}.ipynb").cells
    return [output for cell in cells for output in cell.get("outputs", ())]


@pytest.mark.parametrize("name", COMES_TO)
def test_a_notebook_runs_and_comes_to_what_it_is_about(name):
    assert COMES_TO[name] in "".join(output.get("text", "") for output in outputs(name))


def test_the_notebook_on_pictures_draws_every_game_and_what_a_seat_and_the_referee_see_of_the_maze():
    drawn = [output.data["image/svg+xml"] for output in outputs("rules-and-pictures") if "data" in output]
    titles = [re.search("<title>(.*?)</title>", picture)[1] for picture in drawn]
    assert titles == ["Tavlei", "Tavlei", "Moksha", "Quagmire", "XII Scripta", "Labyrinth", "Labyrinth"]


def test_a_notebook_with_a_fault_stops_whoever_runs_it(tmp_path):
    faulty = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1 / 0")])
    nbformat.write(faulty, tmp_path / "faulty.ipynb")
    with pytest.raises(CellExecutionError, match="ZeroDivisionError"):
        run_notebook(tmp_path / "faulty.ipynb")


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_output_and_can_travel_alone(path):
    """Links to files beside it would lead nowhere."""
    assert path.stem in COMES_TO
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert (cell.outputs, cell.execution_count) == ([], None)
        else:
            assert not LINK.search(cell.source)
