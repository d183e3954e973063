"""No answer of the MCP server tells a seat what it may not know; leaks that were planted in the answers are found."""

import asyncio
from zlib import crc32

import pytest
from learners.assistants import StillTable
from mcp.server.mcpserver.exceptions import ToolError

from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import NOBODY
from ludoteka.games import games
from ludoteka.research.mcp.server import Playing, create_server
from ludoteka.surfaces.texts import texts_in
from ludoteka.testing.leaks import LeakCoverage, find_leaks, initial_history

TEXTS = texts_in("en")
GAMES = {"kuhn": {}, "liars_dice": {}, "hunt": {}, "labyrinth": {"players": 2, "guests": False}}
CALLS = (  # a match that has come to this moment, and what changes nothing then
    ("new_match", {}),
    ("look", {}),
    ("wait", {}),
    ("actions", {}),
    ("transcript", {}),
    ("play", {"action": "nonsense"}),
    ("answer_offer", {"accept": True}),
)


def received(table_of):
    """Return a function that returns the answers which a seat gets at a moment; `table_of` makes its table."""
    tables = []  # the next table
    server = create_server(Playing(lambda *wishes: tables.pop(), TEXTS))

    async def answers():
        return {tool: await answer(server, tool, values) for tool, values in CALLS}

    def view(history, seat):
        if seat == NOBODY:
            return {}
        tables.append(table_of(history, seat, TEXTS))
        return asyncio.run(answers())

    return view


async def answer(server, tool, values):
    """Return the words that a client is sent; those of a failure are the words of the error."""
    try:
        result = await server.call_tool(tool, values)
    except ToolError as failure:
        return [str(failure)]
    return [part.text for part in result.content]


def leaks(name, table_of, histories, lines=1, looked=None):
    game = games()[name]
    options = game.check_options(GAMES[name])
    return find_leaks(game, options, histories, lines, looked, received(table_of))


@pytest.mark.parametrize("name", GAMES)
def test_no_answer_tells_what_the_seat_may_not_know(name):
    looked = LeakCoverage()
    lines = 0 if name == "liars_dice" else 1  # its long matches take long
    assert next(leaks(name, StillTable, 30, lines, looked), None) is None
    assert (looked.histories, looked.pairs > 0) == (30, lines > 0)


class SeesTheState(StillTable):
    def look(self, **wishes):
        return f"{super().look(**wishes)}\n{self.referee.match.state.values()}"


class HearsEverything(StillTable):
    def transcript(self):
        return self.referee.match.actions


class ListsBySecrets(StillTable):
    def actions(self, start=""):
        listed = super().actions(start) or ["one", "two"]
        return listed if crc32(str(self.referee.match.state.values()).encode()) % 2 else listed[::-1]


class RefusesWithSecrets(StillTable):
    def act(self, line):
        raise Refused("bad-text", Message("Not with {cards}.", cards=str(self.referee.match.state.values())))


class ToldAsNews(StillTable):
    def news(self):
        return self.referee.match.actions


@pytest.mark.parametrize(
    ("leaky", "tool"),
    [
        (SeesTheState, "look"),
        (HearsEverything, "transcript"),
        (ListsBySecrets, "actions"),
        (RefusesWithSecrets, "play"),
        (ToldAsNews, "wait"),
    ],
)
def test_a_leak_planted_in_an_answer_is_found(leaky, tool):
    assert any(found.endswith(f"by its {tool}") for found in leaks("kuhn", leaky, 200, 0))


def test_a_failure_of_the_server_itself_tells_nothing():
    class Broken(StillTable):
        def act(self, line):
            raise RuntimeError(self.referee.match.state.values())

    game = games()["kuhn"]
    start = initial_history(game, game.check_options({}))
    assert received(Broken)(start, 0)["play"] == ["Error executing tool play"]
