"""A bot in plain HTTP, without a client of ours: LUDOTEKA_TOKEN=… python http_bot.py HOUSE (docs/api.md).

It accepts every challenge and plays at random, each match in a thread of its own.
"""

import json
import os
import random
import sys
import time
from collections.abc import Iterator
from threading import Thread
from typing import Any

import httpx2

TOKEN = {"authorization": f"Bearer {os.environ['LUDOTEKA_TOKEN']}"}
HOUSE = httpx2.Client(base_url=sys.argv[1], headers=TOKEN, timeout=30)


def post(path: str, **body: Any) -> dict[str, Any]:
    """Return the answer of a call, which has a `code` if the house refuses; try again later if it was too often."""
    answer = HOUSE.post(path, json=body)
    while answer.status_code == httpx2.codes.TOO_MANY_REQUESTS:
        time.sleep(int(answer.headers["retry-after"]))
        answer = HOUSE.post(path, json=body)
    content: dict[str, Any] = answer.json()
    return content


def lines(path: str) -> Iterator[dict[str, Any]]:
    """Yield the lines of a stream, and connect again when it has ended."""
    pause = 0.25
    while True:
        try:
            with HOUSE.stream("GET", path) as answer:
                answer.raise_for_status()
                for line in filter(None, answer.iter_lines()):
                    pause = 0.25
                    yield json.loads(line)
        except httpx2.HTTPError as error:
            print(path, repr(error), file=sys.stderr)  # noqa: T201 - it has no other way to say it
        time.sleep(pause)
        pause *= 2


def play(match: str) -> None:
    """Play a match to its end."""
    view: dict[str, Any] = {}
    acted = -1  # the number of the position in which we have acted
    for line in lines(f"/api/matches/{match}/stream"):
        if line["t"] == "view":
            view = line["d"]
        elif line["t"] == "event":
            change = line.get("d") or {}
            view = view | change | {"scene": view["scene"] | change.get("scene", {})}
        if view["result"] is not None or not view["seat"]:
            return
        if line["t"] in ("view", "event") and line["n"] > acted and act(match, line["n"], view):
            acted = line["n"]


def act(match: str, number: int, view: dict[str, Any]) -> bool:
    """Throw or play an action, if it is our turn; return whether the house has taken it."""
    if view["can"]["throw"]:
        return "code" not in post(f"/api/matches/{match}/throw", n=number)
    if view["yours"]:
        actions = [one if isinstance(one, str) else one[0] for one in view["scene"]["paths"]]
        for text in random.sample(actions, len(actions)):
            answer = post(f"/api/matches/{match}/act", n=number, d=text)
            if "code" not in answer:
                return True
            if answer["code"] == "stale":  # the position has changed, and the next line tells how
                return False
    return False


playing: set[str] = set()
for happening in lines("/api/events"):
    if happening["t"] == "challenge" and not happening["d"]["is_yours"]:
        post(f"/api/challenges/{happening['d']['id']}/accept")
    elif happening["t"] == "begun" and happening["d"]["id"] not in playing:
        playing.add(happening["d"]["id"])
        Thread(target=play, args=[happening["d"]["id"]], daemon=True).start()
