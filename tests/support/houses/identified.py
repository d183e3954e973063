"""People who go to an identity provider and come back to a house."""

import httpx2

from houses.running import PLAIN_HTTP


def post(client, path, **body):
    return client.post(f"/api/account/{path}", json=body)


def account(client):
    return client.get("/api/account").json()["account"]


def begin(client, purpose="sign-in", back="/account"):
    """Begin an attempt; return the address at the provider."""
    answer = post(client, "providers/start", provider="club", purpose=purpose, back=back)
    assert answer.status_code == 200, answer.text
    return answer.json()["address"]


def sent_back(address):
    """Return the address to which the provider sends the browser back."""
    return httpx2.get(address, verify=PLAIN_HTTP).headers["location"]


def through(client, purpose="sign-in", back="/account"):
    """Go to the provider and come back; return the last answer of the house."""
    return client.get(sent_back(begin(client, purpose, back)))


def went_on(answer, path="/account"):
    assert (answer.status_code, answer.headers.get("location")) == (302, path), answer.text


def refused(answer, code, status):
    """Check that the house refused, in JSON or on a page."""
    is_page = "html" in answer.headers["content-type"]
    assert (f'data-code="{code}"' in answer.text) if is_page else answer.json()["code"] == code, answer.text
    assert answer.status_code == status
