"""The locks contain what pyproject.toml requires, and no addresses."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from sources import parsed

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
GROUPS = PROJECT["dependency-groups"]
HOUSE = PROJECT["project"]["dependencies"]
OPTIONAL = [wish for wishes in PROJECT["project"]["optional-dependencies"].values() for wish in wishes]
LOCKS = {
    "requirements.lock": HOUSE,
    "requirements-build.lock": GROUPS["build"],
    "requirements-uv.lock": GROUPS["uv"],
    "requirements-test.lock": HOUSE + OPTIONAL + GROUPS["build"] + GROUPS["uv"] + GROUPS["test"],
    "requirements-bench.lock": HOUSE + GROUPS["bench"],
}
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
CONTAINED = {
    ("requirements.lock", "requirements-test.lock"),
    ("requirements.lock", "requirements-bench.lock"),
    ("requirements-build.lock", "requirements-test.lock"),
    ("requirements-uv.lock", "requirements-test.lock"),
}
each_lock = pytest.mark.parametrize("name", LOCKS)


def pinned(name, python):
    """Return the versions that a lock installs with a Python version, by package name."""
    environment = default_environment() | {"python_version": python, "python_full_version": f"{python}.0"}
    text = (ROOT / name).read_text("utf-8")
    lines = [Requirement(line.rstrip("\\ ")) for line in text.splitlines() if re.match(r"\w", line)]
    used = [one for one in lines if not one.marker or one.marker.evaluate(environment)]
    assert len(used) == len({canonical(one) for one in used}), "a package has one version"
    return {canonical(one): str(one.specifier).removeprefix("==") for one in used}


def canonical(requirement):
    return plain(requirement.name)


def plain(name):
    return re.sub(r"[-_.]+", "-", name).lower()


@each_lock
@pytest.mark.parametrize("python", PYTHONS)
def test_a_lock_contains_what_the_project_requires(name, python):
    versions = pinned(name, python)
    for wish in map(Requirement, LOCKS[name]):
        assert versions[canonical(wish)] in wish.specifier, wish


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
        set(map(canonical, map(Requirement, HOUSE + OPTIONAL))),
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
