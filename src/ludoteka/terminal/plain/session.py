"""A person at a terminal, and the match that is played there: the board is drawn, actions are typed."""

import re
from collections.abc import Callable
from pathlib import Path

import click

from ludoteka.core.message import Message, Refused
from ludoteka.terminal.plain.article import article
from ludoteka.terminal.plain.screen import Screen, edit_lines
from ludoteka.terminal.tables.table import Table

OVER = Message("The match is over. Type new for another, or quit.")


class LineSession:
    """A person at a terminal, and the table of the match."""

    def __init__(self, table: Table, screen: Screen) -> None:
        self.table = table
        self.screen = screen
        self.is_over = False
        self.shown: object = None  # what was drawn last
        self.seen_by = ""  # the seat for which it was
        self.is_handing_over = False
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self.help,
            "moves": self.moves,
            "back": self.back,
            "resign": self.resign,
            "turn": self.turn,
            "rules": self.rules,
            "save": self.save,
            "new": self.new,
            "quit": self.quit,
            **table.words,
        }
        table.heed = self.notice

    def run(self) -> None:
        """Play until the person goes."""
        edit_lines()
        self.screen.say(Message("Type an action, or help. The computer's level and more: ludoteka play --help"))
        try:
            while not self.is_over:
                self.table.settle()
                self.look()
                self._obey(self.table.line().strip())
        except (EOFError, KeyboardInterrupt):
            click.echo()
            self.screen.say(Message("Goodbye."))
        finally:
            self.table.close()

    def look(self) -> None:
        """Show how the match stands, unless it was shown, and say what is awaited."""
        if thrower := self.table.thrower:
            self.shown = thrower
            self.screen.say(Message("{seat}: press Enter to throw.", seat=thrower))
        elif not self.is_handing_over:
            self._show()

    def notice(self) -> None:
        """Show what has come while a line is awaited."""
        if self.table.thrower is None or self.table.thrower != self.shown:
            self.look()

    def _show(self) -> None:
        """Draw the board for the seat that sees; a secret is not shown to the neighbour."""
        while letter := self.table.curtain(self.seen_by):
            self._hand_over(letter)
        seat, scene = self.table.viewpoint, self.table.scene()
        if self.shown == (seat, scene):
            return
        self.shown, self.seen_by = (seat, scene), seat
        self.screen.draw(scene, self.table.facts())
        if () in scene.prompts:
            self.screen.say(scene.prompts[()])
        if self.table.is_over:
            self.screen.say(OVER)

    def _hand_over(self, letter: str) -> None:
        title = self.table.title(letter)
        self.screen.say(Message("The next turn is {seat}'s. Hand over the screen and press Enter.", seat=title))
        self.is_handing_over = True
        try:
            self.table.line()
        finally:
            self.is_handing_over = False
        self.screen.clear()
        self.table.lift(letter)
        self.shown, self.seen_by = None, letter

    def _obey(self, line: str) -> None:
        try:
            line = self.table.meant(line)
            word, _, rest = line.partition(" ")
            if not line and self.table.thrower:
                self.table.throw()
            elif not line:
                self.screen.say(Message("Type an action, or help."))
            elif word.lower() in self.commands:
                self.commands[word.lower()](rest.strip())
            elif self.table.is_over:
                self.screen.say(OVER)
            elif prompt := self._prompt(line):
                self.screen.say(prompt)
            else:
                self.table.act(line)
        except Refused as refused:
            self.screen.say(refused.message)

    def _prompt(self, line: str) -> Message | None:
        """Return what the game asks for after picks that begin an action, and are none."""
        scene, path = self.table.scene(), tuple(re.findall(r"\w+", line))
        return None if line in scene.paths.values() else scene.prompts.get(path)

    def help(self, rest: str) -> None:
        """Say what can be typed."""
        example = self.table.example()
        for message in (
            Message("{example}  play this action", example=example),
            Message("moves [{start}]  what can be played, or what begins with these letters", start=example[:2]),
            Message("back  take back your last action and the answer to it"),
            Message("resign  give up"),
            Message("turn  draw the board from the other side"),
            Message("rules  read the rules of the game"),
            Message("save FILE  write the record of the match into a file"),
            Message("new  begin another match, the seats changed"),
            *self.table.help(),
        ):
            self.screen.say(message)

    def moves(self, rest: str) -> None:
        """Say what can be played, or what of it begins with these letters."""
        texts = [text for text in self.table.legal_texts() if text.startswith(rest)]
        self.screen.echo("  ".join(texts) or self.screen.texts.say(Message("Nothing.")))

    def back(self, rest: str) -> None:
        """Take back."""
        self.table.back()

    def resign(self, rest: str) -> None:
        """Give up."""
        self.table.resign(rest)

    def turn(self, rest: str) -> None:
        """Draw the board from the other side."""
        self.screen.is_turned = not self.screen.is_turned
        self.shown = None

    def rules(self, rest: str) -> None:
        """Print the rules, their diagrams drawn in letters."""
        if self.table.game is None:
            raise Refused("no-such-game", Message("This terminal does not have the rules of the game; the house does."))
        click.echo_via_pager(article(self.table.game, self.screen.texts, self.screen.width) + "\n")

    def save(self, rest: str) -> None:
        """Write the record of the match into a file."""
        if not rest:
            raise Refused("no-file", Message("Name the file too: save FILE"))
        self.table.save(Path(rest))
        self.screen.say(Message("The record is in {name}.", name=rest))

    def new(self, rest: str) -> None:
        """Begin another match with the seats changed."""
        self.table.again()
        self.shown, self.seen_by = None, ""

    def quit(self, rest: str) -> None:
        """Leave."""
        self.is_over = True
        self.screen.say(Message("Goodbye."))
