"""The package as users get it: built, installed beside the packages of the main lock alone, and started."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from importlib.metadata import files
from pathlib import Path

import httpx2
import pytest
from sources.locks import pinned

ROOT = Path(__file__).parents[3]
BUILT_FROM = ("pyproject.toml", "setup.py", "README.md", "LICENSE")


UV = Path(sys.executable).with_name("uv")


def run(*command, cwd):
    subprocess.run(command, cwd=cwd, check=True)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel of the current sources, built in a copy so that no build folder is left behind."""
    copy = tmp_path_factory.mktemp("copy")
    shutil.copytree(ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for name in BUILT_FROM:
        shutil.copy(ROOT / name, copy)
    python = ["--python", sys.executable]
    run(UV, "build", "--quiet", "--offline", *python, "--no-build-isolation", "--wheel", "--out-dir", copy, cwd=copy)
    return next(copy.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The `ludoteka` command of a new environment with the wheel and what the main lock names, as links."""
    folder = tmp_path_factory.mktemp("elsewhere") / "environment"
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder.parent)
    python = next((folder / "bin").glob("python"))
    site = next(folder.glob("lib/python*/site-packages"))
    for name in pinned("requirements.lock", f"{sys.version_info.major}.{sys.version_info.minor}"):
        for part in {file.parts[0] for file in files(name)} - {"..", "__pycache__"}:
            (site / part).symlink_to(Path(sysconfig.get_path("purelib"), part))
    run(UV, "pip", "install", "--quiet", "--python", python, "--no-deps", "--offline", wheel, cwd=folder.parent)
    return folder / "bin" / "ludoteka"


def test_the_wheel_contains_every_file_of_the_package(wheel):
    ours = [path for path in (ROOT / "src" / "ludoteka").rglob("*") if path.is_file() and path.suffix != ".pyc"]
    packed = set(zipfile.ZipFile(wheel).namelist())
    assert {path.relative_to(ROOT / "src").as_posix() for path in ours} <= packed


def test_an_installed_house_serves_its_page_and_all_its_parts(installed, tmp_path):
    command = [installed, "serve", "--port", "0", "--data", tmp_path]
    english = os.environ | {"LANGUAGE": "en"}
    with subprocess.Popen(command, cwd=tmp_path, env=english, stdout=subprocess.PIPE, text=True) as house:
        try:
            with httpx2.Client(base_url=house.stdout.readline().split()[-1], timeout=20) as browser:
                parts = re.findall(r'(?:href|src)="(/web/[^"]+)"', browser.get("/").raise_for_status().text)
                assert parts
                for part in ("/api/house", "/api/catalogue/cs", *parts):
                    browser.get(part).raise_for_status()
        finally:
            house.terminate()


COMMANDS = """
import json, sys
from click.testing import CliRunner
import ludoteka.cli
ended = [CliRunner().invoke(ludoteka.cli.main, command) for command in json.loads(sys.argv[1])]
print(json.dumps([ludoteka.__file__, *([one.exit_code, one.stdout, one.stderr] for one in ended)]))
"""


def outcomes(installed, folder, *commands):
    """Run commands in one process of the new environment; return where its code is, and how each command ended."""
    program = [installed.parent / "python", "-c", COMMANDS, json.dumps(commands)]
    environment = os.environ | {"LANGUAGE": "en", "LUDOTEKA_DATA": str(folder)}
    return json.loads(subprocess.check_output(program, cwd=folder, env=environment, text=True))


def test_an_installed_house_runs_its_installed_code_is_backed_up_and_finds_itself_well(installed, tmp_path):
    commands = ["migrate"], ["backup", str(tmp_path / "backup.sqlite")], ["doctor"]
    where, *ended = outcomes(installed, tmp_path, *commands)
    assert Path(where).is_relative_to(installed.parents[1])
    assert [code for code, *_ in ended] == [0, 0, 0], ended


LACKING = [
    (["serve", "--database", "postgresql://house@127.0.0.1:1/house"], "PostgreSQL", "servers"),
    (["serve", "--broker", "redis://127.0.0.1:1"], "Redis", "servers"),
    (["--no-browser", "--broker", "redis://127.0.0.1:1"], "Redis", "servers"),
    (["worker", "--broker", "redis://127.0.0.1:1"], "Redis", "servers"),
    (["serve", "--identity-providers", "providers.toml"], "OpenID Connect", "sign-in"),
]


def test_an_installed_house_without_extras_says_how_to_get_the_one_it_needs_and_the_doctor_what_it_did_not_check(
    installed, tmp_path
):
    options = ["--database", "postgresql://house@127.0.0.1:1/house", "--broker", "redis://127.0.0.1:1"]
    doctor = ["doctor", "--json", *options, "--identity-providers", "providers.toml"]
    _, *ended, (code, findings, _) = outcomes(installed, tmp_path, *(command for command, *_ in LACKING), doctor)
    wish = "needs packages that are not installed: run make extras in the folder of the sources"
    assert ended == [
        [1, "", f"{purpose} {wish}, or elsewhere pip install 'ludoteka[{extra}]'.\n"] for _, purpose, extra in LACKING
    ]
    found = {one["name"] for one in json.loads(findings)["findings"] if not one["is_well"]}
    assert (code, found) == (1, {"database", "broker", "identity-providers"})
