"""Verification of the dice of a match: every throw is repeated from the seed (docs/dice.md)."""

from dataclasses import dataclass
from typing import Any

from ludoteka.core.dice import DiceThrow, commitment, make_dice
from ludoteka.core.game import Game
from ludoteka.core.match import Match
from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import CHANCE
from ludoteka.records.match_record import MatchRecord
from ludoteka.records.replay import begin_match, is_complete, replay_plies

# The codes of the refusals that mean: nothing is wrong, but nothing can be proven
UNPROVABLE = ("not-over", "no-commitment", "nothing-to-verify")


@dataclass(frozen=True)
class CheckedThrow:
    """One throw of a match, compared with the seed."""

    text: str  # the throw in the record
    due: str  # the throw that follows from the seed; "" if it was made elsewhere, before the commitment
    draws: tuple[DiceThrow, ...]  # the dice that follow from the seed

    @property
    def is_right(self) -> bool:
        """Whether it agrees with the seed, or can't be checked."""
        return self.due in ("", self.text)


@dataclass(frozen=True)
class MixedSalt:
    """A salt, and the first draw that it affected."""

    letter: str
    text: str
    draw: int  # the number of the first HMAC computed with it


@dataclass(frozen=True)
class Verification:
    """The throws of a record, compared with those that follow from its seed."""

    record: MatchRecord
    kind: str  # of the dice, "fair" or "bag"
    die: int  # as `Game.die`
    salts: tuple[MixedSalt, ...]
    throws: tuple[CheckedThrow, ...]
    is_start_of_seed: bool | None  # whether chance created the start from the seed; None if it creates nothing
    is_complete: bool  # whether the record goes to the end of the match

    @property
    def first_wrong(self) -> int:
        """The number, from 1, of the first throw that differs from the seed's; 0 if there is none."""
        return next((number for number, throw in enumerate(self.throws, 1) if not throw.is_right), 0)

    @property
    def fault(self) -> Message | None:
        """What differs from the seed, or None."""
        if self.first_wrong:
            return self._about_throws()
        return self._about_start() if self.is_start_of_seed is False and not self._is_start_chosen else None

    @property
    def doubt(self) -> Message | None:
        """Why the record proves less than the whole match, or None if it proves all of it."""
        if elsewhere := self._about_elsewhere():
            return elsewhere
        if self._is_start_chosen:
            return self._about_start()
        if not self.is_complete:
            return Message("The record doesn't show how the match ended, so its last throws may be missing.")
        return None

    @property
    def _is_start_chosen(self) -> bool:
        """Whether the record itself says that the host chose the secrets of the start."""
        return self.is_start_of_seed is False and self.record.tags.get("Secrets") == "host"

    def messages(self) -> list[Message]:
        """Return the findings as messages."""
        return [one for one in (self._about_throws(), self._about_elsewhere(), self._about_start()) if one]

    def plain(self) -> dict[str, Any]:
        """Return the verification as plain data, which contains everything needed to repeat it."""
        return {
            "match": self.record.match,
            "game": self.record.game,
            "kind": self.kind,
            "die": self.die,
            "commitment": self.record.seed_commitment.lower(),
            "seed": self.record.seed.lower(),
            "salts": [{"seat": salt.letter, "salt": salt.text, "draw": salt.draw} for salt in self.salts],
            "throws": [
                {"text": throw.text, "due": throw.due, "draws": [list(die) for die in throw.draws]}
                for throw in self.throws
            ],
        }

    def _about_throws(self) -> Message | None:
        checked = sum(throw.due != "" for throw in self.throws)
        if wrong := self.first_wrong:
            throw = self.throws[wrong - 1]
            return Message(
                "Throw {number} is {throw}, but the seed gives {due}.", number=wrong, throw=throw.text, due=throw.due
            )
        if not checked:
            return None
        return Message(
            "{count} throw follows from the seed.", plural="All {count} throws follow from the seed.", count=checked
        )

    def _about_elsewhere(self) -> Message | None:
        elsewhere = sum(throw.due == "" for throw in self.throws)
        if not elsewhere:
            return None
        return Message(
            "{count} throw was made elsewhere and can't be verified.",
            plural="{count} throws were made elsewhere and can't be verified.",
            count=elsewhere,
        )

    def _about_start(self) -> Message | None:
        if self.is_start_of_seed is None:
            return None
        if self.is_start_of_seed:
            return Message("The start that chance created follows from the seed.")
        if self._is_start_chosen:
            return Message("The host chose the start, so the seed says nothing about it.")
        return Message("The start does not follow from the seed: somebody chose it.")


def verify(record: MatchRecord, game: Game) -> Verification:
    """Verify the throws of a finished match against its seed, and the seed against the commitment.

    Raises:
        Refused: "not-over" without a seed, "no-commitment", "wrong-seed", "nothing-to-verify"; or as
            `records.replay.replay`.
    """
    if not record.seed:
        raise Refused(
            "not-over", Message("The seed becomes public when the match is over. Without it, nothing can be verified.")
        )
    if not record.seed_commitment:
        raise Refused("no-commitment", Message("The record has no commitment to the seed."))
    if commitment(bytes.fromhex(record.seed)) != record.seed_commitment.lower():
        raise Refused("wrong-seed", Message("The seed doesn't match the commitment."))
    verification = recompute(record, game)
    if not verification.throws and verification.is_start_of_seed is None:
        raise Refused("nothing-to-verify", Message("This match has no throws, so there is nothing to verify."))
    return verification


def recompute(record: MatchRecord, game: Game) -> Verification:
    """Repeat the throws of a record from its seed, whatever the commitment is.  Raises the same as `replay`."""
    match = begin_match(record, game)
    thrower = _Thrower(record, match)
    steps = replay_plies(record, match)
    throws: list[CheckedThrow] = []
    for ply in record.plies:
        if match.seat == CHANCE and not ply.resigns:
            throws.append(thrower.throw(len(throws), ply.text))
        next(steps)
    next(steps, None)  # checks the result
    is_made = _is_start_of_seed(record, game)
    salts, is_whole = thrower.mix_salts(None), is_complete(record, match)
    return Verification(record, thrower.kind, game.die, salts, tuple(throws), is_made, is_whole)


class _Thrower:
    def __init__(self, record: MatchRecord, match: Match) -> None:
        self.kind = "bag" if match.options.get("dice") == "bag" else "fair"
        self._record = record
        self._match = match
        self._dice = make_dice(self.kind, bytes.fromhex(record.seed), record.match)
        self._waiting = list(record.salts)
        self._mixed: list[MixedSalt] = []

    def throw(self, before: int, text: str) -> CheckedThrow:
        """Return the throw that follows `before` others, and has this text in the record."""
        if before < self._record.foreign or self._match.game.throw is None:
            return CheckedThrow(text, "", ())
        self.mix_salts(before)
        first = len(self._dice.draws)
        action = self._match.game.throw(self._match.state, self._dice.throw)
        due = self._match.text_of(action)
        return CheckedThrow(text, due, tuple(self._dice.draws[first:]))

    def mix_salts(self, before: int | None) -> tuple[MixedSalt, ...]:
        """Mix in the salts that were added within the first `before` throws (None: all) and return all salts so far."""
        while self._waiting and (before is None or self._waiting[0].throws <= before):
            salt = self._waiting.pop(0)
            self._mixed.append(MixedSalt(salt.letter, salt.text, self._dice.count))
            self._dice.salt(salt.letter, salt.text)
        return tuple(self._mixed)


def _is_start_of_seed(record: MatchRecord, game: Game) -> bool | None:
    """Tell whether chance created the start from the seed; None if it creates nothing."""
    options = game.check_options(record.options)
    secret = game.chosen_secrets(options)
    if game.generate is None or record.position is not None or not secret:
        return None
    known = {name: value for name, value in options.items() if name not in secret}
    made = game.generate(game.check_options(known), bytes.fromhex(record.seed))
    return all(made[name] == options[name] for name in secret)
