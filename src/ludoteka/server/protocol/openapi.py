"""The description of all that is answered over HTTP, as OpenAPI 3.1 (docs/openapi.json)."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteka import __version__
from ludoteka.server.protocol.messages import encode
from ludoteka.server.protocol.schemas import COMPONENTS, TEXT, Schema, array_of, one_of, ref, request_schemas

JSON, HTML, PLAIN, SVG = "application/json", "text/html", "text/plain", "image/svg+xml"
ANYWHERE = (404, 429, 500, 503)  # what may be answered to any call: in what it asks for, how often, or what breaks
MADE = (400, 403, 413)  # beside these to what changes something
SAID = {
    200: "as asked for",
    201: "made",
    204: "there is none",
    304: "not changed",
    400: "what was sent cannot be used",
    403: "not for this guest, or not from another site",
    404: "no such thing here",
    409: "not now",
    413: "too long",
    429: "too often: see Retry-After",
    500: "something broke",
    503: "it could not be stored, or the database is away; try again",
}


class Call(NamedTuple):
    """One call: what it is for, what may be sent with it, and what is answered."""

    path: str
    summary: str
    content: str = JSON
    answer: Schema | None = None
    method: str = "get"
    status: int = 200
    refused: tuple[int, ...] = ()
    body: Schema | None = None
    accepts: str = JSON
    query: Mapping[str, Schema] = MappingProxyType({})


LOBBY = {"game": TEXT, "clock": one_of("", "live", "days", "none"), "level": {"type": "string", "pattern": "^[0-8]?$"}}
CALLS = (
    Call("/", "The start page", HTML),
    Call("/dice", "How the dice of the house fell: the page", HTML),
    Call("/match/{match}", "The page of a match", HTML),
    Call("/match/{match}/record", "The record of a match", PLAIN, TEXT, refused=(409,)),
    Call("/match/{match}/dice", "What is needed to verify the dice", answer=ref("Verification"), refused=(400, 409)),
    Call("/match/{match}/link.svg", "The link to the free seats, as a QR code", SVG, TEXT, refused=(403,)),
    Call("/rules/{game}", "The rules of a game", HTML),
    Call("/games/{game}/{file}", "A file of a game's looks", "*/*", refused=(204,)),
    Call("/web/{path}", "A file of the client", "*/*", refused=(304,)),
    Call("/metrics", "What is measured, for Prometheus; for this machine alone unless it is opened", PLAIN, TEXT),
    Call("/api/health", "Whether the house lives", answer=ref("Health")),
    Call("/api/ready", "Whether it can serve", answer=ref("Readiness"), refused=(503,)),
    Call("/api/house", "The games that there are", answer=ref("House")),
    Call("/api/openapi.json", "This description", answer={"type": "object"}),
    Call("/api/asyncapi.json", "The description of the WebSocket", answer={"type": "object"}),
    Call("/api/catalogue/{language}", "Texts in a language", answer=ref("Catalogue")),
    Call("/api/catalogue/{language}/start", "Those of the start page", answer=ref("Catalogue")),
    Call("/api/lobby", "Public matches that go on", answer=ref("Lobby"), refused=(400,), query=LOBBY),
    Call("/api/dice", "How the dice of the house fell", answer=ref("DiceStatistics")),
    Call("/api/matches", "One's own matches, newest first", answer=array_of(ref("OwnMatch"))),
    Call("/api/matches", "Make a match", JSON, ref("Made"), "post", 201, MADE, ref("MatchWish")),
    Call("/api/guest", "How one is called", answer=ref("Guest")),
    Call("/api/guest", "Be called otherwise", JSON, ref("Guest"), "post", 200, MADE, ref("NameWish")),
    Call("/api/records", "Play on from a record", JSON, ref("Made"), "post", 201, (*MADE, 409), TEXT, PLAIN),
    Call(
        "/api/matches/{match}/positions/{number}",
        "A position of a finished match",
        answer=ref("Position"),
        refused=(409,),
    ),
    Call("/api/matches/{match}/rematch", "Make the rematch", JSON, ref("Made"), "post", 201, (*MADE, 409)),
)


@cache
def openapi_document() -> dict[str, Any]:
    """Return the whole description."""
    paths: dict[str, dict[str, Any]] = {}
    for call in CALLS:
        paths.setdefault(call.path, {})[call.method] = _operation(call)
    cookie = {"type": "apiKey", "in": "cookie", "name": "guest", "description": "given with the first answer"}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Ludoteka",
            "version": __version__,
            "summary": "A house of board games",
            "description": "A match is played over its WebSocket, which docs/asyncapi.json describes.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "security": [{}, {"guest": []}],
        "paths": paths,
        "components": {"schemas": COMPONENTS | request_schemas(), "securitySchemes": {"guest": cookie}},
    }


def _operation(call: Call) -> dict[str, Any]:
    answers: dict[int, Any] = {call.status: {"description": SAID[call.status], "content": _content(call)}}
    for status in sorted({*call.refused, *ANYWHERE}):
        answers[status] = {"description": SAID[status]} | _refused(call, status)
    words = call.path.replace("{", "").replace("}", "").replace(".", "/").split("/")
    operation: dict[str, Any] = {
        "operationId": "_".join([call.method, *filter(None, words)]),
        "summary": call.summary,
        "responses": {str(status): answer for status, answer in answers.items()},
    }
    inside = [part[1:-1] for part in call.path.split("/") if part.startswith("{")]
    parameters = [{"name": name, "in": "path", "required": True, "schema": TEXT} for name in inside]
    parameters += [{"name": name, "in": "query", "schema": schema} for name, schema in call.query.items()]
    if parameters:
        operation["parameters"] = parameters
    if call.body is not None:
        operation["requestBody"] = {"required": True, "content": {call.accepts: {"schema": call.body}}}
    return operation


def _content(call: Call) -> Schema:
    return {call.content: {"schema": call.answer} if call.answer else {}}


def _refused(call: Call, status: int) -> Schema:
    """Return what is sent with a refusal: data, but where a page was asked for, a page."""
    if status in (204, 304):
        return {}
    if call.path == "/api/ready" and status == 503:
        return {"content": _content(call)}
    told: Schema = {"content": {JSON: {"schema": ref("Refusal")}}}
    if status == 404 and not call.path.startswith("/api/"):
        told["content"][HTML] = {}
    if status == 429:
        told["headers"] = {"Retry-After": {"schema": {"type": "integer", "minimum": 1}}}
    return told


async def _document(request: Request) -> Response:
    return Response(encode(openapi_document()), media_type=JSON)


ROUTES = [Route("/api/openapi.json", _document)]
