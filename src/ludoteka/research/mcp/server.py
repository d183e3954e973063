"""The tools, resources and prompts of the MCP server, which play at one table."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from inspect import getdoc
from threading import Lock

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ToolError
from mcp.types import ToolAnnotations

from ludoteka import __version__
from ludoteka.core.message import Message, Refused
from ludoteka.games import find_game, games
from ludoteka.research.conversation.table import Table, rules_text
from ludoteka.surfaces.texts import Texts

PATIENCE = 45.0  # seconds that a call waits for the others by default: most clients give up after 60
Begin = Callable[
    [str, str, int], Table
]  # a game, a seat and a level, "" or 0 for the usual ones -> the table of a new match
NOT_YET = Message("It isn't your turn yet. Call wait to wait on.")
NO_MATCH = Message("There is no match yet. Start one with new_match.")
LOOKS, CHANGES = ToolAnnotations(read_only_hint=True), ToolAnnotations(read_only_hint=False, destructive_hint=False)
INSTRUCTIONS = """\
You play one seat of a board game. Read the rules first (tool rules), then look. Play with the tool play: it waits for the
other seats, and returns what has happened and what you see. An error says why an action is refused; nothing has changed
then, so try another. You are told all that your seat may know, and nothing else: in games with hidden information, remember
what you have heard, or read it again with the tool transcript."""


class Playing:
    """The match that is being played, if any, and how another one is started.

    Args:
        begin: starts a match, and returns its table.
        texts: of the language of refusals.
        table: a match that has begun already.
        patience: how long a call waits for the other seats, in seconds.
    """

    def __init__(self, begin: Begin, texts: Texts, table: Table | None = None, patience: float = PATIENCE) -> None:
        self._begin, self._texts, self._table, self._patience = begin, texts, table, patience
        self._lock = Lock()  # calls come in threads, and one follows the other

    @contextmanager
    def _explaining(self) -> Iterator[None]:
        """Turn refusals into tool errors with their code and sentence.  The SDK tells clients nothing of other exceptions."""
        try:
            yield
        except Refused as refused:
            raise ToolError(f"{refused.code}: {self._texts.say(refused.message)}") from None

    @contextmanager
    def _at_table(self) -> Iterator[Table]:
        """Give the table to one call.  Raises ToolError: as `_explaining`, and "no-match"."""
        with self._lock, self._explaining():
            if self._table is None:
                raise Refused("no-match", NO_MATCH)
            yield self._table

    def new_match(self, game: str = "", seat: str = "", level: int = 0) -> str:
        """Start another match.  The one before it is left as it is.

        Args:
            game: its name; by default, the same as before.
            seat: the letter of the seat that you play; by default, the first, or the next one in a rematch.
            level: of the computer at the other seats, from 1 for a beginner; by default, the usual one.
        """
        with self._lock, self._explaining():
            table = self._begin(game, seat, level)
            if self._table:
                self._table.close()
            self._table = table
            return self._waited(table)

    def rules(self, language: str = "en", game: str = "") -> str:
        """Read the rules of the game.

        Args:
            language: en, ru or cs.
            game: its name; by default, that of the match.
        """
        if game:
            with self._explaining():
                return rules_text(find_game(game), language)
        with self._at_table() as table:
            return rules_text(table.game, language)

    def look(self) -> str:
        """See the match as your seat sees it now: the board, whose turn it is, and what you can play."""
        with self._at_table() as table:
            table.wait(0)
            return table.look()

    def actions(self, start: str = "") -> str:
        """List all actions that you can play or try now.

        Args:
            start: leaves only those that begin with these letters.
        """
        with self._at_table() as table:
            table.wait(0)
            return "\n".join(table.actions(start)) or table.texts.say(Message("Nothing."))

    def transcript(self) -> str:
        """Read everything again that your seat has heard since the start of the match."""
        with self._at_table() as table:
            return "\n".join(table.transcript()) or table.texts.say(Message("Nothing."))

    def play(self, action: str) -> str:
        """Play an action.  Then wait for the other seats, and return what has happened and what you see.

        Args:
            action: as the rules write it, such as those that you can play; some games understand free words too.
        """
        with self._at_table() as table:
            table.act(action)
            return self._waited(table)

    def wait(self) -> str:
        """Wait until it is your turn, and return what has happened since you were last told, and what you see."""
        with self._at_table() as table:
            return self._waited(table)

    def _waited(self, table: Table) -> str:
        is_awaited = table.wait(self._patience)
        news = "\n".join(table.news())
        parts = (news, table.look(), "" if is_awaited else table.texts.say(NOT_YET))
        return "\n\n".join(part for part in parts if part)

    def resign(self) -> str:
        """Give the match up."""
        with self._at_table() as table:
            table.resign()
            return self._waited(table)

    def answer_offer(self, accept: bool) -> str:
        """Answer an offer of another seat: a draw, or to take back its last move.

        Args:
            accept: whether to agree.
        """
        with self._at_table() as table:
            table.answer_offer(accept=accept)
            return self._waited(table)


def read_rules(game: str, language: str) -> str:
    """Return the rules of a game, in en, ru or cs."""
    try:
        return rules_text(find_game(game), language)
    except Refused as refused:
        raise ResourceError(str(refused)) from None


def invite() -> str:
    """Play the match to its end."""
    return "Play the match at this table to its end. Read the rules, then look, then play well. Say briefly why you play what you play."


def create_server(playing: Playing) -> MCPServer:
    """Return the server; `run` serves it over stdio or streamable HTTP."""
    known = f"The games are: {', '.join(sorted(games()))}."
    server: MCPServer = MCPServer(
        "ludoteka", title="Ludoteka", version=__version__, instructions=f"{INSTRUCTIONS}\n{known}", log_level="WARNING"
    )
    for look in (playing.rules, playing.look, playing.actions, playing.transcript, playing.wait):
        server.add_tool(look, description=getdoc(look), annotations=LOOKS, structured_output=False)
    for change in (playing.play, playing.answer_offer, playing.resign, playing.new_match):
        server.add_tool(change, description=getdoc(change), annotations=CHANGES, structured_output=False)
    server.resource("ludoteka://rules/{game}/{language}", name="rules", mime_type="text/markdown")(read_rules)
    server.prompt("play")(invite)
    return server
