"""WebSockets with the oldest uvicorn and websockets that pyproject.toml allows; all other tests use the locked ones."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from editions import oldest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[3]
CONVERSATIONS = ["test_handshake.py", "test_websocket.py", "test_socket.py"]  # raw bytes, then a whole house
RUN = """
import pytest, sys, uvicorn, websockets
print("versions", uvicorn.__version__, websockets.__version__)
sys.exit(pytest.main(sys.argv[1:]))
"""


@pytest.fixture(scope="module")
def environment():
    """Processes with this environment import the oldest versions."""
    if not oldest.is_installed():
        oldest.install()
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(oldest.FOLDER), str(ROOT / "src")])}


def test_the_pinned_versions_are_the_lower_bounds():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    required = {one.name: one.specifier for one in map(Requirement, project["optional-dependencies"]["house"])}
    for name, version in oldest.pinned().items():
        (bound,) = required[name]
        assert (bound.operator, Version(bound.version)) == (">=", Version(version)), name


def test_the_websocket_tests_pass_with_the_oldest_versions(environment):
    conversations = [f"tests/server/sockets/{name}" for name in CONVERSATIONS]
    command = [sys.executable, "-c", RUN, "-q", "-p", "no:cacheprovider", *conversations]
    answer = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout
    assert " ".join(["versions", *oldest.pinned().values()]) in answer.stdout.splitlines()
