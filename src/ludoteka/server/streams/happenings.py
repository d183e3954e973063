"""What happens to somebody: their matches begin and end, and they are challenged."""

from typing import Any

from ludoteka.server.challenges.challenges import challenge_entry
from ludoteka.server.house import House
from ludoteka.server.http.match_list import match_entry
from ludoteka.server.protocol.messages import encode
from ludoteka.server.streams.line_stream import LineStream
from ludoteka.server.streams.news import wait_for_news
from ludoteka.store import StoreRefused


class Happenings:
    """What a program has been told of the matches and challenges of its account."""

    def __init__(self, stream: LineStream, house: House, holder: str) -> None:
        self._stream = stream
        self._house = house
        self._holder = holder
        self._matches: set[str] = set()
        self._challenges: set[str] = set()

    async def tell(self) -> None:
        """Tell what has changed since the last time.  Raises StoreRefused."""
        store = self._house.challenges
        running = {one.id: one for one in await store.running(self._holder)}
        challenges = {one.kept.id: one for one in await store.open(self._holder)}
        for one in await store.matches(sorted(self._matches - set(running))):
            if one.status.result is not None:  # otherwise somebody has given a seat back
                self._post("over", match_entry(one, self._holder))
        for name in running.keys() - self._matches:
            self._post("begun", match_entry(running[name], self._holder))
        for name in self._challenges - set(challenges):
            challenge = await store.find(name)
            answer = (challenge.answer if challenge else "") or "withdrawn"  # a match that was called off has no answer
            self._post("answer", {"id": name, "answer": answer})
        for name in challenges.keys() - self._challenges:
            self._post("challenge", challenge_entry(challenges[name], self._holder))
        self._matches, self._challenges = set(running), set(challenges)

    def _post(self, kind: str, content: dict[str, Any]) -> None:
        self._stream.post(encode({"t": kind, "d": content}))


async def post_happenings(stream: LineStream, house: House, holder: str) -> None:
    """Post the matches and challenges of somebody, and then what changes, until cancelled."""
    happenings, news = Happenings(stream, house, holder), house.news.listen(holder)
    try:
        while True:
            try:
                await happenings.tell()
            except StoreRefused:
                stream.end()  # the client asks again, and is told why
                return
            await wait_for_news(news)
    finally:
        house.news.leave(holder, news)
