"""What the house knows of somebody, as they can take it with them."""

from functools import reduce
from operator import or_
from typing import Any

from ludoteka.server.accounts.sessions import public_id
from ludoteka.server.house import House
from ludoteka.server.http.match_list import match_entry
from ludoteka.server.notices.choices import export_notices
from ludoteka.server.ratings import encode_ratings
from ludoteka.store.accounts.models import Account

MOST_ACTS = 1000


async def export_account(house: House, account: Account) -> dict[str, Any]:
    """Return all that the house knows of whoever has an account; times are in seconds since 1970, UTC.

    The matches are those in which they have a seat; the record of each finished one is at the address that it names.
    """
    accounts, store = house.accounts.store, house.store
    matches = await store.matches_of(account.holder, limit=None)
    parts = (_ways_in, _order, _play)
    rest = reduce(or_, [await part(house, account) for part in parts])
    return rest | {
        "account": _facts(account) | {"recovery_codes": await accounts.code_count(account.id)},
        "following": [one.name for one in await house.residents.followed(account.id, house.now())],
        "matches": [match_entry(one, account.holder) | {"record": f"/match/{one.id}/record"} for one in matches],
        "chat": [
            {"match": one.match, "at": one.at, one.kind: one.text} for one in await accounts.words(account.holder)
        ],
    }


async def _ways_in(house: House, account: Account) -> dict[str, Any]:
    """Return how they sign in, where they are signed in, which programs act for them, and their e-mail address."""
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


async def _play(house: House, account: Account) -> dict[str, Any]:
    """Return their ratings, what each rated match was worth for them, and the tournaments in which they took part."""
    states = await house.rater.store.states(account.holder)
    return {
        "ratings": encode_ratings(states, house.now()),
        "rated_matches": [
            {"match": one.match, "game": one.game, "speed": one.speed, "at": one.at}
            | {"before": round(one.before), "after": round(one.rating)}
            for one in await house.rater.store.changes_of(account.holder)
        ],
        "tournaments": [
            {"id": one.id, "name": one.name, "kind": one.kind, "game": one.game, "joined_at": at}
            for one, at in await house.tournaments.store.of_player(account.holder)
        ],
    }


async def _order(house: House, account: Account) -> dict[str, Any]:
    """Return whom they block, what they have reported, and what was done to keep order; not what others reported."""
    return {
        "blocked": [one.name for one in await house.blocks.blocked(account.id)],
        "reports": [
            {"about": one.about.name, "match": one.report.match, "at": one.report.at, "text": one.report.text}
            for one in await house.order.reports_of(account.holder)
        ],
        "acts": [
            {"kind": one.act.kind, "at": one.act.at, "detail": one.act.detail, "reason": one.act.reason}
            for one in await house.order.acts_about(account.holder, MOST_ACTS)
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
