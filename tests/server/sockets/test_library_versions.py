"""WebSockets with the oldest uvicorn and websockets that pyproject.toml allows; all other tests use the locked ones."""

import json
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
VERSIONS = "import json, uvicorn, websockets; print(json.dumps([uvicorn.__version__, websockets.__version__]))"


@pytest.fixture(scope="module")
def environment():
    """Processes with this environment import the oldest versions."""
    if not oldest.is_installed():
        oldest.install()
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(oldest.FOLDER), str(ROOT / "src")])}


def test_the_pinned_versions_are_the_lower_bounds():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    required = {one.name: one.specifier for one in map(Requirement, project["dependencies"])}
    for name, version in oldest.pinned().items():
        (bound,) = required[name]
        assert (bound.operator, Version(bound.version)) == (">=", Version(version)), name


def test_the_websocket_tests_pass_with_the_oldest_versions(environment):
    command = [sys.executable, "-c", VERSIONS]
    versions = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    assert json.loads(versions) == list(oldest.pinned().values())
    conversations = [f"tests/server/sockets/{name}" for name in CONVERSATIONS]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *conversations]
    answer = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout
