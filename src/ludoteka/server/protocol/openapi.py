"""The OpenAPI 3.1 description of the HTTP API (docs/openapi.json)."""

from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteka import __version__
from ludoteka.server.calls.call import Call
from ludoteka.server.calls.openapi import openapi_document as calls_document
from ludoteka.server.people.scopes import SCOPES
from ludoteka.server.protocol.calls.account_calls import ACCOUNT_CALLS, ACCOUNT_SCHEMAS
from ludoteka.server.protocol.calls.call import HTML, JSON, MADE, PLAIN, SVG, DescribedCall
from ludoteka.server.protocol.calls.program_calls import PROGRAM_CALLS, PROGRAM_SCHEMAS
from ludoteka.server.protocol.messages import encode
from ludoteka.server.protocol.schemas import COMPONENTS, TEXT, Schema, array_of, one_of, ref, request_schemas
from ludoteka.server.protocol.token_scopes import SCOPE_OF

ANYWHERE = (401, 403, 404, 421, 429, 431, 500, 503)  # statuses with which any call may be answered
EMPTY = (204, 302, 304)  # statuses without content
STATUS_TEXTS = {
    200: "success",
    201: "created",
    204: "there is no such file",
    302: "elsewhere",
    304: "not changed",
    400: "the request is invalid",
    401: "not signed in, or the token is not valid",
    403: "not allowed for this guest or token, or from another site",
    404: "not found",
    409: "not possible now",
    413: "the body is too long",
    421: "the house is not known by the name in the Host header",
    429: "too many requests: see Retry-After",
    431: "the address and the headers are too long",
    500: "internal error",
    503: "the database is unavailable, or could not store the change; try again",
}

LOBBY = {
    "game": TEXT,
    "clock": one_of("", "live", "days", "none"),
    "level": {"type": "string", "pattern": "^([0-9]|10)?$"},
}
CALLS = (
    DescribedCall("/", "The start page", HTML),
    DescribedCall("/dice", "Dice statistics, as a page", HTML),
    DescribedCall("/match/{match}", "The page of a match", HTML),
    DescribedCall("/match/{match}/review", "The page of the review of a match", HTML),
    DescribedCall("/match/{match}/record", "The record of a match", PLAIN, TEXT, refused=(409,)),
    DescribedCall(
        "/match/{match}/dice",
        "What is needed to verify the dice of a match",
        answer=ref("Verification"),
        refused=(400, 409),
    ),
    DescribedCall("/match/{match}/link.svg", "The link to the free seats, as a QR code", SVG, TEXT, refused=(403,)),
    DescribedCall("/analysis/{game}", "The analysis board", HTML),
    DescribedCall("/account", "The account page", HTML),
    DescribedCall("/account/mail", "The page of an e-mail link", HTML),
    DescribedCall(
        "/.well-known/change-password", "The page to change a password, for password managers", HTML, status=302
    ),
    DescribedCall("/resident/{name}", "The page of a user", HTML),
    DescribedCall("/leaderboards", "The leaderboards, as a page", HTML),
    DescribedCall("/watch", "The page of matches in progress", HTML),
    DescribedCall("/order", "The moderators' page", HTML),
    DescribedCall("/settings", "The page of settings of the house", HTML),
    DescribedCall("/tournaments", "The list of tournaments, as a page", HTML),
    DescribedCall("/tournament/{tournament}", "The page of a tournament", HTML),
    DescribedCall("/puzzles", "The list of puzzles", HTML),
    DescribedCall("/puzzle/{game}/{number}", "The page of a puzzle", HTML),
    DescribedCall("/rules/{game}", "The rules of a game", HTML),
    DescribedCall("/games/{game}/{file}", "A file with a game's looks", "*/*", refused=(204,)),
    DescribedCall("/styles/{file}", "All style sheets of a page, as one file", "text/css", refused=(304,)),
    DescribedCall(
        "/manifest.webmanifest",
        "What browsers need to install the house",
        "application/manifest+json",
        {"type": "object"},
    ),
    DescribedCall("/web/{path}", "A file of the browser client", "*/*", refused=(304,)),
    DescribedCall("/metrics", "Metrics for Prometheus, by default only for the same machine", PLAIN, TEXT),
    DescribedCall("/api/health", "Whether the process runs", answer=ref("Health")),
    DescribedCall("/api/ready", "Whether the house can serve", answer=ref("Readiness"), refused=(503,)),
    DescribedCall("/api/house", "The games of the house", answer=ref("House")),
    DescribedCall("/api/openapi.json", "This description", answer={"type": "object"}),
    DescribedCall("/api/asyncapi.json", "The description of the WebSocket", answer={"type": "object"}),
    DescribedCall("/api/catalogue/{language}", "Translations into a language", answer=ref("Catalogue")),
    DescribedCall("/api/catalogue/{language}/start", "Translations for the start page", answer=ref("Catalogue")),
    DescribedCall("/api/lobby", "Public matches", answer=ref("Lobby"), refused=(400,), query=LOBBY),
    DescribedCall("/api/dice", "Dice statistics", answer=ref("DiceStatistics")),
    DescribedCall("/api/matches", "The guest's matches, newest first", answer=array_of(ref("OwnMatch"))),
    DescribedCall("/api/matches", "Create a match", JSON, ref("Made"), "post", 201, (*MADE, 409), ref("MatchRequest")),
    DescribedCall("/api/guest", "The guest's name", answer=ref("Guest")),
    DescribedCall(
        "/api/guest", "Change the guest's name", JSON, ref("Guest"), "post", 200, (*MADE, 409), ref("NameRequest")
    ),
    DescribedCall(
        "/api/records", "Create a match from a record", JSON, ref("Made"), "post", 201, (*MADE, 409), TEXT, PLAIN
    ),
    DescribedCall(
        "/api/matches/{match}/positions/{number}",
        "A position of a match",
        answer=ref("Position"),
        refused=(400, 409),
        query={"line": array_of(TEXT), "seat": TEXT},
    ),
    DescribedCall(
        "/api/matches/{match}/review", "The review of a finished match", answer=ref("ReviewState"), refused=(409,)
    ),
    DescribedCall(
        "/api/matches/{match}/review",
        "Begin the review of a finished match",
        answer=ref("ReviewState"),
        method="post",
        refused=(*MADE, 409),
    ),
    DescribedCall(
        "/api/matches/{match}/retry",
        "Create a match from a position of a finished one",
        answer=ref("Made"),
        method="post",
        status=201,
        refused=(*MADE, 409),
        body=ref("RetryRequest"),
    ),
    DescribedCall(
        "/api/analysis/position",
        "A position of an analysis, with the legal actions",
        answer=ref("AnalysedPosition"),
        method="post",
        refused=(*MADE, 409),
        body=ref("PositionRequest"),
    ),
    DescribedCall(
        "/api/analysis/lines",
        "The best lines that the engine finds in a position",
        answer=ref("EngineLines"),
        method="post",
        refused=(*MADE, 409),
        body=ref("LinesRequest"),
    ),
    DescribedCall(
        "/api/analysis/tree",
        "The tree of moves of a record",
        answer=ref("AnalysisTree"),
        method="post",
        refused=(*MADE, 409),
        body=TEXT,
        accepts=PLAIN,
    ),
    DescribedCall(
        "/api/analysis/record",
        "A tree of moves as a record",
        PLAIN,
        TEXT,
        method="post",
        refused=(*MADE, 409),
        body=ref("AnalysisTree"),
    ),
    DescribedCall("/api/puzzles", "The puzzle of the day, and the puzzles of each game", answer=ref("PuzzleList")),
    DescribedCall("/api/puzzles/{game}/{number}", "A puzzle without its solution", answer=ref("Puzzle")),
    DescribedCall(
        "/api/puzzles/{game}/{number}",
        "Judge an attempt at a puzzle",
        answer=ref("Attempt"),
        method="post",
        refused=MADE,
        body=ref("AttemptRequest"),
    ),
    DescribedCall("/api/matches/{match}/rematch", "Create the rematch", JSON, ref("Made"), "post", 201, (*MADE, 409)),
    *ACCOUNT_CALLS,
    *PROGRAM_CALLS,
)

NEW: list[Call] = []  # calls that are declared once


@cache
def openapi_document() -> dict[str, Any]:
    """Return the whole description."""
    paths: dict[str, dict[str, Any]] = {}
    for call in CALLS:
        paths.setdefault(call.path, {})[call.method] = _operation(call)
    new = calls_document(NEW)
    for path, operations in new["paths"].items():
        paths.setdefault(path, {}).update(operations)
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
        "components": {"schemas": _schemas() | new["components"]["schemas"], "securitySchemes": _security()},
    }


def _schemas() -> Schema:
    answers = ACCOUNT_SCHEMAS | PROGRAM_SCHEMAS
    return COMPONENTS | answers | request_schemas()


def _security() -> Schema:
    cookie = {
        "type": "apiKey",
        "in": "cookie",
        "name": "guest",
        "description": "set by the first answer; over HTTPS its name is __Host-guest.  After signing in, there is also a "
        "cookie session, or __Host-session, which identifies the account.",
    }
    scopes = ", ".join(SCOPES)
    token = {
        "type": "http",
        "scheme": "bearer",
        "description": f"a token of an account, for programs.  Its scopes are some of {scopes}.",
    }
    return {"guest": cookie, "token": token}


def _operation(call: DescribedCall) -> dict[str, Any]:
    content = {} if call.status in EMPTY else {"content": _content(call)}
    answers: dict[int, Any] = {call.status: {"description": STATUS_TEXTS[call.status]} | content}
    for status in sorted({*call.refused, *ANYWHERE}):
        answers[status] = {"description": STATUS_TEXTS[status]} | _refused(call, status)
    words = call.path.replace("{", "").replace("}", "").replace(".", "/").split("/")
    operation: dict[str, Any] = {
        "operationId": "_".join([call.method, *filter(None, words)]),
        "summary": call.summary,
        "responses": {str(status): answer for status, answer in answers.items()},
    }
    inside = [part[1:-1] for part in call.path.split("/") if part.startswith("{")]
    parameters = [{"name": name, "in": "path", "required": True, "schema": TEXT} for name in inside]
    parameters += [{"name": name, "in": "query", "schema": schema} for name, schema in call.query.items()]
    scope = SCOPE_OF.get(f"{call.method} {call.path}")
    if scope is not None:
        operation["security"] = [{}, {"guest": []}, {"token": [scope] if scope else []}]
    if parameters:
        operation["parameters"] = parameters
    if call.body is not None:
        operation["requestBody"] = {"required": True, "content": {call.accepts: {"schema": call.body}}}
    return operation


def _content(call: DescribedCall) -> Schema:
    return {call.content: {"schema": call.answer} if call.answer else {}}


def _refused(call: DescribedCall, status: int) -> Schema:
    """Return the content of an error: JSON, or a page if a page was requested."""
    if status in EMPTY:
        return {}
    if call.path == "/api/ready" and status == 503:
        return {"content": _content(call)}
    content: Schema = {"content": {JSON: {"schema": ref("Refusal")}}}
    if status == 404 and not call.path.startswith("/api/"):
        content["content"][HTML] = {}
    if status == 421 and not call.path.startswith("/api/"):
        content["content"] = {PLAIN: {}}
    if status == 429:
        content["headers"] = {"Retry-After": {"schema": {"type": "integer", "minimum": 1}}}
    return content


async def _document(request: Request) -> Response:
    return Response(encode(openapi_document()), media_type=JSON)


ROUTES = [Route("/api/openapi.json", _document)]
