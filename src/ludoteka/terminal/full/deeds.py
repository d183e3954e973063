"""What the keys of the full screen do."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.widgets import RichLog

from ludoteka.core.message import Message
from ludoteka.surfaces.text import legend
from ludoteka.terminal.full.dialogs import LineDialog, PageDialog, QuestionDialog
from ludoteka.terminal.full.help import help_lines
from ludoteka.terminal.plain.article import article
from ludoteka.terminal.plain.suggestions import spelt_like
from ludoteka.terminal.tables.payloads import decode_message
from ludoteka.terminal.tables.table import Table

if TYPE_CHECKING:
    from ludoteka.terminal.full.app import TableApp

STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class Deeds:
    """The actions of the app, named `action_…` as Textual requires."""

    @property
    def _app(self) -> "TableApp":
        return self  # type: ignore[return-value]  # the app is the only class that has these

    def _ask(self, question: Message, yes: Message, no: Message, then: Callable[[], None]) -> None:
        """Ask a question, and do something if the answer is yes."""
        say = self._app.texts.say
        dialog = QuestionDialog(say(question), say(yes), say(no))
        self._app.push_screen(dialog, lambda answer: then() if answer else None)

    def _type(self, title: Message, then: Callable[[str], None]) -> None:
        """Prompt for a line, and do something with it unless it is empty."""
        dialog = LineDialog(self._app.texts.say(title))
        self._app.push_screen(dialog, lambda line: then(line) if line else None)

    def action_step(self, direction: str) -> None:
        """Move the cursor."""
        self._app.board.step(STEPS[direction])

    def action_pick(self) -> None:
        """Throw the dice if a throw is due, otherwise pick the place under the cursor."""
        app = self._app
        if app.state and app.state.thrower:
            self.action_throw()
        elif app.picker.action and not app.board.cursor_is_in(app.picker.targets):
            app.take(app.picker.finish())
        elif app.board.cursor:
            app.pick(app.board.cursor)

    def action_pick_name(self, name: str) -> None:
        """Pick a choice that was clicked."""
        self._app.pick(name)

    def action_unpick(self) -> None:
        """Undo the last pick."""
        self._app.clear_notice()
        self._app.picker.cancel()
        self._app.show()

    def action_next_target(self, step: int) -> None:
        """Move the cursor to the next place that can be picked."""
        board, picker = self._app.board, self._app.picker
        places = board.in_reading_order(picker.targets)
        if places:
            at = places.index(board.cursor) if board.cursor in places else -1 if step > 0 else 0
            board.go(places[(at + step) % len(places)])

    def action_throw(self) -> None:
        """Throw the dice."""
        self._app.clear_notice()
        self._app.put(lambda table: table.throw())

    def action_take_back(self) -> None:
        """Take back the last action, or ask the others for it."""
        asks = self._app.state is not None and self._app.state.can.get("offer_back")
        if not asks:
            self._app.put(lambda table: table.back())
        else:
            question = Message("Ask the others to let you take your move back?")
            self._ask(question, Message("Ask"), Message("Cancel"), lambda: self._app.put(lambda table: table.back()))

    def action_resign(self) -> None:
        """Resign, after asking."""
        if self._app.state and self._app.state.can.get("resign"):
            question = Message("Give up this match?")
            self._ask(question, Message("Resign"), Message("Cancel"), lambda: self._app.put(lambda t: t.resign()))

    def action_draw(self) -> None:
        """Offer a draw, after asking."""
        state = self._app.state
        if state and state.can.get("offer_draw"):
            question, order = Message("Offer a draw?"), lambda table: table.ask("offer", "draw")
            self._ask(question, Message("Offer"), Message("Cancel"), lambda: self._app.put(order))
        else:
            self._app.notify_person(Message("There is nobody to offer a draw to."))

    def answer(self, what: str, accepts: bool) -> None:
        """Accept or decline an offer."""
        self._app.put(lambda table: table.ask("accept" if accepts else "decline", what))

    def action_abort(self) -> None:
        """Call the match off, after asking."""
        if self._app.state and self._app.state.can.get("abort") and self._app.state.is_remote:
            question, order = Message("Call this match off?"), lambda table: table.ask("abort")
            self._ask(question, Message("Call off"), Message("Cancel"), lambda: self._app.put(order))

    def ask_to_watch(self) -> None:
        """Ask whether to watch the computers play on, or to end the match."""
        say = self._app.texts.say
        question, watch, end = Message("Only computers are left."), Message("Watch"), Message("End the match")
        self._app.push_screen(QuestionDialog(say(question), say(watch), say(end)), self._watch_or_end)

    def _watch_or_end(self, watches: bool | None) -> None:
        self._app.put(lambda table: table.watch() if watches else table.ask("abort"))

    def action_claim(self) -> None:
        """Claim the win from a player who has been gone too long."""
        self._app.put(lambda table: table.ask("claim", "win"))

    def action_chat(self) -> None:
        """Send a chat line: typed words, or a preset phrase."""
        how = self._app.state.can.get("chat") if self._app.state else ""
        if how == "words":
            self._type(Message("Say to the others:"), lambda words: self._app.put(_said({"text": words})))
        elif how == "phrases":
            self._app.put(self._offer_phrases)
        else:
            self._app.notify_person(Message("There is nobody here to talk to."))

    def _offer_phrases(self, table: Table) -> None:
        """Fetch the preset phrases from the house and let the person choose one; called in the table's thread."""
        phrases = table.phrases()
        self._app.call_from_thread(self._choose_phrase, phrases)

    def _choose_phrase(self, phrases: list[Any]) -> None:
        say = self._app.texts.say
        lines = "\n".join(f"{number}  {say(decode_message(one['text']))}" for number, one in enumerate(phrases, 1))

        def chosen(line: str | None) -> None:
            if line and line.isdecimal() and 0 < int(line) <= len(phrases):
                self._app.put(_said({"phrase": phrases[int(line) - 1]["id"]}))

        self._app.push_screen(LineDialog(say(Message("Type the number of a phrase:")) + "\n" + lines), chosen)

    def action_turn(self) -> None:
        """Show the board from the other side."""
        self._app.is_turned = not self._app.is_turned
        self._app.show()

    def action_rematch(self) -> None:
        """Start another match, if this one is over."""
        order = lambda table: table.rematch()  # noqa: E731 - it is passed on
        if self._app.state and self._app.state.is_over:
            self._app.clear_notice()
            self._app.put(order)

    def action_save(self) -> None:
        """Ask for a file name, and write the record to it."""

        def save(table: Table, name: str) -> None:
            table.save(Path(name))
            table.listener.say(Message("The record is in {name}.", name=name))

        self._type(Message("Save the record into the file:"), lambda name: self._app.put(lambda t: save(t, name)))

    def action_type(self) -> None:
        """Ask for an action to be typed."""
        paths = self._app.state.scene.paths if self._app.state else {}

        def play(line: str) -> None:
            self._app.put(lambda table: table.act(spelt_like(line, paths) or table.interpret(line)))

        self._type(Message("Type an action:"), play)

    def action_rules(self) -> None:
        """Show the rules of the game."""
        self._app.put(self._find_rules)

    def _find_rules(self, table: Table) -> None:
        """Find the rules and show them; called in the table's thread."""
        if table.game is None:
            table.listener.say(Message("This terminal does not have the rules of the game; the house does."))
            return
        width = max(self._app.size.width * 9 // 10 - 6, 20)
        self._app.call_from_thread(self._show_page, article(table.game, self._app.texts, width))

    def action_invite(self) -> None:
        """Show the invitation link, and copy it if the terminal allows it."""
        state = self._app.state
        link = (state.invitation or state.link) if state else ""
        if link:
            self._app.copy_to_clipboard(link)
            self._show_page(self._app.texts.say(Message("Invite others with this link:")) + "\n\n" + link)

    def action_help(self) -> None:
        """Show what the keys do."""
        say = self._app.texts.say
        state = self._app.state
        signs = legend(state.scene._replace(marks=()), self._app.texts, self._app.style_of_game) if state else []
        self._show_page("\n".join([*help_lines(say), "", *(line.replace("   ", "\n") for line in signs)]))

    def _show_page(self, text: str) -> None:
        hint = self._app.texts.say(Message("↑ ↓ scroll   Esc back to the board"))
        self._app.push_screen(PageDialog(text, hint))

    def action_scroll_moves(self, lines: int) -> None:
        """Scroll the list of moves."""
        self._app.base.query_one("#moves", RichLog).scroll_relative(y=lines, animate=False)

    def action_leave(self) -> None:
        """Leave; ask first if a local match would be lost."""
        state = self._app.state
        if state and not state.is_remote and not state.is_over and state.moves:
            question = Message("Leave? The match won't be saved.")
            self._ask(question, Message("Leave"), Message("Stay"), self._app.exit)
        else:
            self._app.exit()


def _said(content: dict[str, str]) -> Callable[[Table], None]:
    return lambda table: table.ask("chat", content)
