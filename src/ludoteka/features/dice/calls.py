"""Verification of a match's dice, and statistics of all dice of the house (docs/dice.md)."""

from typing import Any

from ludoteka.core.message import Message
from ludoteka.features.dice.throw_counts import GameDice, ThrowCounts
from ludoteka.referee.record_conversion import NOT_OVER
from ludoteka.server.calls.answers import Answer, Hex, Whole
from ludoteka.server.calls.call import PUBLIC, Calls, MatchId
from ludoteka.server.http.pages import serve_page
from ludoteka.server.operations.limits import LimitKey
from ludoteka.server.replays import REPLAY_REFUSALS, Replays
from ludoteka.server.whole_matches import verification
from ludoteka.store.models import MatchHeader


class DiceStatistics(Answer):
    """Statistics of all throws in the house."""

    dice: list[GameDice]


class MixedSalt(Answer):
    """A salt, and the number of the first draw that it affected."""

    seat: str
    salt: str
    draw: Whole


class CheckedThrow(Answer):
    """A throw, the one that follows from the seed, and its draws."""

    text: str
    due: str  # "" for a throw made elsewhere, which does not follow from this seed
    draws: list[tuple[int, int, int]]  # the seat, the faces of the die, and the one it showed


class Verification(Answer):
    """What is needed to verify the dice of a match."""

    match: str  # "" if the throws depend on the seed alone
    game: str
    kind: str  # "fair" or "bag"
    die: Whole  # the number of faces, if the digits of a throw's text are the faces; else 0
    commitment: Hex
    seed: Hex
    salts: list[MixedSalt]
    throws: list[CheckedThrow]


calls = Calls()
calls.add_file("/dice", "Dice statistics, as a page", serve_page("dice-page"))


@calls.add("GET /api/dice", costs={"read": 1}, scope=PUBLIC)
async def get_statistics(counts: ThrowCounts) -> DiceStatistics:
    """Dice statistics."""
    return DiceStatistics(await counts.statistics())


@calls.add(
    "GET /match/{match}/dice",
    costs={"read": 5},
    scope=PUBLIC,
    answer=Verification,
    refuses=(*REPLAY_REFUSALS, NOT_OVER, "nothing-to-verify"),
)
async def get_verification(replays: Replays, match: MatchId, client: LimitKey) -> dict[str, Any]:
    """What is needed to verify the dice of a match."""
    return await replays.ask(match, client, _check_over, verification)


def _check_over(header: MatchHeader) -> None:
    if header.status.result is None:
        raise NOT_OVER(Message("The seed is revealed when the match is over; until then nothing can be verified."))
