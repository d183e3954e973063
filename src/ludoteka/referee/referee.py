"""The authority over one match: it decides what happens and keeps what has happened.

`decide` answers a command with the event it would make, or refuses; `accept` makes the
event part of the match.  What cannot be stored is forgotten by building the referee anew.
"""

import hashlib
from copy import deepcopy

from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.players.turn import Turn
from ludoteka.referee.commands import Act, Back, Command, Leave, Resign, Sit, Throw
from ludoteka.referee.course import PASS, Course
from ludoteka.referee.events import Event
from ludoteka.referee.seating import check_sit, occupant_for, sit_text


class Referee(Course):
    """A match, and what may be done in it."""

    def decide(self, holder: str, command: Command, at: float) -> Event:
        """Return the event that a person's command makes; nothing is changed.

        Raises:
            Refused: "stale", "not-your-seat", "not-begun", "game-over", "not-your-turn", "no-throw-due",
                "not-your-throw", "nothing-to-take-back", "seat-taken", "bad-seats", "bad-invitation", "has-begun",
                or the game's own reason.
        """
        if isinstance(command, Sit):
            return self._decide_sit(holder, command, at)
        mine = self.seats_of(holder)
        if not mine:
            raise Refused("not-your-seat", Message("You are watching: none of the seats is yours."))
        if command.number != self.number:
            raise Refused("stale", Message("The match has moved on. Look again before you act."))
        if isinstance(command, Leave):
            return self._event("leave", self._leaving(mine, command), holder, command.id, at)
        if self.is_waiting:
            raise Refused("not-begun", Message("The match begins when all seats are taken."))
        if isinstance(command, Back):
            return self._event("back", mine[0], str(self._length_after_back(mine)), command.id, at)
        if self.seat == NOBODY:
            raise Refused("game-over", Message("The match is over."))
        if isinstance(command, Resign):
            return self._event("resign", self._resigning(mine, command), "", command.id, at)
        if isinstance(command, Throw):
            self._check_throw(mine)
            return self.decide_throw(at, command.id)
        return self._decide_act(mine, command, at)

    def _decide_sit(self, holder: str, command: Sit, at: float) -> Event:
        if self.seat == NOBODY:
            raise Refused("game-over", Message("The match is over."))
        check_sit(self.setup, self.occupants, holder, command)
        one = occupant_for(self.game, command.kind, command.level, holder, command.name)
        return self._event("sit", command.seat, sit_text(holder, one), command.id, at)

    def _leaving(self, mine: list[str], command: Leave) -> str:
        if not self.can_leave:
            raise Refused("has-begun", Message("The match has begun: now one can only resign."))
        seat = command.seat or mine[0]
        if seat not in mine:
            raise Refused("not-your-seat", Message("You can leave only a seat of your own."))
        return seat

    @property
    def can_leave(self) -> bool:
        """Tell whether people may still give their seats back."""
        return not self.moves and self.seat != NOBODY and self.game.moderator is None

    def _check_throw(self, mine: list[str]) -> None:
        if self.seat != CHANCE:
            raise Refused("no-throw-due", Message("There is nothing to throw now."))
        if self.thrower not in mine:
            raise Refused("not-your-throw", Message("It is not your throw."))

    def _decide_act(self, mine: list[str], command: Act, at: float) -> Event:
        letter = self.match.letter(self.seat)
        if self.thrower in mine:
            raise Refused("not-your-turn", Message("The dice must be thrown first."))
        if letter not in mine:
            raise Refused("not-your-turn", Message("It is not your turn."))
        text = command.what if isinstance(command.what, str) else self._text_of_path(command.what)
        self._check_not_of_chance(text)
        text = self.game.notation.action_text(self.match.seen(), self.match.check(text))
        return self._event("act", letter, text, command.id, at)

    def _check_not_of_chance(self, text: str) -> None:
        """Refuse before the moderator does: his reason would tell what only he knows."""
        moderator = self.game.moderator
        if moderator and moderator.is_chance(self.game.notation.parse_action(self.match.seen(), text)):
            raise Refused("not-your-turn", Message("That is for chance to decide."))

    def _text_of_path(self, path: tuple[str, ...]) -> str:
        seen = self.match.seen()
        paths = self.game.scene(seen, self.match.offers()).paths
        if path not in paths:
            raise self.game.notation.refused_path(seen, path)
        return paths[path]

    def _resigning(self, mine: list[str], command: Resign) -> str:
        to_act = self.thrower or self.match.letter(self.seat)
        seat = command.seat or (mine[0] if len(mine) == 1 or to_act not in mine else to_act)
        if seat not in mine:
            raise Refused("not-your-seat", Message("You can resign only for a seat of your own."))
        return seat

    def can_take_back(self, holder: str) -> bool:
        """Tell whether a `Back` of this person would be accepted."""
        try:
            self._length_after_back(self.seats_of(holder))
        except Refused:
            return False
        return True

    def _length_after_back(self, mine: list[str]) -> int:
        """Return how many actions remain when these seats take back their last one.

        Only somebody who plays alone, against himself or computers, decides this by himself;
        and what dice or secrets have told cannot be taken back.
        """
        people = {one.holder for one in self.occupants.values() if one.kind == "person"}
        alone = bool(mine) and len(people) == 1
        own = [index for index, move in enumerate(self.moves) if move.seat in mine and index not in self.forced]
        has_secrets = self.game.rules.Observation is not self.game.rules.State  # every answer tells something
        if has_secrets or not alone or self.resigned or not own:
            raise Refused("nothing-to-take-back", Message("There is nothing that you could take back."))
        length = own[-1]
        if any(self.moves[index].seat == "chance" or index in self.hidden for index in range(length, len(self.moves))):
            raise Refused("nothing-to-take-back", Message("A throw or a secret has come out since: it stays."))
        return length

    def decide_for_computer(self, action: int, at: float) -> Event:
        """Return the event of a computer's legal action."""
        letter = str(self.match.letter(self.seat))
        return self._event("act", letter, self.game.notation.action_text(self.match.seen(), action), "", at)

    def decide_by_itself(self, at: float) -> Event | None:
        """Return the event that needs no thinking: a throw, who comes in late, a pass, the leave of who gave up."""
        if self.is_waiting:
            return None
        if self.seat == CHANCE:
            return self.decide_throw(at)
        text = self.arrival or (PASS if self.is_pass_due else self.leave if self.is_leave_due else "")
        return self._event("act", str(self.match.letter(self.seat)), text, "", at) if text else None

    def decide_throw(self, at: float, command: str = "") -> Event:
        """Return the event of the throw that is due; the dice are drawn when it is accepted."""
        return self._event("act", "chance", self._thrown(deepcopy(self._dice)), command, at)

    def _event(self, kind: str, seat: str, text: str, command: str, at: float) -> Event:
        return Event(self.number + 1, kind, seat, text, command, at)

    def turn(self) -> Turn | None:
        """Return what the computer that is to act must know, or None when none is."""
        letter = self.match.letter(self.seat)
        occupant = self.occupants.get(letter or "")
        if occupant is None or occupant.kind != "computer":
            return None
        secret = {one.name for one in self.game.options if one.is_secret}
        key = hashlib.sha256(self.setup.seed + f"/computer/{self.number}".encode()).digest()
        return Turn(
            self.game.name,
            {name: value for name, value in self.setup.options.items() if name not in secret},
            self.game.rules.observe(self.match.state, self.seat).values(),
            [action for action in self.match.offers() if self.match.accepts(action)],  # trying costs nothing
            self.match.past,
            occupant.level,
            int.from_bytes(key[:4], "big"),
            self.match.told,
        )
