"""Delivery of chat lines to the open matches of a server and of the other servers."""

import json
from collections import deque
from collections.abc import Callable

from ludoteka.server.protocol.socket_messages import ChatRequest
from ludoteka.server.rooms.chat import Chat
from ludoteka.server.rooms.room import Room
from ludoteka.server.rooms.rooms import Rooms

MAX_IDS = 1000  # of commands, remembered so that a repeated one has no effect


class Talk:
    """Brings chat lines to everybody at a match."""

    def __init__(self, chat: Chat, rooms: Rooms, broadcast: Callable[[str, str], None]) -> None:
        self._chat = chat
        self._rooms = rooms
        self._broadcast = broadcast
        self._ids: deque[tuple[str, str]] = deque(maxlen=MAX_IDS)  # holder, id of the command

    async def say(self, room: Room, holder: str, command: str, request: ChatRequest) -> None:
        """Add a chat line to a match and send it to everybody there.  Raises Refused: as `Chat.say`."""
        if (holder, command) in self._ids:  # repeated, because the answer was lost
            return
        said = await self._chat.say(room.referee, holder, request.text, request.phrase)
        self._ids.append((holder, command))
        room.subscribers.send_chat([said])
        self._broadcast("chat", json.dumps(room.id))

    async def update(self, match: str) -> None:
        """Send everybody at a match the lines that were said at another server."""
        room = self._rooms.find(match)
        if room and (said := await self._chat.lines_after(match, room.subscribers.last_common_line)):
            room.subscribers.send_chat(said)

    async def tell_removed(self, match: str) -> None:
        """Show everybody at a match, on all servers, that lines were removed; the store knows already."""
        await self.show_removed(match)
        self._broadcast("words-removed", json.dumps(match))

    async def show_removed(self, match: str) -> None:
        """Show everybody at a match, on this server, that lines were removed."""
        if room := self._rooms.find(match):
            lines = await self._chat.recent_lines(match)
            room.subscribers.send_changed_chat([one for one in lines if not one.text])
