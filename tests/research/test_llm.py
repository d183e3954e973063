"""Language models against the computer: a stub endpoint in a process of its own plays, tries nonsense, and fails."""

import json
import os
import shlex
import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Event, Thread

import msgspec
import pytest
from programs import forked

from ludoteka.core.message import Refused
from ludoteka.games import games
from ludoteka.research.llm.matches import Match, Report, Terms, play_match
from ludoteka.research.llm.players import KEY as VARIABLE
from ludoteka.research.llm.players import Command, Endpoint, Reply
from ludoteka.research.llm.prompts import read_action
from ludoteka.research.llm.results import add_report, owning, read_reports, summarize, wilson
from ludoteka.surfaces.texts import texts_in

STUB = Path(__file__).parents[2] / "examples" / "language_models" / "stub.py"
TEXTS = texts_in("en")
ASKED = [{"role": "user", "content": "You can play: north  south"}]
KEY = "a-key-that-nobody-else-has"
SOON = 0.001  # seconds before another attempt


@contextmanager
def stub(*arguments):
    """Provide the address of a stub endpoint."""
    command = [sys.executable, str(STUB), "--port", "0", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            yield server.stdout.readline().strip()
        finally:
            server.kill()


@contextmanager
def endpoint(*arguments, seconds=30.0):
    with stub(*arguments) as address:
        model = Endpoint(address, "stub", seconds, {}, SOON)
        try:
            yield model
        finally:
            model.close()


@contextmanager
def rude_endpoint(answer, seconds=30.0):
    """Provide the model at an endpoint where `answer` writes to each connection, and gets what was sent."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve():
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                with connection:
                    answer(connection, connection.recv(1 << 16).decode())

        Thread(target=serve, daemon=True).start()
        model = Endpoint(f"http://127.0.0.1:{listener.getsockname()[1]}/v1", "rude", seconds, {}, SOON)
        try:
            yield model
        finally:
            model.close()
            listener.shutdown(socket.SHUT_RDWR)


def failure(model):
    """The sentence that says why a model gives no answer."""
    with pytest.raises(Refused) as refused:
        model.ask(ASKED)
    assert refused.value.code == "model-failed"
    return str(refused.value)


@contextmanager
def program(*lines, seconds=30.0):
    """Provide the model behind a command that runs lines of Python."""
    model = Command(shlex.join([sys.executable, "-c", "\n".join(lines)]), seconds)
    try:
        yield model
    finally:
        model.close()


class Scripted:
    """A model that answers with what a function makes of the last message."""

    def __init__(self, answer):
        self.answer = answer
        self.chats = []

    def ask(self, chat):
        self.chats.append(list(chat))
        return Reply(self.answer(chat[-1]["content"]), 10, 2, 0.5)

    def close(self):
        """Nothing to free."""


def terms(game="labyrinth", options=None, **more):
    chosen = games()[game]
    usual = {"players": 2, "guests": False} if game == "labyrinth" else {}
    basis = {"level": 1, "seed": 1, "language": "en", "with_board": True, "with_actions": True}
    basis |= {"history": None, "tries": 5, "plies": 60}
    return Terms(player="scripted", game=game, options=chosen.check_options(options or usual), **{**basis, **more})


def played(answer, seat="P", **more):
    model = Scripted(answer)
    return play_match(terms(**more), Match(0, seat), model, TEXTS), model


def llm(*arguments, **environment):
    return forked.run("research", "llm", *map(str, arguments), env=os.environ | {"LANGUAGE": "en"} | environment)


def test_a_stub_endpoint_plays_and_its_results_are_counted_and_kept(tmp_path):
    out = tmp_path / "results.jsonl"
    with stub("--key", KEY) as address:
        wish = ("labyrinth", "--endpoint", address, "--model", "stub", "--plies", 40, "--out", out)
        first = llm(*wish, "--games", 1, "--json", LUDOTEKA_LLM_KEY=KEY)
        assert first.returncode == 0, first.stderr
        once = json.loads(first.stdout)
        second = llm(*wish, "--games", 2, LUDOTEKA_LLM_KEY=KEY)  # goes on where the first has ended
        assert second.returncode == 0, second.stderr

    lines = out.read_text("utf-8").splitlines()
    reports = [msgspec.json.decode(line, type=Report) for line in lines]
    assert [(one.match.number, one.match.seat) for one in reports] == [(0, "P"), (0, "Q"), (1, "P"), (1, "Q")]
    assert (once["matches"], once["answers"]) == (2, sum(one.answers for one in reports[:2]))
    assert once["turns"] + sum(once["refused"].values()) == once["answers"]
    assert once["refused"]["bad-text"] > 0
    assert once["prompt_tokens"] > once["completion_tokens"] > 0
    assert "Points per match (95 %)" in second.stdout
    assert "… walked into a wall that was already known." in second.stdout
    assert KEY not in "".join([first.stdout, first.stderr, second.stdout, second.stderr, *lines])


def test_the_same_seed_gives_the_same_match(tmp_path):
    with endpoint() as model:
        one, other = (play_match(terms(plies=30), Match(3, "Q"), model, TEXTS) for _ in range(2))
    assert (one.heard, one.chat) == (other.heard, other.chat)


def test_a_command_plays_as_an_endpoint_does(tmp_path):
    command = f"{sys.executable} {STUB} --lines"
    ended = llm("kuhn", "--command", command, "--games", 3, "--json")
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["matches"] == 6
    ended = llm("kuhn", "--command", f"{sys.executable} -c pass", "--games", 1)
    assert (ended.returncode, "gives no answer" in ended.stderr) == (1, True)


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (("import os", r"os.write(1, b'\xff\xfe\n')"), "not of the expected form"),
        (("print('[' * 200_000)",), "not of the expected form"),
        (("import sys", "while True: sys.stdout.write('x' * 65536)"), "longer than 4 MB"),
        (("raise SystemExit",), "has ended"),
    ],
)
def test_a_command_that_writes_anything_else_ends_the_experiment_with_a_reason(lines, reason):
    with program(*lines) as model:
        assert reason in failure(model)


def test_a_command_that_never_answers_is_stopped_with_what_it_has_started():
    begun = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(600)'])"
    with program(begun, seconds=0.3) as model:
        assert "took too long" in failure(model)


def test_what_no_file_can_hold_is_left_out_of_an_answer():
    with program(
        r"""print(r'{"text": "\ud800!", "usage": {"prompt_tokens": 1%s, "completion_tokens": "7"}}' % ('0' * 40))"""
    ) as model:
        assert model.ask(ASKED)[:3] == ("?!", None, None)


def test_an_answer_whose_headers_never_end_is_given_up():
    closing = Event()

    def drip(connection, asked):
        connection.sendall(b"HTTP/1.1 200 OK\r\nx-slow: ")
        while not closing.wait(0.02):
            try:
                connection.sendall(b"x")
            except OSError:
                return

    with rude_endpoint(drip, 0.2) as model:
        try:
            assert failure(model).endswith(("took longer than 0.2 s", "timed out"))  # whoever notices it first
        finally:
            closing.set()


def test_an_answer_is_not_unpacked_and_the_key_goes_nowhere_else(monkeypatch):
    monkeypatch.setenv(VARIABLE, f"{KEY}\n")
    asked = []

    def send_elsewhere(connection, request):
        asked.append(request)
        body = f"\x1b[2J{KEY} is wrong, ask http://127.0.0.1:9/".encode()
        head = (
            f"HTTP/1.1 307 Temporary Redirect\r\nlocation: http://127.0.0.1:9/\r\ncontent-length: {len(body)}\r\n\r\n"
        )
        connection.sendall(head.encode() + body)

    with rude_endpoint(send_elsewhere) as model:
        reason = failure(model)
    assert ("status 307" in reason, KEY in reason, "\x1b" in reason) == (True, False, False)
    (request,) = asked
    assert f"authorization: Bearer {KEY}\r\n" in request
    assert "accept-encoding: identity\r\n" in request


def test_a_key_that_cannot_be_sent_is_refused_and_not_shown(monkeypatch):
    monkeypatch.setenv(VARIABLE, f"{KEY}\n{KEY}ž")
    with pytest.raises(Refused) as refused:
        Endpoint("http://127.0.0.1:9/v1", "stub", 5.0, {})
    assert (refused.value.code, KEY in str(refused.value)) == ("bad-key", False)


def test_what_an_endpoint_refuses_for_a_moment_is_asked_again():
    with endpoint("--fail", "429,500,503") as model:
        assert model.ask(ASKED).text.startswith("I have thought about it.\nACTION: ")


def test_an_answer_that_never_ends_is_given_up_and_asked_for_again():
    with endpoint("--fail", "slow", seconds=0.3) as model:
        assert "ACTION: " in model.ask(ASKED).text


@pytest.mark.parametrize(
    ("failures", "reason"),
    [("garbage", "not of the expected form"), ("400", "status 400"), (",".join(["500"] * 6), "500")],
)
def test_an_endpoint_that_fails_ends_the_experiment_with_a_reason(failures, reason):
    with endpoint("--fail", failures) as model, pytest.raises(Refused, match=reason) as refused:
        model.ask(ASKED)
    assert refused.value.code == "model-failed"


def test_a_wrong_key_and_an_address_where_nothing_answers_are_refused():
    with endpoint("--key", KEY) as model, pytest.raises(Refused, match="status 401"):
        model.ask(ASKED)
    nobody = Endpoint("http://127.0.0.1:9/v1", "stub", 5.0, {}, SOON)
    with pytest.raises(Refused) as refused:
        nobody.ask(ASKED)
    nobody.close()
    assert refused.value.code == "model-failed"
    with pytest.raises(Refused) as refused:
        Endpoint("not an address", "stub", 5.0, {})
    assert refused.value.code == "bad-address"


def test_walking_into_known_walls_is_counted_from_what_was_said_aloud():
    def stubborn(told):
        return "ACTION: north" if "north" in told.rpartition("You can play: ")[2] else "ACTION: end"

    report, _ = played(stubborn)
    tries = sum(said["content"] == "ACTION: north" for said in report.chat)
    (fact,) = report.overlooked
    assert fact == "… walked into a wall that was already known."
    assert tries - 3 <= report.overlooked[fact] < tries  # at first, the wall was new
    assert (report.ended, report.points, report.result) == ("cut", 0.5, {})
    assert 1 <= report.visited < report.places


def test_tries_are_counted_by_code_and_too_many_in_a_row_forfeit():
    report, model = played(lambda told: "I'd rather sing.\nACTION: sing", tries=4)
    assert (report.ended, report.points, report.turns, report.answers) == ("forfeit", 0.0, 0, 4)
    assert (report.refused, report.repeated) == ({"bad-text": 4}, 3)
    assert "REFUSED: bad-text: " in model.chats[-1][-1]["content"]
    assert (report.prompt_tokens, report.completion_tokens, report.seconds) == (40, 8, 2.0)

    report, _ = played(lambda told: "")
    assert report.refused == {"no-action": 5}


def test_a_model_hears_only_what_its_terms_allow():
    def first(told):
        return f"ACTION: {told.rpartition('You can play: ')[2].split('  ')[0]}"

    _, model = played(first, history=0, plies=20)
    assert {len(chat) for chat in model.chats} == {2}
    assert all(chat[0]["role"] == "system" and "# Labyrinth" in chat[0]["content"] for chat in model.chats)
    _, model = played(first, history=1, plies=20)
    assert {len(chat) for chat in model.chats} == {2, 4}
    _, model = played(lambda told: "ACTION: stay", with_board=False, with_actions=False, plies=12)
    told = "".join(said["content"] for chat in model.chats for said in chat[1:])
    assert ("stays put" in told, "You can play" in told, "┈" in told) == (True, False, False)


def test_whatever_is_listed_can_be_tried():
    """At a bank of Labyrinth, a person is shown one word for all amounts, and types one."""
    choose = Random(1)
    report, _ = played(lambda told: choose.choice(told.rpartition("You can play: ")[2].split("  ")), plies=400)
    assert ("withdraws" in " ".join(report.heard), report.refused) == (True, {})


def test_a_dry_run_shows_the_first_question_and_asks_nothing():
    ended = llm("labyrinth", "--dry-run", "--no-board", "--endpoint", "http://127.0.0.1:9", "--model", "none")
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith("[system]\nYou play one seat of a board game.")
    assert "# Labyrinth" in ended.stdout
    assert "[user]\n" in ended.stdout


def test_results_under_other_terms_and_other_files_are_refused_and_a_torn_line_is_written_anew(tmp_path):
    file = tmp_path / "results.jsonl"
    report, _ = played(lambda told: "", plies=8)
    add_report(file, report)
    whole = file.read_bytes()
    file.write_bytes(whole + whole[:100])
    assert read_reports(file, report.terms) == [report]
    add_report(file, report)
    assert file.read_bytes() == whole * 2
    with pytest.raises(Refused) as refused:
        read_reports(file, terms(plies=9))
    assert refused.value.code == "other-terms"
    file.write_text("something\n")
    with pytest.raises(Refused) as refused:
        read_reports(file, report.terms)
    assert refused.value.code == "bad-results"


def test_a_file_is_read_whatever_a_model_has_said_and_wherever_it_was_cut_off(tmp_path):
    file = tmp_path / "results.jsonl"
    report, _ = played(lambda told: "one\u2028two\x85three ┈", plies=8)
    add_report(file, report)
    whole = file.read_bytes()
    file.write_bytes(whole * 2 + whole[: whole.index("┈".encode()) + 1])
    assert read_reports(file, report.terms) == [report] * 2
    add_report(file, report)
    assert file.read_bytes() == whole * 3


def test_two_experiments_do_not_write_to_the_same_file(tmp_path):
    file = tmp_path / "new" / "results.jsonl"
    with owning(file):
        ended = llm("kuhn", "--command", "cat", "--games", 1, "--out", file)
    assert (ended.returncode, "Another experiment is writing to" in ended.stderr) == (1, True)
    (tmp_path / "file").write_text("")
    ended = llm("kuhn", "--command", "cat", "--games", 1, "--out", tmp_path / "file" / "results.jsonl")
    assert (ended.returncode, "cannot be used" in ended.stderr) == (1, True)


@pytest.mark.parametrize(
    ("answer", "action"),
    [
        ("ACTION: e2-f2", "e2-f2"),
        ("I see.\n\n**Action:** `shoot:north`\n", "shoot:north"),
        ("ACTION: one\nNo, better:\naction = two", "two"),
        ("e2-f2", "e2-f2"),
    ],
)
def test_the_action_is_read_from_the_last_line_that_has_one(answer, action):
    assert read_action(answer) == action


@pytest.mark.parametrize("answer", ["", "\n \n", "ACTION: ", "word " * 40, "\n" * 1_000_000])
def test_an_answer_without_an_action_is_refused(answer):
    with pytest.raises(Refused) as refused:
        read_action(answer)
    assert refused.value.code == "no-action"


def test_intervals_are_those_of_wilson():
    assert [round(limit, 4) for limit in wilson(5, 10)] == [0.2366, 0.7634]
    assert [round(limit, 4) for limit in wilson(0, 10)] == [0.0, 0.2775]


def test_reports_are_summed_up():
    report, _ = played(lambda told: "", plies=8)
    won = msgspec.structs.replace(report, points=1.0, prompt_tokens=None)
    summary = summarize([report, won])
    assert (summary.wins, summary.draws, summary.losses, summary.points) == (1, 0, 1, 0.5)
    assert (summary.refused, summary.prompt_tokens) == ({"no-action": 10}, None)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("kuhn",), 2),
        (("kuhn", "--endpoint", "http://127.0.0.1:9"), 2),
        (("kuhn", "--command", "cat", "--seats", "z"), 1),
        (("labyrinth", "--command", "cat", "--level", "10"), 1),
        (("chess", "--command", "cat"), 1),
    ],
)
def test_wishes_that_make_no_experiment_are_refused(arguments, code):
    ended = llm(*arguments)
    assert (ended.returncode, bool(ended.stderr)) == (code, True)
