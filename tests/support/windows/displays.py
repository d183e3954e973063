"""A display for programs with windows, and a program that reads and presses what they show.

`make test` runs this file first to install Xvfb, and tkinter for Python, if possible.
"""

import json
import os
import secrets
import shutil
import struct
import subprocess
from contextlib import contextmanager

from houses import until
from programs import debian
from sources.packages import PYTHON

NAME = b"MIT-MAGIC-COOKIE-1"
DRIVER = """
import json, sys, tkinter
root = tkinter.Tk(baseName="driver")
root.withdraw()
for line in sys.stdin:
    try:
        answer = root.tk.call("send", *json.loads(line))
    except tkinter.TclError:  # there is no such program, or it has just ended
        answer = ""
    print(json.dumps(str(answer)), flush=True)
"""
WALK = """
set found {}
set left .
while {[llength $left]} {
    set left [lassign $left widget]
    lappend left {*}[winfo children $widget]
    if {[winfo viewable $widget]} {
        switch [winfo class $widget] {
            TLabel - TButton {lappend found [list $widget [$widget cget -text]]}
            Text {lappend found [list $widget [$widget get 1.0 end]]}
        }
    }
}
"""
TEXTS = WALK + "set texts {}; foreach one $found {lappend texts [lindex $one 1]}; join $texts \\n"
PRESS = WALK + "foreach one $found {if {[lindex $one 1] eq %s} {after idle [list [lindex $one 0] invoke]; return 1}}"
CLOSE = "after idle [wm protocol . WM_DELETE_WINDOW]"  # as a window manager asks


def have_windows():
    """Tell whether programs of this Python can have windows here."""
    asked = [PYTHON, "-c", "import tkinter"]
    has_tkinter = subprocess.run(asked, stderr=subprocess.DEVNULL, check=False).returncode == 0
    return has_tkinter and shutil.which("Xvfb") is not None


class Display:
    """A display, at `environment`, and what a program with a name shows on it."""

    def __init__(self, folder):
        (folder / "cookie").write_bytes(
            struct.pack(f">HHHH{len(NAME)}sH16s", 0xFFFF, 0, 0, len(NAME), NAME, 16, secrets.token_bytes(16))
        )
        command = [
            "Xvfb",
            "-displayfd",
            "1",
            "-auth",
            folder / "cookie",
            "-nolisten",
            "tcp",
            "-screen",
            "0",
            "800x600x24",
        ]
        self._server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        number = self._server.stdout.readline().strip()
        self.environment = {"DISPLAY": f":{number}", "XAUTHORITY": str(folder / "cookie")}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self._driver = subprocess.Popen([PYTHON, "-c", DRIVER], env=os.environ | self.environment, **pipes)

    def send(self, script, program="ludoteka"):
        """Let a program carry out a script of Tcl; return the answer, which is empty if there is no such program."""
        self._driver.stdin.write(json.dumps([program, script]) + "\n")
        self._driver.stdin.flush()
        return json.loads(self._driver.stdout.readline())

    def press(self, text, program="ludoteka"):
        """Press the button with a text once it is there."""
        until(lambda: self.send(PRESS % json.dumps(text), program))

    def close(self):
        for process in (self._driver, self._server):
            process.terminate()
            process.communicate()


@contextmanager
def display(folder):
    shown = Display(folder)
    try:
        yield shown
    finally:
        shown.close()


if __name__ == "__main__":
    if not have_windows() and debian.can_install():
        print("Installing Xvfb and tkinter for the tests of start.pyw ...", flush=True)  # noqa: T201 - also run as a program
        debian.install("xvfb", "python3-tk")
    if not have_windows():
        print(f"Left out: tests of windows, which need your system's packages xvfb and python3-tk (for {PYTHON}).")  # noqa: T201 - as above
