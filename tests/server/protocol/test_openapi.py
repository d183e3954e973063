"""The OpenAPI description: it is valid, current and complete, and a running house conforms to it."""

import json
import re
from itertools import cycle

import pytest
import schemathesis
from houses import HOT_SEAT, RunningHouse, make, make_token, program, registering
from houses.order import give_role
from hypothesis import HealthCheck, settings
from openapi_spec_validator import validate
from plugins.campaign import scaled
from programs.identity_provider import list_provider, small_provider
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from descriptions import DOCS, written
from ludoteka.accounts.scopes import SCOPES
from ludoteka.server.app import ROUTES
from ludoteka.server.protocol import openapi
from ludoteka.server.protocol.token_scopes import SCOPE_OF

EXAMPLES, PROGRAM_EXAMPLES = scaled(50), scaled(15)  # for each call
PROGRAMS = 20
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    unsupported_method,
]


def described():
    return json.loads(json.dumps(openapi.openapi_document()))


def test_the_description_is_valid_openapi():
    validate(described())


def test_the_description_in_the_documents_is_current():
    assert (DOCS / "openapi.json").read_text("utf-8") == written(openapi.openapi_document()), "make descriptions"


def test_exactly_the_routes_of_the_house_are_described():
    served = set()
    for route in ROUTES:
        path = f"{route.path}/{{path}}" if not getattr(route, "methods", None) else route.path
        path = re.sub(r":\w+}", "}", path)  # the type of a parameter
        methods = getattr(route, "methods", None) or {"GET"}
        served |= {(path, method.lower()) for method in methods - {"HEAD"}}
    served.discard(("/api/matches/{match}/socket/{path}", "get"))  # the WebSocket has its own description

    assert {(call.path, call.method) for call in openapi.CALLS} == served


def test_the_house_serves_its_description(guest):
    assert guest.get("/api/openapi.json").json() == described()


ENDLESS = ("/api/events", "/api/matches/{match}/stream")  # tests/server/streams looks at them
SCHEMA = schemathesis.openapi.from_dict(described()).exclude(path=list(ENDLESS))
THERE = {"game": "tavlei", "language": "cs", "file": "looks.css", "path": "start/start.js", "number": 0}
THERE |= {"name": "Agáta", "speed": "blitz", "provider": "club", "key": "in-a-mail"}


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """A separate house, which must not log any errors."""
    folder = tmp_path_factory.mktemp("asked")
    with small_provider() as provider:
        options, environment = list_provider(folder, provider.issuer)
        with RunningHouse(folder, options=options, environment=environment) as running:
            yield running
    assert not running.complaints, running.complaints


@pytest.fixture(scope="module")
def match(asked):
    with asked.guest() as client:
        client.get("/")
        client.post("/api/account/register", json={"name": THERE["name"], "password": "nine tin whistles"})
        evening = {"name": "An evening", "kind": "swiss", "game": "tavlei", "clock": "5+3"}
        THERE["tournament"] = client.post("/api/tournaments", json=evening).json()["id"]
        return make(client, seats=HOT_SEAT)


@pytest.fixture(scope="module")
def tokens(asked):
    """Tokens of several accounts, so that none reaches the limit on requests, in turn."""
    with registering(asked) as register:
        yield cycle([make_token(register(f"Program {number}"), *SCOPES) for number in range(PROGRAMS)])


@pytest.fixture(scope="module")
def owners(asked):
    """Cookies of several owners of the house, so that none reaches the limit on requests, in turn."""
    with registering(asked) as register:
        clients = [register(f"Owner {letter}") for letter in "abcdef"]
        for letter in "abcdef":
            give_role(asked, f"Owner {letter}", "owner")
        yield cycle([dict(client.cookies) for client in clients])


def fill(case, match):
    """Let about half of the requested things exist."""
    for name, value in (case.path_parameters or {}).items():
        if len(str(value)) % 2:
            case.path_parameters[name] = (THERE | {"match": match})[name]


@SCHEMA.parametrize()
@settings(max_examples=PROGRAM_EXAMPLES, suppress_health_check=list(HealthCheck))
def test_every_call_of_a_program_is_answered_as_described(case, asked, match, tokens):
    fill(case, match)
    needed = SCOPE_OF.get(f"{case.method.lower()} {case.path}")
    with program(asked, next(tokens)) as client:
        answer = case.call(base_url=asked.address, headers=dict(client.headers), allow_redirects=False)
    case.validate_response(answer, checks=CHECKS)
    assert needed is not None or answer.status_code in (403, 405, 429)


@SCHEMA.include(path_regex="^/api/(order|settings|owner|reports)").parametrize()
@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
def test_every_call_of_an_owner_is_answered_as_described(case, asked, match, owners):
    fill(case, match)
    answer = case.call(base_url=asked.address, cookies=next(owners), allow_redirects=False)
    case.validate_response(answer, checks=CHECKS)
    assert answer.status_code != 401


@SCHEMA.parametrize()
@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
def test_every_call_is_answered_as_described(case, asked, match):
    fill(case, match)
    with asked.guest() as client:  # a new guest each time, so that none reaches the limit on requests
        client.get("/")
        answer = case.call(base_url=asked.address, cookies=dict(client.cookies), allow_redirects=False)
    case.validate_response(answer, checks=CHECKS)
