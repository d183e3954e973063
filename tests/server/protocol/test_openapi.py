"""The OpenAPI description: it is valid, current and complete, and a running house conforms to it."""

import json
import re
from itertools import count, cycle
from random import Random

import pytest
from houses import HOT_SEAT, make, make_token, registering
from houses.inner import InnerHouse
from houses.moderation import give_role
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import one_of
from plugins.campaign import IS_CAMPAIGN, scaled
from programs.identity_provider import list_provider, small_provider

from ludoteka.house.house import CALLS
from ludoteka.server.calls.openapi import openapi_document
from ludoteka.server.people.tokens import SCOPES

EXAMPLES = scaled(50, 25)  # for each call
PROGRAMS, OWNERS = scaled(20), scaled(20)


def described():
    return json.loads(json.dumps(openapi_document(CALLS)))


def test_the_description_is_valid_openapi():
    from openapi_spec_validator import validate  # noqa: PLC0415 - takes long to import

    validate(described())


def test_no_request_may_have_a_key_that_is_not_described():
    schemas = described()["components"]["schemas"]
    requests = [name for name in schemas if name.endswith("Request") or name == "AnalysisTree"]
    assert len(requests) > 30
    assert [name for name in requests if schemas[name]["additionalProperties"] is not False] == []


def test_every_call_is_described():
    described_calls = {(path, method) for path, methods in described()["paths"].items() for method in methods}
    assert described_calls == {(call.path.replace(":path", ""), call.method.lower()) for call in CALLS}


def test_the_house_serves_its_description(guest):
    assert guest.get("/api/openapi.json").json() == described()


ALLOWED = {call.line for call in CALLS if call.scope is not None}  # calls that tokens allow
ENDLESS = ("/api/events", "/api/matches/{match}/stream")  # tests/server/streams looks at them
OF_OWNERS = re.compile("/api/(order|settings|owner|reports)")
ANSWERS = 5  # to one guest, so that it reaches no limit: a sixth registration would be refused after some seconds
THERE = {"game": "tavlei", "language": "cs", "file": "looks.css", "path": "start/start.js", "number": 0}
THERE |= {
    "name": "Agáta",
    "speed": "blitz",
    "provider": "club",
    "key": "in-a-mail",
    "form": "png",
    "picture": "invite.webp",
}


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """A separate house, which must not log any errors."""
    folder = tmp_path_factory.mktemp("asked")
    with small_provider() as provider:
        options, environment = list_provider(folder, provider.issuer)
        with (
            InnerHouse(folder, options=[*options, "--sockets", "0"], environment=environment) as running,
            running.weak_hashes(),
        ):
            yield running
    assert not running.complaints, running.complaints


@pytest.fixture(scope="module")
def there(asked):
    """What there is in the house, by the name of the parameter that asks for it."""
    with asked.guest() as client:
        client.get("/")
        client.post("/api/account/register", json={"name": THERE["name"], "password": "nine tin whistles"})
        evening = {"name": "An evening", "kind": "swiss", "game": "tavlei", "clock": "5+3"}
        tournament = client.post("/api/tournaments", json=evening).json()["id"]
        return THERE | {"tournament": tournament, "match": make(client, seats=HOT_SEAT)}


def guests(house):
    """Yield the cookies of a guest, and of another one before the first reaches a rate limit."""
    while True:
        with house.guest() as client:
            client.get("/api/guest")
        yield from [{"cookies": dict(client.cookies)}] * ANSWERS


@pytest.fixture(scope="module")
def callers(asked):
    """Who calls, and what they send along; in turn, so that none of them reaches the limit on requests."""
    with registering(asked) as register:
        tokens = [make_token(register(f"Program {number}"), *SCOPES) for number in range(PROGRAMS)]
        owners = {name: register(name) for name in (f"Proprietor {number}" for number in range(OWNERS))}
        for name in owners:
            give_role(asked, name, "owner")
        yield {
            "guest": guests(asked),
            "program": cycle([{"headers": {"Authorization": f"Bearer {token}"}} for token in tokens]),
            "owner": cycle([{"cookies": dict(client.cookies)} for client in owners.values()]),
        }


class Calls:
    """Cases of all calls, which are sent over one connection and whose answers are checked."""

    def __init__(self, house, there, callers):
        import schemathesis  # noqa: PLC0415 - with what it imports, it would double the time to collect all tests
        from schemathesis.checks import not_a_server_error  # noqa: PLC0415
        from schemathesis.specs.openapi import checks  # noqa: PLC0415
        from schemathesis.transport.requests import ManagedCookiesSession  # noqa: PLC0415

        self.house, self.there, self.callers = house, there, callers
        self.operations = [
            operation.ok()
            for operation in schemathesis.openapi.from_dict(described()).exclude(path=[*ENDLESS]).get_all_operations()
        ]
        self.checks = [not_a_server_error, checks.status_code_conformance, checks.content_type_conformance]
        self.checks += [checks.response_headers_conformance, checks.response_schema_conformance]
        self.checks += [checks.unsupported_method]
        self.session = ManagedCookiesSession()
        self.session.trust_env = False

    def kinds(self, path):
        """Return who calls a path."""
        return ["guest", "program", "owner"] if OF_OWNERS.match(path) else ["guest", "program"]

    def check_for_callers(self, case, number):
        """In the suite, guests, programs and owners share the cases of a call; in a campaign, each of them sends all."""
        kinds = self.kinds(case.path)
        for kind in kinds if IS_CAMPAIGN else [kinds[number % len(kinds)]]:
            self.check(case, kind)

    def check(self, case, kind):
        """Send a case, in which about half of the requested things exist, and check the response."""
        for name, value in (case.path_parameters or {}).items():
            if len(str(value)) % 2:
                case.path_parameters[name] = self.there[name]
        sent = next(self.callers[kind])
        answer = case.call(base_url=self.house.address, session=self.session, allow_redirects=False, **sent)
        case.validate_response(answer, checks=self.checks)
        if kind == "program" and f"{case.method.lower()} {case.path}" not in ALLOWED:
            assert answer.status_code in (403, 405, 429), f"{case.method} {case.path} is for people alone"
        assert (kind, answer.status_code) != ("owner", 401)


@pytest.fixture(scope="module")
def calls(asked, there, callers):
    return Calls(asked, there, callers)


def covering(operation):
    """Return the cases that cover what the description of a call says: each value, and each way to violate it.

    In the suite, this is one way of each kind at each place: one of the wrong types of a field, one of the wrong methods.
    """
    from schemathesis.generation.drivers import CoverageGenerator  # noqa: PLC0415 - as above
    from schemathesis.generation.feedback import NO_FEEDBACK  # noqa: PLC0415
    from schemathesis.generation.overrides import Override  # noqa: PLC0415

    wish = operation.schema.config.generation_for(operation=operation, phase="coverage")
    more = {"auth_storage": None, "override": Override(), "feedback": NO_FEEDBACK}
    cases = list(CoverageGenerator(operation=operation, generation_modes=wish.modes, generation_config=wish, **more))
    if IS_CAMPAIGN:
        return cases
    Random(operation.label).shuffle(cases)
    return list({aim_of(case): case for case in cases}.values())


def aim_of(case):
    """Return what a case violates, and where; a valid one is like no other."""
    aim = case.meta.phase.data
    is_valid = case.meta.generation.mode.is_positive
    return id(case) if is_valid else (aim.scenario, aim.location, aim.parameter, aim.parameter_location)


def test_every_call_is_answered_as_described_whatever_it_contains(calls):
    for turn, operation in enumerate(calls.operations):
        for number, case in enumerate(covering(operation), turn):
            calls.check_for_callers(case, number)


def test_every_call_with_random_contents_is_answered_as_described(calls):
    numbers = count()
    for operation in calls.operations:
        modes = operation.schema.config.generation_for(operation=operation, phase="fuzzing").modes

        @given(case=one_of([operation.as_strategy(generation_mode=mode) for mode in modes]))
        @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
        def sent_by_everybody(case):
            calls.check_for_callers(case, next(numbers))

        sent_by_everybody()
