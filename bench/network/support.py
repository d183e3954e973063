"""Helpers shared with the tests: Chromium and real servers."""

import importlib
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "tests" / "support"


def support(name: str) -> Any:
    """Return a module of tests/support."""
    if str(FOLDER) not in sys.path:
        sys.path.append(str(FOLDER))
    return importlib.import_module(name)
