"""What one person is shown of a match, as plain data (docs/protocol.md).

A view is built from the observation of one seat; nothing is stripped from a state.
"""

from collections.abc import Collection
from typing import Any

from ludoteka.core.message import Message
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.core.scene import Path, Piece, Scene, continued, trie
from ludoteka.referee.events import guest_number
from ludoteka.referee.referee import Referee
from ludoteka.referee.seating import invitation


class Views:
    """The views of one match, each scene continuing the one shown before."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        game = referee.game
        self._grows = game.moderator is not None  # the board is drawn from what is said
        self._is_open = game.rules.Observation is game.rules.State  # every seat sees the same
        self._shown: dict[int, tuple[int, Scene]] = {}  # seat -> the number and scene last shown
        self._numbers = {one.letter: one.number for one in game.seats(referee.setup.options)}

    def view(
        self, holder: str, known_moves: int | None = None, present: Collection[str] = (), rematch: str | None = None
    ) -> dict[str, Any]:
        """Return the view of a person; whole, or without what he who knows `known_moves` moves has.

        `present` are the holders who are connected, `rematch` the match that followed this one.
        """
        referee = self.referee
        mine = referee.seats_of(holder)
        seat = self._viewpoint(mine)
        whole = known_moves is None
        turn = self._turn(mine)
        return {
            "id": referee.setup.id,
            "whole": whole,
            "game": referee.game.name,
            "options": self._options(),
            "seats": self._seats(mine, present),
            "waiting": referee.is_waiting,
            "invitation": self._invitation(holder),
            "seat": next((letter for letter, number in self._numbers.items() if number == seat), None),
            **turn,
            "scene": self._drawn(seat, acts=turn["yours"], whole=whole),
            "moves": self._moves(known_moves, seat),
            "result": referee.result,
            "rematch": rematch,
            "can": self._can(holder, mine),
        }

    def _turn(self, mine: list[str]) -> dict[str, Any]:
        """Return who is to act or to throw, and how that concerns a person with these seats."""
        referee = self.referee
        to_act = referee.match.letter(referee.seat)
        occupant = referee.occupants.get(to_act or "")
        return {
            "to_act": to_act,
            "yours": to_act in mine and not referee.is_waiting,
            "thrower": referee.thrower,
            "thinking": occupant is not None and occupant.kind == "computer" and not referee.is_waiting,
        }

    def _can(self, holder: str, mine: list[str]) -> dict[str, bool]:
        referee = self.referee
        is_over = referee.seat == NOBODY
        return {
            "back": referee.can_take_back(holder) and not referee.is_waiting,
            "throw": referee.thrower in mine and not referee.is_waiting,
            "resign": bool(mine) and not is_over and not referee.is_waiting,
            "rematch": bool(referee.held_by(holder)) and is_over,
            "leave": bool(mine) and referee.can_leave,
            "fill": bool(referee.free) and not is_over and holder == referee.setup.host,
        }

    def _options(self) -> dict[str, Any]:
        """Return the options; what nobody may know is told when the match is over."""
        secret = {one.name for one in self.referee.game.options if one.is_secret and self.referee.result is None}
        return {name: value for name, value in self.referee.setup.options.items() if name not in secret}

    def _invitation(self, holder: str) -> str | None:
        """Return with what others can take the free seats; who only watches does not hear it."""
        referee = self.referee
        is_there = holder == referee.setup.host or bool(referee.held_by(holder))
        return invitation(referee.setup) if is_there and referee.free and referee.seat != NOBODY else None

    def _viewpoint(self, mine: list[str]) -> int:
        """Return the seat whose eyes are lent: who is to act or throw if it is one's own, or one's first, or nobody's."""
        to_act = self.referee.thrower or self.referee.match.letter(self.referee.seat)
        if to_act in mine:
            return self._numbers[to_act]
        return self._numbers[mine[0]] if mine else NOBODY

    def _seats(self, mine: list[str], present: Collection[str]) -> list[dict[str, Any]]:
        titles = {one.letter: one.title.plain() for one in self.referee.game.seats(self.referee.setup.options)}
        return [
            {
                "letter": letter,
                "number": self._numbers[letter],
                "title": titles[letter],
                "kind": one.kind,
                "level": one.level,
                "name": one.name,
                "guest": guest_number(one.holder) if one.kind == "person" else None,
                "present": one.kind == "computer" or one.holder in present,
                "yours": letter in mine,
            }
            for letter, one in self.referee.occupants.items()
        ]

    def _moves(self, known: int | None, seat: int) -> dict[str, Any]:
        """Return the moves after those that are known: seat, text or None, and in a moderated game what was said."""
        match, moderator = self.referee.match, self.referee.game.moderator
        count = len(self.referee.moves)
        is_settled = self._is_open or self._grows  # else what may be known of a move changes
        first = min(known or 0, count) if is_settled else 0
        if moderator is None:
            return {"from": first, "list": [self._move(index, seat) for index in range(first, count)]}
        said = [[one.plain() for one in messages] for messages in moderator.says(match.told, first)]
        told = zip(match.told[first:], said, strict=True)
        return {"from": first, "list": [[one.seat, one.text, says] for one, says in told]}

    def _move(self, index: int, seat: int) -> list[str | None]:
        move, hidden = self.referee.moves[index], self.referee.hidden.get(index, ())
        return [move.seat, None if seat in hidden and self.referee.result is None else move.text]

    def _drawn(self, seat: int, acts: bool, whole: bool) -> dict[str, Any]:
        scene = self.scene(seat)
        drawn: dict[str, Any] = {
            "status": self.status(scene).plain(),
            "pieces": [_piece(piece) for piece in scene.pieces],
            "marks": [mark._asdict() for mark in scene.marks],
            "choices": [{"name": one.name, "label": one.label.plain()} for one in scene.choices],
            "dice": scene.dice,
            "panel": [{"label": one.label.plain(), "value": _plain(one.value)} for one in scene.panel],
            "paths": trie(scene.paths) if acts else {},
            "previews": trie(_previews(scene)) if acts else {},
        }
        if whole or self._grows:
            drawn["lines"] = [line._asdict() for line in scene.lines]
            drawn["places"] = [
                place._asdict() | {"label": place.label.plain() if place.label else None} for place in scene.places
            ]
        return drawn

    def scene(self, seat: int) -> Scene:
        """Return the scene of a seat: piece ids go on from the one shown before, marks tell the last action."""
        key = NOBODY if self._is_open else seat
        number, shown = self._shown.get(key, (-1, None))
        referee = self.referee
        if shown is None or number != referee.number:
            now = self._draw(key)
            before = None if referee.before is None else self._draw(key, referee.before)
            marks = continued(before, now).marks if before else now.marks
            shown = continued(shown or (before and continued(None, before)), now)._replace(marks=marks)
            self._shown[key] = (referee.number, shown)
        return shown

    def _draw(self, seat: int, before: Any = None) -> Scene:
        match, to_act = self.referee.match, self.referee.seat
        acts = before is None and to_act not in (CHANCE, NOBODY) and (self._is_open or seat == to_act)
        return match.game.scene(match.seen(seat, before), match.offers() if acts else [])

    def status(self, scene: Scene) -> Message:
        """Return how the match stands, in words; the referee's own endings are told here."""
        referee = self.referee
        if referee.match.is_drawn_by_repetition:
            return Message("The same position came for the third time: a draw")
        if referee.is_waiting:
            return Message(
                "Waiting: {count} seat is free", plural="Waiting: {count} seats are free", count=len(referee.free)
            )
        titles = {one.letter: one.title for one in referee.game.seats(referee.setup.options)}
        if referee.is_pass_due:
            return Message("{seat}: no move, a pass", seat=titles[str(referee.match.letter(referee.seat))])
        if not referee.is_given_up:
            return scene.status
        resigned = referee.resigned[-1]
        winners = [title for letter, title in titles.items() if letter != resigned]
        if len(winners) != 1:
            return Message("{seat} resigned", seat=titles[resigned])
        return Message("{seat} resigned. Winner: {winner}", seat=titles[resigned], winner=winners[0])


def _previews(scene: Scene) -> dict[Path, list[dict[str, Any]]]:
    return {path: [_piece(piece) for piece in pieces] for path, pieces in scene.previews.items()}


def _piece(piece: Piece) -> dict[str, Any]:
    return piece._asdict() | {"label": piece.label.plain()}


def _plain(value: Any) -> Any:
    return value.plain() if isinstance(value, Message) else value
