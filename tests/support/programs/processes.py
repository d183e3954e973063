"""Processes that a program has started: what they are, and when they end."""

import os
import select
from contextlib import suppress
from pathlib import Path

from programs.servers import children


def children_with(word, parent):
    """The processes that a process has started with a word in their commands."""
    return [child for child in children(parent) if word in command_of(child)]


def command_of(process):
    """The command of a process; empty once it has ended."""
    with suppress(FileNotFoundError):
        return Path(f"/proc/{process}/cmdline").read_bytes().decode()
    return ""


def handles(processes):
    """Descriptors of processes, so that their end can be awaited."""
    return [os.pidfd_open(process) for process in processes]


def is_ready(descriptor):
    """Wait until there is something to read, or, with the descriptor of a process, until it has ended."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(60_000))
