"""Programs that use a house with a token."""

import json
from contextlib import contextmanager

import httpx2

from houses.running import PLAIN_HTTP


def make_token(client, *scopes):
    """Return a new token of an account with these scopes."""
    answer = client.post("/api/account/tokens", json={"label": "a program", "scopes": list(scopes)})
    assert answer.status_code == 200, answer.text
    return answer.json()["token"]


def program(house, token):
    """Return an HTTP client that sends a token and no cookies."""
    headers = {"Authorization": f"Bearer {token}"}
    return httpx2.Client(base_url=house.address, headers=headers, timeout=20, verify=PLAIN_HTTP)


@contextmanager
def streaming(client, path):
    """Provide an iterator over the lines of a stream, decoded."""
    with client.stream("GET", path) as answer:
        assert answer.status_code == 200, answer.read()
        assert answer.headers["content-type"] == "application/x-ndjson"
        yield (json.loads(line) for line in answer.iter_lines() if line)
