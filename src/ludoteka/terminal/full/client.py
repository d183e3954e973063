"""The full-screen client: the screen of one table in one thread, its table in another."""

import asyncio
import signal
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import copy
from functools import partial
from textwrap import wrap
from threading import Thread
from typing import Any, ClassVar

import click
from rich.style import Style as RichStyle
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import RichLog, Static

from ludoteka.client.views import View, decode_message
from ludoteka.core.message import Message, Refused
from ludoteka.core.scene import Choice, Path
from ludoteka.surfaces.palette import ink
from ludoteka.surfaces.text import Style, facts, legend
from ludoteka.surfaces.texts import Texts
from ludoteka.terminal.full.board import Board, Picker
from ludoteka.terminal.full.dialogs import NARROW, STYLES, CurtainDialog, LineDialog, PageDialog, QuestionDialog
from ludoteka.terminal.suggestions import spellings, spelt_like
from ludoteka.terminal.tables.narration import (
    CHAT,
    CLAIM,
    HINT,
    HOST_KNOWS_SECRETS,
    MOVE,
    NOTICE,
    REASON,
    REMATCH,
    THINKING,
    Move,
    is_readable,
    occupant,
)
from ludoteka.terminal.tables.table import Table

TO_ACT, WAITING = "▶", " "


def about(table: Table, style: Style, texts: Texts) -> Text:
    """Return everything in the side panel except the moves."""
    view, say = table.view, texts.say
    text = Text()
    text.append(say(table.game.title if table.game else decode_message(view["game"])), RichStyle(bold=True))
    if table.link:
        connection = Message("connected") if table.is_connected else Message("reconnecting …")
        text.append(f"  {'●' if table.is_connected else '○'} {say(connection)}")
    for seat in view["seats"]:
        if seat["kind"] != "free" or view["waiting"]:
            text.append("\n")
            text.append_text(_seat(seat, table, texts))
    if view.get("host_knows_secrets"):  # older houses don't say
        text.append(f"\n{say(HOST_KNOWS_SECRETS)}", RichStyle(bold=True))
    if table.is_thinking:
        text.append(f"\n{say(Message('The computer is thinking …'))}", RichStyle(italic=True))
    for clock in table.clocks():
        text.append(f"\n⏱ {say(clock)}")
    for line in facts(table.scene, texts):
        text.append("\n" + line.replace("   ", "\n"))
    for line in legend(table.scene._replace(marks=()), texts, style):
        text.append("\n" + line.replace("   ", "\n"), RichStyle(dim=True))
    if table.invitation:
        text.append(f"\n{say(Message('i: the link for others'))}", RichStyle(bold=True))
    return text


def _seat(seat: View, table: Table, texts: Texts) -> Text:
    is_to_act = not table.is_over and seat["letter"] in (table.view["thrower"], table.view["to_act"])
    colour = table.colours.get(f"seat{seat['number']}", "#888888")
    line = Text(f"{TO_ACT if is_to_act else WAITING} ")
    line.append(" ", RichStyle(color=ink(colour), bgcolor=colour))
    who = Message("computer {level}", level=seat["level"]) if seat["level"] else occupant(seat)
    person = who if isinstance(who, str) else texts.say(who)
    title = texts.say(decode_message(seat["title"]))
    line.append(f" {title}" if title == person else f" {title}: {person}", RichStyle(bold=is_to_act))
    if not seat["present"] and seat["kind"] != "free":
        line.append(f" ({texts.say(Message('away'))})", RichStyle(dim=True))
    return line


KEYS = (
    ("← ↑ ↓ →", Message("take a step if the choices below the board are directions, otherwise move the cursor")),
    ("h j k l", Message("move the cursor left, down, up and right")),
    ("Enter  Space", Message("pick what is under the cursor, or throw")),
    ("Esc", Message("cancel the pick")),
    ("Tab  Shift-Tab", Message("go to the next place that can be picked")),
    ("1 … 9  x y z", Message("pick one of the choices below the board, by the key before it")),
    (":", Message("type an action instead")),
    ("t", Message("throw the dice")),
    ("u", Message("take your move back, or ask the others to let you")),
    ("a", Message("ask what a strong player would do, in a match against computers")),
    ("d", Message("offer a draw")),
    ("r", Message("resign")),
    ("b", Message("call the match off, before everybody has acted and anything was thrown")),
    ("w", Message("claim the win if the player to move has been gone too long")),
    ("c", Message("chat")),
    ("i", Message("show the link for others, on a server")),
    ("f", Message("show the board from the other side")),
    ("F", Message("turn it to the player to move, for two at one screen")),
    ("p", Message("let another player join at this screen, where the game allows it")),
    ("m", Message("read the rules of the game")),
    ("s", Message("save the record of the match to a file")),
    ("PgUp  PgDn", Message("scroll the list of moves")),
    ("n", Message("another match, once this one is over")),
    ("q", Message("leave")),
)
SIGNS = (
    ("[ ]", Message("the cursor")),
    ("{ }", Message("picked")),
    ("( )  •", Message("can be picked")),
    ("‹ ›", Message("the last move")),
)
WIDTH = 18  # columns of the keys in the help
DIGITS = "123456789"  # the keys of choices
LETTERS = "xyz"  # their keys where places are called by numbers
STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
NO_BREAK = "\u00a0"  # a space at which no line ends
REFUSAL = "refusal"  # a kind of message
HINTS = {CLAIM: Message("w: claim the win."), REMATCH: Message("n: accept it.")}
FOOTER = Message("? help  Enter pick  Esc cancel  Tab next  u back  r resign  q quit")
FOOTER_AT_THE_END = Message("? help  n another match  s save the record  q quit")
Order = Callable[[Table], object]


def help_lines(say: Callable[[Message], str], width: int) -> Iterator[str]:
    """Yield the lines of the help; long meanings wrap within their own column."""
    for keys, meaning in KEYS:
        yield from _entry(keys, say(meaning), width)
    yield ""
    yield from wrap(say(Message("The mouse picks places and choices, too. On the board:")), width)
    for signs, meaning in SIGNS:
        yield from _entry(signs, say(meaning), width)


def _entry(keys: str, meaning: str, width: int) -> list[str]:
    return wrap(meaning, width, initial_indent=f"{keys:<{WIDTH}}", subsequent_indent=" " * WIDTH)


class TableApp(App[None]):
    """The screen of one table; Textual finds its actions by their names.

    `state` is a copy of the table, made in its thread, and `opened` is called once the screen is ready.
    """

    CSS = STYLES
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(arrow, f"go('{arrow}')") for arrow in STEPS),
        *(Binding(letter, f"step('{arrow}')") for arrow, letter in zip(STEPS, "hlkj", strict=True)),
        Binding("enter,space", "pick"),
        Binding("escape", "unpick"),
        Binding("tab", "next_target(1)", priority=True),
        Binding("shift+tab", "next_target(-1)", priority=True),
        Binding("t", "throw"),
        Binding("u", "take_back"),
        Binding("a", "order('ask', 'hint')"),
        Binding("r", "resign"),
        Binding("d", "draw"),
        Binding("b", "abort"),
        Binding("w", "order('ask', 'claim', 'win')"),
        Binding("c", "chat"),
        Binding("f", "turn"),
        Binding("F", "order('toggle_turning')"),
        Binding("p", "join"),
        Binding("n", "rematch"),
        Binding("s", "save"),
        Binding("m", "rules"),
        Binding("i", "invite"),
        Binding("colon,slash", "type"),
        Binding("question_mark,f1", "help"),
        Binding("pageup", "scroll_moves(-5)"),
        Binding("pagedown", "scroll_moves(5)"),
        Binding("q,ctrl+c", "leave", priority=False),
    ]

    def __init__(self, state: Table, texts: Texts, is_turned: bool, opened: Callable[[], None]) -> None:
        super().__init__()
        self.state = state
        self.texts = texts
        self._say = texts.say
        self.put: Callable[[Order], None] = state.inbox.put  # hands orders to the table's thread
        self.is_turned = is_turned
        self.opened = opened
        self.picker = Picker()
        self.picker.begin(state.scene.paths)
        self.style_of_game = Style(state.colours)
        self._asks_to_watch = False  # whether a dialog has asked that
        self._written: list[Move] = []  # the moves in the list
        self._asked: list[str] = []  # the offers that a dialog has asked about
        self._notice = ""
        self._notice_kind = ""

    def compose(self) -> ComposeResult:
        with Horizontal(id="main"):
            yield Board(self.action_pick_name)
            with Vertical(id="side"):
                with VerticalScroll(id="about", can_focus=False):
                    yield Static(id="facts", markup=False)
                for name in ("moves", "chat"):
                    log = RichLog(id=name, wrap=True, min_width=10, max_lines=2000)
                    log.can_focus = False
                    yield log
        yield Static(id="status", markup=False)
        yield Static(id="prompt", markup=False)
        yield Static(id="choices")
        yield Static(id="keys", markup=False)

    def on_mount(self) -> None:
        """Start the table; exit cleanly on SIGTERM.

        SIGHUP just ends the program, even under nohup: the terminal is gone, and every attempt to restore it would fail.
        """
        with suppress(NotImplementedError, AttributeError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.exit)
            signal.signal(signal.SIGHUP, signal.SIG_DFL)
        self.set_class(self.size.width >= NARROW, "wide")
        self.set_interval(1.0, self._tick)
        self.opened()

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.width >= NARROW, "wide")

    def _tick(self) -> None:
        if self.state.clocks() and not self.state.is_over:
            self.put(lambda table: table.listener.refresh())

    def show_state(self, state: Table) -> None:
        before, self.state = self.state, state
        if before.colours != state.colours:
            self.style_of_game = Style(state.colours)
        if before.scene is not state.scene:
            self.picker.begin(state.scene.paths)
        is_obsolete = {REFUSAL: before.scene.status != state.scene.status, HINT: not state.hinted}
        if is_obsolete.get(self._notice_kind):
            self.clear_notice()
        self._show_curtain(state)
        self._ask_offers(state)
        if state.asks_to_watch and not self._asks_to_watch:
            question = Message("Only computers are left."), Message("Watch"), Message("End the match")
            self._ask(
                *question, lambda watches: self.put(lambda table: table.watch() if watches else table.ask("abort"))
            )
        self._asks_to_watch = state.asks_to_watch
        self.show()
        if state.hinted != before.hinted:
            any(self.board.go(name) for name in state.hinted)  # the first that is a place

    def show(self) -> None:
        state = self.state
        self.board.show(
            state.scene,
            self.style_of_game,
            self._is_board_turned,
            self.picker.path,
            self.picker.targets,
        )
        self.base.query_one("#facts", Static).update(about(state, self.style_of_game, self.texts))
        self.base.query_one("#status", Static).update(self._say(state.scene.status))
        self.base.query_one("#prompt", Static).update(self._prompt(state))
        self.base.query_one("#choices", Static).update(self._choices())
        self.base.query_one("#keys", Static).update(self._say(FOOTER_AT_THE_END if state.is_over else FOOTER))
        self._write_moves(state)

    @property
    def _is_board_turned(self) -> bool:
        return self.is_turned != self.state.sits_opposite

    @property
    def base(self) -> Any:
        """The screen beneath all dialogs."""
        return self.screen_stack[0]

    @property
    def board(self) -> Board:
        return self.base.query_one(Board)  # type: ignore[no-any-return]  # query_one returns the type it is given

    @property
    def page_width(self) -> int:
        """The number of columns for the text of a page."""
        return max(self.size.width * 9 // 10 - 6, 20)

    def _prompt(self, state: Table) -> str:
        if self._notice:
            return self._notice
        if state.thrower:
            return self._say(Message("{seat}: press t or Enter to throw.", seat=state.thrower))
        prompt = state.scene.prompts.get(tuple(self.picker.path))
        # Names for programs, such as "y-waiting", are replaced by their labels
        labels = {
            place.name: place.label for place in state.scene.places if place.label and not is_readable(place.name)
        }
        labels |= {choice.name: choice.label for choice in state.scene.choices}
        picked = [self._say(labels[name]) if name in labels else name for name in self.picker.path]
        parts = [" → ".join(picked)] if picked else []
        if prompt:
            parts.append(self._say(prompt))
        elif self.picker.path:
            parts.append(self._say(Message("Pick the next step, or press Escape.")))
        if self.picker.action:
            parts.append(self._say(Message("Enter: {action}", action=self.picker.action)))
        return "   ".join(parts)

    def _choices(self) -> Text:
        text = Text()
        for index, choice in enumerate(self.choices):
            key = f"{self._keys[index]} " if index < len(self._keys) else ""
            click = RichStyle(bold=True, meta={"@click": f"app.pick_name({choice.name!r})"})
            text.append(f"[{key}{self._say(choice.label)}]".replace(" ", NO_BREAK), click)
            text.append("  ")
        return text

    @property
    def choices(self) -> list[Choice]:
        """The choices, as opposed to places, that can be picked now."""
        targets = self.picker.targets
        return [choice for choice in self.state.scene.choices if choice.name in targets]

    @property
    def _keys(self) -> str:
        """The keys of the choices."""
        return LETTERS if any(place.name.isdecimal() for place in self.state.scene.places) else DIGITS

    @property
    def _begins_with_choices(self) -> bool:
        """Whether every action begins with a choice, so that no place can be picked first."""
        names = {choice.name for choice in self.state.scene.choices}
        paths = self.state.scene.paths
        return bool(paths) and all(path[0] in names for path in paths)

    def _write_moves(self, state: Table) -> None:
        """Bring the list of moves up to date, usually by appending one line."""
        log, moves = self.base.query_one("#moves", RichLog), state.moves
        if moves[: len(self._written)] != self._written:
            log.clear()
            self._written = []
        for number, move in enumerate(moves[len(self._written) :], len(self._written) + 1):
            if move.sentences:  # some actions have no text
                text = Text(f"{number:>3}  ", RichStyle(dim=True))
                log.write(text.append(" ".join(map(self._say, move.sentences)), RichStyle(dim=False)))
        self._written = moves

    def clear_notice(self) -> None:
        self._notice = self._notice_kind = ""

    def show_message(self, message: Message, kind: str) -> None:
        """Show a message in the chat or as a notice; moves are already in the list."""
        text = self._say(message)
        if kind == CHAT:
            self.add_class("talking")
            self.base.query_one("#chat", RichLog).write(text)
        elif kind != MOVE:
            hint = HINTS.get(kind)
            before = self._notice and f"{self._notice.removesuffix('.')}. "
            self._notice = f"{before}{text}" if kind == REASON else f"{text} {self._say(hint)}" if hint else text
            self._notice_kind = HINT if kind == REASON else kind
            if kind == REFUSAL:
                self.bell()
            self.show()

    def _show_curtain(self, state: Table) -> None:
        shown = next((one for one in self.screen_stack if isinstance(one, CurtainDialog)), None)
        letter = state.curtain
        if shown and not letter:
            shown.dismiss(None)
        elif letter and not shown:
            text = self._say(Message("Hand the screen to {seat}, then press Enter.", seat=state.title(letter)))
            self.push_screen(CurtainDialog(text, lambda: self.put(lambda table: table.lift(letter))))

    def action_pick_name(self, name: str) -> None:
        self.clear_notice()
        if self.state.thrower and not self.picker.targets:
            self.action_throw()
        elif name not in self.picker.targets and self._begins_with_choices:
            self.show_message(Message("Choose one of the actions below by its key."), NOTICE)
        else:
            self.take(self.picker.pick(name))

    def take(self, picked: str | Path) -> None:
        """Play a complete action, or let the house say why a path leads nowhere."""
        if picked and self.state.scene.paths:
            self.put(lambda table: table.act(picked))
        self.show()

    def _ask_offers(self, state: Table) -> None:
        """Ask once about each offer that another player has made."""
        made = [what for letter, what in state.view["offers"].items() if not state.is_mine(letter)]
        offers = [what for what in made if what in state.can["accept"]]
        fresh, self._asked = [what for what in offers if what not in self._asked], offers
        for what in fresh:
            draw = Message("Another player offers a draw.")
            back = Message("Another player asks to take back a move.")
            question = (draw if what == "draw" else back), Message("Accept"), Message("Decline")
            self._ask(*question, partial(self._answer, what))

    def _answer(self, what: str, accepts: bool) -> None:
        self.put(lambda table: table.ask("accept" if accepts else "decline", what))

    def on_key(self, event: events.Key) -> None:
        at = self._keys.find(event.character or " ")
        if 0 <= at < len(self.choices) and len(self.screen_stack) == 1:
            event.stop()
            self.action_pick_name(self.choices[at].name)

    def _ask(self, question: Message, yes: Message, no: Message, then: Callable[[bool], None]) -> None:
        dialog = QuestionDialog(self._say(question), self._say(yes), self._say(no))
        self.push_screen(dialog, lambda answer: then(bool(answer)))

    def _confirm(self, question: Message, yes: Message, order: Order) -> None:
        """Ask a question, and hand an order to the table if the answer is yes."""
        self._ask(question, yes, Message("Cancel"), lambda is_wanted: self.put(order) if is_wanted else None)

    def _type(self, title: Message, order: Callable[[Table, str], None]) -> None:
        """Prompt for a line, and hand an order with it to the table unless it is empty."""
        dialog = LineDialog(self._say(title))
        self.push_screen(dialog, lambda line: self.put(lambda table: order(table, line)) if line else None)

    def action_step(self, direction: str) -> None:
        self.board.step(STEPS[direction])

    def action_go(self, direction: str) -> None:
        """Pick the choice in this direction if the choices are laid out like a compass, otherwise move the cursor."""
        across, down = STEPS[direction]
        side = -1 if self._is_board_turned else 1
        ahead = [choice.name for choice in self.choices if choice.cell == (1 + side * across, 1 + side * down)]
        self.action_pick_name(ahead[0]) if ahead else self.action_step(direction)

    def action_pick(self) -> None:
        """Throw the dice if a throw is due, otherwise pick the place under the cursor."""
        if self.state.thrower:
            self.action_throw()
        elif self.picker.action and self.board.cursor not in self.picker.targets:
            self.take(self.picker.finish())
        elif self.board.cursor:
            self.action_pick_name(self.board.cursor)

    def action_unpick(self) -> None:
        self.clear_notice()
        self.picker.cancel()
        self.show()

    def action_next_target(self, step: int) -> None:
        board, picker = self.board, self.picker
        places = board.in_reading_order(picker.targets)
        if places:
            at = places.index(board.cursor) if board.cursor in places else -1 if step > 0 else 0
            board.go(places[(at + step) % len(places)])

    def action_throw(self) -> None:
        self.clear_notice()
        self.put(lambda table: table.ask("throw"))

    def action_take_back(self) -> None:
        """Take back the last action, or ask the others to allow it."""
        if self.state.can.get("offer_back"):
            question = Message("Ask the others to let you take your move back?")
            self._confirm(question, Message("Ask"), lambda table: table.back())
        else:
            self.put(lambda table: table.back())

    def action_resign(self) -> None:
        if self.state.can.get("resign"):
            self._confirm(Message("Give up this match?"), Message("Resign"), lambda table: table.resign())

    def action_draw(self) -> None:
        if self.state.can.get("offer_draw"):
            self._confirm(Message("Offer a draw?"), Message("Offer"), lambda table: table.ask("offer", "draw"))
        else:
            self.show_message(Message("There is nobody to offer a draw to."), NOTICE)

    def action_abort(self) -> None:
        if self.state.can.get("abort") and self.state.link:
            self._confirm(Message("Call this match off?"), Message("Call off"), lambda table: table.ask("abort"))

    def action_order(self, name: str, *content: str) -> None:
        """Let the table do something: the name of a method, and what it is given."""
        self.put(lambda table: getattr(table, name)(*content))

    def action_chat(self) -> None:
        """Send a chat line: typed words, or a preset phrase."""
        how = self.state.can.get("chat")
        if how == "words":
            self._type(Message("Say to the others:"), lambda table, words: table.ask("chat", {"text": words}))
        elif how == "phrases":
            self.put(lambda table: self.call_later(self._choose_phrase, table.phrases))
        else:
            self.show_message(Message("There is nobody here to talk to."), NOTICE)

    def _choose_phrase(self, phrases: list[View]) -> None:
        lines = [self._say(Message("Type the number of a phrase:"))]
        lines += [f"{number}  {self._say(decode_message(one['text']))}" for number, one in enumerate(phrases, 1)]

        def chosen(line: str | None) -> None:
            if line and line.isdecimal() and 0 < int(line) <= len(phrases):
                phrase = phrases[int(line) - 1]["id"]
                self.put(lambda table: table.ask("chat", {"phrase": phrase}))

        self.push_screen(LineDialog("\n".join(lines)), chosen)

    def action_turn(self) -> None:
        self.is_turned = not self.is_turned
        self.show()

    def action_join(self) -> None:
        """Let another player join at this screen."""
        state = self.state
        if not state.is_over and any(one["kind"] == "free" for one in state.view["seats"]):
            self._type(Message("Name of the player who joins:"), lambda table, name: table.join(name))
        else:
            self.put(lambda table: table.join(""))

    def action_rematch(self) -> None:
        if self.state.is_over:
            self.clear_notice()
            self.put(lambda table: table.rematch())

    def action_save(self) -> None:
        def save(name: str | None) -> None:
            if name:
                self.put(lambda table: table.save(name))
            else:
                self.show_message(Message("Nothing was saved, because no file was named."), NOTICE)

        self.push_screen(LineDialog(self._say(Message("Save the record to the file:"))), save)

    def action_type(self) -> None:
        scene = self.state.scene
        spelt = spellings(scene, self.texts)

        def play(table: Table, line: str) -> None:
            table.act(spelt_like(line, scene.paths, spelt) or table.interpret(line))

        self._type(Message("Type an action:"), play)

    def action_rules(self) -> None:
        width = self.page_width
        self.put(lambda table: self.call_later(self._show_page, table.rules(width)))

    def action_invite(self) -> None:
        """Show the invitation link, and copy it if the terminal allows it."""
        if link := self.state.invitation or self.state.link:
            self.copy_to_clipboard(link)
            self._show_page(self._say(Message("Invite others with this link:")) + "\n\n" + link)

    def action_help(self) -> None:
        keys = help_lines(self._say, self.page_width)
        signs = legend(self.state.scene._replace(marks=()), self.texts, self.style_of_game)
        self._show_page("\n".join([*keys, "", *(line.replace("   ", "\n") for line in signs)]))

    def _show_page(self, text: str) -> None:
        self.push_screen(PageDialog(text, self._say(Message("↑ ↓ scroll   Esc back to the board"))))

    def action_scroll_moves(self, lines: int) -> None:
        self.base.query_one("#moves", RichLog).scroll_relative(y=lines, animate=False)

    def action_leave(self) -> None:
        """Leave; ask first if a local match would be lost."""
        state = self.state
        if not state.link and not state.is_over and state.moves:
            question = Message("Leave? The match won't be saved."), Message("Leave"), Message("Stay")
            self._ask(*question, lambda leaves: self.exit() if leaves else None)
        else:
            self.exit()


class FullClient:
    """The listener that connects a table with the full-screen app."""

    table: Table
    app: TableApp

    def __init__(self, texts: Texts, is_turned: bool = False) -> None:
        self.texts = texts
        self._is_turned = is_turned
        self._is_open = False
        self._early: list[Message] = []  # messages from before the screen was ready
        self._parting: Refused | None = None  # why the table cannot continue
        self._failure = ""

    def say(self, message: Message, kind: str = NOTICE) -> None:
        """Show a message; called in the table's thread."""
        if not self._is_open:
            self._early.append(message)
        elif kind != THINKING:
            self.app.call_later(self.app.show_message, message, kind)

    def echo(self, text: str) -> None:
        """Show nothing, because the screen always shows links and people."""

    def refresh(self) -> None:
        """Send the current state of the table to the screen; called in the table's thread."""
        if self._is_open:
            self.app.call_later(self.app.show_state, copy(self.table))

    def run(self, table: Table) -> None:
        self.table = table
        self.app = TableApp(copy(table), self.texts, self._is_turned, self._open)
        try:
            self.app.run()
        finally:
            self._is_open = False
            table.close()
        if self.app.return_code:
            raise click.exceptions.Exit(self.app.return_code)
        if self._failure:
            raise click.ClickException(self._failure)
        if self._parting:
            raise self._parting
        if table.link:
            click.echo(self.texts.say(Message("To come back to this match, use ludoteka play --join with its link:")))
            click.echo(table.link)
        click.echo(self.texts.say(Message("Goodbye.")))

    def _open(self) -> None:
        self._is_open = True
        for message in self._early:
            self.say(message)
        Thread(target=self._play, daemon=True).start()  # a daemon, so that a thinking computer does not delay the exit

    def _play(self) -> None:
        table = self.table
        try:
            while True:
                self.refresh()
                table.settle()
                self.refresh()
                order = table.wait()
                try:
                    order(table)
                except Refused as refused:
                    self.say(refused.message, REFUSAL)
        except Refused as refused:
            self._parting = refused
        except Exception:  # noqa: BLE001 - a fault is reported after the terminal is restored
            self._failure = traceback.format_exc()
        self.app.call_later(self.app.exit)
