"""The full-screen app: the actions of keys, clicks and picks."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widgets import RichLog

from ludoteka.client.views import decode_message
from ludoteka.core.message import Message
from ludoteka.surfaces.text import legend
from ludoteka.terminal.article import article
from ludoteka.terminal.full.dialogs import LineDialog, PageDialog, QuestionDialog
from ludoteka.terminal.full.display import TableDisplay
from ludoteka.terminal.full.help import help_lines
from ludoteka.terminal.full.picker import Picked
from ludoteka.terminal.full.state import ScreenState
from ludoteka.terminal.suggestions import spellings, spelt_like
from ludoteka.terminal.tables.table import NO_SCENE, Table

STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class TableApp(TableDisplay):
    """The app of one table; Textual finds its actions by their names."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(f"{arrow},{letter}", f"step('{arrow}')") for arrow, letter in zip(STEPS, "hlkj", strict=True)),
        Binding("enter,space", "pick"),
        Binding("escape", "unpick"),
        Binding("tab", "next_target(1)", priority=True),
        Binding("shift+tab", "next_target(-1)", priority=True),
        Binding("t", "throw"),
        Binding("u", "take_back"),
        Binding("a", "ask_house('hint')"),
        Binding("r", "resign"),
        Binding("d", "draw"),
        Binding("b", "abort"),
        Binding("w", "ask_house('claim', 'win')"),
        Binding("c", "chat"),
        Binding("f", "turn"),
        Binding("F", "turn_each"),
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

    _asked: tuple[str, ...] = ()  # the offers that a dialog has asked about

    def ask_person(self, state: ScreenState, before: ScreenState | None) -> None:
        """Ask about new offers, and whether to watch the computers play on alone."""
        self._ask_offers(state)
        if state.asks_to_watch and not (before and before.asks_to_watch):
            self.ask_to_watch()

    def pick(self, name: str) -> None:
        """Pick a name: a place or a choice."""
        self.clear_notice()
        if self.state is None:
            return
        if self.state.thrower and not self.picker.targets:
            self.action_throw()
            return
        self.take(self.picker.pick(name))

    def take(self, picked: Picked) -> None:
        """Carry out the result of a pick."""
        text, path = picked.text, picked.path
        if picked.kind == "action":
            self.put(lambda table: table.act(text))
        elif picked.kind == "wrong" and self.state and self.state.scene.paths:
            self.put(lambda table: table.act(path))
        self.show()

    def _ask_offers(self, state: ScreenState) -> None:
        """Ask once about each offer that another player has made."""
        offers = tuple(state.offers)
        fresh = [what for what in offers if what not in self._asked]
        self._asked = offers
        for what in fresh:
            question = (
                Message("Another player offers a draw.")
                if what == "draw"
                else Message("Another player asks to take back a move.")
            )
            dialog = QuestionDialog(self._say(question), self._say(Message("Accept")), self._say(Message("Decline")))
            self.push_screen(dialog, lambda answer, what=what: self.answer(what, bool(answer)))

    def on_key(self, event: events.Key) -> None:
        """Pick the choice whose number was pressed."""
        if event.character and event.character.isdecimal() and len(self.screen_stack) == 1:
            number = int(event.character)
            if 0 < number <= len(self.choice_names):
                event.stop()
                self.pick(self.choice_names[number - 1])

    def _ask(self, question: Message, yes: Message, no: Message, then: Callable[[], None]) -> None:
        """Ask a question, and do something if the answer is yes."""
        say = self.texts.say
        dialog = QuestionDialog(say(question), say(yes), say(no))
        self.push_screen(dialog, lambda answer: then() if answer else None)

    def _type(self, title: Message, then: Callable[[str], None]) -> None:
        """Prompt for a line, and do something with it unless it is empty."""
        dialog = LineDialog(self.texts.say(title))
        self.push_screen(dialog, lambda line: then(line) if line else None)

    def action_step(self, direction: str) -> None:
        """Move the cursor."""
        self.board.step(STEPS[direction])

    def action_pick(self) -> None:
        """Throw the dice if a throw is due, otherwise pick the place under the cursor."""
        if self.state and self.state.thrower:
            self.action_throw()
        elif self.picker.action and not self.board.cursor_is_in(self.picker.targets):
            self.take(self.picker.finish())
        elif self.board.cursor:
            self.pick(self.board.cursor)

    def action_pick_name(self, name: str) -> None:
        """Pick a choice that was clicked."""
        self.pick(name)

    def action_unpick(self) -> None:
        """Undo the last pick."""
        self.clear_notice()
        self.picker.cancel()
        self.show()

    def action_next_target(self, step: int) -> None:
        """Move the cursor to the next place that can be picked."""
        board, picker = self.board, self.picker
        places = board.in_reading_order(picker.targets)
        if places:
            at = places.index(board.cursor) if board.cursor in places else -1 if step > 0 else 0
            board.go(places[(at + step) % len(places)])

    def action_throw(self) -> None:
        """Throw the dice."""
        self.clear_notice()
        self.put(lambda table: table.throw())

    def action_take_back(self) -> None:
        """Take back the last action, or ask the others to allow it."""
        asks = self.state is not None and self.state.can.get("offer_back")
        if not asks:
            self.put(lambda table: table.back())
        else:
            question = Message("Ask the others to let you take your move back?")
            self._ask(question, Message("Ask"), Message("Cancel"), lambda: self.put(lambda table: table.back()))

    def action_resign(self) -> None:
        """Resign, after asking."""
        if self.state and self.state.can.get("resign"):
            question = Message("Give up this match?")
            self._ask(question, Message("Resign"), Message("Cancel"), lambda: self.put(lambda t: t.resign()))

    def action_draw(self) -> None:
        """Offer a draw, after asking."""
        state = self.state
        if state and state.can.get("offer_draw"):
            question, order = Message("Offer a draw?"), lambda table: table.ask("offer", "draw")
            self._ask(question, Message("Offer"), Message("Cancel"), lambda: self.put(order))
        else:
            self.notify_person(Message("There is nobody to offer a draw to."))

    def answer(self, what: str, accepts: bool) -> None:
        """Accept or decline an offer."""
        self.put(lambda table: table.ask("accept" if accepts else "decline", what))

    def action_abort(self) -> None:
        """Call the match off, after asking."""
        if self.state and self.state.can.get("abort") and self.state.is_remote:
            question, order = Message("Call this match off?"), lambda table: table.ask("abort")
            self._ask(question, Message("Call off"), Message("Cancel"), lambda: self.put(order))

    def ask_to_watch(self) -> None:
        """Ask whether to watch the computers play on, or to end the match."""
        say = self.texts.say
        question, watch, end = Message("Only computers are left."), Message("Watch"), Message("End the match")
        self.push_screen(QuestionDialog(say(question), say(watch), say(end)), self._watch_or_end)

    def _watch_or_end(self, watches: bool | None) -> None:
        self.put(lambda table: table.watch() if watches else table.ask("abort"))

    def action_ask_house(self, kind: str, content: str | None = None) -> None:
        """Ask for a hint, or claim the win from a player who has been gone too long."""
        self.put(lambda table: table.ask(kind, content))

    def action_chat(self) -> None:
        """Send a chat line: typed words, or a preset phrase."""
        how = self.state.can.get("chat") if self.state else ""
        if how == "words":
            self._type(Message("Say to the others:"), lambda words: self.put(_said({"text": words})))
        elif how == "phrases":
            self.put(self._offer_phrases)
        else:
            self.notify_person(Message("There is nobody here to talk to."))

    def _offer_phrases(self, table: Table) -> None:
        """Fetch the preset phrases from the house and let the person choose one; called in the table's thread."""
        phrases = table.phrases()
        self.call_from_thread(self._choose_phrase, phrases)

    def _choose_phrase(self, phrases: list[Any]) -> None:
        say = self.texts.say
        lines = "\n".join(f"{number}  {say(decode_message(one['text']))}" for number, one in enumerate(phrases, 1))

        def chosen(line: str | None) -> None:
            if line and line.isdecimal() and 0 < int(line) <= len(phrases):
                self.put(_said({"phrase": phrases[int(line) - 1]["id"]}))

        self.push_screen(LineDialog(say(Message("Type the number of a phrase:")) + "\n" + lines), chosen)

    def action_turn(self) -> None:
        """Show the board from the other side."""
        self.is_turned = not self.is_turned
        self.show()

    def action_turn_each(self) -> None:
        """Turn the board to the player to move from now on, or no longer."""
        self.put(lambda table: table.toggle_turning())

    def action_join(self) -> None:
        """Let another player join at this screen."""
        if self.state and self.state.has_free_seat:
            self._type(Message("Name of the player who joins:"), lambda name: self.put(lambda table: table.join(name)))
        else:
            self.put(lambda table: table.join(""))

    def action_rematch(self) -> None:
        """Start another match, if this one is over."""
        order = lambda table: table.rematch()  # noqa: E731 - it is passed on
        if self.state and self.state.is_over:
            self.clear_notice()
            self.put(order)

    def action_save(self) -> None:
        """Ask for a file name, and write the record to it."""

        def save(table: Table, name: str) -> None:
            table.save(Path(name))
            table.listener.say(Message("The record is in {name}.", name=name))

        self._type(Message("Save the record to the file:"), lambda name: self.put(lambda t: save(t, name)))

    def action_type(self) -> None:
        """Ask for an action to be typed."""
        scene = self.state.scene if self.state else NO_SCENE
        spelt = spellings(scene, self.texts)

        def play(line: str) -> None:
            self.put(lambda table: table.act(spelt_like(line, scene.paths, spelt) or table.interpret(line)))

        self._type(Message("Type an action:"), play)

    def action_rules(self) -> None:
        """Show the rules of the game."""
        self.put(self._find_rules)

    def _find_rules(self, table: Table) -> None:
        """Find the rules and show them; called in the table's thread."""
        if table.game is None:
            table.listener.say(
                Message("This terminal doesn't have the rules of this game. Read them on the server's pages.")
            )
            return
        self.call_from_thread(self._show_page, article(table.game, self.texts, self.page_width))

    def action_invite(self) -> None:
        """Show the invitation link, and copy it if the terminal allows it."""
        state = self.state
        link = (state.invitation or state.link) if state else ""
        if link:
            self.copy_to_clipboard(link)
            self._show_page(self.texts.say(Message("Invite others with this link:")) + "\n\n" + link)

    def action_help(self) -> None:
        """Show what the keys do."""
        state, keys = self.state, help_lines(self.texts.say, self.page_width)
        signs = legend(state.scene._replace(marks=()), self.texts, self.style_of_game) if state else []
        self._show_page("\n".join([*keys, "", *(line.replace("   ", "\n") for line in signs)]))

    def _show_page(self, text: str) -> None:
        hint = self.texts.say(Message("↑ ↓ scroll   Esc back to the board"))
        self.push_screen(PageDialog(text, hint))

    def action_scroll_moves(self, lines: int) -> None:
        """Scroll the list of moves."""
        self.base.query_one("#moves", RichLog).scroll_relative(y=lines, animate=False)

    def action_leave(self) -> None:
        """Leave; ask first if a local match would be lost."""
        state = self.state
        if state and not state.is_remote and not state.is_over and state.moves:
            question = Message("Leave? The match won't be saved.")
            self._ask(question, Message("Leave"), Message("Stay"), self.exit)
        else:
            self.exit()


def _said(content: dict[str, str]) -> Callable[[Table], None]:
    return lambda table: table.ask("chat", content)
