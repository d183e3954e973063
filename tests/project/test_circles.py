"""There are no import cycles, not even among imports for type checkers."""

import ast
import graphlib
from pathlib import Path

from sources import parsed, statements

SRC = Path(__file__).parents[2] / "src"


def module_of(path):
    """The name of the module in a file."""
    parts = path.relative_to(SRC).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(path): path for path in SRC.rglob("*.py")}


def imports(path):
    """Our modules that a file imports at module level."""
    for node in statements(parsed(path), ast.FunctionDef, ast.AsyncFunctionDef):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name in MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module in MODULES:
            submodules = [f"{node.module}.{name.name}" for name in node.names]
            yield from (name for name in submodules if name in MODULES)
            if any(name not in MODULES for name in submodules):
                yield node.module


def test_no_imports_form_a_cycle():
    graph = {name: set(imports(path)) - {name} for name, path in MODULES.items()}
    tuple(graphlib.TopologicalSorter(graph).static_order())  # raises CycleError, which names the cycle
