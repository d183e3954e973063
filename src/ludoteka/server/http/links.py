"""The link to the free seats of a match, as a QR code."""

import io
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from ludoteka.core.message import Message, Refused
from ludoteka.house.house import House
from ludoteka.late_module import LateModule
from ludoteka.referee.seating import invitation_secret
from ludoteka.server.protocol.ids import check_match_id

if TYPE_CHECKING:
    import segno
else:
    segno = LateModule("segno")

SVG = "image/svg+xml"


def invitation_link(request: Request, match: str, secret: str) -> str:
    """Return the link to the free seats.  Browsers don't send the part after # to any server, so no log contains it."""
    return f"{request.base_url}match/{match}#{secret}"


async def invitation_qr_code(request: Request) -> Response:
    """Serve the link as a QR code to the people who can share it: the host and the players.

    Raises:
        Refused: "no-such-match", "not-your-seat".
    """
    house: House = request.app.state.house
    holder, match = request.scope["holder"], check_match_id(request.path_params["match"])
    header = await house.store.header(match)  # without the log, which may be long
    if header is None:
        raise Refused("no-such-match", Message("There is no such match here."))
    setup = header.setup
    if holder not in (setup.host, *(one.holder for one in setup.seats.values())):
        raise Refused("not-your-seat", Message("You are watching: none of the seats is yours."))
    picture = io.BytesIO()
    code = segno.make(invitation_link(request, match, invitation_secret(setup)), micro=False)
    code.save(picture, kind="svg", omitsize=True, border=4, light="#fff", dark="#000")
    return Response(picture.getvalue(), media_type=SVG)
