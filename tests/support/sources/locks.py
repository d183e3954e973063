"""Reading the locks: which versions they install."""

import re
from pathlib import Path

from packaging.markers import default_environment
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[3]


def pinned(lock, python):
    """Return the versions that a lock installs with a Python version, by package name."""
    environment = default_environment() | {"python_version": python, "python_full_version": f"{python}.0"}
    text = (ROOT / lock).read_text("utf-8")
    lines = [Requirement(line.rstrip("\\ ")) for line in text.splitlines() if re.match(r"\w", line)]
    used = [one for one in lines if not one.marker or one.marker.evaluate(environment)]
    assert len(used) == len({plain(one.name) for one in used}), "a package has one version"
    return {plain(one.name): str(one.specifier).removeprefix("==") for one in used}


def plain(name):
    """Return the name of a package as all its spellings are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()
