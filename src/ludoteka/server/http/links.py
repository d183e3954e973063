"""The link to the free seats of a match, as a picture that another machine's camera reads."""

import io

import segno
from starlette.requests import Request
from starlette.responses import Response

from ludoteka.core.message import Message, Refused
from ludoteka.referee.seating import invitation_secret
from ludoteka.server.house import House

PICTURE = "image/svg+xml"


def invitation_link(request: Request, match: str, secret: str) -> str:
    """Return the address at which a free seat is taken; what follows # is sent to no server and kept in no log."""
    return f"{request.base_url}match/{match}#{secret}"


async def invitation_qr_code(request: Request) -> Response:
    """Serve the link as a QR code to those who may hand it out: the host, and who sits there.

    Raises:
        Refused: "no-such-match", "not-your-seat".
    """
    house: House = request.app.state.house
    holder, match = request.scope["holder"], request.path_params["match"]
    stored = await house.store.load(match)
    if stored is None:
        raise Refused("no-such-match", Message("There is no such match here."))
    setup, _ = stored
    if holder not in (setup.host, *(one.holder for one in setup.seats.values())):
        raise Refused("not-your-seat", Message("You are watching: none of the seats is yours."))
    drawn = io.BytesIO()
    code = segno.make(invitation_link(request, match, invitation_secret(setup)), micro=False)
    code.save(drawn, kind="svg", omitsize=True, border=4, light="#fff", dark="#000")
    return Response(drawn.getvalue(), media_type=PICTURE, headers={"cache-control": "no-store"})
