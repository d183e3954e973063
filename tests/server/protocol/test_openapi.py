"""The OpenAPI description: it is valid, current and complete, and a running house conforms to it."""

import json
import re

import pytest
import schemathesis
from houses import HOT_SEAT, RunningHouse, make
from hypothesis import HealthCheck, settings
from openapi_spec_validator import validate
from plugins.campaign import scaled
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from descriptions import DOCS, written
from ludoteka.server.app import ROUTES
from ludoteka.server.protocol import openapi

EXAMPLES = scaled(50)  # for each call
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
THERE |= {"name": "Agáta", "speed": "blitz"}


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """A separate house, which must not log any errors."""
    with RunningHouse(tmp_path_factory.mktemp("asked")) as running:
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


@SCHEMA.parametrize()
@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
def test_every_call_is_answered_as_described(case, asked, match):
    for name, value in (case.path_parameters or {}).items():
        if len(str(value)) % 2:  # about half of the requested things exist
            case.path_parameters[name] = (THERE | {"match": match})[name]
    with asked.guest() as client:  # a new guest each time, so that none reaches the limit on requests
        client.get("/")
        answer = case.call(base_url=asked.address, cookies=dict(client.cookies))
    case.validate_response(answer, checks=CHECKS)
