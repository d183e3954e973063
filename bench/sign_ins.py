"""How much of a core it costs a house that one address tries to sign in, to register and to recover an account.

Run it with `python bench/sign_ins.py [CONNECTIONS]`; an address can have 300.  It opens a house, lets each of some connections
send the same request again as soon as it is answered, and prints the processor time of the house and its processes in shares
of a core: while the limits still allow a burst, and after that.
"""

import http.client
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

CONNECTIONS = 4
BURST, LASTING = 20.0, 20.0  # seconds
TICKS = os.sysconf("SC_CLK_TCK")
NAME, PASSWORD = "Ludmila", "seven green herons wade"
CREDENTIAL = {
    "id": "QUJD",
    "rawId": "QUJD",
    "type": "public-key",
    "response": {"clientDataJSON": "e30", "authenticatorData": "QUJD", "signature": "QUJD"},
}
FLOODS: dict[str, tuple[str, dict[str, Any]]] = {
    "a name and wrong passwords": ("sign-in", {"name": NAME, "password": "wrong"}),
    "names that nobody has": ("sign-in", {"name": "Nobody {n}", "password": "wrong"}),
    "new accounts": ("register", {"name": "New {n}", "password": PASSWORD}),
    "challenges for new passkeys": ("passkey-options", {"purpose": "register", "name": "New {n}"}),
    "challenges for passkeys": ("passkey-options", {"purpose": "sign-in"}),
    "wrong passkeys": ("sign-in", {"credential": CREDENTIAL}),
    "wrong recovery codes": ("recover", {"name": NAME, "code": "a-{n}", "password": PASSWORD}),
}


class Share(NamedTuple):
    """What a flood costs."""

    cores: float  # processor time for each second
    requests: float  # a second


def main() -> None:
    """Print a line for each kind of request."""
    connections = int(sys.argv[1]) if len(sys.argv) > 1 else CONNECTIONS
    print("burst: cores  requests/s  lasting: cores  requests/s")
    for name, (path, body) in FLOODS.items():
        with tempfile.TemporaryDirectory() as folder:
            burst, lasting, statuses = measure(folder, f"/api/account/{path}", body, connections)
        figures = f"{burst.cores:12.3f} {burst.requests:11.1f} {lasting.cores:15.3f} {lasting.requests:11.1f}"
        print(f"{figures}  {name} {dict(statuses)}", flush=True)


def measure(folder: str, path: str, body: dict[str, Any], connections: int) -> tuple[Share, Share, Counter[int]]:
    """Flood a new house; return what the burst and the time after it cost, and how often it answered how."""
    command = [sys.executable, "-m", "ludoteka", "serve", "--port", "0", "--data", folder, "--proxies", "192.0.2.1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:  # noqa: S603 - our own
        address = process.stdout.readline().split()[-1].rstrip("/") if process.stdout else ""
        port = int(address.rpartition(":")[2])
        sender = Sender(port)
        sender.post("/api/account/register", {"name": NAME, "password": PASSWORD})
        statuses: Counter[int] = Counter()
        is_over = threading.Event()
        threads = [
            threading.Thread(target=flood, args=(port, path, body, statuses, is_over)) for _ in range(connections)
        ]
        for thread in threads:
            thread.start()
        burst, lasting = (share(process.pid, statuses, seconds) for seconds in (BURST, LASTING))
        is_over.set()
        for thread in threads:
            thread.join()
        process.terminate()
    return burst, lasting, statuses


def share(process: int, statuses: Counter[int], seconds: float) -> Share:
    """Return the shares of a core that a house takes, and how much it answers, in the next seconds."""
    before, answered, begun = processor_seconds(process), statuses.total(), time.monotonic()
    time.sleep(seconds)
    elapsed = time.monotonic() - begun
    return Share((processor_seconds(process) - before) / elapsed, (statuses.total() - answered) / elapsed)


def processor_seconds(process: int) -> float:
    """Return the processor time of a process and its children."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text("utf-8").split()
    times = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return sum(map(int, times[11:15])) / TICKS + sum(processor_seconds(int(child)) for child in children)


class Sender:
    """A connection, with the cookie of a guest."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("localhost", port, timeout=60)
        self._connection.request("GET", "/api/guest")
        answer = self._connection.getresponse()
        self._cookie = (answer.headers["set-cookie"] or "").partition(";")[0]
        answer.read()

    def post(self, path: str, body: dict[str, Any]) -> int:
        """Send a request; return the status of the answer, or 0 if the house closed the connection."""
        headers = {"content-type": "application/json", "cookie": self._cookie}
        try:
            self._connection.request("POST", path, json.dumps(body), headers)
            answer = self._connection.getresponse()
            answer.read()
        except (OSError, http.client.HTTPException):
            self._connection.close()
            return 0
        return answer.status


def flood(port: int, path: str, body: dict[str, Any], statuses: Counter[int], is_over: threading.Event) -> None:
    """Send a request again and again."""
    sender, number = Sender(port), 0
    while not is_over.is_set():
        number += 1
        filled = {key: one.replace("{n}", str(number)) if isinstance(one, str) else one for key, one in body.items()}
        statuses[sender.post(path, filled)] += 1


if __name__ == "__main__":
    main()
