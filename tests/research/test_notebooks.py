"""The notebooks run to their ends, and come to what they are about."""

import re

import nbformat
import pytest
from nbclient.exceptions import CellExecutionError

from documentation.notebooks import NOTEBOOKS, run_notebook

COMES_TO = {  # what the cells of a notebook print
    "rules-and-pictures": "The way is blocked",
}
LINK = re.compile(r"\]\((?!https:)")


def outputs(name):
    """Run a notebook and return what its cells print, and how many pictures they draw."""
    cells = run_notebook(NOTEBOOKS / f"{name}.ipynb").cells
    found = [output for cell in cells for output in cell.get("outputs", ())]
    drawn = [output for output in found if "image/svg+xml" in output.get("data", {})]
    return "".join(output.get("text", "") for output in found), len(drawn)


@pytest.mark.parametrize("name", COMES_TO)
def test_a_notebook_runs_and_comes_to_what_it_is_about(name):
    printed, pictures = outputs(name)
    assert COMES_TO[name] in printed
    assert pictures


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
