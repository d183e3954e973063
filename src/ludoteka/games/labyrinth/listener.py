"""Reads a log into the numbers of public_memory.py."""

from typing import Self

from ludoteka.core.game import LogEntry
from ludoteka.core.message import Message, Refused
from ludoteka.games.labyrinth import notation, rules
from ludoteka.games.labyrinth.chart import followed, hundredths, joined
from ludoteka.games.labyrinth.maze import WAY_NAMES
from ludoteka.games.labyrinth.notation import AMOUNT, NUMBERS, THINGS, Knowledge
from ludoteka.games.labyrinth.public_memory import PLAYERS, PublicMemory
from ludoteka.games.labyrinth.replies import Reply, hear, note_refusal

BARE = {word: code for code, word in notation.BARE.items()}
OF_THINGS = {word: code for code, word in notation.OF_THINGS.items()}
OF_PLAYERS = {"killed": rules.KILLED, "skipped": rules.SKIPPED}
OF_MONEY = {"withdrew": rules.WITHDREW, "deposited": rules.DEPOSITED}
OF_SIDES = {
    "wall": (rules.PASSAGE, 0),
    "passage": (rules.PASSAGE, 1),
    "nobody": (rules.SOMEBODY, 0),
    "somebody": (rules.SOMEBODY, 1),
}


class Listener:
    """What was heard so far in a match of these players."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names, self.heard = names, PublicMemory()

    def copy(self) -> Self:
        copied = type(self)(self.names)
        copied.heard.assign(self.heard)
        return copied

    def follow(self, entry: LogEntry) -> None:
        """Note an entry of the log."""
        word, _, what = (entry.text or "").partition(":")
        seat = self.names.index(what if word == "join" else entry.seat)
        hear(self.heard, seat, self._action(seat, str(entry.text)), self._reply(entry.answers))
        if entry.attempt and entry.attempt.code in ("not-carried", "not-here"):
            item = THINGS.index(entry.attempt.text.partition(":")[2])
            is_carried = entry.attempt.code == "not-carried"
            note_refusal(self.heard, self.names.index(entry.attempt.seat), item, is_carried)

    def _action(self, seat: int, text: str) -> int:
        if text in NUMBERS:
            return NUMBERS[text]
        amount = AMOUNT.fullmatch(text)
        if amount:
            first = rules.WITHDRAW if amount[1] == "withdraw" else rules.DEPOSIT
            return first + hundredths(text.partition(":")[2])
        return rules.join_action(seat, 0, 0, 0)  # wherever it was

    def _reply(self, answers: tuple[str, ...]) -> Reply:
        reply, parts = Reply(), [self._part(*answer.split(":")) for answer in answers]
        reply.said = len(parts)
        reply.said_code, reply.said_what, reply.said_number = ([one[place] for one in parts] for place in range(3))
        return reply

    def _part(self, word: str, what: str = "", number: str = "") -> tuple[int, int, int]:
        """Return the code of an answer, what it is about, and its number."""
        if word in WAY_NAMES:
            return OF_SIDES[what][0], WAY_NAMES.index(word), OF_SIDES[what][1]
        if word in OF_MONEY:
            return OF_MONEY[word], 0, hundredths(what)
        if word in OF_PLAYERS:
            return OF_PLAYERS[word], self.names.index(what), 0
        if word in OF_THINGS or word == "price":
            code = OF_THINGS.get(word, rules.PRICE)
            return code, THINGS.index(what), hundredths(number) if number else 1
        if word in rules.OBJECT_NAMES and word not in BARE:
            return rules.OBJECT, rules.OBJECT_NAMES.index(word), 0
        return BARE[word], 0, 0


def check_count(players: int) -> None:
    """Check that programs that learn can hear so many players.  Raises Refused: "too-many-players"."""
    if players > PLAYERS:
        text = Message(
            "Programs that learn play Labyrinth with at most {count} player.",
            plural="Programs that learn play Labyrinth with at most {count} players.",
            count=PLAYERS,
        )
        raise Refused("too-many-players", text)


def listen(seen: Knowledge) -> PublicMemory:
    """Return the numbers of what everybody has heard; callers must not change them.

    Raises:
        Refused: "too-many-players".
    """
    names = seen.names
    check_count(len(names))
    log = joined(notation.present(seen), seen.log)
    return followed(lambda: Listener(names), (Listener, names), log).heard
