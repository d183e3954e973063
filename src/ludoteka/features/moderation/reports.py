"""Reporting a person to the moderators, over HTTP."""

import secrets
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteka.core.message import Message, Refused
from ludoteka.features.moderation.desk import clean_text, find_subject
from ludoteka.features.moderation.requests import ReportRequest, read_moderation_request
from ludoteka.features.moderation.store import FiledReport
from ludoteka.features.profiles.profiles import find_resident
from ludoteka.server.protocol.bodies import json_answer, read_short_body
from ludoteka.store.refusals import on_conflict

if TYPE_CHECKING:
    from ludoteka.house.house import House

DAY = 86_400.0  # seconds
MOST_A_DAY = 10  # reports by one person
ID_BYTES = 12


async def _report(request: Request) -> Response:
    """Report a person.

    Raises:
        Refused: "bad-message", "bad-words", "no-such-resident", "no-such-person", "yourself",
            "reported-already", "too-many-reports", "not-stored".
    """
    house: House = request.app.state.house
    wish = read_moderation_request(ReportRequest, await read_short_body(request))
    await _store(house, await _read(house, wish, request.scope["holder"]))
    return json_answer({}, 201)


async def _read(house: "House", wish: ReportRequest, reporter: str) -> FiledReport:
    """Return the report to store.  Raises Refused: as `_report`."""
    text, now = clean_text(wish.text), house.now()
    if wish.kind == "other" and not text:
        raise Refused("bad-words", Message("Write what has happened."))
    if wish.name:  # hidden profiles stay hidden
        await find_resident(house.accounts.store, wish.name, reporter)
    about = await find_subject(house, wish.name, wish.match, wish.seat)
    if about.holder == reporter:
        raise Refused("yourself", Message("That is you."))
    return FiledReport(secrets.token_urlsafe(ID_BYTES), reporter, about.holder, about.match, wish.kind, text, now)


async def _store(house: "House", report: FiledReport) -> None:
    text = Message("You have reported them already. Somebody will look at it.")
    with on_conflict(Refused("reported-already", text)):
        await house.moderation.report(report, report.at - DAY, _check_count)


def _check_count(reports: int) -> None:
    if reports >= MOST_A_DAY:
        raise Refused("too-many-reports", Message("You have made as many reports today as this server allows."))


ROUTES = [Route("/api/reports", _report, methods=["POST"])]
