"""Which tests a change of a file or folder can break: `python tools/affected.py PATH`, or `make test ONLY=PATH`.

These are the tests that import what lies there, directly or through other modules; the tests in folders and files of the same
name, since a test may talk to a process; and the checks of the project, which read all files.
"""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ALWAYS = "tests/project"
NOT_SAYING = {"ludoteka", "src", "tests", "__init__"}  # names that say nothing about what a test is about
FINDERS = ("games", "commands")  # packages that find their modules by themselves


def sources() -> dict[str, Path]:
    """Return our Python files by the names under which they are imported."""
    roots = (ROOT / "src", ROOT / "tests" / "support", ROOT / "tools", ROOT / "bench")
    found = {}
    for root in roots:
        for path in root.rglob("*.py"):
            parts = path.relative_to(root).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(path: Path, modules: dict[str, Path]) -> Iterator[Path]:
    """Yield our files that a file imports, also within functions."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [one.name for one in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{one.name}" for one in node.names)]
        yield from (modules[name] for name in names if name in modules)
    if path.name == "__init__.py" and path.parent.name in FINDERS:
        yield from path.parent.rglob("*.py")


@cache
def imports() -> dict[Path, set[Path]]:
    """Return what each of our files imports of ours."""
    modules = sources()
    return {path: set(imported(path, modules)) for path in {*modules.values(), *(ROOT / "tests").rglob("*.py")}}


def importers(changed: Path) -> set[Path]:
    """Return our files that import something in a folder, or a file, directly or through others."""
    reached = {path for path in imports() if path.is_relative_to(changed)}
    while more := {path for path, others in imports().items() if path not in reached and others & reached}:
        reached |= more
    return reached


def affected(changed: Path) -> list[str]:
    """Return the test files, and the folder of the project's checks, that a change of a path concerns."""
    words = {changed.stem, *([changed.parent.name] if changed.is_file() else [])} - NOT_SAYING
    reached = importers(changed)
    tests = [
        path
        for path in (ROOT / "tests").rglob("test_*.py")
        if path in reached or path.is_relative_to(changed) or words & {path.stem.removeprefix("test_"), *path.parts}
    ]
    named = {path.relative_to(ROOT).as_posix() for path in tests}
    return sorted({ALWAYS, *(name for name in named if not name.startswith(f"{ALWAYS}/"))})


if __name__ == "__main__":
    path = Path(sys.argv[1]).resolve()
    if not path.exists():
        sys.exit(f"There is no {sys.argv[1]}.")
    print(*affected(path))  # noqa: T201 - the result of the tool
