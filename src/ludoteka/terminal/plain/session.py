"""The line client: it prints the board, and reads typed actions and commands."""

from collections.abc import Callable

import click

from ludoteka.client.views import decode_message
from ludoteka.core.message import Message, Refused
from ludoteka.core.scene import Scene
from ludoteka.surfaces.texts import Texts
from ludoteka.terminal.plain.screen import Keyboard, Screen, edit_lines
from ludoteka.terminal.suggestions import close_to, format_entry, spellings, spells, spelt_like, wordings
from ludoteka.terminal.tables.narration import CLAIM, NOTICE, OFFER, REMATCH
from ludoteka.terminal.tables.table import Table

OVER = Message("The match is over. Type new for another, or quit.")
HELP = (
    Message("board  draw the board again"),
    Message("back  take back your last action and the answer to it"),
    Message("hint  ask what a strong player would do, in a match against computers"),
    Message("resign  give up"),
    Message("turn  draw the board from the other side"),
    Message("turn each  draw it from the side of the player to move, for two at one screen; again to stop that"),
    Message("join NAME  let another player join at this screen, where the game allows it"),
    Message("rules  read the rules of the game"),
    Message("save FILE  write the record of the match to a file"),
    Message("new  start another match, in which the players change seats"),
)
HELP_IN_A_HOUSE = (
    Message("draw  offer a draw, or accept one"),
    Message("accept, decline  answer an offer"),
    Message("abort  call the match off, before everybody has acted and anything was thrown"),
    Message("claim  claim the win if the player to move has been gone too long; claim draw  claim a draw instead"),
    Message("chat WORDS  say something to the others; in public matches, chat lists the phrases"),
    Message("clock  show the clocks, and the link for others"),
)
HINTS = {
    OFFER: Message("Type accept or decline."),
    CLAIM: Message("Type claim to claim the win."),
    REMATCH: Message("Type new to accept it."),
}


class LineSession:
    """The listener that connects a table with typed lines."""

    table: Table
    _keyboard: Keyboard

    def __init__(self, texts: Texts, is_turned: bool = False) -> None:
        self.texts = texts
        self.screen = Screen(texts, is_turned)
        self.is_closing = False
        self._drawn: Scene | None = None  # the last board drawn
        self._shown: object = None  # what the last prompt asked for

    def say(self, message: Message, kind: str = NOTICE) -> None:
        """Print a message, and what can be typed in answer to it."""
        self.screen.say(message)
        if kind in HINTS:
            self.screen.say(HINTS[kind])

    def echo(self, text: str) -> None:
        self.screen.echo(text)

    def refresh(self) -> None:
        """Show what has changed while a line is being typed."""
        if self.screen.is_prompting:
            if not self.table.is_busy:
                self._look()
            self.screen.restore_prompt()

    def run(self, table: Table) -> None:
        self.table = table
        self._keyboard = Keyboard(table.inbox.put)
        self.screen.dress(table.colours)
        edit_lines()
        if table.link:
            self.say(Message("To come back to this match, use ludoteka play --join with its link:"))
            click.echo(table.link)
        self.say(Message("Type an action, or help. The computer's level and more: ludoteka play --help"))
        try:
            while not self.is_closing:
                table.settle()
                self._look()
                self._obey(self._next_line())
        except (EOFError, KeyboardInterrupt):
            click.echo()
            self.say(Message("Goodbye."))
        finally:
            table.close()
            self._keyboard.close()

    def _next_line(self) -> str:
        self._keyboard.ask()
        self.screen.is_prompting = True
        try:
            line: str | None = self.table.wait()
        finally:
            self.screen.is_prompting = False
        if line is None:
            raise EOFError
        return line.strip()

    def _look(self) -> None:
        """Draw the board unless it is unchanged, and prompt for what can be done."""
        table = self.table
        if letter := table.curtain:
            awaited: object = "curtain", letter
            if self._shown != awaited:
                self.say(Message("Hand the screen to {seat}, then press Enter.", seat=table.title(letter)))
        elif table.asks_to_watch:
            awaited = "solo"
            if self._shown != awaited:
                self.say(Message("Only computers are left. Type watch to let them play on, or abort to end the match."))
        elif table.only_computers_play:
            return  # only the end is shown
        else:
            awaited = table.view["seat"], table.scene, table.thrower, len(table.moves)
            if self._shown != awaited:
                self._show(table.scene)
        self._shown = awaited

    def _show(self, scene: Scene) -> None:
        table, screen = self.table, self.screen
        is_turning = screen.sits_opposite != table.sits_opposite
        is_same = self._drawn is not None and _board(self._drawn) == _board(scene) and not is_turning
        self._drawn, screen.sits_opposite = scene, table.sits_opposite
        screen.draw_turn(scene) if is_same else screen.draw(scene)
        self._show_clocks()
        screen.conclude(scene)
        if thrower := table.thrower:
            self.say(Message("{seat}: press Enter to throw.", seat=thrower))
        elif () in scene.prompts:
            self.say(scene.prompts[()])
        if table.is_over:
            self.say(OVER)

    def _show_clocks(self) -> None:
        if clocks := self.table.clocks():
            self.say(Message("Time left: {clocks}", clocks="   ".join(map(self.texts.say, clocks))))
        if self.table.invitation:
            self.say(Message("Invite others with this link:"))
            self.screen.print(self.table.invitation)

    def _obey(self, line: str) -> None:
        try:
            if letter := self.table.curtain:
                self._lift(letter, line)
                return
            line = self.table.interpret(line)
            word, _, rest = line.partition(" ")
            if command := self.commands.get(word.lower()):
                command(rest.strip())
            elif not line:
                self.table.ask("throw") if self.table.thrower else self.say(Message("Type an action, or help."))
            elif self.table.is_over:
                self.say(OVER)
            elif prompt := self._prompt(line):
                self.say(prompt)
            else:
                self._act(line)
        except Refused as refused:
            self.say(refused.message)

    def _lift(self, letter: str, line: str) -> None:
        """Show a seat its view, now that it has the screen."""
        if line.lower() == "quit":
            self.quit("")
            return
        self.screen.clear()
        self.table.lift(letter)
        self._drawn = self._shown = None

    def _act(self, line: str) -> None:
        """Play a typed action; tolerate a misspelling that fits only one action."""
        scene = self.table.scene
        worded = wordings(scene, self.texts)
        try:
            self.table.act(spelt_like(line, scene.paths, spellings(scene, self.texts)) or line)
        except Refused as refused:
            self.say(refused.message)
            if refused.code == "bad-text":
                similar = [format_entry(text, worded) for text in close_to(line, self.table.legal_texts(), worded)]
                if similar:
                    self.say(Message("Did you mean one of these? {actions}", actions="  ".join(similar)))
                self.say(Message("Type help to see what can be typed, or moves to list what can be played."))

    def _prompt(self, line: str) -> Message | None:
        """Return the prompt of the game for picks that begin an action but don't complete it."""
        scene = self.table.scene
        spelt = spellings(scene, self.texts)
        begun = [prompt for path, prompt in scene.prompts.items() if path and spells(line, path, spelt)]
        return begun[0] if begun and line not in scene.paths.values() else None

    @property
    def commands(self) -> dict[str, Callable[[str], None]]:
        table = self.table
        commands: dict[str, Callable[[str], None]] = {
            "help": self.help,
            "h": self.help,
            "?": self.help,
            "moves": self.moves,
            "board": self.board,
            "back": lambda rest: table.back(),
            "hint": lambda rest: table.ask("hint"),
            "resign": table.resign,
            "turn": self.turn,
            "join": table.join,
            "rules": self.rules,
            "save": self.save,
            "new": self.new,
            "quit": self.quit,
        }
        if table.link:  # in a house, people ask and answer each other
            commands |= {
                "draw": lambda rest: (
                    table.ask("accept", "draw") if "draw" in table.can["accept"] else table.offer("draw")
                ),
                "accept": lambda rest: table.ask("accept", self._matter(rest)),
                "decline": lambda rest: table.ask("decline", self._matter(rest)),
                "abort": lambda rest: table.ask("abort"),
                "claim": lambda rest: table.ask("claim", rest or "win"),
                "chat": self.chat,
                "clock": self.clock,
            }
        if table.only_computers_play:
            commands |= {"watch": self.watch, "abort": lambda rest: table.ask("abort")}
        return commands

    def watch(self, rest: str) -> None:
        """Let the computers play on without printing their moves."""
        self.table.watch()
        self.say(Message("The computers play on …"))

    def help(self, rest: str) -> None:
        example = next(iter(self.table.scene.paths.values()), "…")
        if self.table.thrower:
            self.say(Message("Enter  throw the dice"))
        else:
            self.say(Message("{example}  play this action", example=example))
        start = example[:2]
        self.say(
            Message("moves [{start}]  list the possible actions, or those that begin with these letters", start=start)
        )
        for message in HELP:
            self.say(message)
        if self.table.link:
            for message in HELP_IN_A_HOUSE:
                self.say(message)
            self.say(Message("quit  leave; the match stays on the server"))
        else:
            self.say(Message("quit  leave; the match isn't saved"))

    def moves(self, rest: str) -> None:
        """List the legal actions, or those that begin with these letters."""
        worded, start = wordings(self.table.scene, self.texts), rest.lower()
        listed = [
            format_entry(text, worded)
            for text in self.table.legal_texts()
            if text.startswith(rest) or worded.get(text, "").lower().startswith(start)
        ]
        self.screen.echo("  ".join(listed) or self.texts.say(Message("Nothing.")))

    def board(self, rest: str) -> None:
        self._drawn = self._shown = None

    def turn(self, rest: str) -> None:
        if rest == "each":
            self.table.toggle_turning()
        else:
            self.screen.is_turned = not self.screen.is_turned
        self.board(rest)

    def rules(self, rest: str) -> None:
        click.echo_via_pager(self.table.rules(self.screen.width) + "\n")

    def save(self, rest: str) -> None:
        if not rest:
            raise Refused("no-file", Message("Name the file too: save FILE"))
        self.table.save(rest)

    def new(self, rest: str) -> None:
        self.table.rematch()
        self.screen.dress(self.table.colours)
        self.board(rest)

    def quit(self, rest: str) -> None:
        self.is_closing = True
        self.say(Message("Goodbye."))

    def _matter(self, rest: str) -> str:
        """Return which offer is meant; if there is none, the house explains that."""
        table = self.table
        own = [what for letter, what in table.view["offers"].items() if table.is_mine(letter)]
        return rest or next(iter([*table.can["accept"], *own]), "draw")

    def chat(self, rest: str) -> None:
        """Send a chat line: free words if allowed, otherwise the preset phrase with the typed number, or list them."""
        table = self.table
        phrases = [] if table.can["chat"] == "words" else table.phrases
        if not phrases or not table.can["chat"]:
            if not rest:
                raise Refused("bad-words", Message("Type the words too: chat WORDS"))
            table.ask("chat", {"text": rest})
        elif rest.isdecimal() and 0 < int(rest) <= len(phrases):
            table.ask("chat", {"phrase": phrases[int(rest) - 1]["id"]})
        else:
            self.say(Message("In public matches you can send only these phrases: chat NUMBER"))
            for number, phrase in enumerate(phrases, 1):
                self.say(Message("{number}  {words}", number=number, words=decode_message(phrase["text"])))

    def clock(self, rest: str) -> None:
        self._show_clocks()
        if not self.table.clocks():
            self.say(Message("There is no clock here."))


def _board(scene: Scene) -> object:
    """Return the parts of a scene that the drawing shows."""
    return scene.places, scene.lines, [piece[:-1] for piece in scene.pieces], scene.marks, scene.panel
