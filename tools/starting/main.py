"""A start from beginning to end.  Python 3.6 and newer can read this file."""

import signal
import sys
from argparse import ArgumentParser
from contextlib import suppress
from typing import TYPE_CHECKING

from ludoteka.opening import PORT, has_display
from starting import pythons
from starting.lines import Lines
from starting.page import Page
from starting.state import Refusal
from starting.texts import say

if TYPE_CHECKING:
    from starting.window import Window
    from starting.work import Start

SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")  # some of which some systems lack


def main() -> int:
    """Start the house, show how far that is, and close the house in the end; return the exit code."""
    if pythons.is_old():
        newer = pythons.newer_python()
        if newer:
            pythons.restart_with(newer)
        advice = say("Install a newer one from python.org, then open start.pyw again.")
        return surface(Refusal(pythons.complaint() + " " + advice)).run()
    start = new_start()
    if start.finds_house():
        return 0
    for name in SIGNALS:
        with suppress(AttributeError):
            signal.signal(getattr(signal, name), lambda number, frame: sys.exit(128 + number))
    try:
        return surface(start).run()
    finally:
        start.close()


def new_start() -> "Start":
    """Return a start as the command line says: the port is ours, all other arguments are those of the house."""
    from starting.work import Start  # an old Python cannot read it

    parser = ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--port", type=int, default=PORT)
    ours, arguments = parser.parse_known_args()
    return Start(ours.port, arguments)


def surface(start: "Start | Refusal") -> "Window | Page | Lines":
    """Return a window, or what comes nearest to it."""
    with suppress(ImportError):  # Debian may lack tkinter
        import tkinter

        from starting.window import Window

        with suppress(tkinter.TclError):  # there is no display
            return Window(start)
    has_terminal = sys.stdout is not None and sys.stdout.isatty()
    return Page(start) if has_display() and not has_terminal else Lines(start)
