"""The two distributions as users get them: built without a network, installed beside the packages that they require alone, and used."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from email import message_from_bytes
from importlib.metadata import files
from pathlib import Path

import httpx2
import pytest
from packaging.requirements import Requirement
from sources.locks import pinned

from ludoteka import __version__

ROOT = Path(__file__).parents[3]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"
BUILT_FROM = ("pyproject.toml", "setup.py", "README.md", "LICENSE")
DISTRIBUTIONS = ("ludoteka", "ludoteka_core")
UV = Path(sys.executable).with_name("uv")


def run(*command, cwd):
    subprocess.run(command, cwd=cwd, check=True)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder with the sdists of the current sources, and the wheels that were built from these."""
    copy = tmp_path_factory.mktemp("copy")
    for folder in ("src", "distributions"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for name in BUILT_FROM:
        shutil.copy(ROOT / name, copy)
    how = ["--quiet", "--offline", "--python", sys.executable, "--no-build-isolation", "--out-dir", copy / "dist"]
    for project in (copy, copy / "distributions" / "ludoteka"):
        run(UV, "build", *how, project, cwd=copy)
    return copy / "dist"


def environment(folder, packages, wheels):
    """Make an environment with packages, as links to those that are installed here, and wheels; return its folder of programs."""
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder.parent)
    programs, [site] = folder / "bin", folder.glob("lib/python*/site-packages")
    for name in packages:
        for part in {file.parts[0] for file in files(name)} - {"..", "__pycache__"}:
            (site / part).symlink_to(Path(sysconfig.get_path("purelib"), part))
    how = ["--quiet", "--offline", "--no-deps", "--python", programs / "python"]
    run(UV, "pip", "install", *how, *wheels, cwd=folder.parent)
    return programs


@pytest.fixture(scope="module")
def installed(built, tmp_path_factory):
    """The `ludoteka` command beside what the main lock names."""
    folder = tmp_path_factory.mktemp("elsewhere") / "environment"
    return environment(folder, pinned("requirements.lock", VERSION), built.glob("*.whl")) / "ludoteka"


@pytest.fixture(scope="module")
def library(built, tmp_path_factory):
    """The Python of an environment with the library, and what it requires."""
    folder = tmp_path_factory.mktemp("elsewhere") / "library"
    required = [Requirement(wish).name for wish in PROJECT["dependencies"]]
    return environment(folder, required, built.glob("ludoteka_core*.whl")) / "python"


def information(built, name):
    """Return the metadata of a wheel."""
    with zipfile.ZipFile(next(built.glob(f"{name}-*.whl"))) as wheel:
        [place] = [one for one in wheel.namelist() if one.endswith(".dist-info/METADATA")]
        return message_from_bytes(wheel.read(place))


def contents(built, name):
    """Return the names of the files in the wheel of a distribution, but for its metadata."""
    names = zipfile.ZipFile(next(built.glob(f"{name}-*.whl"))).namelist()
    return {one for one in names if f"{name}-{__version__}.dist-info/" not in one}


def test_the_wheels_contain_all_files_of_the_package_and_no_others(built):
    ours = [path for path in (ROOT / "src" / "ludoteka").rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert contents(built, "ludoteka_core") == {path.relative_to(ROOT / "src").as_posix() for path in ours}
    assert contents(built, "ludoteka") == set()


def test_the_source_distributions_contain_what_wheels_are_built_from_and_neither_tests_nor_tools(built):
    for name in DISTRIBUTIONS:
        with tarfile.open(built / f"{name}-{__version__}.tar.gz") as packed:
            parts = {path.split("/")[1] for path in packed.getnames() if "/" in path}
        assert {"pyproject.toml", "setup.py", "PKG-INFO", "README.md"} <= parts
        assert not {"tests", "tools", "bench", "docs", "node_modules"} & parts


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_the_metadata_are_complete_and_contain_no_address(built, name):
    """The library contains fonts, which have a licence of their own."""
    read = information(built, name)
    licence = PROJECT["license"] if name == "ludoteka_core" else "MIT"
    assert (read["Version"], read["Author"], read["License-Expression"]) == (
        __version__,
        "The Ludoteka authors",
        licence,
    )
    assert read["Requires-Python"] == PROJECT["requires-python"]
    assert all(read[field] for field in ("Summary", "Keywords", "Classifier"))
    assert read.get_content_type()
    assert "](" not in read.get_payload()
    assert "://" not in str(read)


def test_the_house_requires_the_library_of_its_version_and_passes_all_its_other_extras_on(built):
    extras = set(PROJECT["optional-dependencies"]) - {"house"}
    read = information(built, "ludoteka")
    assert set(read.get_all("Provides-Extra")) == extras
    assert set(read.get_all("Requires-Dist")) == {
        f"ludoteka-core[house]=={__version__}",
        *(f'ludoteka-core[{extra}]=={__version__}; extra == "{extra}"' for extra in extras),
    }


def test_twine_accepts_all_files(built):
    checked = subprocess.run(
        [sys.executable, "-m", "twine", "check", "--strict", *built.glob("ludoteka*")],
        env=os.environ | {"NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert checked.stdout.count("PASSED") == 2 * len(DISTRIBUTIONS)


def megabytes(packages):
    """Return what packages take that are installed here, without bytecode."""
    every = [file.locate() for name in packages for file in files(name) if file.suffix != ".pyc"]
    return sum(path.stat().st_size for path in every) / 1e6


def test_the_library_requires_7_mb_of_other_packages_at_most_and_the_house_370():
    assert megabytes(Requirement(wish).name for wish in PROJECT["dependencies"]) < 7
    assert megabytes(pinned("requirements.lock", VERSION)) < 370


PLAYING = """
import sys
import ludoteka
for name in ludoteka.games():
    match, computer = ludoteka.Match(name, seed=1), ludoteka.Computer(level=1, seed=1)
    start = str(match.reveal())
    for _ in range(6):
        if match.seat == "chance":
            match.throw()
        else:
            match.play(computer.choose(match))
    assert str(match.reveal()) != start, name
    assert match.svg().startswith("<svg"), name
    text = str(match.record(reveal=True))
    assert ludoteka.Match.from_record(text).seat == match.seat, name
print(len(ludoteka.games()), *sorted({name.split(".")[0] for name in sys.modules} - sys.stdlib_module_names))
"""


def test_the_library_plays_all_games_beside_what_it_requires_alone(library, tmp_path):
    ours_alone = {name: value for name, value in os.environ.items() if name != "LUDOTEKA_GAMES"}
    printed = subprocess.check_output([library, "-c", PLAYING], cwd=tmp_path, env=ours_alone, text=True).split()
    assert printed[0] == "5"
    assert set(printed[1:]) <= {"__main__", "ludoteka", "msgspec"}


@pytest.mark.parametrize("command", [[], ["serve"], ["play", "tavlei"]], ids=" ".join)
def test_the_library_that_is_asked_for_the_house_says_what_to_install(library, tmp_path, command):
    ended = subprocess.run(
        [library, "-m", "ludoteka", *command], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    text = f"Only the library is installed (ludoteka-core {__version__}). The house and its commands need: pip install ludoteka\n"
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", text)


def test_an_installed_house_finds_its_games_well(installed, tmp_path):
    ended = subprocess.run(
        [installed, "check", "tavlei", "--matches", "1", "--plies", "40"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize("way", ["ludoteka", "python -m ludoteka"])
def test_an_installed_house_says_its_version_in_both_ways(installed, tmp_path, way):
    program, *rest = way.split()
    printed = subprocess.check_output([installed.with_name(program), *rest, "--version"], cwd=tmp_path, text=True)
    assert printed == f"ludoteka {__version__}\n"


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
    (["selfplay", "tavlei", "--out", "data"], "ludoteka selfplay", "research"),
    (["mcp"], "MCP", "research"),
    (["research", "llm", "tavlei", "--dry-run"], "ludoteka research", "research"),
]


def test_an_installed_house_without_extras_says_how_to_get_the_one_it_needs_and_the_doctor_what_it_did_not_check(
    installed, tmp_path
):
    options = ["--database", "postgresql://house@127.0.0.1:1/house", "--broker", "redis://127.0.0.1:1"]
    doctor = ["doctor", "--json", *options, "--identity-providers", "providers.toml"]
    _, *ended, (code, findings, _) = outcomes(installed, tmp_path, *(command for command, *_ in LACKING), doctor)
    wish = "needs packages that are not installed: run make {} in the folder of the sources"
    targets = {"servers": "extras", "sign-in": "extras", "research": "research"}
    assert ended == [
        [1, "", f"{purpose} {wish.format(targets[extra])}, or elsewhere pip install 'ludoteka[{extra}]'.\n"]
        for _, purpose, extra in LACKING
    ]
    found = {one["name"] for one in json.loads(findings)["findings"] if not one["is_well"]}
    assert (code, found) == (1, {"database", "broker", "identity-providers"})
