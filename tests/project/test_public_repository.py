"""What a public repository needs is valid: the workflows of its continuous integration, its forms and its citation."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

import ludoteka

ROOT = Path(__file__).parents[2]
PUBLIC = ROOT / ".github"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PROGRAMS = Path(sys.executable).parent
WORKFLOWS = sorted(PUBLIC.glob("workflows/*.yml"))
FORMS = sorted(PUBLIC.glob("ISSUE_TEMPLATE/*.yml"))
CONFIGURATION = PUBLIC / "ISSUE_TEMPLATE" / "config.yml"
TESTS = PUBLIC / "workflows" / "tests.yml"
SCHEMAS = {
    "vendor.github-workflows": WORKFLOWS,
    "custom.github-workflows-require-timeout": WORKFLOWS,
    "vendor.github-issue-forms": [form for form in FORMS if form != CONFIGURATION],
    "vendor.github-issue-config": [CONFIGURATION],
    "vendor.dependabot": [PUBLIC / "dependabot.yml"],
    "vendor.citation-file-format": [ROOT / "CITATION.cff"],
}
CALL = re.compile(r"^ *(?:- )?(?:run|entry): make ([a-z-]+)", re.MULTILINE)


def read(path):
    return yaml.safe_load(path.read_text("utf-8"))


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def lint(path):
    """Look for weaknesses in workflows, without asking anybody else."""
    return run(PROGRAMS / "zizmor", "--offline", "--no-progress", "--persona=pedantic", path)


@pytest.mark.parametrize("schema", SCHEMAS)
def test_files_are_as_their_readers_expect(schema):
    done = run(PROGRAMS / "check-jsonschema", "--force-filetype=yaml", "--builtin-schema", schema, *SCHEMAS[schema])
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_workflows_have_no_known_weakness():
    done = lint(PUBLIC)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_weak_workflow_would_be_refused(tmp_path):
    weak = tmp_path / ".github" / "workflows" / "tests.yml"
    weak.parent.mkdir(parents=True)
    weak.write_text(re.sub(r"checkout@\w+", "checkout@main", TESTS.read_text("utf-8")), "utf-8")
    assert "not pinned to a hash" in lint(weak).stdout


@pytest.mark.parametrize("path", [*WORKFLOWS, ROOT / ".pre-commit-config.yaml"], ids=lambda path: path.name)
def test_make_has_the_targets_that_are_called(path):
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(CALL.findall(path.read_text("utf-8"))) <= targets


def test_every_system_is_tested_with_every_python_from_the_oldest_that_is_supported():
    pythons = [job["strategy"]["matrix"]["python"] for job in read(TESTS)["jobs"].values()]
    assert pythons[0] == pythons[1]
    assert PROJECT["requires-python"] == f">={pythons[0][0]}"


def test_the_image_is_built_from_files_that_exist():
    paths = read(PUBLIC / "workflows" / "image.yml")[True]["pull_request"]["paths"]  # YAML reads `on` as yes
    assert all(list(ROOT.glob(path)) for path in paths)


def test_the_citation_names_the_version_and_the_licence_of_the_package():
    """The fonts in the package have a licence of their own."""
    citation = read(ROOT / "CITATION.cff")
    assert citation["version"] == ludoteka.__version__
    assert citation["license"] in PROJECT["license"].split(" AND ")
