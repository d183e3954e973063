"""Moderators of a running house, and what they act on."""

from concurrent.futures import ThreadPoolExecutor

from programs import commands

from houses.running import PERSON, make, seated

FREE = {"kind": "free"}


def give_role(house, name, role):
    """Give a role on the command line, as the operator does."""
    place = ["--database", house.database] if house.database else ["--data", house.folder]
    with ThreadPoolExecutor(1) as thread:  # in a test with a browser, another event loop runs in this one
        thread.submit(commands.done, "account", "role", name, role, *place).result()


def refused(answer, code, status):
    assert (answer.json().get("code"), answer.status_code) == (code, status), answer.text


def report(client, **wish):
    return client.post("/api/reports", json={"kind": "words", "text": "Very rude."} | wish)


def act(client, kind, **wish):
    return client.post("/api/order/acts", json={"kind": kind, "reason": "Because"} | wish)


def done(client, kind, **wish):
    answer = act(client, kind, **wish)
    assert answer.status_code == 200, answer.text


def table(host, other):
    """Return a private match of two people, one of whom has written in the chat."""
    match = make(host, seats={"a": PERSON, "d": FREE})
    with seated(host, match) as one, seated(other, match) as two:
        two.command("sit", {"seat": "d", "secret": one.view["invitation"]})
        assert two.command("chat", {"text": "You play like a boot"})["t"] == "done"
    return match
