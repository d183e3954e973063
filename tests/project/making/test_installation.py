"""tools/install.py installs with uv where it can, and with pip where it must; here from an index on this machine."""

import fcntl
import os
import pty
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest
from houses import until
from sources.packages import PATH, PYTHON, UV, publish, write_house

INSTALL = Path(__file__).parents[3] / "tools" / "install.py"


class Machine:
    """A machine with Python and pip, a house without content, and an index that knows some packages."""

    def __init__(self, folder):
        self.folder = folder
        self.filled = folder / "filled"
        self.lock, self.uv_lock = folder / "toy.lock", folder / "uv.lock"
        self.programs = folder / "programs"
        self.used = folder / "used"  # the arguments of each start of uv
        self.programs.mkdir()
        self.lock.write_text(publish(folder / "index", "toy", {"toy.py": "NUMBER = 42\n"}))
        self.compiler = {name: publish(folder / "index", name, {f"{name}.py": ""}) for name in ("numba", "numpy")}
        self.house = folder / "house"
        write_house(self.house)
        (self.house / "build.lock").touch()
        counted = f'#!/bin/sh\necho "$@" >> {self.used}\nexec {UV} "$@"\n'
        self.uv_lock.write_text(publish(folder / "index", "uv", {"uv-1.data/scripts/uv": counted}))

    @property
    def working(self):
        """The script of a uv that works, and notes its arguments."""
        return f'echo "$@" >> {self.used}\nexec {UV} "$@" --default-index file://{self.folder}/index'

    def have_uv(self, script):
        """Put a program with the name of uv on the PATH."""
        (self.programs / "uv").write_text(f"#!/bin/sh\n{script}\n")
        (self.programs / "uv").chmod(0o755)

    def command(self, *how):
        changed = f"""import sys; sys.path.insert(0, {str(INSTALL.parent)!r}); import install; from pathlib import Path
install.UV_LOCK, install.ROOT = Path({str(self.uv_lock)!r}), Path({str(self.house)!r})
install.BUILD_LOCK = install.ROOT / "build.lock"
import signal; signal.signal(signal.SIGINT, signal.default_int_handler)  # also where a shell ignores it
install.main()"""
        return [PYTHON, "-c", changed, *how, str(self.filled), str(self.lock)]

    @property
    def environment(self):
        (self.folder / "pip.conf").write_text(f"[global]\nindex-url = file://{self.folder}/index\n")
        return {
            "PATH": f"{self.programs}:{PATH}",
            "HOME": str(self.folder),
            "PIP_CONFIG_FILE": f"{self.folder}/pip.conf",
            "UV_CACHE_DIR": f"{self.folder}/cache",  # as some people set it
        }

    def install(self, *how):
        """Install, only into a folder if not said otherwise; return what is printed."""
        done = subprocess.run(
            self.command(*(how or ["--target"])),
            env=self.environment,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            check=False,
        )
        self.failed = done.returncode != 0
        return done.stdout + done.stderr

    @property
    def has_toy(self):
        return (self.filled / "toy.py").exists() and not (self.filled / "unfinished").exists()

    def has(self, *packages):
        return all(list(self.filled.glob(f"lib/*/site-packages/{name}.py")) for name in packages)


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


@pytest.fixture(params=[True])
def opened(machine, request):
    """A machine, with or without uv, on which the house can open, but still lacks the compiler."""
    if request.param:
        machine.have_uv(machine.working)
    machine.lock.write_text("# written by a tool\n" + machine.lock.read_text() + "".join(machine.compiler.values()))
    said = machine.install("--without-compiler")
    assert (
        said.splitlines()[-1] == "numba, which makes the computer think faster, is installed while the house is open."
    )
    assert machine.has("house", "toy")
    assert not machine.has("numba")
    assert not machine.has("numpy")
    return machine


def test_a_uv_that_is_there_installs(machine):
    machine.have_uv(machine.working)
    assert machine.install() == ""
    assert machine.has_toy
    assert len(machine.used.read_text().splitlines()) == 1


def test_where_there_is_no_uv_pip_fetches_one_and_it_is_gone_afterwards(machine):
    assert machine.install() == ""
    assert machine.has_toy
    assert machine.used.read_text().startswith("pip install")
    assert not list(machine.filled.rglob("uv"))


def test_a_uv_whose_hash_is_not_the_locked_one_is_not_used(machine):
    machine.uv_lock.write_text("uv==1 --hash=sha256:" + 64 * "0")
    said = machine.install()
    assert "DO NOT MATCH THE HASHES" in said
    assert "so pip does it" in said
    assert machine.has_toy
    assert not machine.used.exists()


def test_where_uv_fails_pip_is_tried_after_a_sentence_and_if_nothing_can_be_installed_the_last_one_says_so(machine):
    machine.have_uv(f"echo error: the index cannot be reached\n{machine.working}")
    machine.lock.write_text("nowhere==1 --hash=sha256:" + 64 * "0")
    said = machine.install()
    assert "error: the index cannot be reached" in said
    assert "Installing with uv failed, so pip does it, which takes longer." in said
    assert said.rstrip().endswith("Mend the cause, then start again.")
    assert machine.failed
    assert not (machine.filled / "unfinished").exists(), "what was installed before is whole"


def test_an_installation_that_is_interrupted_is_known_to_be_unfinished(machine):
    machine.have_uv("kill -INT $PPID")
    machine.install()
    assert machine.failed
    assert (machine.filled / "unfinished").exists()


def test_a_new_environment_that_could_not_be_filled_is_gone_so_that_the_next_attempt_is_like_the_first(machine):
    machine.have_uv(machine.working)
    (machine.folder / "index").rename(machine.folder / "gone")
    machine.install("--without-compiler")
    assert machine.failed
    assert not machine.filled.exists()


def test_an_interrupted_installation_begins_anew(machine):
    machine.have_uv(machine.working)
    (machine.filled / "unfinished").mkdir(parents=True)
    (machine.filled / "half.py").touch()
    machine.install()
    assert machine.has_toy
    assert not (machine.filled / "half.py").exists()


@pytest.mark.parametrize("opened", [False], indirect=True, ids=["without uv"])
def test_the_compiler_is_installed_while_the_house_is_open(opened):
    fetched = opened.used.read_text().count("\n")
    assert opened.install("--compiler") == ""
    assert opened.has("house", "toy", "numba", "numpy")
    assert not (opened.filled / "deferred").exists()
    assert opened.used.read_text().count("\n") == fetched + 1, "uv was not fetched again"
    assert opened.install("--compiler") == "", "nothing is left to be done"


def test_an_interrupted_installation_of_the_compiler_goes_on_the_next_time(opened):
    (opened.filled / "deferred" / "packages" / "numba.py").mkdir(parents=True)
    assert opened.install("--compiler") == ""
    assert opened.has("numba", "numpy")


def test_two_processes_do_not_install_the_compiler_at_once_and_who_installs_more_waits_for_it(opened):
    with (opened.filled / "deferred" / "compiler.lock").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert opened.install("--compiler") == ""
        assert not opened.has("numba")
        with subprocess.Popen(opened.command(), env=opened.environment, stdout=subprocess.PIPE) as waiting:
            until(lambda: is_waiting_for_lock(waiting.pid))
            fcntl.flock(lock, fcntl.LOCK_UN)
            waiting.communicate()
    assert waiting.returncode == 0
    assert opened.has("house", "toy", "numba", "numpy")


def is_waiting_for_lock(process):
    """Tell whether a process waits for a lock of a file that another has."""
    return any("->" in line and f" {process} " in line for line in Path("/proc/locks").read_text().splitlines())


def test_where_the_compiler_cannot_be_installed_one_sentence_says_what_that_means_and_the_house_stays(opened):
    (opened.folder / "index").rename(opened.folder / "gone")
    assert opened.install("--compiler").splitlines()[-1] == "Until numba is installed, the computer thinks more slowly."
    assert opened.failed
    assert opened.has("house", "toy")
    (opened.folder / "gone").rename(opened.folder / "index")
    assert opened.install("--compiler") == ""
    assert opened.has("numba", "numpy")


def test_an_environment_that_exists_gets_the_compiler_with_all_the_rest(opened):
    opened.install("--compiler")
    opened.lock.write_text(opened.lock.read_text() + publish(opened.folder / "index", "new", {"new.py": ""}))
    opened.install("--without-compiler")
    assert opened.has("new", "numba")
    assert not (opened.filled / "deferred").exists()


def test_in_a_terminal_one_line_says_what_is_being_installed_and_how_much_is_left():
    code = f"""import sys; sys.path.insert(0, {str(INSTALL.parent)!r}); import progress; from pathlib import Path
progress = progress.Progress(Path({str(INSTALL.parents[1] / "requirements-uv.lock")!r}))
for line in sys.argv[1:]: progress.read(line)
progress.end()"""
    uv = ("Downloading numpy (16.1MiB)", "Downloading numba (3.7MiB)", "Downloaded numpy", "Prepared 2 packages in 1s")
    assert shown_in_terminal(code, *uv) == [
        "Installing 1 packages ...",
        "Installing 1 packages: numpy, 17 MB to download ...",
        "Installing 1 packages: numpy, numba, 21 MB to download ...",
        "Installing 1 packages: numba, 4 MB to download ...",
        "Installing 1 packages: unpacking ...",
        "",
    ]
    pip = ("Collecting numpy==2.4.6", "  Using cached numpy", "Installing collected packages: numpy")
    assert shown_in_terminal(code, *pip)[1:] == [
        "Installing numpy (1 of 1 packages) ...",
        "Installing 1 packages: unpacking ...",
        "",
    ]


def shown_in_terminal(code, *arguments):
    """Return what a Python program shows one after the other in the same line of a terminal."""
    ours, theirs = pty.openpty()
    subprocess.run([PYTHON, "-c", code, *arguments], stdout=theirs, check=True, env={"COLUMNS": "100"})
    os.close(theirs)
    said = b""
    with suppress(OSError):  # with which Linux ends the output of a terminal
        while part := os.read(ours, 65536):
            said += part
    os.close(ours)
    first, *shown = said.decode().split("\r\x1b[K")
    assert first == ""
    return shown
