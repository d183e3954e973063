"""Reports, blocks and the moderators' page, over HTTP (docs/keeping-order.md)."""

from typing import Literal

import msgspec

from ludoteka.core.message import Message, Refusal
from ludoteka.features.accounts.accounts import NO_SUCH_RESIDENT, YOURSELF, Accounts, find_account, is_shown
from ludoteka.features.accounts.roles import ROLES
from ludoteka.features.accounts.store import AccountStore
from ludoteka.features.moderation.bans import NO_SUCH_ACT
from ludoteka.features.moderation.desk import (
    ANNULLED_ALREADY,
    HAS_NO_ACCOUNT,
    NO_SUCH_PERSON,
    NO_SUCH_REPORT,
    NOT_ALLOWED,
    OWN_CAUSE,
    REPORTED_ALREADY,
    TOO_MANY_REPORTS,
    ActRequest,
    Desk,
    ReportRequest,
    check_moderator,
)
from ludoteka.features.moderation.rated_play import RatedPlay
from ludoteka.features.moderation.store import (
    Act,
    Blocked,
    BlockStore,
    ModerationStore,
    PersonEntry,
    Report,
    person_entry,
)
from ludoteka.features.ratings.calls import RECENT_SECONDS
from ludoteka.features.ratings.rater import check_pool
from ludoteka.referee.record_conversion import NOT_OVER
from ludoteka.server.calls.answers import Answer
from ludoteka.server.calls.call import BAD_FILTER, Calls, Holder, read_time
from ludoteka.server.operations.house_time import HouseTime
from ludoteka.server.people.sessions import SignedIn
from ludoteka.server.protocol.messages import NO_SUCH_MATCH, NoRequest
from ludoteka.store.people import Account

SHOWN = 50  # reports, log entries
MOST_BLOCKED = 500
TOO_MANY_BLOCKED = Refusal("too-many-blocked", Message("You have blocked as many people as this server allows."), 409)


class Ban(Act):
    """A ban in force, as the log entry that imposed it."""

    until: float
    address: str


class Log(Answer):
    """A page of the moderation log."""

    acts: list[Act]
    next: float | None  # the `before` of the next page


class KnownPerson(Answer):
    """A person's account, the reports about them and the moderation actions against them."""

    person: PersonEntry
    match: str | None  # where they were reported
    role: Literal[ROLES] | None  # type: ignore[valid-type]  # the roles are listed in one place
    made_at: float | None
    is_closed: bool
    reports: list[Report]
    acts: list[Act]


class PersonQuery(msgspec.Struct):
    """A person: a user name, a seat in a match, or a report about them."""

    name: str = ""
    match: str = ""
    seat: str = ""
    report: str = ""


class LogQuery(msgspec.Struct):
    """The time before which log entries are wanted."""

    before: str = "inf"


calls = Calls()


@calls.add(
    "POST /api/reports",
    status=201,
    costs={"report": 1},
    refuses=(
        NO_SUCH_RESIDENT,
        NO_SUCH_PERSON,
        NO_SUCH_MATCH,
        YOURSELF,
        REPORTED_ALREADY,
        TOO_MANY_REPORTS,
        "bad-words",
    ),
)
async def report_person(desk: Desk, holder: Holder, body: ReportRequest) -> None:
    """Report a person."""
    await desk.report(body, holder)


@calls.add("GET /api/account/blocked", costs={"read": 1})
async def list_blocked(blocks: BlockStore, user: SignedIn) -> list[Blocked]:
    """The users whom the user blocks."""
    return await blocks.blocked(user.account)


@calls.add(
    "POST /api/residents/{name}/block",
    costs={"creation": 1},
    refuses=(NO_SUCH_RESIDENT, YOURSELF, TOO_MANY_BLOCKED),
)
async def block(
    blocks: BlockStore, accounts: AccountStore, time: HouseTime, name: str, user: SignedIn, body: NoRequest
) -> None:
    """Block a user.

    One with a hidden profile must have met the reader.
    """
    account = await find_account(accounts, name)
    if account and account.id == user.account:
        raise YOURSELF()
    if account is None or not (is_shown(account) or await blocks.has_met(user.holder, account.holder)):
        raise NO_SUCH_RESIDENT()
    if await blocks.count(user.account) >= MOST_BLOCKED:
        raise TOO_MANY_BLOCKED()
    await blocks.block(user.account, account.id, time.now())


@calls.add("POST /api/residents/{name}/unblock", costs={"creation": 1})
async def unblock(blocks: BlockStore, accounts: AccountStore, name: str, user: SignedIn, body: NoRequest) -> None:
    """Unblock a user."""
    if account := await find_account(accounts, name):
        await blocks.unblock(user.account, account.id)


@calls.add("GET /api/order/reports", costs={"read": 1}, refuses=(NOT_ALLOWED,))
async def list_reports(moderation: ModerationStore, accounts: Accounts, user: SignedIn) -> list[Report]:
    """The open reports, oldest first."""
    keeper = await _keeper(accounts, user)
    return await moderation.open_reports(keeper, SHOWN)


@calls.add(
    "GET /api/order/person",
    costs={"read": 1},
    refuses=(NOT_ALLOWED, NO_SUCH_PERSON, NO_SUCH_REPORT, NO_SUCH_MATCH),
)
async def get_person(
    desk: Desk, moderation: ModerationStore, accounts: Accounts, user: SignedIn, query: PersonQuery
) -> KnownPerson:
    """A person's account, reports and moderation actions."""
    keeper = await _keeper(accounts, user)
    about = await desk.find_subject(query.name[:300], query.match[:300], query.seat[:300], query.report[:300])
    account = about.account
    return KnownPerson(
        person_entry(about.person),
        about.match or None,
        account.role if account else None,
        account.made_at if account else None,
        account is not None and account.closed_at is not None,
        await moderation.reports_about(about.holder, keeper, SHOWN),
        await moderation.acts_about(about.holder, SHOWN),
    )


@calls.add("GET /api/order/acts", costs={"read": 1}, refuses=(NOT_ALLOWED,))
async def list_acts(moderation: ModerationStore, accounts: Accounts, user: SignedIn, query: LogQuery) -> Log:
    """The moderation log."""
    await _keeper(accounts, user)
    before = read_time(query.before, BAD_FILTER(Message("The log can't be filtered by that.")))
    found = await moderation.log(min(before, 1e12), SHOWN + 1)
    return Log(found[:SHOWN], found[SHOWN - 1].at if len(found) > SHOWN else None)


@calls.add(
    "POST /api/order/acts",
    costs={"creation": 1},
    refuses=(
        *(NOT_ALLOWED, NO_SUCH_PERSON, NO_SUCH_REPORT, NO_SUCH_MATCH, NO_SUCH_ACT, HAS_NO_ACCOUNT, NOT_OVER),
        *(ANNULLED_ALREADY, OWN_CAUSE, "bad-words", "bad-name", "reserved-name", "bad-address"),
    ),
)
async def perform_action(desk: Desk, accounts: Accounts, user: SignedIn, body: ActRequest) -> None:
    """Perform a moderation action."""
    if body.kind == "role":
        accounts.check_confirmed(user)
    await desk.act(await accounts.account(user), body)


@calls.add("GET /api/order/shut-outs", costs={"read": 1}, refuses=(NOT_ALLOWED,))
async def list_bans(moderation: ModerationStore, accounts: Accounts, time: HouseTime, user: SignedIn) -> list[Ban]:
    """The bans in force."""
    await _keeper(accounts, user)
    bans = {ban.act: ban for ban in await moderation.shut_outs(time.now())}
    found = [(act, bans[act.id]) for act in await moderation.acts(list(bans))]
    return [
        Ban(**msgspec.structs.asdict(one), until=ban.until, address="" if ban.holder else ban.address)
        for one, ban in found
    ]


@calls.add("GET /api/order/play/{game}/{speed}", costs={"read": 10}, refuses=(NOT_ALLOWED, BAD_FILTER))
async def list_rated_play(
    moderation: ModerationStore, accounts: Accounts, time: HouseTime, user: SignedIn, game: str, speed: str
) -> list[RatedPlay]:
    """Statistics of the strongest users' rated play."""
    await _keeper(accounts, user)
    check_pool(game, speed)
    return await moderation.rated_play(game, speed, time.now() - RECENT_SECONDS)


async def _keeper(accounts: Accounts, user: SignedIn) -> Account:
    """Return the account of the moderator who asks.  Raises Refused: "not-signed-in", "not-allowed"."""
    account = await accounts.account(user)
    check_moderator(account)
    return account
