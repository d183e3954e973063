"""The positions of a match, and the review of one that is over (docs/review.md)."""

import re
from functools import partial
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ludoteka.core.message import Message, Refusal
from ludoteka.features.reviews.reviews import Progress, Reviews
from ludoteka.referee.record_conversion import NOT_OVER
from ludoteka.referee.seating import BAD_SEATS
from ludoteka.referee.views.snapshots import NO_SUCH_POSITION
from ludoteka.review.history import NOT_REVIEWABLE, is_reviewable, not_reviewable
from ludoteka.server.calls.answers import Answer, CreatedItem, OneOf, Whole
from ludoteka.server.calls.call import PUBLIC, Calls, Holder, MatchId
from ludoteka.server.operations.house_time import HouseTime
from ludoteka.server.operations.limits import LimitKey, RateLimits
from ludoteka.server.protocol.messages import ClientContent, Level, Name, Number
from ludoteka.server.protocol.views import SceneContent
from ludoteka.server.replays import REPLAY_REFUSALS, Replays
from ludoteka.server.rooms.room import match_status
from ludoteka.server.whole_matches import NO_RETRY, encode_position, game_named, retry_match, reviewed_record
from ludoteka.store import Store
from ludoteka.store.models import MatchHeader

NUMBER = re.compile(r"[0-9]{1,9}")
LONGEST_LINE = 64  # actions
NO_REVIEW = Refusal("no-review", Message("Nobody has asked for a review of this match yet."), 404)
REVIEW_REFUSALS = (*REPLAY_REFUSALS, NOT_OVER, NOT_REVIEWABLE)

PerMille = list[Annotated[int, Meta(ge=0, le=1000)]]  # of each seat, to win
Millionths = Annotated[int, Meta(extra_json_schema={"format": "int32"})]


class PositionQuery(msgspec.Struct):
    """Actions that were not played, and the letter of the seat whose view is wanted."""

    line: list[str] = msgspec.field(default_factory=list)
    seat: str = ""


class Position(Answer):
    """A position of a match."""

    number: Whole
    scene: SceneContent
    turned: bool  # the reader's seat, if they had exactly one, sees the board from the other side


class ReviewedSeat(Answer):
    """How a seat played, and how lucky it was."""

    letter: str
    title: Message
    moves: Whole  # those with a choice
    mean_loss: Whole  # in millionths of the chance to win, as the rest
    mistakes: Whole
    grades: dict[str, Whole]
    luck: Millionths
    skill: Millionths


class Step(Answer):
    """An action or a throw, and the chances after it."""

    seat: str | None
    text: str
    chances: PerMille
    luck: list[Millionths] | UnsetType = UNSET  # of a throw
    loss: Whole | UnsetType = UNSET  # of an action, as the rest
    grade: Literal["only", "best", "good", "inaccuracy", "mistake", "blunder"] | UnsetType = UNSET
    best: list[str] | UnsetType = UNSET  # the best line
    path: list[str] | UnsetType = UNSET  # the names to pick for its first action


class TurningPoint(Answer):
    """A step that decided much, in words."""

    step: Whole
    sentences: list[Message]


class ReviewedMatch(Answer):
    """The review of a match by the search."""

    game: str
    result: str
    seats: list[ReviewedSeat]
    start: PerMille
    end: PerMille
    steps: list[Step]
    turning_points: list[TurningPoint]


class HindsightStep(Answer):
    """An action, and what the seat that acted could have known."""

    seat: str
    text: str | None
    places: dict[str, str]  # where everybody was after it, by seat
    facts: list[Message]
    says: list[Message] | UnsetType = UNSET  # what was said of it aloud; older reviews leave it out


class Hindsight(Answer):
    """The review of a match with secrets: where everybody was, and what they overlooked."""

    game: str
    result: str
    seats: list[str]
    hindsight: list[HindsightStep]


class Review(OneOf):
    """A review."""

    forms = (ReviewedMatch, Hindsight)


class ReviewState(Answer):
    """How far a review is, and the review when it is complete."""

    done: Whole
    total: Whole
    review: Review | None


class RetryRequest(ClientContent):
    """A retry of a finished match: the position, the seat, and the level of the computers."""

    number: Number
    seat: Name
    level: Level


calls = Calls()


@calls.add(
    "GET /api/matches/{match}/positions/{number}",
    costs={"read": 1},
    scope=PUBLIC,
    answer=Position,
    refuses=(*REPLAY_REFUSALS, NOT_OVER, NO_SUCH_POSITION, BAD_SEATS),
)
async def get_position(
    replays: Replays, match: MatchId, number: str, holder: Holder, client: LimitKey, query: PositionQuery
) -> bytes:
    """A position of a match."""
    if not NUMBER.fullmatch(number):
        raise NO_SUCH_POSITION()
    line = query.line[:LONGEST_LINE]
    encoded = partial(encode_position, holder=holder, number=int(number), line=line, letter=query.seat)
    return await replays.ask(match, client, _check_shown, encoded)


@calls.add(
    "GET /api/matches/{match}/review",
    costs={"read": 1},
    scope=PUBLIC,
    answer=ReviewState,
    refuses=(*REVIEW_REFUSALS, NO_REVIEW),
)
async def get_review(replays: Replays, reviews: Reviews, match: MatchId) -> bytes:
    """The review of a finished match."""
    _check_reviewable(await replays.header(match))
    progress = await reviews.state(match)
    if progress is None:
        raise NO_REVIEW()
    return _state(progress)


@calls.add("POST /api/matches/{match}/review", costs={"read": 1}, answer=ReviewState, refuses=REVIEW_REFUSALS)
async def begin_review(
    replays: Replays, reviews: Reviews, limits: RateLimits, match: MatchId, holder: Holder, client: LimitKey
) -> bytes:
    """Begin the review of a finished match."""
    _check_reviewable(await replays.header(match))
    progress = await reviews.state(match)
    if progress is None:
        limits["review"].count(client)
        record, total = await replays.ask(match, client, _check_reviewable, reviewed_record)
        await reviews.begin(match, record, total, holder)
        progress = await reviews.state(match) or Progress(0, total, None)
    return _state(progress)


@calls.add(
    "POST /api/matches/{match}/retry",
    status=201,
    costs={"creation": 5},
    refuses=(*REPLAY_REFUSALS, NOT_OVER, NO_RETRY, NO_SUCH_POSITION, BAD_SEATS),
)
async def retry(
    replays: Replays,
    store: Store,
    time: HouseTime,
    match: MatchId,
    holder: Holder,
    client: LimitKey,
    body: RetryRequest,
) -> CreatedItem:
    """Create a match from a position of a finished one."""
    person = await store.person(holder)
    begin = partial(retry_match, number=body.number, seat=body.seat, level=body.level, person=person, now=time.now())
    referee = await replays.ask(match, client, _check_over, begin)
    await store.create(referee.setup, referee.events_after(0), match_status(referee))
    return CreatedItem(referee.setup.id)


def _state(progress: Progress) -> bytes:
    return f'{{"done":{progress.done},"total":{progress.total},"review":{progress.content or "null"}}}'.encode()


def _check_over(header: MatchHeader) -> None:
    if header.status.result is None:
        raise NOT_OVER()


def _check_shown(header: MatchHeader) -> None:
    if game_named(header.setup.game).has_secrets:
        _check_over(header)


def _check_reviewable(header: MatchHeader) -> None:
    _check_over(header)
    game = game_named(header.setup.game)
    if not is_reviewable(game):
        raise not_reviewable(game)
