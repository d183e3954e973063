"""Processor time per test and per file, printed by `pytest --processor-time`.

It counts the test's own process and everything started from it: houses, browsers, servers, command lines.
A program that runs during a test counts for that test, whatever started it, and so does the first compilation.
"""

import os
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
SHOWN = 40  # lines of each table


def processor_time():
    """Return the seconds that this process and its descendants have used, including those that have ended."""
    own = os.times()
    return own.user + own.system + own.children_user + own.children_system + sum(map(_used, _children("self")))


def _children(process):
    listed = []
    with suppress(OSError):  # the process has ended, or its thread while it was listed
        for thread in os.scandir(f"/proc/{process}/task"):
            with suppress(OSError):
                listed += Path(thread, "children").read_text().split()
    return listed


def _used(process):
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # the process has ended, and its time now counts for its parent
        return 0.0
    return sum(map(int, fields[11:15])) / TICK + sum(map(_used, _children(process)))


def pytest_addoption(parser):
    """Add the option that prints the tables."""
    parser.addoption("--processor-time", action="store_true", help="print where the processor time of the tests went")


def pytest_configure(config):
    """Measure if asked to."""
    if config.getoption("processor_time"):
        is_controller = config.getoption("numprocesses", None) and not hasattr(config, "workerinput")
        config.pluginmanager.register(ProcessorTime(is_controller))


class ProcessorTime:
    """Measures every test from the end of the previous one to its own end."""

    def __init__(self, is_controller):
        self._is_controller = is_controller  # of several test processes
        self.by_test = Counter()
        self._last = 0.0

    def pytest_collection_finish(self):
        self._count("(collection)")

    def pytest_runtest_logfinish(self, nodeid):
        self._count(nodeid)

    def pytest_sessionfinish(self, session):
        self._count("(the end)")
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["processor_time"] = dict(self.by_test)

    @pytest.hookimpl(optionalhook=True)  # of pytest-xdist
    def pytest_testnodedown(self, node):
        for name, seconds in getattr(node, "workeroutput", {}).get("processor_time", {}).items():
            self.by_test[name] += seconds

    def _count(self, name):
        if self._is_controller:  # its processes count themselves
            return
        now = processor_time()
        self.by_test[name] += max(0.0, now - self._last)
        self._last = (
            now  # which is less than before when something ended whose processes nobody waited for, as a browser's
        )

    def pytest_terminal_summary(self, terminalreporter, config):
        files, folders = Counter(), Counter()
        for name, seconds in self.by_test.items():
            file = name.partition("::")[0]
            files[file] += seconds
            folders["/".join(file.split("/")[:2])] += seconds
        for title, times in (("folder", folders), ("file", files), ("test", self.by_test)):
            terminalreporter.section(f"processor time by {title}")
            for name, seconds in times.most_common(SHOWN):
                terminalreporter.line(f"{seconds:8.2f} s  {name}")
        terminalreporter.line(f"{sum(self.by_test.values()):8.2f} s  in all")
