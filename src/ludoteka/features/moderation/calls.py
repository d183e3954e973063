"""The moderators' page, over HTTP (docs/keeping-order.md)."""

from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteka.core.message import Message, Refused
from ludoteka.features.moderation import blocks, reports
from ludoteka.features.moderation.desk import Desk, check_moderator, find_subject
from ludoteka.features.moderation.rated_play import RatedPlay, RatedPlayStore
from ludoteka.features.moderation.requests import ActRequest, read_moderation_request
from ludoteka.features.moderation.store import ModerationEntry, ReportEntry
from ludoteka.features.profiles.profiles import check_pool
from ludoteka.features.ratings.leaderboards import RECENT_SECONDS
from ludoteka.referee.events import Person, guest_number
from ludoteka.server.people.sessions import signed_in
from ludoteka.server.protocol.bodies import json_answer, read_short_body
from ludoteka.store.people import Account

if TYPE_CHECKING:
    from ludoteka.house.house import House

SHOWN = 50  # reports, log entries
MOST_TO_REVIEW = 5  # matches suggested for a review at once


async def _keeper(request: Request) -> tuple["House", Account]:
    """Return the house and the moderator who asks.  Raises Refused: "not-signed-in", "not-allowed"."""
    house, who = request.app.state.house, signed_in(request)
    account = await house.accounts.account(who)
    check_moderator(account)
    return house, account


async def _reports(request: Request) -> Response:
    """List the open reports that the moderator may decide, oldest first.  Raises Refused: as `_keeper`."""
    house, keeper = await _keeper(request)
    found = await house.moderation.open_reports(keeper, SHOWN)
    return json_answer([await _encode_report(house, one) for one in found])


async def _person(request: Request) -> Response:
    """Return a person's account, the reports about them and the moderation actions against them.

    The address names them by a report, a user name, or a seat in a match.

    Raises:
        Refused: as `_keeper` and `find_subject`.
    """
    house, keeper = await _keeper(request)
    wanted = {key: request.query_params.get(key, "")[:300] for key in ("name", "match", "seat", "report")}
    about = await find_subject(house, **wanted)
    account = about.account
    return json_answer(
        {
            "person": _encode_person(about.person),
            "match": about.match or None,
            "role": account.role if account else None,
            "made_at": account.made_at if account else None,
            "is_closed": account is not None and account.closed_at is not None,
            "reports": [
                await _encode_report(house, one)
                for one in await house.moderation.reports_about(about.holder, keeper, SHOWN)
            ],
            "acts": [_encode_act(one) for one in await house.moderation.acts_about(about.holder, SHOWN)],
        }
    )


async def _acts(request: Request) -> Response:
    """Return the moderation log, newest first, or perform a moderation action.

    Raises:
        Refused: "bad-filter", and as `_keeper` and `Desk.act`.
    """
    if request.method == "POST":
        wish = read_moderation_request(ActRequest, await read_short_body(request))
        house, who = request.app.state.house, signed_in(request)
        if wish.kind == "role":
            house.accounts.check_confirmed(who)
        await Desk(house, await house.accounts.account(who), wish).act()
        return json_answer({})
    house, _ = await _keeper(request)
    found = await house.moderation.log(_read_time(request), SHOWN + 1)
    more = found[SHOWN - 1].act.at if len(found) > SHOWN else None
    return json_answer({"acts": [_encode_act(one) for one in found[:SHOWN]], "next": more})


def _read_time(request: Request) -> float:
    """Return the time before which log entries are wanted.  Raises Refused: "bad-filter"."""
    try:
        before = float(request.query_params.get("before", "inf"))
    except ValueError:
        before = float("nan")
    if before != before:
        raise Refused("bad-filter", Message("The log can't be filtered by that."))
    return min(before, 1e12)


async def _shut_outs(request: Request) -> Response:
    """List the bans in force, as the log entries that imposed them.  Raises Refused: as `_keeper`."""
    house, _ = await _keeper(request)
    shut = {one.act: one for one in await house.moderation.shut_outs(house.now())}
    found = await house.moderation.acts(list(shut))
    entries = []
    for one in found:
        kept = shut[one.act.id]
        entries.append({**_encode_act(one), "until": kept.until, "address": "" if kept.holder else kept.address})
    return json_answer(entries)


async def _rated_play(request: Request) -> Response:
    """Return statistics of the strongest users' rated play.  Raises Refused: "bad-filter", and as `_keeper`."""
    house, _ = await _keeper(request)
    game, speed = check_pool(request)
    found = await RatedPlayStore(house.store).figures(game, speed, house.now() - RECENT_SECONDS)
    return json_answer([_encode_figures(one) for one in found])


async def _encode_report(house: "House", one: ReportEntry) -> dict[str, Any]:
    report = one.report
    return {
        "id": report.id,
        "kind": report.kind,
        "text": report.text,
        "at": report.at,
        "match": report.match or None,
        "is_open": report.closed_at is None,
        "words": await house.moderation.words_in(report.match, report.about) if report.match else [],
        "about": _encode_person(one.about),
        "reporter": None if one.is_about_keeper else _encode_person(one.reporter),
    }


def _encode_person(one: Person) -> dict[str, Any]:
    return {"name": one.name, "standing": one.standing, "guest": guest_number(one.holder)}


def _encode_act(one: ModerationEntry) -> dict[str, Any]:
    act = one.act
    return {
        "id": act.id,
        "at": act.at,
        "by": one.by if act.by else None,
        "kind": act.kind,
        "about": _encode_person(one.about) if one.about else None,
        "match": act.match or None,
        "detail": act.detail,
        "reason": act.reason,
    }


def _encode_figures(one: RatedPlay) -> dict[str, Any]:
    return {
        **one._asdict(),
        "rating": round(one.rating),
        "not_reviewed": one.not_reviewed[:MOST_TO_REVIEW],
    }


ROUTES = [
    *reports.ROUTES,
    *blocks.ROUTES,
    Route("/api/order/reports", _reports),
    Route("/api/order/person", _person),
    Route("/api/order/acts", _acts, methods=["GET", "POST"]),
    Route("/api/order/shut-outs", _shut_outs),
    Route("/api/order/play/{game}/{speed}", _rated_play),
]
