"""The tutorials work as they are written: what they let readers type and change, step by step."""

import doctest
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from houses import RunningHouse
from programs import forked

DOCS = Path(__file__).parents[2] / "docs"
STEP = re.compile(
    r"^```console\n(?P<typed>.*?)^```|^`(?P<file>[\w/]+\.py)`:\n\n```py\n(?P<code>.*?)^```", re.DOTALL | re.MULTILINE
)
COMMAND = re.compile(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
OFFERED = re.compile(r"\]\((\.\./[\w./]+\.py)\)")  # files that readers save


def type_commands(typed, folder, **environment):
    """Type commands into a shell; what they print must be what the page says."""
    for command, expected in COMMAND.findall(typed):
        program, *arguments = shlex.split(command)
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "cwd": folder}
        variables = os.environ | {"LANGUAGE": "en"} | environment
        if program == "ludoteka":
            process = forked.start(*arguments, env=variables, **pipes)
        else:
            words = arguments if program == "python" else ["-m", program, *arguments]
            process = subprocess.Popen([sys.executable, *words], env=variables, **pipes)
        printed, _ = process.communicate()
        assert process.returncode == 0, printed
        assert doctest.OutputChecker().check_output(expected, printed, doctest.ELLIPSIS), printed


def change(file, code):
    """Replace a function of a file by the one on the page, which has the same name or stands for the last one."""
    text = file.read_text("utf-8")
    name = re.match(r"def (\w+)\(", code)[1]
    start = text.find(f"def {name}(")
    start = text.rindex("\ndef ") + 1 if start < 0 else start
    end = re.compile(r"\n\n\n|\Z").search(text, start).start()
    file.write_text(text[:start] + code.rstrip("\n") + (text[end:] or "\n"), "utf-8")


def test_the_tutorial_on_a_game_leads_to_a_game_that_passes_all_checks(tmp_path):
    steps = list(STEP.finditer((DOCS / "build" / "first-game.md").read_text("utf-8")))
    for step in steps:
        if step["typed"]:
            type_commands(step["typed"], tmp_path)
        else:
            change(tmp_path / step["file"], step["code"])
    assert len(steps) == 7
    rules = (tmp_path / "pebbles" / "rules.py").read_text("utf-8")
    assert "Return -1 for the player who took the last stone" in rules


def test_the_commands_of_the_tutorial_on_a_club_work_beside_an_open_house(tmp_path):
    typed = "".join(step["typed"] for step in STEP.finditer((DOCS / "operating" / "club.md").read_text("utf-8")))
    with RunningHouse(tmp_path / "data"):
        type_commands(typed, tmp_path, LUDOTEKA_DATA=str(tmp_path / "data"))
    assert (tmp_path / "club.sqlite").exists()


def test_the_tutorial_on_an_agent_trains_one_and_lets_a_language_model_play(tmp_path):
    """The agent learns from one round, and plays two games."""
    page = DOCS / "research" / "tutorial.md"
    text = page.read_text("utf-8")
    for name in OFFERED.findall(text):
        shutil.copy(page.parent / name, tmp_path)
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    steps = list(STEP.finditer(text.replace("--rounds 500", "--rounds 1").replace("--pairs 50", "--pairs 1")))
    for step in steps:
        if step["typed"]:
            type_commands(step["typed"], tmp_path, PATH=programs)
        else:
            (tmp_path / step["file"]).write_text(step["code"], "utf-8")
    assert len(steps) == 5
    talks = (tmp_path / "talk.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(talk)["match"]["seat"] for talk in talks] == ["P", "Q"]
