"""Run the notebooks of examples/notebooks, which become pages with all that their cells print and draw.

A run takes up to a minute, so its outcome is kept in build/notebooks until something changes that it can depend on.
"""

import hashlib
import os
import re
import tempfile
from pathlib import Path

import nbformat
from filelock import FileLock
from nbclient import NotebookClient
from traitlets.config import Config

ROOT = Path(__file__).parents[2]
NOTEBOOKS = ROOT / "examples" / "notebooks"
KEPT = ROOT / "build" / "notebooks"
DEPENDS_ON = ("src/ludoteka/**/*.py", "src/ludoteka/games/*/*", "examples/**/*.py", "requirements-test.lock")
TITLE = re.compile("<title>(.*?)</title>")  # of a picture
LONGEST = 300  # seconds that a cell may take, on a busy machine


def run_notebook(path: Path) -> nbformat.NotebookNode:
    """Return a notebook with the output of its cells, from a run that is still valid or a new one.

    Raises:
        nbclient.exceptions.CellExecutionError: if a cell fails.
    """
    KEPT.mkdir(parents=True, exist_ok=True)
    kept = KEPT / f"{path.stem}-{_digest(path)}.ipynb"
    with FileLock(KEPT / f"{path.stem}.lock"):
        if not kept.exists():
            notebook = _run(nbformat.read(path, as_version=4))
            for old in KEPT.glob(f"{path.stem}-*.ipynb"):
                old.unlink()
            nbformat.write(notebook, kept)
        return nbformat.read(kept, as_version=4)


def _run(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Run all cells in a kernel of their own, in the folder of the notebooks; it leaves no history and needs no network.

    It knows no games but those of the package and those that the notebook names.
    """
    environment = {name: value for name, value in os.environ.items() if name != "LUDOTEKA_GAMES"}
    with tempfile.TemporaryDirectory() as folder:
        files = Config(KernelManager={"transport": "ipc", "connection_file": f"{folder}/kernel.json"})
        client = NotebookClient(
            notebook, config=files, kernel_name="python3", timeout=LONGEST, resources={"metadata": {"path": NOTEBOOKS}}
        )
        return client.execute(env=environment | {"IPYTHONDIR": folder})


def _digest(path: Path) -> str:
    """Return a digest of the notebook and of everything that its outcome can depend on."""
    files = sorted(file for pattern in DEPENDS_ON for file in ROOT.glob(pattern) if file.is_file())
    digests = (hashlib.sha256(file.read_bytes()).digest() for file in (path, *files))
    return hashlib.sha256(b"".join(digests)).hexdigest()[:16]


def as_page(notebook: nbformat.NotebookNode, name: str) -> nbformat.NotebookNode:
    """Return a notebook that was run as a page: it offers the notebook itself, `files/NAME`, and says what pictures show."""
    offer = nbformat.v4.new_markdown_cell(f"[Download this page as a notebook](path:files/{name})")
    notebook.cells.insert(1, offer)
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            if found := TITLE.search(output.get("data", {}).get("image/svg+xml", "")):
                cell.metadata["mystnb"] = {"image": {"alt": found[1]}}
    return notebook
