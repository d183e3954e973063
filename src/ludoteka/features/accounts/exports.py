"""Export of a user's personal data."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from ludoteka.features.accounts.tables import Words
from ludoteka.features.notifications.choices import export_notices
from ludoteka.features.ratings.rater import encode_ratings
from ludoteka.features.ratings.store import Change
from ludoteka.server.http.match_list import match_entry
from ludoteka.server.people.sessions import public_id
from ludoteka.server.protocol.messages import encode
from ludoteka.store.people import Account

if TYPE_CHECKING:
    from ludoteka.house.house import House

Item = TypeVar("Item")
MOST_ACTS = 1000
AT_A_TIME = 50  # entries read and encoded before other requests are served


async def export_account(house: "House", account: Account) -> AsyncIterator[bytes]:
    """Yield all data that the house stores of a user, as parts of a JSON object.

    Times are in seconds since 1970, UTC.  The matches are those in which they have a seat; each finished one names the
    address of its record.
    """
    holder = account.holder
    known = {"account": _facts(account) | {"recovery_codes": await house.accounts.store.code_count(account.id)}}
    for describe in (_ways_in, _order, _play):
        known |= await describe(house, account)
    yield encode(known)[:-1]

    async def describe_matches(names: Sequence[str]) -> list[dict[str, Any]]:
        found = await house.store.matches(names)
        return [match_entry(one, holder) | {"record": f"/match/{one.id}/record"} for one in found]

    async for part in _list("rated_matches", await house.rater.store.changes_of(holder), _describe_changes):
        yield part
    async for part in _list("matches", await house.store.match_ids_of(holder), describe_matches):
        yield part
    async for part in _list("chat", await house.accounts.store.words(holder), _describe_words):
        yield part
    yield b"}"


async def _list(
    name: str, found: Sequence[Item], describe: Callable[[Sequence[Item]], Awaitable[list[dict[str, Any]]]]
) -> AsyncIterator[bytes]:
    """Yield a list as another member of a JSON object, a few entries at a time."""
    yield f',"{name}":['.encode()
    comma = b""
    for start in range(0, len(found), AT_A_TIME):
        if entries := await describe(found[start : start + AT_A_TIME]):
            yield comma + encode(entries)[1:-1]
            comma = b","
        await asyncio.sleep(0)
    yield b"]"


async def _describe_changes(found: Sequence[Change]) -> list[dict[str, Any]]:
    return [
        {"match": one.match, "game": one.game, "speed": one.speed, "at": one.at}
        | {"before": round(one.before), "after": round(one.rating)}
        for one in found
    ]


async def _describe_words(found: Sequence[Words]) -> list[dict[str, Any]]:
    return [{"match": one.match, "at": one.at, one.kind: one.text} for one in found]


async def _ways_in(house: "House", account: Account) -> dict[str, Any]:
    """Return the user's sign-in methods, sessions, API tokens and e-mail address."""
    accounts = house.accounts.store
    return {
        "passkeys": [
            {"id": one.id, "label": one.label, "made_at": one.made_at, "used_at": one.used_at}
            for one in await accounts.passkeys(account.id)
        ],
        "identities": [
            {"issuer": one.issuer, "subject": one.subject, "made_at": one.made_at, "used_at": one.used_at}
            for one in await accounts.identities(account.id)
        ],
        "sessions": [
            {"id": public_id(one.digest), "made_at": one.made_at, "seen_at": one.seen_at, "device": one.device}
            for one in await accounts.sessions(account.id)
        ],
        "tokens": [
            {"label": one.label, "scopes": one.scopes.split(), "made_at": one.made_at, "used_at": one.used_at}
            for one in await house.tokens.store.of_account(account.id)
        ],
        "notices": await export_notices(house.notices.store, account.id),
        "mail": await house.account_mail.describe(account.id),
    }


async def _play(house: "House", account: Account) -> dict[str, Any]:
    """Return the user's ratings, the users they follow and their tournaments."""
    states = await house.rater.store.states(account.holder)
    return {
        "ratings": encode_ratings(states, house.now()),
        "following": [one.name for one in await house.residents.followed(account.id, house.now())],
        "tournaments": [
            {"id": one.id, "name": one.name, "kind": one.kind, "game": one.game, "joined_at": at}
            for one, at in await house.tournaments.store.of_player(account.holder)
        ],
    }


async def _order(house: "House", account: Account) -> dict[str, Any]:
    """Return the user's blocks, reports and the moderation actions against them, but not reports by others."""
    return {
        "blocked": [one.name for one in await house.blocks.blocked(account.id)],
        "reports": [
            {"about": one.about.name, "match": one.report.match, "at": one.report.at, "text": one.report.text}
            for one in await house.moderation.reports_of(account.holder)
        ],
        "acts": [
            {"kind": one.act.kind, "at": one.act.at, "detail": one.act.detail, "reason": one.act.reason}
            for one in await house.moderation.acts_about(account.holder, MOST_ACTS)
        ],
    }


def _facts(account: Account) -> dict[str, Any]:
    return {
        "name": account.name,
        "role": account.role,
        "made_at": account.made_at,
        "has_password": bool(account.password),
        "is_hidden": account.is_hidden,
        "is_bot": account.is_bot,
    }
