"""A start in a small window.  Python 3.6 and newer can read this file."""

import queue
import sys
import tkinter
from contextlib import suppress
from pathlib import Path
from tkinter import ttk
from typing import TYPE_CHECKING

from starting.state import CLOSED, FAILED, OPEN, WORKING, State
from starting.texts import say

if TYPE_CHECKING:
    from starting.state import Refusal
    from starting.work import Start

ICON = Path(__file__).resolve().parents[2] / "src" / "ludoteka" / "web" / "icons" / "192.png"
WIDTH = 420  # of the text, in pixels at 96 to the inch
INTERVAL = 50  # milliseconds between two looks at what the start says
LINES = 9  # of details; the rest can be scrolled to


class Window:
    """A window with one sentence, a bar that moves while there is work, and buttons.

    Raises:
        tkinter.TclError: there is no display.
    """

    def __init__(self, start: "Start | Refusal") -> None:
        if sys.platform == "win32":
            import ctypes  # only Windows needs it

            with suppress(AttributeError, OSError):
                ctypes.windll.shcore.SetProcessDpiAwareness(1)  # sharp letters
        self._start = start
        self._root = tkinter.Tk(baseName="ludoteka", className="Ludoteka")
        self._root.withdraw()
        self._fill()

    def _fill(self) -> None:
        root = self._root
        root.title("Ludoteka")
        root.resizable(False, False)
        root.protocol("WM_DELETE_WINDOW", root.quit)
        self._icon = tkinter.PhotoImage(file=str(ICON))
        self._small_icon = self._icon.subsample(3)
        root.iconphoto(True, self._icon)
        if root.tk.call("tk", "windowingsystem") == "x11":
            ttk.Style().theme_use("clam")  # the default there looks thirty years old
        frame = ttk.Frame(root, padding=20)
        frame.pack()
        width = round(WIDTH * root.winfo_fpixels("1i") / 96)
        frame.columnconfigure(1, minsize=width)
        self._text = ttk.Label(frame, wraplength=width)
        self._bar = ttk.Progressbar(frame, mode="indeterminate", length=width)
        self._note = ttk.Label(frame, wraplength=width, text=say("It closes with this window. Matches are kept."))
        self._details = tkinter.Text(frame, height=LINES, width=20, wrap="word", relief="flat", font="TkFixedFont")
        self._buttons = ttk.Frame(frame)
        for row, widget in enumerate((self._text, self._bar, self._note, self._details, self._buttons)):
            widget.grid(row=row, column=1, sticky="ew", pady=(12 * (row > 0), 0))
        ttk.Label(frame, image=self._small_icon).grid(row=0, rowspan=3, padx=(0, 20), sticky="n")
        texts = {"Open in the browser": self._start.show_house, "Start again": self._begin, "Close": root.quit}
        self._choices = {text: ttk.Button(self._buttons, text=say(text), command=texts[text]) for text in texts}

    def run(self) -> int:
        """Show the start until its window is closed or the house has ended; return the exit code."""
        self._exit_code = 0
        self._root.update_idletasks()
        self._root.eval("tk::PlaceWindow .")
        self._begin()
        self._root.deiconify()
        self._look()
        self._root.mainloop()
        with suppress(tkinter.TclError):  # the window may be gone with its display
            self._root.withdraw()  # at once: the house may need a moment to close
            self._root.update()
        return self._exit_code

    def _begin(self) -> None:
        self._start.begin()

    def _look(self) -> None:
        with suppress(queue.Empty):
            while True:
                self._show(self._start.states.get_nowait())
        self._root.after(INTERVAL, self._look)

    def _show(self, state: State) -> None:
        self._exit_code = int(state.kind == FAILED)
        if state.kind == CLOSED:
            self._root.quit()
        self._text.configure(text=state.text)
        self._offer(
            *["Open in the browser"] * (state.kind == OPEN),
            *["Start again"] * (state.kind == FAILED and state.can_repeat),
            "Close",
        )
        for widget, is_shown in (
            (self._bar, state.kind == WORKING),
            (self._note, state.kind == OPEN),
            (self._details, bool(state.details)),
        ):
            (widget.grid if is_shown else widget.grid_remove)()
        (self._bar.start if state.kind == WORKING else self._bar.stop)()
        self._details.configure(state="normal")
        self._details.delete("1.0", "end")
        self._details.insert("end", state.details)
        self._details.configure(state="disabled")
        self._details.see("end")

    def _offer(self, *texts: str) -> None:
        for button in self._choices.values():
            button.pack_forget()
        for text in reversed(texts):
            self._choices[text].pack(side="right", padx=(8, 0))
        self._choices[texts[0]].focus_set()
