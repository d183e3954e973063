"""What the moderator says, in sentences: an action as everybody hears it, and every answer to it."""

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import groupby

from ludoteka.core.game import LogEntry, Narration, RefusedAttempt
from ludoteka.core.message import Message, SeatName
from ludoteka.games.labyrinth.talk.amounts import things, yuan
from ludoteka.games.labyrinth.talk.phrases import (
    BARE,
    DEEDS,
    ITEMS,
    LISTS,
    MOVES,
    NAMED,
    REFUSALS_ALOUD,
    SHOTS,
    SIDES,
    TRIES,
    USES,
    pick,
)

GAINS = ("found", "took", "bought")
ECHOES = ("chosen", "dropped", "took", "bought", "withdrew", "deposited")  # they say no more than the action
SILENT = "end"  # not announced during the match, because the next player moves


def describe_log(log: Sequence[LogEntry], first: int, narration: Narration) -> list[tuple[Message, ...]]:
    """Return what is said aloud for each entry of the log from `first` on: the action, then the answers."""
    if narration.options.get("uses") == "start":
        explained = [sorted(USES) if index == 0 else [] for index in range(first, len(log))]
    else:
        explained = _first_things(log, first)
    return [
        (
            *_action(entry, narration.is_whole),
            *_answers(entry.answers, narration.voice, index),
            *(USES[item] for item in items),
            *_attempt(entry.attempt),
        )
        for index, (entry, items) in enumerate(zip(log[first:], explained, strict=True), first)
    ]


def _first_things(log: Sequence[LogEntry], first: int) -> list[list[str]]:
    """Return the kinds of things that somebody got for the first time, for each entry of the log from `first` on."""
    gained = [_things(entry) for entry in log[first:]]
    known = set().union(*map(_things, log[:first])) if any(gained) else set()  # a long log is rarely looked through
    new = []
    for items in gained:
        new.append(sorted(items - known))
        known |= items
    return new


def _things(entry: LogEntry) -> set[str]:
    """Return the kinds of things that somebody got in an entry."""
    gains = (code.split(":") for code in entry.answers)
    gained = {parts[1] for parts in gains if parts[0] in GAINS and len(parts) > 1}
    chosen = (entry.text or "").partition(":")[2] if "chosen" in entry.answers else ""
    return (gained | {chosen}) & USES.keys()


def _action(entry: LogEntry, is_whole: bool) -> Iterator[Message]:
    word, _, what = (entry.text or "").partition(":")
    if word != SILENT or is_whole:
        yield Message(
            "{player} {does}.", player=SeatName(what if word == "join" else entry.seat), does=_deed(word, what)
        )


def _attempt(attempt: RefusedAttempt | None) -> Iterator[Message]:
    if attempt:
        word, _, what = attempt.text.partition(":")
        yield Message("{player} {does}.", player=SeatName(attempt.seat), does=TRIES[word](ITEMS[what]))
        yield REFUSALS_ALOUD[attempt.code]


def _deed(word: str, what: str) -> Message:
    if word == "shoot":
        return SHOTS[what]
    if word in MOVES:
        return MOVES[word]
    if word == "withdraw":
        return Message("withdraws {amount}", amount=yuan(what))
    if word == "deposit":
        return Message("pays in {amount}", amount=yuan(what))
    return DEEDS[word](ITEMS[what])


def _answers(codes: Sequence[str], voice: str, entry: int) -> Iterator[Message]:
    """Yield the answers in sentences; all things found form one sentence, and so do all prices."""
    for word, group in groupby(codes, lambda code: code.partition(":")[0]):
        alike = list(group)
        if word in LISTS:
            variants = LISTS[word]
            yield variants[pick(len(variants), voice, entry, word)](reduce(enumerate_things, _list(alike)))
        else:
            yield from (_answer(code, voice, entry) for code in alike if word not in ECHOES or ":purse:" in code)


def _list(codes: Sequence[str]) -> Iterator[Message]:
    """Yield the things named by codes with the same word: a price, a purse, or a number of things of a kind."""
    for code, alike in groupby(codes):
        word, item, amount = f"{code}:".split(":")[:3]
        if word == "price":
            yield Message("{item} for {amount}", item=ITEMS[item], amount=yuan(amount))
        elif amount:
            yield Message("purse with {amount}", amount=yuan(amount))
        else:
            yield things(item, len(list(alike)))


def enumerate_things(first: Message, more: Message) -> Message:
    """Return an enumeration with one more part."""
    return Message("{first}, {more}", first=first, more=more)


def _answer(code: str, voice: str, entry: int) -> Message:
    word, _, rest = code.partition(":")
    what, _, amount = rest.partition(":")
    if (word, what) in SIDES:
        return SIDES[word, what]
    if word in BARE:
        return BARE[word][pick(len(BARE[word]), voice, entry, word)]
    if word in NAMED:
        return NAMED[word][pick(len(NAMED[word]), voice, entry, word)](rest)
    if word == "sold":
        return Message("Sold for {amount}: {item}.", amount=yuan("15"), item=ITEMS[what])
    return Message("In the purse: {amount}.", amount=yuan(amount))
