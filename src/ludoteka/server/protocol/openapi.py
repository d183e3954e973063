"""The OpenAPI 3.1 description of the HTTP API (docs/openapi.json)."""

from functools import cache
from typing import Any

from ludoteka import __version__
from ludoteka.server.calls.call import Call
from ludoteka.server.calls.openapi import openapi_document as calls_document
from ludoteka.server.people.scopes import SCOPES
from ludoteka.server.protocol.calls.account_calls import ACCOUNT_CALLS, ACCOUNT_SCHEMAS
from ludoteka.server.protocol.calls.call import HTML, JSON, PLAIN, DescribedCall
from ludoteka.server.protocol.calls.moderation_calls import MODERATION_CALLS, MODERATION_SCHEMAS
from ludoteka.server.protocol.calls.notice_calls import NOTICE_CALLS, NOTICE_SCHEMAS
from ludoteka.server.protocol.calls.owner_calls import OWNER_CALLS, OWNER_SCHEMAS
from ludoteka.server.protocol.calls.resident_calls import RESIDENT_CALLS, RESIDENT_SCHEMAS
from ludoteka.server.protocol.schemas import COMPONENTS, TEXT, Schema, ref, request_schemas
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

CALLS = (*ACCOUNT_CALLS, *RESIDENT_CALLS, *NOTICE_CALLS, *MODERATION_CALLS, *OWNER_CALLS)

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
    answers = ACCOUNT_SCHEMAS | RESIDENT_SCHEMAS | MODERATION_SCHEMAS | OWNER_SCHEMAS
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
    if call.path == "/sign-in/{provider}" and status in (400, 403, 409, 429, 503):
        content["content"][HTML] = {}
    if status == 404 and not call.path.startswith("/api/"):
        content["content"][HTML] = {}
    if status == 421 and not call.path.startswith("/api/"):
        content["content"] = {PLAIN: {}}
    if status == 429:
        content["headers"] = {"Retry-After": {"schema": {"type": "integer", "minimum": 1}}}
    return content
