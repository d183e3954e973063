"""Matches over HTTP: the lists of them, and to create, continue, share, export and import them."""

import io
from collections.abc import Callable
from contextlib import nullcontext
from typing import Annotated, Any, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ludoteka.core.clock import TimeControl
from ludoteka.core.message import Message
from ludoteka.games import games
from ludoteka.records.match_record import MOST_BYTES
from ludoteka.referee.events import guest_number
from ludoteka.referee.record_conversion import NOT_OVER, check_revealed
from ludoteka.referee.referee import NOT_YOUR_SEAT
from ludoteka.referee.seating import invitation_secret
from ludoteka.server.calls.answers import Answer, CreatedItem, Occupant, Standing, Whole
from ludoteka.server.calls.call import BAD_FILTER, PLAIN, PUBLIC, SVG, Calls, Holder, MatchId
from ludoteka.server.http.match_list import OwnMatch, match_entry, seat_entries
from ludoteka.server.matches import CREATION_REFUSALS, Matches
from ludoteka.server.operations.house_time import HouseTime
from ludoteka.server.operations.limits import LimitKey
from ludoteka.server.operations.work_queue import ReplayQueue
from ludoteka.server.protocol.bodies import read_body
from ludoteka.server.protocol.messages import NO_SUCH_MATCH, MatchRequest
from ludoteka.server.rematches import REMATCH_REFUSALS, Rematches
from ludoteka.server.replays import REPLAY_REFUSALS, Replays
from ludoteka.server.rooms.room import match_status
from ludoteka.server.whole_matches import NO_SUCH_GAME, game_named, record_file, restore_match
from ludoteka.store import Store
from ludoteka.store.models import StoredMatch

SHORT_BYTES = 2_000  # of a record that is replayed in some ten milliseconds
MOST = 50  # matches of each kind in the lobby
MAX_SEARCHED = 500  # newest matches that a filter of the lobby looks at
CLOCKS: dict[str, Callable[[TimeControl], bool]] = {
    "": lambda control: True,
    "live": lambda control: control.is_live,
    "days": lambda control: control.kind == "days",
    "none": lambda control: control.kind == "none",
}


class Host(Answer):
    """The person who has opened a table."""

    name: str
    guest: Whole
    standing: Standing


class OpenTable(Answer):
    """A public match, as the lobby shows it: without its secret options."""

    id: str
    game: str
    options: dict[str, Any]
    clock: str
    made_at: float
    seats: list[Occupant]
    host_knows_secrets: bool
    rated: bool
    host: Host


Tables = Annotated[list[OpenTable], msgspec.Meta(max_length=MOST)]


class Lobby(Answer):
    """Public matches with free seats, and those to watch; the newest first."""

    open: Tables
    playing: Tables


class LobbyQuery(msgspec.Struct):
    """Filters of the lobby."""

    game: str = ""
    clock: Literal["", "live", "days", "none"] = ""
    level: Annotated[str, msgspec.Meta(pattern="^([0-9]|10)?$")] = ""  # of a computer at the table; 0 for no computer


calls = Calls()


@calls.add("GET /api/matches", costs={"read": 2}, scope="match:read")
async def list_matches(store: Store, holder: Holder) -> list[OwnMatch]:
    """The guest's matches, newest first."""
    return [OwnMatch(**match_entry(one, holder)) for one in await store.matches_of(holder)]


@calls.add("POST /api/matches", status=201, costs={"creation": 1}, scope="match:play", refuses=CREATION_REFUSALS)
async def create_match(matches: Matches, holder: Holder, client: LimitKey, body: MatchRequest) -> CreatedItem:
    """Create a match."""
    return CreatedItem(await matches.create_match(body, holder, client.address))


@calls.add(
    "POST /api/matches/{match}/rematch", status=201, costs={"creation": 1}, scope="match:play", refuses=REMATCH_REFUSALS
)
async def create_rematch(rematches: Rematches, match: MatchId, holder: Holder, client: LimitKey) -> CreatedItem:
    """Create the rematch."""
    return CreatedItem(await rematches.agree(match, holder, client.address))


@calls.add("GET /api/lobby", costs={"read": 1}, scope=PUBLIC)
async def get_lobby(store: Store, time: HouseTime, holder: Holder, query: LobbyQuery) -> Lobby:
    """Public matches."""
    if query.game and query.game not in games():
        raise BAD_FILTER(Message("Open tables can't be filtered by that."))
    searched = MAX_SEARCHED if query.clock or query.level else MOST
    opened, playing = [
        [_open_table(one, holder) for one in found if _is_wanted(one, query)][:MOST]
        for found in [await store.lobby(time.now(), query.game, is_open, searched) for is_open in (True, False)]
    ]
    return Lobby(opened, playing)


@calls.add(
    "GET /match/{match}/record", content=PLAIN, costs={"read": 5}, scope=PUBLIC, refuses=(*REPLAY_REFUSALS, NOT_OVER)
)
async def export_record(replays: Replays, match: MatchId, client: LimitKey) -> Response:
    """The record of a match."""
    name, text = await replays.ask(
        match, client, lambda header: check_revealed(game_named(header.setup.game), header.status.result), record_file
    )
    return Response(text, media_type=PLAIN, headers={"content-disposition": f'attachment; filename="{name}"'})


@calls.add(
    "POST /api/records",
    status=201,
    accepts=PLAIN,
    costs={"creation": 5},
    scope="match:play",
    refuses=(NO_SUCH_GAME, "bad-record"),
)
async def import_record(
    store: Store, queue: ReplayQueue, time: HouseTime, holder: Holder, client: LimitKey, request: Request
) -> CreatedItem:
    """Create a match from a record.

    The guest gets all its seats.  If the record is refused, nothing is stored.
    """
    written = await read_body(request, MOST_BYTES, Message("The record is too long."))
    person = await store.person(holder)
    with queue.one_request(client) if len(written) > SHORT_BYTES else nullcontext():
        referee = await queue.run(client.address, restore_match, written, person, time.now())
    await store.create(referee.setup, referee.events_after(0), match_status(referee))
    return CreatedItem(referee.setup.id)


@calls.add("GET /match/{match}/link.svg", content=SVG, costs={"read": 10}, refuses=(NO_SUCH_MATCH, NOT_YOUR_SEAT))
async def show_qr_code(replays: Replays, match: MatchId, holder: Holder, request: Request) -> Response:
    """The link to the free seats, as a QR code.

    Only the people who can share it may see it: the host and the players.
    """
    import segno  # noqa: PLC0415 - a house starts faster without it

    setup = (await replays.header(match)).setup  # without the log, which may be long
    if holder not in (setup.host, *(seat.holder for seat in setup.seats.values())):
        raise NOT_YOUR_SEAT()
    # Browsers don't send the part after # to any server, so no log contains it
    link = f"{request.base_url}match/{match}#{invitation_secret(setup)}"
    picture = io.BytesIO()
    segno.make(link, micro=False).save(picture, kind="svg", omitsize=True, border=4, light="#fff", dark="#000")
    return Response(picture.getvalue(), media_type=SVG)


def _is_wanted(kept: StoredMatch, query: LobbyQuery) -> bool:
    """Tell whether a match passes the filters besides the game."""
    levels = [seat.level for seat in kept.seats.values() if seat.kind == "computer"]
    has_level = query.level == "" or (int(query.level) in levels if int(query.level) else not levels)
    return kept.game in games() and CLOCKS[query.clock](TimeControl.parse(kept.clock)) and has_level


def _open_table(kept: StoredMatch, holder: str) -> OpenTable:
    told = {option.name for option in games()[kept.game].options if not option.is_secret}
    return OpenTable(
        kept.id,
        kept.game,
        {name: value for name, value in kept.options.items() if name in told},
        kept.clock,
        kept.made_at,
        seat_entries(kept, holder),
        kept.host_knows_secrets,
        kept.rated,
        Host(kept.host_name, guest_number(kept.host), kept.host_standing),  # type: ignore[arg-type]  # the store keeps these standings only
    )
