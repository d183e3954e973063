"""A release is made only of what is committed, and only if the changelog has the version."""

from datetime import date
from pathlib import Path

import pytest

from ludoteka import __version__
from release import RELEASED, obstacles

CHANGELOG = (Path(__file__).parents[2] / "CHANGELOG.md").read_text("utf-8")
READY = "# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-02-01\n\n- More.\n\n## [1.1.0] - 2026-01-01\n"
TODAY = date(2026, 2, 2)


def test_nothing_stands_in_the_way_if_all_is_committed_and_the_changelog_has_the_version():
    assert list(obstacles("", READY, "1.2.0", TODAY)) == []


@pytest.mark.parametrize(
    ("changes", "changelog", "version", "said"),
    [
        (" M README.md", READY, "1.2.0", "Commit or remove these changes first:\n M README.md"),
        ("", READY.replace("d]\n", "d]\n\n- New.\n"), "1.2.0", "empty section"),
        ("", READY, "1.3.0", "needs a section [1.3.0] with a date"),
        ("", READY.replace(" - 2026-02-01", ""), "1.2.0", "needs a section [1.2.0] with a date"),
        ("", READY.replace("2026-02-01", "2026-02-03"), "1.2.0", "dates 1.2.0 in the future"),
        ("", "# Changelog\n\n## [Unreleased]\n", "1.2.0", "needs a section [1.2.0]"),
    ],
)
def test_what_stands_in_the_way_is_said_in_a_sentence(changes, changelog, version, said):
    [obstacle] = obstacles(changes, changelog, version, TODAY)

    assert said in obstacle


def test_the_newest_release_in_the_changelog_is_the_version_of_the_sources():
    [newest, *_] = filter(None, map(RELEASED.match, CHANGELOG.splitlines()))

    assert newest["version"] == __version__
