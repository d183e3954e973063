"""A table in this process, with its own referee and computers; the match exists only while the program runs."""

import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ludoteka.client.views import printable
from ludoteka.core.message import Message, Refused, RefusedAloud
from ludoteka.games import find_game
from ludoteka.players.analysis import AnalysisQuestion, answer_analysis
from ludoteka.players.computer import best_search, choose_action
from ludoteka.players.levels import HINT_SECONDS
from ludoteka.referee import commands
from ludoteka.referee.commands import Command, RefereeContext
from ludoteka.referee.events import Event, Person, Setup
from ludoteka.referee.match_creation import create_setup, moved_on, rematch_options
from ludoteka.referee.record_conversion import build_record
from ludoteka.referee.referee import Referee
from ludoteka.referee.seating import invitation_secret
from ludoteka.referee.views.details import lifted_seat
from ludoteka.referee.views.snapshots import Snapshot, Views
from ludoteka.review.hint_reasons import COMPARED, describe_action, explain_hint
from ludoteka.search.searches import has_search
from ludoteka.terminal.tables.narration import THINKING
from ludoteka.terminal.tables.setups import ME
from ludoteka.terminal.tables.table import Listener, Table

KINDS = ("Act", "Throw", "Back", "Hint", "Resign", "Offer", "Accept", "Decline", "Abort", "Claim")
COMMANDS: dict[str, Callable[..., Command]] = {kind.lower(): getattr(commands, kind) for kind in KINDS}


class LocalTable(Table):
    """The table of people at one screen, and computers."""

    def __init__(self, setup: Setup, listener: Listener, log: Sequence[Event] = ()) -> None:
        super().__init__(listener)
        self._begin(setup, log)

    def _begin(self, setup: Setup, log: Sequence[Event] = ()) -> None:
        self._referee = Referee(find_game(setup.game), setup, log)
        self._views = Views(self._referee)
        self._lifted = ""  # the seat for which the curtain is lifted
        self._snapshot: Snapshot | None = None
        self.view = {}
        self.is_watching = False
        self._show()

    def _show(self) -> None:
        """Update the view from the referee, in the form that a house would send."""
        self._lifted = lifted_seat(self._referee, ME, self._lifted)
        snapshot = self._views.take_snapshot(ME, RefereeContext(time.time()), lifted=self._lifted)
        if self._snapshot and self._views.can_send_change(self._snapshot, snapshot):
            change = self._views.build_change(self._snapshot, snapshot)
        else:
            change = self._views.build_view(snapshot)
        self._snapshot = snapshot
        self.fold(msgspec.json.decode(msgspec.json.encode(change)))

    @property
    def is_busy(self) -> bool:
        """Whether the match goes on by itself, as in a house; here also when a player who has joined comes in."""
        return super().is_busy or self._referee.arrival is not None

    def settle(self) -> None:
        referee = self._referee
        while self.is_busy:
            if event := referee.decide_automatically(time.time()):
                self._accept(event)
            elif turn := referee.computer_turn():
                if not self.only_computers_play:
                    self.listener.say(Message("The computer is thinking …"), THINKING)
                self._accept(referee.decide_for_computer(choose_action(turn), time.time()))
            self.listener.refresh()

    def _accept(self, event: Event) -> None:
        self._referee.accept(event)
        self._show()

    def wait(self) -> Any:
        return self.inbox.get()

    def ask(self, kind: str, content: Any = None) -> None:
        """Send a command to the referee.  Raises Refused as the referee does, and for commands that need a house."""
        if kind == "lift":
            self._lifted = content
            self._show()
            return
        if kind not in COMMANDS:
            raise Refused("nobody-to-ask", Message("That works only on a server, with other people."))
        details = () if content is None else (tuple(content) if isinstance(content, list) else content,)
        self._obey(COMMANDS[kind]("", self._referee.number, *details))
        if kind == "hint":
            self._find_hint()

    def _find_hint(self) -> None:
        """Tell the person a hint, with its reasons if the engine is ready and the game has no secrets."""
        match, turn = self._referee.match, self._referee.hint_turn()
        if has_search(match.game) and best_search(match.game):
            found = answer_analysis(AnalysisQuestion(turn, COMPARED, HINT_SECONDS), lambda: False)
            action, (says, reasons) = (
                match.check(found.lines[0][0][0]),
                explain_hint(match, found.lines, found.won, found.wins[0]),
            )
        else:
            action, reasons = choose_action(turn), ()
            says = describe_action(match, action)
        self.tell_hint(match.text_of(action), match.game.texts.path(match.seen(), action), (*says, *reasons))

    def _obey(self, command: Command) -> None:
        context = RefereeContext(time.time())
        try:
            event = self._referee.decide(ME, command, context)
        except RefusedAloud as refused:
            self._accept(self._referee.decide_refusal(refused, context.at))
            raise
        self._accept(event)

    def _sit(self, seat: str, name: str) -> None:
        referee, person = self._referee, Person(ME, printable(name))
        self._obey(commands.Sit("", referee.number, seat, secret=invitation_secret(referee.setup), person=person))

    def interpret(self, line: str) -> str:
        game = self._referee.game
        spoken = None if self.is_over else game.interpret
        return (spoken(self._referee.match.seen(), line) if spoken else "") or line

    def _record(self) -> str:
        return build_record(self._referee).text()

    def rematch(self) -> None:
        setup, game = self._referee.setup, self._referee.game
        self._begin(create_setup(game, rematch_options(game, setup.options), moved_on(setup)))
