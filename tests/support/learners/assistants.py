"""Assistants that play through the MCP server of a real process, and tables at which a moment of a match stays as it is."""

import os
import sys
from contextlib import asynccontextmanager
from types import SimpleNamespace

from mcp import Client, StdioServerParameters

from ludoteka.referee.events import Event, Occupant, Setup
from ludoteka.research.conversation.local import ME, LocalTable

SOMEBODY = Occupant("person", 0, "somebody else")
SEED = bytes(32)


@asynccontextmanager
async def assistant(*arguments, **environment):
    """Provide an assistant at `ludoteka mcp` with these arguments, in a process of its own."""
    command = ["-m", "ludoteka", "mcp", *map(str, arguments)]
    env = os.environ | {"LANGUAGE": "en"} | environment
    async with Client(StdioServerParameters(command=sys.executable, args=command, env=env)) as client:
        yield Assistant(client)


class Assistant:
    """A client that keeps everything that it was told."""

    def __init__(self, client):
        self.client = client
        self.told = []

    async def call(self, tool, **arguments):
        """Call a tool; return its words, and whether they are an error."""
        answer = await self.client.call_tool(tool, arguments)
        (part,) = answer.content
        self.told.append(part.text)
        return SimpleNamespace(text=part.text, is_error=bool(answer.is_error))

    async def say(self, tool, **arguments):
        """Call a tool that must succeed; return its words."""
        answer = await self.call(tool, **arguments)
        assert not answer.is_error, answer.text
        return answer.text

    async def actions(self):
        """Return the actions that can be tried now."""
        listed = await self.say("actions")
        return [] if listed == "Nothing." else listed.splitlines()


class StillTable(LocalTable):
    """The table of one seat at one moment of a history: the others are people, and nobody moves on."""

    def __init__(self, history, seat, texts):
        viewpoints = history.table
        letter = viewpoints.letters[seat]
        seats = {one.letter: SOMEBODY for one in viewpoints.game.seats(viewpoints.options)}
        seats[letter] = Occupant("person", 0, ME)
        setup = Setup("", viewpoints.game.name, 1, dict(viewpoints.options), SEED, seats, 0.0)
        actors = (viewpoints.letters[turn] for turn in history.turns)
        log = [Event(number, "act", *acted) for number, acted in enumerate(zip(actors, history.texts, strict=False), 1)]
        super().__init__(setup, texts, log=tuple(log))

    def step(self):
        return False
