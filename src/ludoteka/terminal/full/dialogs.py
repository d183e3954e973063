"""The dialogs of the full screen and its style sheet: a question, a line, a page, and the curtain between people who share a screen."""

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

NARROW = 110  # columns below which the side is narrow

STYLES = """
Screen { layout: vertical; }
#main { height: 1fr; }
#board { width: 1fr; height: 1fr; }
#side { width: 28; height: 1fr; padding: 0 0 0 1; }
.wide #side { width: 44; }
#about { height: auto; max-height: 70%; overflow-y: auto; scrollbar-size-vertical: 1; }
#about Static { height: auto; }
#moves { height: 1fr; border-top: solid $secondary; scrollbar-size-vertical: 1; background: $background; }
#chat { height: 5; border-top: solid $secondary; display: none; scrollbar-size-vertical: 1; background: $background; }
.talking #chat { display: block; }
#status { height: auto; max-height: 3; text-style: bold; padding: 0 1; background: $boost; }
#prompt { height: auto; max-height: 3; padding: 0 1; color: $text; }
#choices { height: auto; max-height: 4; padding: 0 1; }
#keys { height: 1; padding: 0 1; color: $text-muted; background: $panel; }
#menu { height: 1fr; border: none; background: $background; }
ModalScreen { align: center middle; }
.dialog { width: 60; max-width: 90%; height: auto; padding: 1 2; border: round $primary; background: $surface; }
.answers { height: auto; align: center middle; margin-top: 1; }
.answers Button { margin: 0 1; }
.page { width: 90%; height: 90%; padding: 0 1; border: round $primary; background: $surface; }
.page VerticalScroll { height: 1fr; }
.hint { height: 1; color: $text-muted; }
CurtainDialog { background: $background 100%; }
.curtain { width: auto; padding: 2 4; border: round $primary; text-style: bold; }
"""


class QuestionDialog(ModalScreen[bool]):
    """A question that is answered with yes or no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter", "dismiss(True)", show=False),
        Binding("n,escape", "dismiss(False)", show=False),
        Binding("left,right,h,l,tab", "focus_next", show=False),
    ]

    def __init__(self, question: str, yes: str, no: str) -> None:
        super().__init__()
        self._question, self._yes, self._no = question, yes, no

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._question, markup=False)
            with Horizontal(classes="answers"):
                yield Button(f"{self._yes} (y)", id="yes", variant="primary")
                yield Button(f"{self._no} (n)", id="no")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.dismiss(event.button.id == "yes")


class LineDialog(ModalScreen[str]):
    """A prompt for one line; the result is "" if the person cancels."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss('')", show=False)]

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._title, markup=False)
            yield Input()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.dismiss(event.value.strip())


class PageDialog(ModalScreen[None]):
    """A page of text, such as the help or the rules."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,question_mark", "dismiss", show=False),
        Binding("down,j", "scroll(1)", show=False),
        Binding("up,k", "scroll(-1)", show=False),
        Binding("pagedown,space", "scroll(15)", show=False),
        Binding("pageup", "scroll(-15)", show=False),
    ]

    def __init__(self, text: str, hint: str) -> None:
        super().__init__()
        self._text, self._hint = text, hint

    def compose(self) -> ComposeResult:
        with Vertical(classes="page"):
            with VerticalScroll(can_focus=False):
                yield Static(self._text, markup=False)
            yield Static(self._hint, classes="hint", markup=False)

    def action_scroll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


class CurtainDialog(ModalScreen[None]):
    """A curtain that hides the board until the screen has been handed to the next seat."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "lift", show=False)]

    def __init__(self, text: str, lift: Callable[[], None]) -> None:
        super().__init__()
        self._text, self._lift = text, lift

    def compose(self) -> ComposeResult:
        yield Static(self._text, classes="curtain", markup=False)

    def action_lift(self) -> None:
        self._lift()

    def on_key(self, event: events.Key) -> None:
        """Stop every key except those that lift the curtain or quit."""
        if event.key not in ("enter", "q", "ctrl+c", "ctrl+q"):
            event.stop()
