"""Checking the chance of a match by its record: every throw is made again from the seed (docs/dice.md)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ludoteka.core.dice import DiceThrow, commitment, make_dice
from ludoteka.core.game import Game
from ludoteka.core.match import Match
from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import CHANCE
from ludoteka.records.match_record import MatchRecord
from ludoteka.records.replay import begin_match, replay_plies


@dataclass(frozen=True)
class CheckedThrow:
    """One throw of a match."""

    text: str  # what fell, as the record tells it
    due: str  # what follows from the seed; "" where it fell elsewhere, before the seed was committed to
    draws: tuple[DiceThrow, ...]  # the dice by which it follows

    @property
    def is_right(self) -> bool:
        """Tell whether it fell as it had to, as far as that can be told."""
        return self.due in ("", self.text)


@dataclass(frozen=True)
class MixedSalt:
    """A salt, and from which draw on it had its part."""

    letter: str
    text: str
    draw: int  # the number of the first HMAC that was taken with it


@dataclass(frozen=True)
class Verification:
    """What the seed of a match made, beside what the record tells."""

    record: MatchRecord
    kind: str  # of the dice, "fair" or "bag"
    die: int  # as `Game.die`
    salts: tuple[MixedSalt, ...]
    throws: tuple[CheckedThrow, ...]
    is_start_of_seed: bool | None  # what chance makes before the start; None where it makes nothing

    @property
    def first_wrong(self) -> int:
        """The number, from 1, of the first throw that fell otherwise than it had to; 0 if all are right."""
        return next((number for number, throw in enumerate(self.throws, 1) if not throw.is_right), 0)

    def messages(self) -> list[Message]:
        """Return in words what was found."""
        return [*self._throw_messages(), *self._start_messages()]

    def plain(self) -> dict[str, Any]:
        """Return it as plain data, of which anybody can check everything again."""
        return {
            "match": self.record.match,
            "game": self.record.game,
            "kind": self.kind,
            "die": self.die,
            "commitment": self.record.seed_commitment.lower(),
            "seed": self.record.seed.lower(),
            "salts": [{"seat": one.letter, "salt": one.text, "draw": one.draw} for one in self.salts],
            "throws": [
                {"text": one.text, "due": one.due, "draws": [list(die) for die in one.draws]} for one in self.throws
            ],
        }

    def _throw_messages(self) -> Iterator[Message]:
        wrong = self.first_wrong
        checked = sum(throw.due != "" for throw in self.throws)
        if wrong:
            throw = self.throws[wrong - 1]
            yield Message(
                "Throw {number} is {throw}, but from the seed follows {due}.",
                number=wrong,
                throw=throw.text,
                due=throw.due,
            )
        elif checked:
            yield Message(
                "{count} throw follows from the seed.", plural="All {count} throws follow from the seed.", count=checked
            )
        elsewhere = len(self.throws) - checked
        if elsewhere:
            yield Message(
                "{count} throw fell elsewhere and cannot be checked.",
                plural="{count} throws fell elsewhere and cannot be checked.",
                count=elsewhere,
            )

    def _start_messages(self) -> Iterator[Message]:
        if self.is_start_of_seed is True:
            yield Message("What was made by chance before the start follows from the seed.")
        elif self.is_start_of_seed is False:
            yield Message("What was there at the start was not made from the seed: somebody chose it.")


def verify(record: MatchRecord, game: Game) -> Verification:
    """Return how the chance of a match that is over holds against its seed, and the seed against what was told of it.

    Raises:
        Refused: "not-over" without a seed, "no-commitment", "wrong-seed", "nothing-to-verify"; or as
            `records.replay.replay`.
    """
    if not record.seed:
        raise Refused(
            "not-over", Message("The seed is told when the match is over; without it nothing can be verified.")
        )
    if not record.seed_commitment:
        raise Refused(
            "no-commitment", Message("The record does not say what was told of the seed before the first throw.")
        )
    if commitment(bytes.fromhex(record.seed)) != record.seed_commitment.lower():
        raise Refused("wrong-seed", Message("The seed is not the one of which the SHA-256 was told."))
    verification = recompute(record, game)
    if not verification.throws and verification.is_start_of_seed is None:
        raise Refused("nothing-to-verify", Message("Chance had no part in this match: there is nothing to verify."))
    return verification


def recompute(record: MatchRecord, game: Game) -> Verification:
    """Return what the seed of a record makes, whatever was told of it before.

    Raises:
        Refused: as `records.replay.replay`.
    """
    match = begin_match(record, game)
    hand = _Hand(record, match)
    steps = replay_plies(record, match)
    throws: list[CheckedThrow] = []
    for ply in record.plies:
        if match.seat == CHANCE and not ply.resigns:
            throws.append(hand.throw(len(throws), ply.text))
        next(steps)
    next(steps, None)  # holds the result against what was played
    is_made = _is_start_of_seed(record, game)
    return Verification(record, hand.kind, game.die, hand.salted(None), tuple(throws), is_made)


class _Hand:
    """The house's hand: it throws in a match as the seed of a record wills."""

    def __init__(self, record: MatchRecord, match: Match) -> None:
        self.kind = "bag" if match.options.get("dice") == "bag" else "fair"
        self._record = record
        self._match = match
        self._dice = make_dice(self.kind, bytes.fromhex(record.seed), record.match)
        self._waiting = list(record.salts)
        self._mixed: list[MixedSalt] = []

    def throw(self, before: int, text: str) -> CheckedThrow:
        """Return the throw that is due after so many others, of which the record tells this text."""
        if before < self._record.foreign or self._match.game.throw is None:
            return CheckedThrow(text, "", ())
        self.salted(before)
        first = len(self._dice.draws)
        action = self._match.game.throw(self._match.state, self._dice.throw)
        due = self._match.text_of(action)
        return CheckedThrow(text, due, tuple(self._dice.draws[first:]))

    def salted(self, before: int | None) -> tuple[MixedSalt, ...]:
        """Return the salts in force, having mixed in those that came after so many throws; None: all that wait."""
        while self._waiting and (before is None or self._waiting[0].throws <= before):
            salt = self._waiting.pop(0)
            self._mixed.append(MixedSalt(salt.letter, salt.text, self._dice.count))
            self._dice.salt(salt.letter, salt.text)
        return tuple(self._mixed)


def _is_start_of_seed(record: MatchRecord, game: Game) -> bool | None:
    """Tell whether chance made the start from the seed; None where it makes nothing before the start."""
    told = game.check_options(record.options)
    secret = [one.name for one in game.options if one.is_secret and told[one.name] != one.choices[0][0]]
    if game.generate is None or record.position is not None or not secret:
        return None
    known = {name: value for name, value in told.items() if name not in secret}
    made = game.generate(game.check_options(known), bytes.fromhex(record.seed))
    return all(made[name] == told[name] for name in secret)
