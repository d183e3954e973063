"""The package as users get it: built, installed into an empty environment, started, and serving its pages."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import httpx2
import pytest

ROOT = Path(__file__).parents[2]
BUILT_FROM = ("pyproject.toml", "setup.py", "README.md", "LICENSE")


def run(*command, cwd):
    subprocess.run([sys.executable, *command], cwd=cwd, check=True)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel of the current sources, built in a copy so that no build folder is left behind."""
    copy = tmp_path_factory.mktemp("copy")
    shutil.copytree(ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for name in BUILT_FROM:
        shutil.copy(ROOT / name, copy)
    run("-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", copy, copy, cwd=copy)
    return next(copy.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The `ludoteka` command of a new environment with the wheel and the libraries of the current environment."""
    folder = tmp_path_factory.mktemp("elsewhere") / "environment"
    run("-m", "venv", "--without-pip", folder, cwd=folder.parent)
    python = next((folder / "bin").glob("python"))
    site = next(folder.glob("lib/python*/site-packages"))
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    run("-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index", wheel, cwd=folder.parent)
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


def test_an_installed_house_runs_its_installed_code(installed):
    python = installed.parent / "python"
    where = subprocess.check_output([python, "-c", "import ludoteka; print(ludoteka.__file__)"], text=True)
    assert Path(where.strip()).is_relative_to(installed.parents[1])
