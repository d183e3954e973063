"""The locks contain what pyproject.toml requires, and no addresses."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from sources import parsed
from sources.locks import pinned, plain

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
GROUPS = PROJECT["dependency-groups"]
CORE = PROJECT["project"]["dependencies"]
EXTRAS = PROJECT["project"]["optional-dependencies"]
HOUSE = CORE + EXTRAS["house"]
OPTIONAL = [wish for name, wishes in EXTRAS.items() if name != "house" for wish in wishes]
LOCKS = {
    "requirements.lock": HOUSE,
    "requirements-house.lock": HOUSE + EXTRAS["servers"] + EXTRAS["sign-in"],
    "requirements-research.lock": HOUSE + EXTRAS["research"] + EXTRAS["learning"],
    "requirements-build.lock": GROUPS["build"],
    "requirements-compile.lock": GROUPS["compile"],
    "requirements-uv.lock": GROUPS["uv"],
    "requirements-test.lock": HOUSE
    + OPTIONAL
    + [wish for group in ("build", "compile", "uv", "test", "docs") for wish in GROUPS[group]],
    "requirements-bench.lock": HOUSE + EXTRAS["research"] + GROUPS["bench"],
}
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
CONTAINED = {
    ("requirements.lock", "requirements-house.lock"),
    ("requirements-house.lock", "requirements-test.lock"),
    ("requirements-research.lock", "requirements-test.lock"),
    ("requirements.lock", "requirements-bench.lock"),
    ("requirements-build.lock", "requirements-test.lock"),
    ("requirements-compile.lock", "requirements-test.lock"),
    ("requirements-uv.lock", "requirements-test.lock"),
}
each_lock = pytest.mark.parametrize("name", LOCKS)


def wishes(requirements, python):
    """Return those requirements that hold for this system and a Python version."""
    read = map(Requirement, requirements)
    return [one for one in read if not one.marker or one.marker.evaluate({"python_version": python})]


@each_lock
@pytest.mark.parametrize("python", PYTHONS)
def test_a_lock_contains_what_the_project_requires(name, python):
    versions = pinned(name, python)
    for wish in wishes(LOCKS[name], python):
        assert versions[plain(wish.name)] in wish.specifier, wish


@pytest.mark.parametrize("python", PYTHONS)
def test_the_larger_locks_contain_the_versions_of_the_smaller_ones(python):
    for smaller, larger in CONTAINED:
        assert pinned(smaller, python).items() <= pinned(larger, python).items(), larger


@each_lock
def test_every_locked_package_has_a_hash_and_no_address(name):
    text = (ROOT / name).read_text("utf-8")
    for entry in re.split(r"\n(?=\w)", text)[1:]:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry
    assert not re.search(r"://|^--|index-url|find-links", text, re.MULTILINE)


def test_what_only_some_houses_need_is_not_in_the_main_lock():
    house = pinned("requirements.lock", PYTHONS[0])
    only_some = set(OPTIONAL) - set(HOUSE)
    assert not {plain(Requirement(wish).name) for wish in only_some} & house.keys()


def test_the_build_requirements_are_locked():
    assert GROUPS["build"] == PROJECT["build-system"]["requires"]


def imports(tree):
    """Yield each imported library, and whether it is imported only while types are checked."""
    checks = [node for node in ast.walk(tree) if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    for_types = {id(node) for check in checks for part in check.body for node in ast.walk(part)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield (getattr(node, "module", None) or node.names[0].name).split(".")[0], id(node) in for_types


def test_every_imported_library_is_required():
    ours = {"ludoteka", *(path.stem for path in (ROOT / "bench").glob("*.py"))}
    providers = packages_distributions()
    at_work, for_types = (
        {plain(Requirement(one).name) for one in HOUSE + OPTIONAL},
        set(pinned("requirements-test.lock", PYTHONS[0])),
    )
    for path in (ROOT / "src").rglob("*.py"):
        for name, is_for_types in imports(parsed(path)):
            if name not in sys.stdlib_module_names and name not in ours:
                required = for_types if is_for_types else at_work
                assert required & set(map(plain, providers.get(name, [name]))), f"{path} imports {name}"


def test_the_lock_of_the_javascript_tools_contains_no_address():
    text = (ROOT / "package-lock.json").read_text("utf-8")
    assert "://" not in text
