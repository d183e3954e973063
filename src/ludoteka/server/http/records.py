"""Export and import of match records (docs/records.md)."""

from contextlib import nullcontext
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from ludoteka.core.message import Message
from ludoteka.records.match_record import MOST_BYTES
from ludoteka.referee.record_conversion import check_revealed
from ludoteka.server.http.replays import replay_match
from ludoteka.server.people.guests import rate_limit_key
from ludoteka.server.protocol.bodies import read_body
from ludoteka.server.protocol.messages import encode
from ludoteka.server.rooms.room import match_status
from ludoteka.server.whole_matches import game_named, record_file, restore_match
from ludoteka.store.models import MatchHeader

if TYPE_CHECKING:
    from ludoteka.house.house import House

SHORT_BYTES = 2_000  # of a record that is replayed in some ten milliseconds


async def export_record(request: Request) -> Response:
    """Serve the record of a match as a text file.

    Raises:
        Refused: "no-such-match", "not-over".
    """
    name, text = await replay_match(request, _check_shown, record_file)
    return Response(text, media_type="text/plain", headers={"content-disposition": f'attachment; filename="{name}"'})


def _check_shown(header: MatchHeader) -> None:
    check_revealed(game_named(header.setup.game), header.status.result)


async def import_record(request: Request) -> Response:
    """Create a match from a record and give the guest all its seats; if the record is refused, nothing is stored.

    Raises:
        Refused: "too-large", "bad-record", "no-such-game", "not-stored", or the game's own reason.
    """
    house: House = request.app.state.house
    client = rate_limit_key(request)
    body = await read_body(request, MOST_BYTES, Message("The record is too long."))
    person = await house.store.person(request.scope["holder"])
    with house.replays.one_request(client) if len(body) > SHORT_BYTES else nullcontext():
        referee = await house.replays.run(client.address, restore_match, body, person, house.now())
    await house.store.create(referee.setup, referee.events_after(0), match_status(referee))
    return Response(encode({"id": referee.setup.id}), 201, media_type="application/json")
