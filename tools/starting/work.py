"""The work of a start: install if need be, open the house, close it."""

import os
import re
import shutil
import socket
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Queue
from threading import Lock, Thread

import install
from ludoteka.opening import BROWSER_TIMEOUT, is_house, show_in_browser
from starting.causes import cause_of, end_of_house, sentence_of
from starting.programs import Program, take_turn, this_python
from starting.state import CLOSED, FAILED, OPEN, WORKING, State
from starting.texts import say

ENVIRONMENT, LOCK = install.ROOT / ".venv", install.ROOT / "requirements.lock"
STAMP = ENVIRONMENT / "installed"  # as in the Makefile: younger than what the environment was made from
BOOTSTRAP = (this_python(), Path(install.__file__), ENVIRONMENT, LOCK)
HOUSE = Path(__file__).with_name("house.py")
ADDRESS = re.compile(r"http://\S+")
PATIENCE = 10.0  # seconds in which a house closes by itself
INTERVAL = 0.2  # seconds between two looks whether another start has come to its end


class Stop(Exception):
    """The work is over; `state` says why."""

    def __init__(self, state: State) -> None:
        super().__init__(state.text)
        self.state = state


class Start:
    """A start in the background; `states` has what no surface has shown yet."""

    def __init__(self, port: int, arguments: list[str]) -> None:
        self.states: Queue[State] = Queue()
        self._port, self._arguments = port, arguments
        self._address = f"http://127.0.0.1:{port}/"
        self._programs: list[Program] = []
        self._lock = Lock()
        self._turn: int | None = None  # while no other start may begin
        self._is_closing = self._is_open = False

    def begin(self) -> None:
        """Begin the work, or begin it again after it failed."""
        Thread(target=self._work, daemon=True).start()

    def show_house(self) -> None:
        """Show the house in a browser."""
        show_in_browser(self._address)

    def finds_house(self) -> bool:
        """Tell whether the house is open already; if so, show it."""
        is_open = is_house(self._address)
        if is_open:
            show_in_browser(self._address).join(BROWSER_TIMEOUT)
        return is_open

    def close(self) -> None:
        """End everything that was started."""
        with self._lock:
            self._is_closing = True
        for program in self._programs:
            program.end()

    def _work(self) -> None:
        try:
            self._wait_for_turn()
            if not _is_ready():
                self._install()
            self._open()
        except Stop as stop:
            self.states.put(stop.state)
        except OSError as error:
            self.states.put(State(FAILED, cause_of(str(error)), str(error)))
        except BaseException:  # a fault of ours, which nobody would see
            self.states.put(State(FAILED, end_of_house(""), traceback.format_exc()))
            raise
        finally:
            self._end_turn()

    def _say(self, text: str) -> None:
        self.states.put(State(WORKING, text))

    def _run(self, *command: "str | Path", patience: float = 0.0, is_silent: bool = False) -> Program:
        with self._lock:
            if self._is_closing:
                raise Stop(State(CLOSED, ""))
            self._programs.append(Program(*command, patience=patience, is_silent=is_silent))
            return self._programs[-1]

    def _wait_for_turn(self) -> None:
        """Wait until no other start is between its first step and the open house."""
        start = install.ROOT / "start.pyw"
        self._turn = take_turn(start)
        if self._turn is None:
            self._say(say("Another window is already opening Ludoteka ..."))
        while self._turn is None:
            time.sleep(INTERVAL)
            self._turn = take_turn(start)

    def _end_turn(self) -> None:
        if self._turn is not None:
            os.close(self._turn)
            self._turn = None

    def _install(self) -> None:
        self._say(say("Preparing the installation ..."))
        program = self._run(*BOOTSTRAP, "--without-compiler")
        for line in program.lines():
            self._say(line)
        if program.failed:
            raise Stop(_failure(program, cause_of))
        STAMP.touch()

    def _open(self) -> None:
        """Open the house, and wait until it is closed."""
        self._is_open = False
        self._say(say("Opening the house ..."))
        if self.finds_house():
            raise Stop(State(CLOSED, ""))
        if _is_taken(self._port):
            text = "Port {port} is taken by another program. Close that program, then start again."
            raise Stop(State(FAILED, say(text, port=self._port)))
        if (ENVIRONMENT / install.DEFERRED).exists():
            nice = ["nice"] if shutil.which("nice") else []
            self._run(*nice, *BOOTSTRAP, "--compiler", is_silent=True)
        python = install.python_of(ENVIRONMENT)
        options = ("--no-browser", "--port", str(self._port), *self._arguments)
        house = self._run(python, "-P", HOUSE, *options, patience=PATIENCE)
        for line in house.lines():
            self._read(line)
        raise Stop(self._end(house))

    def _read(self, line: str) -> None:
        """Read what the house prints: once its address, then its log."""
        found = ADDRESS.search(line)
        if found and not self._is_open:
            self._is_open = True
            self._address = found[0]
            self._end_turn()
            self.states.put(State(OPEN, line))
            self.show_house()

    def _end(self, house: Program) -> State:
        """Return why a house has ended."""
        if not house.failed or self.finds_house():  # which another start has opened in the meantime
            return State(CLOSED, "")
        return _failure(house, end_of_house)


def _failure(program: Program, cause: Callable[[str], str]) -> State:
    text = sentence_of(program.last_lines, cause)
    return State(FAILED, text, "\n".join(line for line in program.last_lines if line != text))


def _is_ready() -> bool:
    """Tell whether everything is installed, as make does."""
    sources = (LOCK, install.ROOT / "pyproject.toml")
    return STAMP.exists() and all(STAMP.stat().st_mtime >= source.stat().st_mtime for source in sources)


def _is_taken(port: int) -> bool:
    """Tell whether a program listens on a port of this machine."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False
