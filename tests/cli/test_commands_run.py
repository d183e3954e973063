"""The command `ludoteka`, run as a real program."""

import os
import re
import signal
import socket
import subprocess
import sys

import pytest
from houses import RunningHouse
from programs import forked
from programs.commands import ludoteka as in_process
from programs.interrupts import heed_interrupts

from ludoteka import __version__
from ludoteka.games import games


def ludoteka(*arguments, language="en", **environment):
    return forked.run(*arguments, env=os.environ | {"LANGUAGE": language} | environment)


def perft(*arguments):
    return in_process("perft", *arguments).stdout.splitlines()


def test_perft_counts_the_sequences_of_actions_of_the_given_length():
    counts = [1, 72, 3944, 285728, 15951824]
    assert [perft("tavlei", depth) for depth in range(5)] == [[str(count)] for count in counts]


def test_perft_can_list_the_count_for_each_first_action():
    lines = perft("tavlei", 2, "--divide")

    assert len(lines) == 72
    assert sum(int(line.split()[1]) for line in lines) == 3944


def test_perft_counts_from_a_position():
    assert in_process("perft", "tavlei", 1, "--position", "9/9/9/9/4k4/9/9/9/a8 d").returncode == 1
    assert perft("tavlei", 1, "--position", "9/9/9/9/4k4/9/9/9/1a7 d") == ["12"]


def test_perft_counts_throws_as_actions():
    assert [perft("cups", depth) for depth in (1, 2, 3)] == [["4"], ["8"], ["32"]]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("perft", "chess", 2), 1, "There is no such game here"),
        (("perft", "tavlei", "-1"), 2, "-1"),
        (("perft", "tavlei", "many"), 2, "many"),
        (("perft", "tavlei", 2, "--position", "x"), 1, "A position is"),
        (("play", "chess"), 1, f"The games are: {', '.join(games())}"),
        (("play", "tavlei", "--seat", "z"), 1, "There is no seat z"),
        (("play", "tavlei", "--level", 11), 2, "11"),
        (("play", "tavlei", "--option", "repetition=maybe"), 1, "repetition"),
        (("play", "cups", "--level", 5), 1, "no such level"),
        (("dance",), 2, "dance"),
        (("--data", "there", "serve"), 2, "after the command"),
    ],
)
def test_an_invalid_command_is_refused_with_a_sentence(arguments, code, said):
    ended = ludoteka(*arguments)

    assert ended.returncode == code
    assert said in ended.stderr
    assert "Traceback" not in ended.stderr
    assert ended.stdout == ""


@pytest.mark.parametrize(
    ("language", "said"), [("ru", "[а-я]{3}"), ("cs", "[ěščřžýáíéůú]"), ("xx:cs", "[ěščřžýáíéůú]")]
)
def test_refusals_are_in_the_readers_language(language, said):
    assert re.search(said, ludoteka("perft", "chess", 2, language=language).stderr)


def test_the_version_is_printed():
    assert __version__ in ludoteka("--version").stdout


def test_a_second_start_prints_the_address_of_the_house_that_is_already_open(tmp_path):
    with RunningHouse(tmp_path) as house:
        ended = ludoteka("--port", house.port, XDG_DATA_HOME=str(tmp_path), DISPLAY="", WAYLAND_DISPLAY="")

    assert ended.returncode == 0
    assert house.address in ended.stdout


def test_a_port_of_another_program_is_reported_as_taken(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        ended = ludoteka("--port", other.getsockname()[1], XDG_DATA_HOME=str(tmp_path), DISPLAY="", WAYLAND_DISPLAY="")

    assert ended.returncode == 1
    assert "is taken" in ended.stderr


def test_an_interrupt_closes_the_house_silently(tmp_path):
    with RunningHouse(tmp_path) as house:
        assert "/settings#" in house.process.stdout.readline()  # how the house gets an owner
        house.process.send_signal(signal.SIGINT)
        said, complaints = house.process.communicate(timeout=60)

    assert (house.process.returncode, said, complaints) == (0, "", "")


def test_an_interrupt_ends_a_long_count_at_once():
    pipe, command = subprocess.PIPE, ("perft", "tavlei", "5", "--divide")
    with forked.start(*command, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout.readline().startswith("a4-a2 ")
        process.send_signal(signal.SIGINT)
        _, complaints = process.communicate(timeout=60)

    assert process.returncode == -signal.SIGINT, "the signal ended the count"
    assert complaints == ""


def test_an_interrupt_ends_a_replay_silently():
    command = [sys.executable, "-m", "ludoteka", "replay"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command,
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        preexec_fn=heed_interrupts,  # noqa: PLW1509 - no threads here
    ) as process:
        process.stdin.write(b"first\n")
        process.stdin.flush()
        assert b"bad-json" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.wait(timeout=60)
        assert process.stderr.read() == b""

    assert process.returncode == 130


@pytest.mark.parametrize("command", [("review",), ("verify",), ("play", "--record")])
def test_a_record_of_a_stranger_cannot_control_the_terminal(tmp_path, command):
    record = tmp_path / "record.txt"
    record.write_text('[Game "tavlei"]\n\n1. \x1bcd9\x07\x9b2J-b9 *\n', "utf-8")
    ended = in_process(*command, record)
    assert not set("\x1b\x07\x9b") & set(ended.stdout + ended.stderr)
    if command != ("verify",):  # which looks at throws only
        assert " cd9  2J-b9" in ended.stderr
