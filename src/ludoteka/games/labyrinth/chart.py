"""The map that follows from the log: the track of each player, on one sheet or several, and what each carries and owns.

Players are not told where they are, so each track starts on a sheet of its own, at (0, 0, 0).  If a pit or a river carries
a player to an unknown place, a new sheet begins there.  Directions are taken as they were said, although a spinner
may have turned them; if an answer contradicts the sheet, a new one begins.  Only what was said is drawn: a passage
seen from one side says nothing about the other side.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from threading import Lock
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, Self, TypeVar

from ludoteka.core.game import LogEntry, RefusedAttempt
from ludoteka.games.labyrinth import maze
from ludoteka.games.labyrinth.rules import CASH, DEPOSIT_KEPT, HUNDREDTH, IDOL_PRICE, MILLION, MOST_BALANCE

UNIQUE = ("key", "idol")  # as they are named aloud; a false key is a key
DEPOSIT = DEPOSIT_KEPT * MILLION  # millionths on the account at the start, which can never be withdrawn


def hundredths(amount: str) -> int:
    """Return an amount that was said, "2.5", in hundredths."""
    return round(float(amount) * 100)


class Hand(NamedTuple):
    """The things and the money of one player."""

    items: Mapping[str, int]
    cash: int = CASH  # hundredths of a yuan
    keys: int = 0  # how many keys the player has obtained so far; also the number of the latest key
    balance: int = DEPOSIT  # millionths of a yuan
    has_moved: bool = False  # whether the interest for a turn in which the player moved is still to be paid

    def holds(self, item: str) -> bool:
        """Tell whether the player has at least one of these items."""
        return self.items.get(item, 0) > 0

    @property
    def interest(self) -> int:
        """The interest that the end of a turn brings, in millionths."""
        return self.balance // 200 if self.balance < MOST_BALANCE * MILLION else 0

    @property
    def withdrawable(self) -> int:
        """How much can be withdrawn, in hundredths."""
        return (self.balance - DEPOSIT) // HUNDREDTH

    def settle(self) -> "Hand":
        """Return the hand with the interest that is still to be paid for the last turn, if any."""
        return self.credit() if self.has_moved else self

    def credit(self) -> "Hand":
        """Return the hand with the interest of one turn."""
        return self._replace(balance=self.balance + self.interest, has_moved=False)

    def after(self, word: str, what: str, answers: tuple[str, ...], prices: Mapping[str, int]) -> "Hand":
        """Return the hand after the player's own action and its answers; `prices` are those of the shop there."""
        items, cash, keys, balance = dict(self.items), self.cash, self.keys, self.balance
        if word == "shoot":
            items["cartridge"] = items.get("cartridge", 0) - 1
        for code in answers:
            done, _, item = code.partition(":")
            if item.startswith("purse:"):
                cash = min(maze.MOST_CASH, cash + hundredths(item.partition(":")[2]))
            elif done in ("withdrew", "deposited"):
                amount = hundredths(item) * (1 if done == "withdrew" else -1)
                cash, balance = cash + amount, balance - amount * HUNDREDTH
            elif done in ("found", "took", "bought"):
                cash -= prices.get(item, 0) if done == "bought" else 0
                items[item] = items.get(item, 0) + 1
                keys += item == "key"
            elif done in ("dropped", "sold"):
                cash += IDOL_PRICE if done == "sold" else 0
                items[item] = items.get(item, 0) - 1
            elif done == "chosen" and what != "none":
                items = {one: count for one, count in items.items() if one not in UNIQUE} | {what: 1}
                keys += what == "key"
        return self._replace(items=MappingProxyType(items), cash=cash, keys=keys, balance=balance)


NOTHING = Hand(MappingProxyType({}))


WORDS = ("north", "south", "west", "east")  # the sides that lantern and trumpet report on
STEPS = {way: maze.STEPS[way] for way in (*WORDS, "up", "down")}
MOVES = (*STEPS, "stay")  # a turn has just one of these
BEGINNINGS = (*MOVES, "shoot", "choose", "join", "leave")  # a player who does one of these has not moved yet this turn
CARRIERS = ("pit", "river")
OBJECTS = ("bank", "shop", "ladder", "swamp", "mirror", "cow", "mouth", *CARRIERS)
START, PLAIN, UNKNOWN = "start", "plain", "unknown"
OPEN, WALL, EXIT = "open", "wall", "exit"
LATEST = 32  # a cached chart is continued over at most this many new entries
ENDING = 4  # entries by which the cache tells logs of the same length apart, before it compares them
CACHE_SIZE = 256  # cached charts: of so many matches, each new entry costs one step


def agrees(drawn: str, kind: str) -> bool:
    """Tell whether two kinds can be those of one cell."""
    return drawn == kind or {drawn, kind} == {START, PLAIN}


class Spot(NamedTuple):
    """A cell of a sheet; coordinates are relative to where the sheet begins."""

    sheet: str
    x: int
    y: int
    floor: int

    def beside(self, word: str) -> "Spot":
        x, y, floor = STEPS[word]
        return Spot(self.sheet, self.x + x, self.y + y, self.floor + floor)


class Chart:
    """The map as drawn so far."""

    def __init__(self) -> None:
        self.kinds: dict[Spot, str] = {}  # what was announced on arrival
        self.sides: dict[tuple[Spot, str], str] = {}  # OPEN, WALL or EXIT, as seen from that cell
        self.carried: dict[Spot, Spot] = {}  # a pit's or river's cell -> where it takes a player
        self.prices: dict[Spot, dict[str, int]] = {}  # of a shop -> its prices in hundredths
        self.lying: dict[Spot, tuple[str, ...]] = {}  # unique and dropped things on the floor, as announced
        self.near: dict[str, tuple[str, ...]] = {}  # player -> what others who may be on the same cell have left there
        self.at: dict[str, Spot] = {}  # player -> current cell
        self.arrivals: dict[str, tuple[int, bool]] = {}  # player -> when in the log, and whether somebody was there
        self.length = 0  # of the log
        self.sheets: dict[str, str] = {}  # sheet -> its player, oldest first
        self.hands: dict[str, Hand] = {}  # player -> what the player carries and owns
        # cell, direction of a wall, player -> number of the key last tried there
        self.tried: dict[tuple[Spot, str, str], int] = {}

    def copy(self) -> Self:
        copied = type(self)()
        for name, drawn in vars(self).items():
            setattr(copied, name, drawn.copy() if isinstance(drawn, dict) else drawn)
        return copied

    def begin(self, player: str, kind: str) -> Spot:
        """Begin a new sheet for a player, and return its first cell."""
        number = sum(whose == player for whose in self.sheets.values()) + 1
        spot = Spot(player if number == 1 else f"{player}.{number}", 0, 0, 0)
        self.sheets[spot.sheet] = player
        self.kinds[spot] = kind
        self.at[player] = spot
        return spot

    def follow(self, entry: LogEntry) -> None:
        word, _, what = (entry.text or "").partition(":")
        player = what if word == "join" else entry.seat
        self.length += 1
        self._note_left(player, word, what, entry.answers)
        self._settle(player, word)
        if word == "join":
            self.begin(player, START)
            self.hands[player] = NOTHING
        elif player in self.at:
            self._act(player, word, what, entry.answers)
            hand = self.hands[player].after(word, what, entry.answers, self.prices.get(self.at[player], {}))
            self.hands[player] = hand._replace(has_moved=hand.has_moved or word in MOVES)
        if word == "end":
            self.hands[player] = self.hands[player].settle()
        if word == "leave":
            self.at.pop(player, None)
        self._note_others(entry.answers)
        if entry.attempt:
            self._note_attempt(entry.attempt)

    def _note_attempt(self, attempt: RefusedAttempt) -> None:
        """Note that something is not there any more: somebody else has taken it, or a vest has been hit."""
        player, item = attempt.seat, attempt.text.partition(":")[2]
        if attempt.code == "not-carried":
            hand = self.hands[player]
            self.hands[player] = hand._replace(items=MappingProxyType({**hand.items, item: 0}))
        elif attempt.code == "not-here":
            here = self.at[player]
            self.near[player] = tuple(one for one in self.near.get(player, ()) if one != item)
            self.lying[here] = tuple(one for one in self.lying.get(here, ()) if one != item)

    def _note_left(self, player: str, word: str, what: str, answers: tuple[str, ...]) -> None:
        """Note what a player leaves on a cell, for those who may be there too: whoever came later heard that somebody is there."""
        if word == "join" or answers[:1] == ("passed",):
            self.arrivals[player], self.near[player] = (self.length, "met" in answers), ()
        for code in answers:
            done, _, name = code.partition(":")
            if done == "killed":
                self._leave(name, self._belongings(name))
            elif done == "dropped":
                self._leave(player, (name,))
            elif done == "chosen" and what != "none":
                self._leave(player, tuple(one for one in UNIQUE if self.hands[player].holds(one)))
        if word == "leave" and player in self.at:
            self._leave(player, self._belongings(player))

    def _belongings(self, player: str) -> tuple[str, ...]:
        hand = self.hands[player]
        return (*(item for item, count in hand.items.items() if count > 0), *(["purse"] if hand.cash else []))

    def _leave(self, player: str, things: tuple[str, ...]) -> None:
        for other in self.at:
            if other != player and max(self.arrivals[other], self.arrivals[player])[1]:
                self.near[other] += things

    def _settle(self, player: str, word: str) -> None:
        """Pay interest to those whose turn is over now that somebody acts."""
        for name, hand in self.hands.items():
            if name != player or word in BEGINNINGS:
                self.hands[name] = hand.settle()

    def _note_others(self, answers: tuple[str, ...]) -> None:
        for code in answers:
            kind, _, name = code.partition(":")
            if kind == "killed":
                self.at.pop(name, None)
            elif kind == "skipped":
                self.hands = {one: hand.settle() for one, hand in self.hands.items()}
                self.hands[name] = self.hands[name].credit()

    def _act(self, player: str, word: str, what: str, answers: tuple[str, ...]) -> None:
        if word in STEPS:
            self._move(player, word, answers)
        elif word == "use":
            self._look(player, what, answers)
        elif word in ("drop", "take", "choose"):
            self._handle(self.at[player], answers, what)

    def _move(self, player: str, word: str, answers: tuple[str, ...]) -> None:
        here = self.at[player]
        first = answers[0] if answers else ""
        if first in (WALL, "out"):
            self._side(player, word, EXIT if first == "out" else WALL)
            self.tried[self.at[player], word, player] = self.hands[player].keys
        elif first == "passed":
            self._side(player, word, OPEN)
            here = self.at[player]  # on a new sheet, if the old one was contradicted
            self._arrive(player, here.beside(word), word, answers)

    def _side(self, player: str, word: str, side: str) -> None:
        """Draw a side of the player's cell; begin a new sheet if the side was drawn differently."""
        here = self.at[player]
        drawn = self.sides.get((here, word), side)
        if drawn != side and EXIT not in (drawn, side):
            before, here = here, self.begin(player, self.kinds[here])
            self.prices[here], self.lying[here] = self.prices.get(before, {}), self.lying.get(before, ())
        self.sides[here, word] = side

    def _arrive(self, player: str, there: Spot, word: str, answers: tuple[str, ...]) -> None:
        carrier = next((code for code in answers if code in CARRIERS), "")
        kind = next((code for code in answers[1:] if code in OBJECTS and code not in CARRIERS), carrier or PLAIN)
        if word in ("up", "down"):
            kind = "ladder"
        if carrier:
            there = self._carry(player, there, carrier, kind)
        elif not self.agrees(there, kind):
            there = self.begin(player, kind)
        self.kinds[there] = kind
        self.at[player] = there
        self._handle(there, answers, "")
        if kind == "shop":
            self.prices[there] = _prices(answers)

    def _carry(self, player: str, onto: Spot, carrier: str, kind: str) -> Spot:
        if self.kinds.get(onto, carrier) == carrier:
            self.kinds[onto] = carrier
            there = self.carried.get(onto)
            if there is None or not self.agrees(there, kind):
                there = self.begin(player, kind)
            self.carried[onto] = there
            return there
        return self.begin(player, kind)

    def agrees(self, spot: Spot, kind: str) -> bool:
        """Tell whether a cell may be of this kind, judged by the drawing."""
        return agrees(self.kinds.get(spot, kind), kind)

    def is_known_wall(self, player: str, spot: Spot, word: str) -> bool:
        """Tell whether a player has walked that way into a wall, or heard of one, and has got no other key since."""
        place = (spot, word)
        return self.sides.get(place) == WALL and self.tried.get((*place, player), 0) == self.hands[player].keys

    def _look(self, player: str, thing: str, answers: tuple[str, ...]) -> None:
        seen = dict(code.split(":", 1) for code in answers if ":" in code)
        for word in WORDS:
            if thing == "lantern" and word in seen:
                self._side(player, word, WALL if seen[word] == "wall" else OPEN)
            elif thing == "trumpet":
                self._side(player, word, OPEN if word in seen else WALL)

    def _handle(self, spot: Spot, answers: tuple[str, ...], chosen: str) -> None:
        lying = list(self.lying.get(spot, ()))
        left = [code.partition(":")[2] for code in answers if code.startswith("lies:")]
        if answers[:1] == ("passed",):
            lying = left  # the player has picked up everything else
        for code in answers:
            done, _, item = code.partition(":")
            if done == "dropped":
                lying.append(item)
            elif done == "took" and item in lying:
                lying.remove(item)
            elif done == "chosen" and chosen in lying:
                lying.remove(chosen)
        self.lying[spot] = tuple(lying)


def _prices(answers: Sequence[str]) -> dict[str, int]:
    goods = (code.split(":") for code in answers if code.startswith("price:"))
    return {item: hundredths(price) for _, item, price in goods}


class Follower(Protocol):
    """Something that follows a log, entry by entry."""

    def copy(self) -> Self: ...
    def follow(self, entry: LogEntry) -> None: ...


Kind = TypeVar("Kind", bound=Chart)
Followed = TypeVar("Followed", bound=Follower)
# By what follows, and by the length and the end of the log: one such log, and what has followed it.
_cache: dict[tuple[Hashable, int, int], tuple[tuple[LogEntry, ...], Any]] = {}
_changing = Lock()  # matches may be replayed in several threads


def chart(present: Sequence[str], log: tuple[LogEntry, ...], kind: type[Kind]) -> Kind:
    """Return the chart of a log, which callers must not change; `present` are the players placed by the scenario."""
    return followed(kind, kind.__name__, joined(present, log))


def joined(present: Sequence[str], log: tuple[LogEntry, ...]) -> tuple[LogEntry, ...]:
    """Return a log in which the players placed by the scenario enter first."""
    return (*(LogEntry(player, f"join:{player}", ()) for player in present), *log) if present else log


def followed(begin: Callable[[], Followed], key: Hashable, log: tuple[LogEntry, ...]) -> Followed:
    """Return what has followed a log since `begin`, which callers must not change; the same `key` means the same `begin`."""
    drawn, done = None, 0
    for length in range(len(log), max(0, len(log) - LATEST), -1):
        cached = _cache.get(_key(key, log, length))
        # The same log, which is asked for several times in a turn, is not compared.
        if cached and (cached[0] is log or cached[0] == log[:length]):
            drawn, done = cached[1], length
            break
    drawn = drawn or begin()
    if done < len(log):
        drawn = drawn.copy()
        for entry in log[done:]:
            drawn.follow(entry)
        with _changing:
            _cache.pop(_key(key, log, done), None)  # a match goes on from its latest chart
            while len(_cache) >= CACHE_SIZE:
                del _cache[next(iter(_cache))]
            _cache[_key(key, log, len(log))] = (log, drawn)
    return drawn


def _key(key: Hashable, log: tuple[LogEntry, ...], length: int) -> tuple[Hashable, int, int]:
    return key, length, hash(log[max(0, length - ENDING) : length])
