"""What one person is shown of a match, as plain data (docs/protocol.md): whole, or what has changed.

A view is built from the observation of one seat; nothing is stripped from a state.
"""

import secrets
from typing import Any

from ludoteka.core.rules import NOBODY
from ludoteka.core.scene import Scene, track_pieces
from ludoteka.referee.curtain import acting, curtain, is_hidden
from ludoteka.referee.drawn import Drawn
from ludoteka.referee.events import Occupant
from ludoteka.referee.referee import Moment, Referee
from ludoteka.referee.status import status
from ludoteka.referee.table import NOBODY_AWAY, Content, Presence, common, own, seats


class Shown:
    """What was shown to one person at one time."""

    def __init__(self, number: int, seat: int, beside: Content, drawn: Drawn, acts: bool, moves: int) -> None:
        self.number = number  # of the last event
        self.moves = moves  # how many stood
        self.seat = seat  # whose eyes were lent
        self.beside = beside  # the board and the moves
        self.drawn = drawn
        self.acts = acts  # whether the ways to act were shown
        self.is_over = beside["result"] is not None


class Views:
    """The views of one match, each scene continuing the one shown before."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self.run = secrets.token_urlsafe(6)  # names this run of scenes, in which the same piece keeps its id
        game = referee.game
        self._is_open = not game.has_secrets  # every seat sees the same
        self._common: tuple[Any, Content] = None, {}  # what everybody is shown at one moment
        self._people: tuple[Occupant, ...] = ()
        self._seated: dict[str, list[Content]] = {}  # by whose seats they are: how these people are shown
        self._drawn: dict[int, tuple[int, Scene, Drawn]] = {}  # seat -> the number and scene drawn last
        self._numbers = {one.letter: one.number for one in game.seats(referee.setup.options)}

    def shown(self, holder: str, moment: Moment, presence: Presence = NOBODY_AWAY, lifted: str = "") -> Shown:
        """Return what a person is to be shown now; `lifted` is the seat for which a curtain was lifted."""
        referee = self.referee
        mine = referee.seats_of(holder)
        when = referee.number, moment, presence
        if self._common[0] != when:
            self._common = when, common(referee, moment, presence)
        seat = self._viewpoint(holder, mine, lifted)
        beside = {**self._common[1], **own(referee, holder, acting(referee, holder, lifted), moment)}
        beside |= {"seats": self._seats(mine, moment, presence), "curtain": curtain(referee, holder, lifted)}
        beside["seat"] = next((letter for letter, number in self._numbers.items() if number == seat), None)
        return Shown(referee.number, seat, beside, self.drawn(seat), beside["yours"], len(referee.moves))

    def _seats(self, mine: list[str], moment: Moment, presence: Presence) -> list[Content]:
        """Return who sits where: while all are there, and nobody changes, as it was told before."""
        if presence.left_at:
            return seats(self.referee, mine, moment, presence)
        people = tuple(self.referee.occupants.values())
        if self._people != people:
            self._people, self._seated = people, {}
        key = ",".join(mine)
        if key not in self._seated:
            self._seated[key] = seats(self.referee, mine, moment, presence)
        return self._seated[key]

    def whole(self, shown: Shown) -> dict[str, Any]:
        """Return a view that goes on from none before."""
        setup = self.referee.setup
        return {
            "id": setup.id,
            "room": self.run,
            "game": setup.game,
            "scores": self.referee.game.scores is not None,
            "visibility": setup.visibility,
            **shown.beside,
            "scene": shown.drawn.whole(shown.acts),
            "moves": self._moves(0, shown.seat),
        }

    def goes_on(self, before: Shown, now: Shown) -> bool:
        """Tell whether what is shown now is a change of what was shown before: of a secret only to the same seat."""
        return before.seat == now.seat or not self.referee.game.has_private_views

    def change(self, before: Shown, now: Shown) -> dict[str, Any]:
        """Return what has changed, by the keys of a view, where one goes on from the other."""
        old = before.beside
        change = {name: value for name, value in now.beside.items() if value != old[name]}
        if now.drawn is not before.drawn or now.acts != before.acts:
            scene = now.drawn.change(before.drawn, now.acts, before.acts)
            change |= {"scene": scene} if scene else {}
        if now.number != before.number:
            moves = self._moves(self._known(before, now), now.seat)
            change |= {"moves": moves} if moves["list"] or moves["from"] < before.moves else {}
        return change

    def _known(self, before: Shown, now: Shown) -> int:
        """Return how many of the moves that were shown still stand and are known as they are."""
        if self.referee.game.has_private_views and before.is_over != now.is_over:
            return 0  # in the end all comes out
        since = self.referee.events[before.number :]
        return min([before.moves, *(int(event.text) for event in since if event.kind == "back")])

    def _viewpoint(self, holder: str, mine: list[str], lifted: str) -> int:
        """Return the seat whose eyes are lent: who is to act or throw if it is one's own, or one's first, or nobody's.

        At a curtain nobody's, and then those of the seat for which it was lifted.
        """
        if lifted:
            return self._numbers[lifted]
        if is_hidden(self.referee, holder, lifted):
            return NOBODY
        to_act = self.referee.thrower or self.referee.match.letter(self.referee.seat)
        if to_act in mine:
            return self._numbers[to_act]
        return self._numbers[mine[0]] if mine else NOBODY

    def _moves(self, first: int, seat: int) -> dict[str, Any]:
        """Return the moves from one on: who acted, what the seat heard of it, and that in sentences if the game has them."""
        game, moves = self.referee.game, self.referee.moves
        if not game.keeps_log:
            return {"from": first, "list": [[move.seat, move.text] for move in moves[first:]]}
        is_told = game.has_private_views and self.referee.result is not None  # in the end, everybody may know all
        log = self.referee.match.log(None if is_told else seat)
        told: list[list[Any]] = [[one.seat, one.text] for one in log[first:]]
        if game.says:
            for move, sentences in zip(told, game.says(log, first), strict=True):
                move.append([one.plain() for one in sentences])
        return {"from": first, "list": told}

    def scene(self, seat: int) -> Scene:
        """Return the scene of a seat: piece ids go on from the one shown before, marks tell the last action."""
        return self._now(seat)[1]

    def drawn(self, seat: int) -> Drawn:
        """Return that scene as it is sent."""
        return self._now(seat)[2]

    def _now(self, seat: int) -> tuple[int, Scene, Drawn]:
        key = NOBODY if self._is_open else seat
        number, shown, before = self._drawn.get(key, (-1, None, None))
        if number != self.referee.number:
            scene = self._continued(key, shown, is_next=number == self.referee.number - 1)
            drawn = Drawn(scene, status(self.referee, scene.status))
            self._drawn[key] = self.referee.number, scene, drawn
            if before:
                before.pass_on()
        return self._drawn[key]

    def _continued(self, key: int, shown: Scene | None, is_next: bool) -> Scene:
        """Return the scene now, which goes on from the one shown before; `is_next`: with the last event alone."""
        referee = self.referee
        now = self._draw(key)
        if shown and is_next and referee.last != "back":
            return track_pieces(shown, now) if referee.last == "act" else self._kept(shown, now)
        before = None if referee.before is None else self._draw(key, referee.before)
        marks = track_pieces(before, now).marks if before else now.marks
        since = shown or (before and track_pieces(None, before))
        return track_pieces(since, now)._replace(marks=marks)

    def _kept(self, before: Scene, now: Scene) -> Scene:
        """Return the scene after an event that moved nothing: the marks of the last action stay."""
        return track_pieces(before, now)._replace(marks=before.marks)

    def _draw(self, seat: int, before: Any = None) -> Scene:
        match = self.referee.match
        if before is None and self.referee.seat == NOBODY:  # people may end a match while a seat is to act
            return match.game.scene(match.seen(seat), [])
        return match.scene(match.seat if self._is_open else seat, before)
