"""Export and import of match records (docs/records.md)."""

import secrets
from contextlib import nullcontext

from starlette.requests import Request
from starlette.responses import Response

from ludoteka.core.message import Message, Refused
from ludoteka.records.match_record import MatchRecord
from ludoteka.records.replay import begin_match
from ludoteka.records.syntax import MOST_BYTES, decode
from ludoteka.referee.events import Occupant, Setup
from ludoteka.referee.match_creation import SEED_BYTES, chooses_secrets, opening_events
from ludoteka.referee.record_conversion import build_record, check_revealed, restore_referee
from ludoteka.referee.referee import Referee
from ludoteka.server.house import House, game_named
from ludoteka.server.http.guests import check_origin, rate_limit_key
from ludoteka.server.http.replays import replay_match
from ludoteka.server.operations.limits import RECORD_WEIGHT
from ludoteka.server.protocol.messages import encode
from ludoteka.server.rooms.room import match_status, storage_refusal
from ludoteka.store import NotStored
from ludoteka.store.models import MatchHeader

SHORT_BYTES = 2_000  # of a record that is replayed in some ten milliseconds


async def export_record(request: Request) -> Response:
    """Serve the record of a match as a text file.

    Raises:
        Refused: "no-such-match", "not-over".
    """
    name, text = await replay_match(request, _check_shown, _file)
    return Response(text, media_type="text/plain", headers={"content-disposition": f'attachment; filename="{name}"'})


def _check_shown(header: MatchHeader) -> None:
    check_revealed(game_named(header.setup.game), header.status.result)


def _file(referee: Referee) -> tuple[str, str]:
    """Return the name and the text of a record's file."""
    return f"{referee.setup.game}-{referee.setup.id}.txt", build_record(referee).text()


async def import_record(request: Request) -> Response:
    """Create a match from a record and give the guest all its seats; if the record is refused, nothing is stored.

    Raises:
        Refused: "bad-origin", "too-large", "bad-record", "no-such-game", "not-stored", or the game's own reason.
    """
    check_origin(request.headers)
    house: House = request.app.state.house
    client, holder = rate_limit_key(request), request.scope["holder"]
    house.creation_limit.count(client, RECORD_WEIGHT)
    body = await _body(request)
    name = await house.store.name_of(holder)
    with house.replays.one_request(client) if len(body) > SHORT_BYTES else nullcontext():
        referee = await house.replays.run(client.address, _replay_record, body, holder, name, house.now())
    try:
        await house.store.create(referee.setup, referee.events, match_status(referee))
    except NotStored as error:
        raise storage_refusal() from error
    return Response(encode({"id": referee.setup.id}), 201, media_type="application/json")


def _replay_record(body: bytes, holder: str, name: str, now: float) -> Referee:
    record = MatchRecord.parse(decode(body))
    game = game_named(record.game)
    options = begin_match(record, game).options
    seats = {one.letter: Occupant("person", 0, holder, name) for one in game.seats(options)}
    match, seed = secrets.token_urlsafe(9), secrets.token_bytes(SEED_BYTES)
    position = record.position
    setup = Setup(match, game.name, game.rules_version, options, seed, seats, now, host=holder, position=position)
    setup = setup._replace(host_knows_secrets=chooses_secrets(game, options))
    referee = restore_referee(record, game, setup)
    for event in opening_events(game, setup):  # the commitment for later throws
        referee.accept(event._replace(number=referee.number + 1))
    return referee


async def _body(request: Request) -> bytes:
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MOST_BYTES:
            raise Refused("too-large", Message("The record is too long."))
    return bytes(body)
