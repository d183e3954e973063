"""How processes beside an event loop are started."""

import sys
from asyncio import create_subprocess_exec
from asyncio.subprocess import PIPE, Process
from typing import Final

# Ctrl-C interrupts a process group.  A new session would do too, but Linux weighs niceness only within a session; and uvloop
# doesn't know the argument `process_group`, so the process leaves our group itself, before it imports anything else.
IN_GROUP_OF_ITS_OWN: Final = """\
import os, runpy, sys
if hasattr(os, "setpgid"):  # Windows has no groups
    os.setpgid(0, 0)
runpy.run_module(sys.argv.pop(1), run_name="__main__", alter_sys=True)
"""
LINE: Final = 1 << 16  # bytes, as asyncio's own limit


async def start_module(module: str, *arguments: str, longest_line: int = LINE) -> Process:
    """Run a module in a process with pipes for its input and output, on any event loop.  Ctrl-C interrupts only this process."""
    command = (sys.executable, "-c", IN_GROUP_OF_ITS_OWN, module, *arguments)
    return await create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, limit=longest_line)
