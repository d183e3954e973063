"""`start.pyw` installs the house, opens it and closes it again, in a window or in lines, and says what is in the way."""

import ast
import os
import re
import shutil
import signal
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from houses import until
from sources.packages import PYTHON
from windows.displays import display, have_windows
from windows.starts import Machine, Opened

import terms
from starting.causes import cause_of
from starting.texts import LANGUAGES, TRANSLATIONS

ROOT = Path(__file__).parents[3]
EACH = ["lines", *(["window"] if have_windows() else [])]
OLD = "sys.version_info = (3, 9, 2)"
ON_WINDOWS = """sys.path.insert(0, sys.argv[0].replace('start.pyw', 'tools'))
from starting import programs, pythons, work
pythons.IS_WINDOWS = programs.IS_WINDOWS = True
programs.ALONE, work.PATIENCE = dict(creationflags=0), {patience}"""
READ_BY_OLD = ["start.pyw", "tools/install.py", "src/ludoteka/__init__.py", "src/ludoteka/opening.py"]
READ_BY_OLD += [
    f"tools/starting/{name}.py" for name in ["__init__", "main", "texts", "pythons", "state", "lines", "page", "window"]
]


@pytest.fixture(scope="module")
def screen(tmp_path_factory):
    if "window" not in EACH:
        yield None
        return
    with display(tmp_path_factory.mktemp("display")) as shown:
        yield shown


@pytest.fixture(params=EACH)
def surface(request, screen):
    """A display on which starts have windows, or None: there they write lines."""
    return screen if request.param == "window" else None


@pytest.fixture
def opened():
    """A function that opens `start.pyw`; what a failed test leaves open is killed."""
    starts = []
    yield lambda *how, **more: starts.append(Opened(*how, **more)) or starts[-1]
    for start in starts:
        start.process.kill()
        start.end()


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A machine on which everything is installed, and that cannot reach an index any more."""
    machine = Machine(tmp_path_factory.mktemp("installed"))
    start = Opened(machine)
    start.until("Ludoteka is open")
    until(lambda: not (machine.copy / ".venv" / "deferred").exists())
    start.close()
    machine.lack_network()
    return machine


def test_the_first_start_installs_and_opens_the_house_and_the_next_one_shows_it(opened, machine, surface):
    start = opened(machine, surface, LANGUAGE="cs")
    start.until(f"Ludoteka je otevřena: http://127.0.0.1:{machine.port}/")
    assert list(machine.copy.glob(".venv/lib/*/site-packages/toy_toy.py"))
    until(lambda: list(machine.copy.glob(".venv/lib/*/site-packages/numba_toy.py")))
    assert opened(machine, DISPLAY=":nowhere").end() == 0
    assert machine.shown[-1] == f"http://127.0.0.1:{machine.port}/"
    start.close()


def test_a_later_start_installs_nothing(opened, installed):
    start = opened(installed)
    start.until("Ludoteka is open")
    assert "nstall" not in start.texts
    start.close()


def test_the_house_ends_also_if_what_opened_it_is_killed(opened, installed, surface):
    start = opened(installed, surface)
    start.until("Ludoteka is open")
    start.process.kill()
    start.end()
    until(lambda: not installed.processes)


def test_an_old_python_is_named_and_the_one_that_is_needed(opened, machine, surface):
    start = opened(machine, surface, OLD, LANGUAGE="ru_RU:en", PATH=str(machine.programs))
    start.until("нужен Python 3.11 или новее", "это версия 3.9.", "Установите более новую")
    start.close()


@pytest.mark.parametrize(("program", "option"), [("python3.19", ""), ("py", "-3.19")])
def test_a_newer_python_on_the_machine_is_used_instead_of_an_old_one(opened, installed, screen, program, option):
    installed.have(program, f'{f"[ $1 = {option} ] && shift || exit 1;" if option else ""} exec {PYTHON} "$@"')
    system = ON_WINDOWS.format(patience=0) if option else ""
    start = opened(installed, screen, f"{system}\n{OLD}")
    start.until("Ludoteka is open")
    start.close()


@pytest.mark.parametrize("modules", [("venv",), ("pip", "ensurepip")])
def test_without_venv_or_pip_the_package_to_install_is_named(opened, machine, screen, modules):
    machine.lack(*modules)
    start = opened(machine, screen)
    start.until("This Python cannot make virtual environments. On Debian and Ubuntu: apt install python3-venv")
    start.close()


def test_without_a_network_one_is_asked_for(opened, machine, screen):
    machine.lack_network()
    start = opened(machine, screen, LANGUAGE="cs")
    start.until("Balíčky nelze stáhnout. Připojte se k internetu a zkuste to znovu.", "Connection refused")
    start.close()


def test_a_full_disk_is_named_while_the_house_is_installed(opened, machine, screen):
    start = opened(machine, screen, largest_file=100_000)
    start.until("The disk is full. Free some space, then start again.")
    start.close()
    start = opened(machine, screen)
    start.until("Ludoteka is open")
    start.close()


def test_a_full_disk_is_named_while_the_house_is_opened(opened, installed, screen, tmp_path):
    home = {"XDG_DATA_HOME": str(tmp_path)}
    start = opened(installed, screen, largest_file=1, **home)
    start.until("The disk is full. Free some space, then start again.")
    start.close()
    start = opened(installed, screen, **home)
    start.until("Ludoteka is open")
    start.close()


def test_a_taken_port_is_named_and_once_it_is_free_one_can_start_again_in_the_same_window(opened, installed, surface):
    with HTTPServer(("127.0.0.1", installed.port), BaseHTTPRequestHandler) as other:
        Thread(target=other.serve_forever).start()
        start = opened(installed, surface, LANGUAGE="ru")
        start.until(f"Порт {installed.port} занят другой программой. Закройте её и снова запустите Ludoteka.")
        other.shutdown()
    if surface:
        surface.press("Запустить снова")
        start.until("Ludoteka открыта")
    start.close()


def test_a_refusal_of_the_house_is_shown_as_it_is(opened, installed, screen, tmp_path):
    (tmp_path / "ludoteka").mkdir()
    (tmp_path / "ludoteka" / "ludoteka.sqlite").write_text("a letter")
    start = opened(installed, screen, XDG_DATA_HOME=str(tmp_path))
    start.until("is not the database of a house.")
    start.close()


def test_what_is_closed_while_it_installs_leaves_nothing_and_the_next_start_begins_anew(opened, machine, surface):
    pipe = machine.hold_up()
    start = opened(machine, surface)
    until(lambda: has_uv(machine))
    start.close()
    assert (machine.environment_folder / "unfinished").exists()
    start = opened(machine, surface)
    pipe.write_text("go on\n")
    start.until("Ludoteka is open")
    start.close()


def has_uv(machine):
    """Tell whether uv is running."""
    return any(f"{machine.programs}/uv" in command for command in machine.processes.values())


def test_of_two_starts_at_once_one_installs_and_both_lead_to_the_house(opened, machine, screen):
    pipe = machine.hold_up()
    first = opened(machine, screen)
    until(lambda: has_uv(machine))
    second = opened(machine)
    second.until("Another window is already opening Ludoteka ...")
    pipe.write_text("go on\n")
    first.until("Ludoteka is open")
    assert second.end() == 0
    assert "unpacking" not in second.texts
    first.close()


def test_without_windows_and_terminal_a_page_shows_the_start_and_closes_the_house(opened, machine):
    start = opened(machine, DISPLAY=":nowhere", LANGUAGE="ru")
    page = until(lambda: machine.shown)[0]
    shown = until(lambda: asked(page), lambda text: "Ludoteka открыта" in text)
    assert "Закрыть</button>" in shown
    assert until(lambda: machine.shown[1:]) == [f"http://127.0.0.1:{machine.port}/"]
    with pytest.raises(HTTPError, match="404") as refusal:
        asked(page[: page.rindex("/", 0, -1)] + "/close", b"")
    assert page.rsplit("/", 2)[1] not in str(refusal.value.headers), "the address is a secret"
    refusal.value.close()
    assert "Ludoteka закрыта." in asked(f"{page}close", b"")
    assert start.end() == 0
    assert not machine.processes


def asked(address, content=None):
    """Return a page, or what a button of it answers."""
    with urlopen(address, content, timeout=60) as answer:  # noqa: S310 - our own http address
        return answer.read().decode()


@pytest.mark.parametrize("is_stuck", [False, True])
def test_on_windows_the_house_lies_elsewhere_and_is_closed_without_signals(
    opened, installed, machine, screen, is_stuck
):
    """As far as Linux can imitate it."""
    machine.lack_network()
    machine.have("taskkill", f'echo "$@" >> {machine.folder}/killed; kill -9 $4')
    shutil.copytree(installed.environment_folder, machine.environment_folder, symlinks=True)
    (machine.environment_folder / "bin").rename(machine.environment_folder / "Scripts")
    python = machine.environment_folder / "Scripts" / "python"
    python = python.rename(python.with_name("python.exe"))
    (machine.environment_folder / "installed").touch()
    start = opened(machine, screen, ON_WINDOWS.format(patience=0 if is_stuck else 60))
    start.until("Ludoteka is open")
    (house,) = [process for process, command in machine.processes.items() if command.startswith(str(python))]
    if is_stuck:
        os.kill(house, signal.SIGSTOP)
    start.close()
    assert (machine.folder / "killed").read_text() == f"/f /t /pid {house}\n"


@pytest.mark.parametrize("path", READ_BY_OLD)
def test_an_old_python_can_read_what_says_that_it_is_too_old(path):
    ast.parse((ROOT / path).read_text("utf-8"), feature_version=(3, 7))


OUTPUTS = {
    "The disk is full": [
        "error: failed to copy file: No space left on device (os error 28)",
        "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device",
        "OSError: [WinError 112] Недостаточно места на диске",
        "error: failed to write to file (os error 112)",
        "house.sqlite cannot be opened (database or disk is full).",
    ],
    "The packages cannot be downloaded": [
        "error: Failed to fetch: https://example.org/simple/uv/\n  cause: dns error",
        "WARNING: Retrying after connection broken by 'NewConnectionError('Failed to establish a new connection')'",
        "  cause: Connection refused (os error 111)",
        "pip._vendor.urllib3.exceptions.ReadTimeoutError: Read timed out.",
    ],
    "The installation failed": ["ERROR: THESE PACKAGES DO NOT MATCH THE HASHES", "error: (os error 2)", ""],
}


@pytest.mark.parametrize(("sentence", "output"), [(one, output) for one in OUTPUTS for output in OUTPUTS[one]])
def test_what_uv_pip_and_the_house_print_tells_the_cause(sentence, output):
    assert cause_of(output).startswith(sentence)


def test_every_text_is_said_somewhere_and_translated_with_the_same_values_and_the_terms_of_the_termbase():
    sources = [ROOT / "start.pyw", *(ROOT / "tools").rglob("*.py")]
    trees = [ast.parse(path.read_text("utf-8")) for path in sources if path.name != "texts.py"]
    strings = {node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert TRANSLATIONS.keys() <= strings
    for text, translations in TRANSLATIONS.items():
        for language, translation in zip(LANGUAGES[1:], translations, strict=True):
            assert sorted(re.findall(r"{\w+}", translation)) == sorted(re.findall(r"{\w+}", text))
            assert not [term for term in terms.terms(language) if not term.games and term.banned.search(translation)]
