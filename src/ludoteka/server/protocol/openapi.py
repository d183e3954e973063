"""The OpenAPI 3.1 description of the HTTP API (docs/openapi.json)."""

from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteka import __version__
from ludoteka.accounts.scopes import SCOPES
from ludoteka.server.protocol.calls.account_calls import ACCOUNT_CALLS, ACCOUNT_SCHEMAS
from ludoteka.server.protocol.calls.call import HTML, JSON, MADE, PLAIN, SVG, Call
from ludoteka.server.protocol.calls.moderation_calls import MODERATION_CALLS, MODERATION_SCHEMAS
from ludoteka.server.protocol.calls.notice_calls import NOTICE_CALLS, NOTICE_SCHEMAS
from ludoteka.server.protocol.calls.owner_calls import OWNER_CALLS, OWNER_SCHEMAS
from ludoteka.server.protocol.calls.program_calls import PROGRAM_CALLS, PROGRAM_SCHEMAS
from ludoteka.server.protocol.calls.resident_calls import RESIDENT_CALLS, RESIDENT_SCHEMAS
from ludoteka.server.protocol.calls.tournament_calls import TOURNAMENT_CALLS, TOURNAMENT_SCHEMAS
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
    Call("/", "The start page", HTML),
    Call("/dice", "Dice statistics, as a page", HTML),
    Call("/match/{match}", "The page of a match", HTML),
    Call("/match/{match}/review", "The page of the review of a match", HTML),
    Call("/match/{match}/record", "The record of a match", PLAIN, TEXT, refused=(409,)),
    Call(
        "/match/{match}/dice",
        "What is needed to verify the dice of a match",
        answer=ref("Verification"),
        refused=(400, 409),
    ),
    Call("/match/{match}/link.svg", "The link to the free seats, as a QR code", SVG, TEXT, refused=(403,)),
    Call("/analysis/{game}", "The analysis board", HTML),
    Call("/account", "The account page", HTML),
    Call("/account/mail", "The page of an e-mail link", HTML),
    Call("/.well-known/change-password", "The page to change a password, for password managers", HTML, status=302),
    Call("/resident/{name}", "The page of a user", HTML),
    Call("/leaderboards", "The leaderboards, as a page", HTML),
    Call("/watch", "The page of matches in progress", HTML),
    Call("/order", "The moderators' page", HTML),
    Call("/settings", "The page of settings of the house", HTML),
    Call("/tournaments", "The list of tournaments, as a page", HTML),
    Call("/tournament/{tournament}", "The page of a tournament", HTML),
    Call("/puzzles", "The list of puzzles", HTML),
    Call("/puzzle/{game}/{number}", "The page of a puzzle", HTML),
    Call("/rules/{game}", "The rules of a game", HTML),
    Call("/games/{game}/{file}", "A file with a game's looks", "*/*", refused=(204,)),
    Call("/styles/{file}", "All style sheets of a page, as one file", "text/css", refused=(304,)),
    Call(
        "/manifest.webmanifest",
        "What browsers need to install the house",
        "application/manifest+json",
        {"type": "object"},
    ),
    Call("/web/{path}", "A file of the browser client", "*/*", refused=(304,)),
    Call("/metrics", "Metrics for Prometheus, by default only for the same machine", PLAIN, TEXT),
    Call("/api/health", "Whether the process runs", answer=ref("Health")),
    Call("/api/ready", "Whether the house can serve", answer=ref("Readiness"), refused=(503,)),
    Call("/api/house", "The games of the house", answer=ref("House")),
    Call("/api/openapi.json", "This description", answer={"type": "object"}),
    Call("/api/asyncapi.json", "The description of the WebSocket", answer={"type": "object"}),
    Call("/api/catalogue/{language}", "Translations into a language", answer=ref("Catalogue")),
    Call("/api/catalogue/{language}/start", "Translations for the start page", answer=ref("Catalogue")),
    Call("/api/lobby", "Public matches", answer=ref("Lobby"), refused=(400,), query=LOBBY),
    Call("/api/dice", "Dice statistics", answer=ref("DiceStatistics")),
    Call("/api/matches", "The guest's matches, newest first", answer=array_of(ref("OwnMatch"))),
    Call("/api/matches", "Create a match", JSON, ref("Made"), "post", 201, (*MADE, 409), ref("MatchRequest")),
    Call("/api/guest", "The guest's name", answer=ref("Guest")),
    Call("/api/guest", "Change the guest's name", JSON, ref("Guest"), "post", 200, (*MADE, 409), ref("NameRequest")),
    Call("/api/records", "Create a match from a record", JSON, ref("Made"), "post", 201, (*MADE, 409), TEXT, PLAIN),
    Call(
        "/api/matches/{match}/positions/{number}",
        "A position of a match",
        answer=ref("Position"),
        refused=(400, 409),
        query={"line": array_of(TEXT), "seat": TEXT},
    ),
    Call("/api/matches/{match}/review", "The review of a finished match", answer=ref("ReviewState"), refused=(409,)),
    Call(
        "/api/matches/{match}/review",
        "Begin the review of a finished match",
        answer=ref("ReviewState"),
        method="post",
        refused=(*MADE, 409),
    ),
    Call(
        "/api/matches/{match}/retry",
        "Create a match from a position of a finished one",
        answer=ref("Made"),
        method="post",
        status=201,
        refused=(*MADE, 409),
        body=ref("RetryRequest"),
    ),
    Call(
        "/api/analysis/position",
        "A position of an analysis, with the legal actions",
        answer=ref("AnalysedPosition"),
        method="post",
        refused=(*MADE, 409),
        body=ref("PositionRequest"),
    ),
    Call(
        "/api/analysis/lines",
        "The best lines that the engine finds in a position",
        answer=ref("EngineLines"),
        method="post",
        refused=(*MADE, 409),
        body=ref("LinesRequest"),
    ),
    Call(
        "/api/analysis/tree",
        "The tree of moves of a record",
        answer=ref("AnalysisTree"),
        method="post",
        refused=(*MADE, 409),
        body=TEXT,
        accepts=PLAIN,
    ),
    Call(
        "/api/analysis/record",
        "A tree of moves as a record",
        PLAIN,
        TEXT,
        method="post",
        refused=(*MADE, 409),
        body=ref("AnalysisTree"),
    ),
    Call("/api/puzzles", "The puzzle of the day, and the puzzles of each game", answer=ref("PuzzleList")),
    Call("/api/puzzles/{game}/{number}", "A puzzle without its solution", answer=ref("Puzzle")),
    Call(
        "/api/puzzles/{game}/{number}",
        "Judge an attempt at a puzzle",
        answer=ref("Attempt"),
        method="post",
        refused=MADE,
        body=ref("AttemptRequest"),
    ),
    Call("/api/matches/{match}/rematch", "Create the rematch", JSON, ref("Made"), "post", 201, (*MADE, 409)),
    *ACCOUNT_CALLS,
    *RESIDENT_CALLS,
    *TOURNAMENT_CALLS,
    *PROGRAM_CALLS,
    *NOTICE_CALLS,
    *MODERATION_CALLS,
    *OWNER_CALLS,
)


@cache
def openapi_document() -> dict[str, Any]:
    """Return the whole description."""
    paths: dict[str, dict[str, Any]] = {}
    for call in CALLS:
        paths.setdefault(call.path, {})[call.method] = _operation(call)
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
        "components": {"schemas": _schemas(), "securitySchemes": _security()},
    }


def _schemas() -> Schema:
    answers = (
        ACCOUNT_SCHEMAS | RESIDENT_SCHEMAS | TOURNAMENT_SCHEMAS | PROGRAM_SCHEMAS | MODERATION_SCHEMAS | OWNER_SCHEMAS
    )
    return COMPONENTS | answers | NOTICE_SCHEMAS | request_schemas()


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


def _operation(call: Call) -> dict[str, Any]:
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


def _content(call: Call) -> Schema:
    return {call.content: {"schema": call.answer} if call.answer else {}}


def _refused(call: Call, status: int) -> Schema:
    """Return the content of an error: JSON, or a page if a page was requested."""
    if status in EMPTY:
        return {}
    if call.path == "/api/ready" and status == 503:
        return {"content": _content(call)}
    content: Schema = {"content": {JSON: {"schema": ref("Refusal")}}}
    if call.path == "/sign-in/{provider}" and status in (400, 403, 409, 429, 503):
        content["content"][HTML] = {}
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
