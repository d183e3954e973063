"""The full-screen client: the screen in one thread, its table in another."""

import traceback
from collections.abc import Callable
from threading import Thread

import click

from ludoteka.core.message import Message, Refused
from ludoteka.surfaces.texts import Texts
from ludoteka.terminal.full.app import TableApp
from ludoteka.terminal.full.events import ListenerCalled, StateChanged, TableEnded
from ludoteka.terminal.full.state import screen_state
from ludoteka.terminal.tables.table import NOTICE, THINKING, Table

Order = Callable[[Table], None]


class FullClient:
    """The listener that connects a table with the full-screen app."""

    table: Table

    def __init__(self, texts: Texts, is_turned: bool = False) -> None:
        self.texts = texts
        self.app = TableApp(texts, is_turned, self._put)
        self._is_open = False
        self._early: list[Message] = []  # messages from before the screen was ready
        self._failure = ""

    def say(self, message: Message, kind: str = NOTICE) -> None:
        """Show a message; called in the table's thread."""
        if not self._is_open:
            self._early.append(message)
        elif kind != THINKING:
            self.app.post_message(ListenerCalled(message, kind))

    def echo(self, text: str) -> None:
        """Show nothing, because the screen always shows links and people."""

    def refresh(self) -> None:
        """Post the current state of the table to the screen; called in the table's thread."""
        if self._is_open:
            self.app.post_message(StateChanged(screen_state(self.table)))

    def run(self, table: Table) -> None:
        """Run the app until the person leaves."""
        self.table = table
        self.app.opened = self._open
        try:
            self.app.run()
        finally:
            self._is_open = False
            table.close()
        if self.app.return_code:
            raise click.exceptions.Exit(self.app.return_code)
        if self._failure:
            raise click.ClickException(self._failure)
        if self.app.parting:
            raise self.app.parting
        if table.link:
            click.echo(self.texts.say(Message("To come back to this match, use ludoteka play --join with its link:")))
            click.echo(table.link)
        click.echo(self.texts.say(Message("Goodbye.")))

    def _put(self, order: Order | None) -> None:
        self.table.put(order)

    def _open(self) -> None:
        """Start the table, now that the screen is ready."""
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
                if order is None:
                    return
                try:
                    order(table)
                except Refused as refused:
                    self.app.post_message(ListenerCalled(refused.message, "refusal"))
        except Refused as refused:
            self.app.post_message(TableEnded(refused))
        except Exception:  # noqa: BLE001 - a fault is reported after the terminal is restored
            self._failure = traceback.format_exc()
            self.app.post_message(TableEnded(None))
