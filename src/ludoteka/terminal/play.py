"""A match in the terminal: the board is drawn, actions are typed."""

import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from shutil import get_terminal_size

import click

from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.core.scene import Scene
from ludoteka.players.computer import choose
from ludoteka.referee.beginning import new_match, options_again
from ludoteka.referee.commands import Act, Back, Command, Resign, Throw
from ludoteka.referee.events import Event, Setup
from ludoteka.referee.referee import Referee
from ludoteka.referee.view import Views
from ludoteka.surfaces.text import board, is_coloured, lines
from ludoteka.surfaces.texts import Texts
from ludoteka.terminal.article import article, wrapped
from ludoteka.terminal.news import news
from ludoteka.terminal.records import save
from ludoteka.terminal.wishes import ME, game_named

OVER = Message("The match is over. Type new for another, or quit.")
WIDTH = 100  # no line of text is longer, however wide the terminal


class Sitting:
    """A person at a terminal, and the match that is played there."""

    def __init__(self, setup: Setup, texts: Texts, is_turned: bool = False, log: Sequence[Event] = ()) -> None:
        self.texts = texts
        self.is_turned = is_turned
        self.game = game_named(setup.game)
        self.is_coloured = is_coloured(sys.stdout)
        self.is_over = False
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self.help,
            "moves": self.moves,
            "back": self.back,
            "resign": self.resign,
            "rules": self.rules,
            "save": self.save,
            "new": self.new,
            "quit": self.quit,
        }
        self._begin(setup, log)

    def _begin(self, setup: Setup, log: Sequence[Event] = ()) -> None:
        self.referee = Referee(self.game, setup, log)
        self.views = Views(self.referee)
        self.shown = (-1, NOBODY)  # the number of the last event that was drawn, and for whom

    def run(self) -> None:
        """Play until the person goes."""
        _edit_lines()
        self.say(Message("Type an action, or help. The computer's level and more: ludoteka play --help"))
        try:
            while not self.is_over:
                self._step()
        except (EOFError, KeyboardInterrupt):
            click.echo()
            self.say(Message("Goodbye."))

    def _step(self) -> None:
        turn = self.referee.turn()
        if self.referee.awaits_person or self.referee.seat == NOBODY:
            self._ask()
        elif event := self.referee.decide_by_itself(time.time()):
            self._accept(event)
        elif turn:
            self.say(Message("The computer is thinking …"))
            self._accept(self.referee.decide_for_computer(choose(turn), time.time()))

    def _ask(self) -> None:
        if self.referee.thrower:
            self.say(Message("{seat}: press Enter to throw.", seat=self._title(self.referee.thrower)))
        else:
            self._show()
        self._obey(input("> ").strip())

    def _accept(self, event: Event) -> None:
        """Let an event happen, and tell it."""
        thrower = self.referee.thrower
        self.referee.accept(event)
        for message in news(self.referee, event, thrower, ME):
            self.say(message)

    def _show(self) -> None:
        """Draw the board for the seat to act, unless it was; a secret is not shown to the neighbour."""
        mine = self.referee.seats_of(ME)
        to_act = self.referee.match.letter(self.referee.seat)
        letter = to_act if to_act in mine else mine[0]
        seat = next(one.number for one in self.game.seats(self.referee.setup.options) if one.letter == letter)
        if self.shown == (self.referee.number, seat):
            return
        if self._has_secrets and self.shown[1] not in (NOBODY, seat):
            self._hand_over(letter)
        self.shown = (self.referee.number, seat)
        self._draw(self.views.scene(seat))

    @property
    def _has_secrets(self) -> bool:
        """Tell whether one seat sees what another must not; what a moderator says is for everybody."""
        return self.game.rules.Observation is not self.game.rules.State and self.game.moderator is None

    def _hand_over(self, letter: str) -> None:
        self.say(Message("The next turn is {seat}'s. Hand over the screen and press Enter.", seat=self._title(letter)))
        input()
        click.clear() if sys.stdout.isatty() else click.echo("\n" * 40)
        if "readline" in sys.modules:
            sys.modules["readline"].clear_history()  # what was typed is the neighbour's secret too

    def _draw(self, scene: Scene) -> None:
        scene = scene._replace(status=self.views.status(scene))
        drawn, height = lines(scene, self.texts, self.is_coloured, self.is_turned), len(board(scene))
        click.echo("\n" + "\n".join(drawn[:height]))
        for line in drawn[height:]:
            self.echo(line)
        self.echo("")
        if self.referee.seat == NOBODY:
            self.say(OVER)

    def _obey(self, line: str) -> None:
        try:
            line = self._meant(line)
            word, _, rest = line.partition(" ")
            if not line and self.referee.thrower:
                self._do(Throw("", self.referee.number))
            elif not line:
                self.say(Message("Type an action, or help."))
            elif word.lower() in self.commands:
                self.commands[word.lower()](rest.strip())
            elif self.referee.seat == NOBODY:
                self.say(OVER)
            else:
                self._do(Act("", self.referee.number, line))
        except Refused as refused:
            self.say(refused.message)

    def _meant(self, line: str) -> str:
        """Return what a line means in the words of the game, or the line as it is."""
        spoken = self.game.spoken if self.referee.seat != NOBODY else None
        return (spoken(self.referee.match.seen(), line) if spoken else "") or line

    def _do(self, command: Command) -> None:
        self._accept(self.referee.decide(ME, command, time.time()))

    def help(self, rest: str) -> None:
        """Say what can be typed."""
        match = self.referee.match
        offers = [] if self.referee.seat in (CHANCE, NOBODY) else match.offers()
        example = self.game.notation.action_text(match.seen(), offers[0]) if offers else "…"
        self.say(Message("{example}  play this action", example=example))
        self.say(Message("moves [{start}]  what can be played, or what begins with these letters", start=example[:2]))
        self.say(Message("back  take back your last action and the answer to it"))
        self.say(Message("resign  give up"))
        self.say(Message("rules  read the rules of the game"))
        self.say(Message("save FILE  write the record of the match into a file"))
        self.say(Message("new  begin another match, the seats changed"))
        self.say(Message("quit  leave; the match is not kept"))

    def moves(self, rest: str) -> None:
        """Say what can be played, or what of it begins with these letters."""
        texts = [text for text in self._legal_texts() if text.startswith(rest)]
        self.echo("  ".join(texts) or self.texts.say(Message("Nothing.")))

    def _legal_texts(self) -> list[str]:
        """Return what the seat to act may try, as far as it knows."""
        match, moderator = self.referee.match, self.game.moderator
        if self.referee.seat in (CHANCE, NOBODY) or moderator is None:
            return [] if self.referee.seat == CHANCE else match.legal_texts()
        seen = match.seen()
        return sorted({moderator.listed(self.game.notation.action_text(seen, action)) for action in match.offers()})

    def back(self, rest: str) -> None:
        """Take back."""
        self._do(Back("", self.referee.number))

    def resign(self, rest: str) -> None:
        """Give up."""
        self._do(Resign("", self.referee.number, rest))

    def rules(self, rest: str) -> None:
        """Print the rules, their diagrams drawn in letters."""
        click.echo_via_pager(article(self.game, self.texts, _width()) + "\n")

    def save(self, rest: str) -> None:
        """Write the record of the match into a file."""
        if not rest:
            raise Refused("no-file", Message("Name the file too: save FILE"))
        save(self.referee, Path(rest))
        self.say(Message("The record is in {name}.", name=rest))

    def new(self, rest: str) -> None:
        """Begin another match with the seats changed."""
        setup = self.referee.setup
        letters, people = list(setup.seats), list(setup.seats.values())
        changed = dict(zip(letters, people[1:] + people[:1], strict=True))
        self._begin(new_match(self.game, options_again(self.game, setup.options), changed))

    def quit(self, rest: str) -> None:
        """Leave."""
        self.is_over = True
        self.say(Message("Goodbye."))

    def _title(self, letter: str) -> Message:
        return next(one.title for one in self.game.seats(self.referee.setup.options) if one.letter == letter)

    def say(self, message: Message) -> None:
        """Print a sentence in the reader's language."""
        self.echo(self.texts.say(message))

    def echo(self, text: str) -> None:
        """Print a text, wrapped to the terminal."""
        click.echo(wrapped(text, _width()))


def _width() -> int:
    return min(get_terminal_size().columns, WIDTH)


def _edit_lines() -> None:
    """Let arrow keys edit and recall what is typed, where there is a keyboard and Python can."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401, PLC0415 - that it is there is enough for input()
