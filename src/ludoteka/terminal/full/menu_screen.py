"""The menu on the full screen: arrows and Enter choose a line, and so do its key and the mouse."""

import shutil
from collections.abc import Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ludoteka.core.message import Message
from ludoteka.surfaces.texts import Texts
from ludoteka.terminal.article import wrapped
from ludoteka.terminal.full.dialogs import STYLES, LineDialog, PageDialog
from ludoteka.terminal.menu import QUIT, MenuEntry, MenuLines

FRAME = 8  # columns around a page of text


class MenuScreen(MenuLines):
    """How the menu meets a person on the full screen."""

    @property
    def columns(self) -> int:
        return int(shutil.get_terminal_size().columns * 0.9) - FRAME

    def pick(self, heading: str, entries: Sequence[MenuEntry], texts: Texts) -> str:
        hint = texts.say(Message("↑ ↓ and Enter, or the key of a line   Esc back"))
        return _PickApp(heading, entries, hint).run() or QUIT

    def ask(self, question: str) -> str:
        return _DialogApp(LineDialog(question)).run() or ""

    def show(self, text: str, texts: Texts) -> None:
        _DialogApp(PageDialog(text, texts.say(Message("↑ ↓ scroll   Esc back")))).run()


class _PickApp(App[str]):
    """One page of the menu."""

    CSS = STYLES
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,ctrl+c", "quit", priority=True)]

    def __init__(self, heading: str, entries: Sequence[MenuEntry], hint: str) -> None:
        super().__init__()
        self._heading, self._entries, self._hint = heading, entries, hint
        self._typed = ""  # the digits so far, where a key has several

    def compose(self) -> ComposeResult:
        width = max((len(entry.title) for entry in self._entries if entry.about), default=0)
        yield Static(self._heading, id="status", markup=False)
        yield OptionList(
            *(Option(_shown(entry, width, self.size.width - FRAME), id=entry.key) for entry in self._entries), id="menu"
        )
        yield Static(self._hint, classes="hint", markup=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.exit(event.option.id)

    def on_key(self, event: events.Key) -> None:
        keys = [entry.key for entry in self._entries]
        typed = self._typed + (event.character or "").lower()
        longer = [key for key in keys if key != typed and key.startswith(typed)] if typed else []
        if typed in keys and not longer:
            event.stop()
            self.exit(typed)
        elif longer:
            self._typed = typed if typed.isdecimal() else ""
            self.query_one(OptionList).highlighted = keys.index(typed if typed in keys else longer[0])


def _shown(entry: MenuEntry, width: int, columns: int) -> Text:
    """Return a line of the menu, wrapped beside its title."""
    head = f" {entry.key}  {entry.title.ljust(width if entry.about else 0)}"
    text = wrapped(entry.about, columns, f"{head}   ", " " * (len(head) + 3)) if entry.about else head
    shown = Text(text)
    shown.stylize("bold", 0, len(head))
    return shown


class _DialogApp(App[str]):
    """One dialog on an empty screen."""

    CSS = STYLES
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, dialog: ModalScreen[Any]) -> None:
        super().__init__()
        self._dialog = dialog

    def on_mount(self) -> None:
        self.push_screen(self._dialog, lambda result: self.exit(result or ""))
