"""The display of the full-screen app: the board, and the lists and lines around it."""

import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from rich.style import Style as RichStyle
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import RichLog, Static

from ludoteka.core.message import Message, Refused
from ludoteka.surfaces.text import Style
from ludoteka.surfaces.texts import Texts
from ludoteka.terminal.full.board import Board
from ludoteka.terminal.full.dialogs import CurtainDialog
from ludoteka.terminal.full.events import ListenerCalled, StateChanged, TableEnded
from ludoteka.terminal.full.picker import Picker
from ludoteka.terminal.full.side import about, move_text
from ludoteka.terminal.full.state import ScreenState
from ludoteka.terminal.full.style import NARROW, STYLES
from ludoteka.terminal.tables.narration import CLAIM, REMATCH, is_readable
from ludoteka.terminal.tables.table import CHAT, MOVE, Table

NO_BREAK = "\u00a0"  # a space at which no line ends


class TableDisplay(App[None]):
    """The screen of one table.  `put` hands orders to the table's thread; `opened` is called once the screen is ready.

    A subclass defines what a pick does, and what to ask the person when the table has changed.
    """

    CSS = STYLES
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, texts: Texts, is_turned: bool, put: Callable[[Callable[[Table], None] | None], None]) -> None:
        super().__init__()
        self.texts = texts
        self.put = put
        self.is_turned = is_turned
        self.opened: Callable[[], None] = lambda: None
        self.parting: Refused | None = None  # why the table ended
        self.state: ScreenState | None = None
        self.picker = Picker()
        self.style_of_game = Style()
        self._dressed: object = None  # the colours of the style
        self._written: list[Any] = []  # the moves in the list
        self._notice = ""
        self._is_refusal = False  # whether the notice is a refusal, which a new status makes obsolete

    def pick(self, name: str) -> None:
        """Pick a name: a place or a choice."""
        raise NotImplementedError

    def ask_person(self, state: ScreenState, before: ScreenState | None) -> None:
        """Ask the questions that a new state of the table raises."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """Compose the board, the side panel and the lines below."""
        with Horizontal(id="main"):
            yield Board(self.pick)
            with Vertical(id="side"):
                with VerticalScroll(id="about", can_focus=False):
                    yield Static(id="facts", markup=False)
                yield _log("moves")
                yield _log("chat")
        yield Static(id="status", markup=False)
        yield Static(id="prompt", markup=False)
        yield Static(id="choices")
        yield Static(id="keys", markup=False)

    def on_mount(self) -> None:
        """Start the table; exit cleanly on SIGTERM.

        SIGHUP just ends the program, even under nohup: the terminal is gone, and every attempt to restore it would fail.
        """
        import asyncio  # noqa: PLC0415 - Textual has loaded it

        with suppress(NotImplementedError, AttributeError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.exit)
            signal.signal(signal.SIGHUP, signal.SIG_DFL)
        self.set_class(self.size.width >= NARROW, "wide")
        self.set_interval(1.0, self._tick)
        self.opened()

    def on_resize(self, event: events.Resize) -> None:
        """Widen the side panel on a wide terminal."""
        self.set_class(event.size.width >= NARROW, "wide")

    def _say(self, message: Message) -> str:
        return self.texts.say(message)

    def _tick(self) -> None:
        """Refresh the clocks every second."""
        if self.state and self.state.clocks and not self.state.is_over:
            self.put(lambda table: table.listener.refresh())

    def on_state_changed(self, event: StateChanged) -> None:
        """Show the new state of the table."""
        state, before = event.state, self.state
        self.state = state
        if self._dressed is not state.colours and self._dressed != state.colours:
            self._dressed, self.style_of_game = state.colours, Style(state.colours)
        if before is None or before.scene is not state.scene:
            self.picker.begin(state.scene.paths)
        if self._is_refusal and before and before.scene.status != state.scene.status:
            self.clear_notice()
        self._show_curtain(state)
        self.ask_person(state, before)
        self.show()
        if state.hinted and not (before and before.hinted == state.hinted):
            self._go_to_hint(state.hinted)

    def _go_to_hint(self, path: Sequence[str]) -> None:
        """Put the cursor on the first place of a hint."""
        any(self.board.go(name) for name in path)

    def show(self) -> None:
        """Redraw everything."""
        state = self.state
        if state is None:
            return
        self.board.show(
            state.scene,
            self.style_of_game,
            self.is_turned != state.sits_opposite,
            self.picker.path,
            self.picker.targets,
        )
        self.base.query_one("#facts", Static).update(about(state, self.style_of_game, self.texts))
        self.base.query_one("#status", Static).update(self._say(state.scene.status))
        self.base.query_one("#prompt", Static).update(self._prompt(state))
        self.base.query_one("#choices", Static).update(self._choices(state))
        self.base.query_one("#keys", Static).update(self._say(END_KEYS if state.is_over else KEYS))
        self._write_moves(state)

    @property
    def base(self) -> Any:
        """The screen beneath all dialogs."""
        return self.screen_stack[0]

    @property
    def board(self) -> Board:
        """The board."""
        return self.base.query_one(Board)  # type: ignore[no-any-return]  # query_one returns the type it is given

    @property
    def page_width(self) -> int:
        """The number of columns for the text of a page."""
        return max(self.size.width * 9 // 10 - 6, 20)

    def _prompt(self, state: ScreenState) -> str:
        """Return the latest notice, or what the person can do next."""
        if self._notice:
            return self._notice
        if state.thrower:
            return self._say(Message("{seat}: press t or Enter to throw.", seat=state.thrower))
        prompt = state.scene.prompts.get(tuple(self.picker.path))
        parts = [" → ".join(self._picked_names(state))] if self.picker.path else []
        if prompt:
            parts.append(self._say(prompt))
        elif self.picker.path:
            parts.append(self._say(Message("Pick the next step, or press Escape.")))
        if self.picker.action:
            parts.append(self._say(Message("Enter: {action}", action=self.picker.action)))
        return "   ".join(parts)

    def _picked_names(self, state: ScreenState) -> list[str]:
        """Return what was picked; names for programs, such as "y-waiting", are replaced by their labels."""
        labels = {one.name: one.label for one in state.scene.places if one.label and not is_readable(one.name)}
        labels |= {one.name: one.label for one in state.scene.choices}
        return [self._say(labels[name]) if name in labels else name for name in self.picker.path]

    def _choices(self, state: ScreenState) -> Text:
        """Return the choices that can be picked, each with its key."""
        text = Text()
        for number, name in enumerate(self.choice_names, 1):
            label = next(one.label for one in state.scene.choices if one.name == name)
            key = f"{number} " if number <= MOST_KEYS else ""
            click = RichStyle(bold=True, meta={"@click": f"app.pick_name({name!r})"})
            text.append(f"[{key}{self._say(label)}]".replace(" ", NO_BREAK), click)
            text.append("  ")
        return text

    @property
    def choice_names(self) -> list[str]:
        """The names of the choices, as opposed to places, that can be picked now."""
        choices = [one.name for one in self.state.scene.choices] if self.state else []
        return [name for name in choices if name in self.picker.targets]

    def _write_moves(self, state: ScreenState) -> None:
        """Bring the list of moves up to date, usually by appending one line."""
        log = self.base.query_one("#moves", RichLog)
        moves = list(state.moves)
        if moves[: len(self._written)] != self._written:
            log.clear()
            self._written = []
        for number, move in enumerate(moves[len(self._written) :], len(self._written) + 1):
            if move.sentences:  # some actions have no text
                log.write(move_text(number, move, self.texts))
        self._written = moves

    def clear_notice(self) -> None:
        """Clear the notice, because the person has gone on."""
        self._notice, self._is_refusal = "", False

    def notify_person(self, message: Message) -> None:
        """Show a notice of the screen itself."""
        self._notice, self._is_refusal = self._say(message), False
        self.show()

    def on_listener_called(self, event: ListenerCalled) -> None:
        """Show a message from the table in the chat or as a notice; moves are already in the list."""
        text = self._say(event.text)
        if event.kind == CHAT:
            self.add_class("talking")
            self.base.query_one("#chat", RichLog).write(text)
        elif event.kind != MOVE:
            hint = HINTS.get(event.kind)
            self._notice = f"{text} {self._say(hint)}" if hint else text
            self._is_refusal = event.kind == "refusal"
            if self._is_refusal:
                self.bell()
            self.show()

    def on_table_ended(self, event: TableEnded) -> None:
        """Exit, because the table cannot continue."""
        self.parting = event.reason
        self.exit()

    def _show_curtain(self, state: ScreenState) -> None:
        """Hide the board until the screen has been handed over."""
        shown = next((one for one in self.screen_stack if isinstance(one, CurtainDialog)), None)
        if state.curtain is None:
            if shown:
                shown.dismiss(None)
        elif shown is None:
            letter = state.curtain_seat
            text = self._say(Message("Hand the screen to {seat}, then press Enter.", seat=state.curtain))
            self.push_screen(CurtainDialog(text, lambda: self.put(lambda table: table.lift(letter))))


def _log(name: str) -> RichLog:
    log = RichLog(id=name, wrap=True, min_width=10, max_lines=2000)
    log.can_focus = False
    return log


MOST_KEYS = 9
HINTS = {CLAIM: Message("w: claim the win."), REMATCH: Message("n: accept it.")}
KEYS = Message("? help  Enter pick  Esc cancel  Tab next  u back  r resign  q quit")
END_KEYS = Message("? help  n another match  s save the record  q quit")
