"""API tokens of an account, over HTTP (docs/api.md)."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteka.features.accounts.calls import account_change, account_post
from ludoteka.features.accounts.requests import IdRequest, NoRequest, TokenRequest
from ludoteka.server.people.sessions import public_id, signed_in
from ludoteka.server.protocol.bodies import json_answer


async def _tokens(request: Request) -> Response:
    """List the account's tokens, or create one."""
    if request.method == "POST":
        return await _make(request)
    house, who = request.app.state.house, signed_in(request)
    found = await house.tokens.of_account(who)
    return json_answer(
        [
            {
                "id": public_id(one.digest),
                "label": one.label,
                "scopes": one.scopes.split(),
                "made_at": one.made_at,
                "used_at": one.used_at,
            }
            for one in found
        ]
    )


async def _make_token(request: Request, wish: TokenRequest) -> dict[str, Any]:
    house, scopes = request.app.state.house, list(dict.fromkeys(wish.scopes))
    return {"token": await house.tokens.make(signed_in(request), wish.label, scopes)}


async def _end_token(request: Request, wish: IdRequest) -> None:
    await request.app.state.house.tokens.end(signed_in(request), wish.id)


async def _make_bot(request: Request, wish: NoRequest) -> None:
    house, who = request.app.state.house, signed_in(request)
    is_new = not await house.store.matches_of(who.holder, 1)
    await house.tokens.make_bot(who, is_new)


_make = account_change(TokenRequest, _make_token)
ROUTES = [
    Route("/api/account/tokens", _tokens, methods=["GET", "POST"]),
    account_post("tokens/end", account_change(IdRequest, _end_token)),
    account_post("bot", account_change(NoRequest, _make_bot)),
]
