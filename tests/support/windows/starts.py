"""A machine on which `start.pyw` is opened: the house itself, but packages from an index on this machine."""

import os
import secrets
import shutil
import signal
import subprocess
import sysconfig
from contextlib import suppress
from pathlib import Path

from houses import until
from programs.servers import free_port
from sources.packages import PATH, PYTHON, UV, publish, write_house

from windows import displays

ROOT = Path(__file__).parents[3]
LACKING = """import sys, sysconfig
sys.modules.update(dict.fromkeys({modules}))
sysconfig.get_config_vars()["WHEEL_PKG_DIR"] = None  # of Debian's pip
"""


class Machine:
    """A machine without an installation.  What a start needs and the house imports is here or in the index."""

    def __init__(self, folder):
        self.folder, self.copy, self.index = folder, folder / "copy", folder / "index"
        self.home, self.changes, self.programs = folder / "home", folder / "changes", folder / "programs"
        for made in (self.copy, self.home, self.changes, self.programs):
            made.mkdir()
        shutil.copy(ROOT / "start.pyw", self.copy)
        shutil.copytree(ROOT / "tools", self.copy / "tools", ignore=shutil.ignore_patterns("__pycache__"))
        (self.copy / "src").symlink_to(ROOT / "src")
        write_house(self.copy)
        files = {"large.txt": secrets.token_hex(100_000)}
        packages = {name: publish(self.index, name, {f"{name}_toy.py": ""} | files) for name in ("toy", "numba")}
        (self.copy / "requirements.lock").write_text("".join(packages.values()))
        (self.copy / "requirements-build.lock").touch()
        uv = publish(self.index, "uv", {"uv-1.data/scripts/uv": f'#!/bin/sh\nexec {UV} "$@"\n'})
        (self.copy / "requirements-uv.lock").write_text(uv)
        self.have("browser", f'echo "$1" >> {folder}/shown')
        self.port = free_port()

    @property
    def environment_folder(self):
        return self.copy / ".venv"

    def have(self, program, script):
        """Put a program on the PATH."""
        (self.programs / program).write_text(f"#!/bin/sh\n{script}\n")
        (self.programs / program).chmod(0o755)

    def lack(self, *modules):
        """Let no Python import these modules."""
        (self.changes / "sitecustomize.py").write_text(LACKING.format(modules=modules))

    def lack_network(self):
        """Let the index be out of reach for those who start from now on."""
        self.index = self.folder / "nowhere"

    def hold_up(self):
        """Let installations wait until a line is written into the file that is returned."""
        file = self.folder / "pipe"
        os.mkfifo(file)
        waits = f"if [ -e {file} ]; then read line < {file}; rm {file}; fi"
        self.have("uv", f'{waits}; exec {UV} "$@" --default-index file://{self.index}')
        return file

    @property
    def environment(self):
        return {
            "PATH": f"{self.programs}:{PATH}",
            "HOME": str(self.home),
            "PIP_INDEX_URL": f"file://{self.index}" if self.index.exists() else "http://127.0.0.1:1/",
            "PIP_RETRIES": "1",
            "PYTHONPATH": os.pathsep.join(map(str, [self.changes, ROOT / "src", sysconfig.get_path("purelib")])),
            "BROWSER": f"{self.programs}/browser %s",
        }

    @property
    def shown(self):
        """The addresses that a browser was asked to show."""
        file = self.folder / "shown"
        return file.read_text().splitlines() if file.exists() else []

    @property
    def processes(self):
        """The commands of all processes that starts have left, by their ids."""
        mark, commands = f"HOME={self.home}\0".encode(), {}
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if mark in (process / "environ").read_bytes():
                    commands[int(process.name)] = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        return commands


class Opened:
    """`start.pyw`, opened on a machine, in a window if there is a display and in lines otherwise."""

    def __init__(self, machine, display=None, first="", largest_file=None, **environment):
        self.machine, self.display = machine, display
        start = machine.copy / "start.pyw"
        code = f"import runpy, sys; sys.argv[0] = {str(start)!r}\n{first}\nrunpy.run_path(sys.argv[0], run_name='__main__')"
        limit = ["prlimit", f"--fsize={largest_file}"] if largest_file else []
        whole = {"PYTHONDONTWRITEBYTECODE": "1"} if largest_file else {}  # Python 3.11 writes bytecode in part
        self.process = subprocess.Popen(
            [*limit, PYTHON, "-c", code, "--port", str(machine.port)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=machine.environment | (display.environment if display else {}) | whole | environment,
        )
        os.set_blocking(self.process.stdout.fileno(), False)
        self._lines = b""

    @property
    def texts(self):
        """All that is shown."""
        if self.display:
            return self.display.send(displays.TEXTS)
        self._read()
        return self._lines.decode()

    def _read(self):
        if not self.process.stdout.closed:
            self._lines += self.process.stdout.read() or b""

    def until(self, *texts):
        """Wait until all of these texts are shown."""
        return until(lambda: self.texts, lambda shown: all(text in shown for text in texts))

    def end(self):
        """Wait for the end; return the exit code."""
        self.process.wait(60)
        self._read()
        self.process.stdout.close()
        return self.process.returncode

    def close(self):
        """Close the window, or press Ctrl-C, and wait until nothing of it is left."""
        if self.display:
            self.display.send(displays.CLOSE)
        else:
            self.process.send_signal(signal.SIGINT)
        self.end()
        until(lambda: self.machine.processes, lambda left: not left)
