"""The players that `ludoteka bot` can let play: an engine, a trained policy, or a Python class."""

import importlib.util
from pathlib import Path
from typing import Any

from ludoteka.arena.players import ExternalEngine
from ludoteka.client.bots import Bot
from ludoteka.client.views import Position
from ludoteka.core.match import Match
from ludoteka.core.message import Message, Refused
from ludoteka.games import find_game

SHARE = 30  # of the time left that an action may take: a match is planned as if so many more turns had to be paid
SECOND = 1000  # milliseconds
POLICY = "policy:"  # as in an arena


class EngineBot(Bot):
    """A bot that asks an engine; each match has a process of its own."""

    def __init__(self, command: str, game: str, think: int) -> None:
        self._command = command
        self._game = game
        self._think = think  # milliseconds
        self._engines: dict[str, ExternalEngine] = {}  # by match

    def wants(self, challenge: dict[str, Any]) -> bool:
        return self.plays(challenge)

    def plays(self, match: dict[str, Any]) -> bool:
        return bool(match["game"] == self._game)

    def choose(self, position: Position) -> str:
        """Return the action that the engine chooses.  Raises Refused: "engine-failed"."""
        engine = self._engines.get(position.match)
        if engine is None:
            engine = self._engines[position.match] = ExternalEngine(self._command, position.view["options"])
        left = position.seconds_left
        most = self._think if left is None else min(self._think, max(1, int(left * SECOND / SHARE)))
        return engine.think([text for _, text in position.moves if text is not None], f"movetime {most}")

    def end(self, position: Position) -> None:
        if engine := self._engines.pop(position.match, None):
            engine.close()


class PolicyBot(Bot):
    """A bot that plays what a trained policy chooses, in games without secrets: it plays each match again on its side."""

    def __init__(self, file: str) -> None:
        from ludoteka.players.policies import Policy

        self._policy = Policy.load(file)
        self._game = find_game(self._policy.game)
        self._policy.check(self._game, file)
        if self._game.has_secrets:
            raise Refused("secrets", Message("This game has secrets, so a policy can't play it in a house yet."))

    def wants(self, challenge: dict[str, Any]) -> bool:
        return self.plays(challenge)

    def plays(self, match: dict[str, Any]) -> bool:
        return bool(match["game"] == self._game.name)

    def choose(self, position: Position) -> str:
        """Return the action that the policy chooses."""
        match = Match(self._game, self._game.check_options(position.view["options"]))
        for _, text in position.moves:
            match.play(str(text))
        return match.text_of(self._policy.action(match))


def load_bot(where: str) -> Bot:
    """Return a bot with the policy that "policy:FILE" names, or a new object of the class that "FILE.py:CLASS" names.

    Raises:
        Refused: "bad-player", "secrets", and as `Policy.load`.
    """
    if where.startswith(POLICY):
        return PolicyBot(where.removeprefix(POLICY))
    file, _, name = where.rpartition(":")
    path = Path(file)
    spec = importlib.util.spec_from_file_location(path.stem, path) if path.is_file() else None
    if spec is None or spec.loader is None:
        raise Refused("bad-player", Message("There is no Python file {file}.", file=file or where))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    kind = getattr(module, name, None)
    if not (isinstance(kind, type) and issubclass(kind, Bot)):
        text = Message("{file} has no class {name} that is a ludoteka.client.Bot.", file=file, name=name)
        raise Refused("bad-player", text)
    return kind()
