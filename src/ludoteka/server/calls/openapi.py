"""The OpenAPI 3.1 description of the HTTP API, from the declared calls."""

from collections.abc import Iterable
from functools import cached_property
from itertools import groupby
from typing import Annotated, Any, get_args, get_origin

import msgspec
from starlette.responses import Response

from ludoteka import __version__
from ludoteka.core.message import Message
from ludoteka.server.calls.answers import OneOf, RefusalContent
from ludoteka.server.calls.call import CSV, HTML, JSON, LINES, PLAIN, PUBLIC, SVG, Call, Calls
from ludoteka.server.people.tokens import SCOPES
from ludoteka.server.protocol.views import NESTED, TEMPLATE, Scene, Schema

ANYWHERE = (401, 403, 404, 421, 429, 431, 500, 503)  # statuses with which any call may be answered
EMPTY = (204, 302, 304)  # statuses without content
TEXT: Schema = {"type": "string"}
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


calls = Calls()


class ApiDescription:
    """The description, which is written when somebody first asks for it."""

    def __init__(self, calls: Iterable[Call]) -> None:
        self._calls = calls

    @cached_property
    def document(self) -> Schema:
        return openapi_document(self._calls)


@calls.add("GET /api/openapi.json", costs={"read": 1}, scope=PUBLIC)
async def describe_calls(description: ApiDescription) -> Schema:
    """This description."""
    return description.document


def _schema_of(kind: type) -> Schema:
    if kind is Message:
        return {"$ref": TEMPLATE.format(name="Message")}
    if issubclass(kind, OneOf):
        return {"anyOf": [{"$ref": TEMPLATE.format(name=form.__name__)} for form in kind.forms]}
    raise NotImplementedError(kind)


def schemas_of(kinds: Iterable[Any]) -> tuple[tuple[Schema, ...], dict[str, Schema]]:
    """Return the schema of each type, and the named schemas to which they refer."""
    schemas, components = msgspec.json.schema_components(kinds, schema_hook=_schema_of, ref_template=TEMPLATE)
    return schemas, components | NESTED


def openapi_document(calls: Iterable[Call]) -> Schema:
    """Return the whole description."""
    listed = sorted(calls, key=lambda call: call.path)
    kinds = [kind for call in listed for kind in (call.body, _answer(call)) if kind]
    forms = [form for subclass in OneOf.__subclasses__() for form in subclass.forms]
    schemas, components = schemas_of([RefusalContent, *kinds, *forms, Scene])
    found = dict(zip([repr(kind) for kind in [RefusalContent, *kinds]], schemas, strict=False))
    paths: Schema = {}
    for call in listed:
        paths.setdefault(call.path.replace(":path", ""), {})[call.method.lower()] = _operation(call, found)
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
        "components": {"schemas": components, "securitySchemes": _security()},
    }


def _answer(call: Call) -> Any:
    """Return the type of the answer, or None for one that has no struct."""
    if call.answer is not None:
        return call.answer
    kind = call.hints.get("return")
    bare = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    return None if isinstance(bare, type) and issubclass(bare, Response) else kind


def _security() -> Schema:
    cookie = {
        "type": "apiKey",
        "in": "cookie",
        "name": "guest",
        "description": "set by the first answer; over HTTPS its name is __Host-guest.  After signing in, there is also a "
        "cookie session, or __Host-session, which identifies the account.",
    }
    token = {
        "type": "http",
        "scheme": "bearer",
        "description": f"a token of an account, for programs.  Its scopes are some of {', '.join(SCOPES)}.",
    }
    return {"guest": cookie, "token": token}


def _operation(call: Call, schemas: dict[str, Schema]) -> Schema:
    answers: dict[int, Schema] = {call.status: {"description": STATUS_TEXTS[call.status]} | _content(call, schemas)}
    by_status = sorted(call.all_refusals(), key=lambda one: one.status)
    codes = {status: sorted({one.code for one in some}) for status, some in groupby(by_status, lambda one: one.status)}
    for status in sorted({*codes, *ANYWHERE, *call.other_statuses} - {call.status}):
        said = f"{STATUS_TEXTS[status]} ({', '.join(codes[status])})" if status in codes else STATUS_TEXTS[status]
        answers[status] = {"description": said} | _refused(call, status, schemas)
    words = call.path.replace(":path", "").replace("{", "").replace("}", "").replace(".", "/").split("/")
    operation: Schema = {
        "operationId": "_".join([call.method.lower(), *filter(None, words)]),
        "summary": call.summary,
        "responses": {str(status): answer for status, answer in answers.items()},
    }
    parameters = [{"name": name, "in": "path", "required": True, "schema": TEXT} for name in call.names]
    if "query" in call.hints:
        query = schemas_of([call.hints["query"]])[1][call.hints["query"].__name__]
        parameters += [{"name": name, "in": "query", "schema": schema} for name, schema in query["properties"].items()]
    if call.scope is not None:
        operation["security"] = [{}, {"guest": []}, {"token": [call.scope] if call.scope else []}]
    if parameters:
        operation["parameters"] = parameters
    if call.body or call.accepts != JSON:
        body = schemas[repr(call.body)] if call.body else TEXT
        operation["requestBody"] = {"required": True, "content": {call.accepts: {"schema": body}}}
    return operation


def _content(call: Call, schemas: dict[str, Schema]) -> Schema:
    if call.status in EMPTY:
        return {}
    answer = _answer(call)
    if answer is not None:
        schema = {"schema": schemas[repr(answer)]}
    else:
        schema = {"schema": TEXT} if call.content in (PLAIN, SVG, CSV, LINES) else {}
    return {"content": {call.content: schema}}


def _refused(call: Call, status: int, schemas: dict[str, Schema]) -> Schema:
    """Return the content of an error: JSON, or a page if a page was requested."""
    if status in EMPTY:
        return {}
    if status in call.other_statuses:
        return _content(call, schemas)
    content: Schema = {"content": {JSON: {"schema": {"$ref": TEMPLATE.format(name="RefusalContent")}}}}
    if status in call.page_statuses or (status == 404 and not call.path.startswith("/api/")):
        content["content"][HTML] = {}
    if status == 421 and not call.path.startswith("/api/"):
        content["content"] = {PLAIN: {}}
    if status == 429:
        content["headers"] = {"Retry-After": {"schema": {"type": "integer", "minimum": 1}}}
    return content
