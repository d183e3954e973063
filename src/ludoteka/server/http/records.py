"""Export and import of match records (docs/records.md)."""

import asyncio
import secrets

from starlette.requests import Request
from starlette.responses import Response

from ludoteka.core.message import Message, Refused
from ludoteka.records.match_record import MatchRecord
from ludoteka.records.syntax import MOST_BYTES, decode
from ludoteka.referee.events import Event, Occupant, Setup
from ludoteka.referee.match_creation import SEED_BYTES, opening_events
from ludoteka.referee.record_conversion import build_log, build_record
from ludoteka.referee.referee import Referee
from ludoteka.server.house import House, game_named
from ludoteka.server.http.guests import check_origin, rate_limit_key
from ludoteka.server.operations.limits import RECORD_WEIGHT, REPLAY_WEIGHT
from ludoteka.server.protocol.messages import encode
from ludoteka.server.rooms.room import match_status, storage_refusal
from ludoteka.store import NotStored


async def export_record(request: Request) -> Response:
    """Serve the record of a match as a text file.

    Raises:
        Refused: "no-such-match", "not-over".
    """
    house: House = request.app.state.house
    house.read_limit.count(rate_limit_key(request), REPLAY_WEIGHT)
    match = request.path_params["match"]
    stored = await house.store.load(match)
    if stored is None:
        raise Refused("no-such-match", Message("There is no such match here."))
    async with house.replays:
        text = await asyncio.to_thread(_record_text, house, *stored)
    name = f"{stored[0].game}-{match}.txt"
    return Response(text, media_type="text/plain", headers={"content-disposition": f'attachment; filename="{name}"'})


def _record_text(house: House, setup: Setup, events: list[Event]) -> str:
    return build_record(house.referee(setup, events)).text()


async def import_record(request: Request) -> Response:
    """Create a match from a record and give the guest all its seats; if the record is refused, nothing is stored.

    Raises:
        Refused: "bad-origin", "too-large", "bad-record", "no-such-game", "not-stored", or the game's own reason.
    """
    check_origin(request.headers)
    house: House = request.app.state.house
    house.creation_limit.count(rate_limit_key(request), weight=RECORD_WEIGHT)
    text = decode(await _body(request))
    async with house.replays:
        name = await house.store.name_of(request.scope["holder"])
        referee = await asyncio.to_thread(_replay_record, text, request.scope["holder"], name, house.now())
    try:
        await house.store.create(referee.setup, referee.events, match_status(referee))
    except NotStored as error:
        raise storage_refusal() from error
    return Response(encode({"id": referee.setup.id}), 201, media_type="application/json")


def _replay_record(text: str, holder: str, name: str, now: float) -> Referee:
    record = MatchRecord.parse(text)
    game = game_named(record.game)
    options, events = build_log(record, game, now)
    seats = {one.letter: Occupant("person", 0, holder, name) for one in game.seats(options)}
    match, seed = secrets.token_urlsafe(9), secrets.token_bytes(SEED_BYTES)
    position = record.position
    setup = Setup(match, game.name, game.rules_version, options, seed, seats, now, host=holder, position=position)
    bound = [
        one._replace(number=len(events) + 1) for one in opening_events(game, setup)
    ]  # the commitment for later throws
    return Referee(game, setup, events + bound)


async def _body(request: Request) -> bytes:
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MOST_BYTES:
            raise Refused("too-large", Message("The record is too long."))
    return bytes(body)
