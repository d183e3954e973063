"""The search for leaks: matches that a seat may not tell apart must look the same to it.

The search works for any game.  The contract says what a seat may know: who acted, what it hears of the action
(`Game.visible_action`), the answers (`Game.answers`), and who acts next.  After the end of a match, everything is public.
It compares short histories, and long random lines with replays of them that have other secrets.
"""

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from ludoteka.core.game import Game, Log, Narration, Options
from ludoteka.core.match import entries_by_seat, heard_text, scene_with_paths
from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.core.scene import Path
from ludoteka.testing.encodings import encoded
from ludoteka.testing.walks import Choose, chooser

# Histories: the actions that led to a position, and what every seat heard of them

WIDTH = 24  # actions tried in one position


class Viewpoints(NamedTuple):
    """A game with options, and those who watch it."""

    game: Game
    options: Options
    letters: Mapping[int, str]  # of the seats, and of chance
    watchers: tuple[int, ...]  # every seat, and NOBODY for spectators

    @property
    def listeners(self) -> tuple[int, ...]:
        """Those who may hear different things; with common knowledge, spectators stand for all seats."""
        return (NOBODY,) if self.game.common_knowledge else self.watchers


@dataclass(eq=False)
class MatchHistory:
    """A position and the actions that led to it."""

    table: Viewpoints
    state: Any
    actions: tuple[int, ...]
    texts: tuple[str, ...]  # of the actions, as the acting seats know them
    turns: tuple[int, ...]  # the seats to act before every action and now, which everybody knows
    logs: Mapping[int, Log]  # of each watcher, and of chance, which hears everything
    views: dict[int, Any] = field(default_factory=dict)  # a cache of what each seat sees

    @property
    def seat(self) -> int:
        return self.turns[-1]

    @cached_property
    def legal(self) -> list[int]:
        return self.table.game.legal(self.state)

    def known(self, seat: int) -> tuple[Any, ...]:
        """Return what a seat may know: whose turn it was, what it heard, and the answers."""
        return self.turns, self.logs[seat]

    def is_accepted(self, action: int) -> bool:
        attempts = self.table.game.attempts
        return attempts.accepts(self.state, action) if attempts else action in self.legal

    def seen(self, seat: int) -> Any:
        if seat not in self.views:
            game = self.table.game
            observation = game.rules.observe(self.state, seat)
            self.views[seat] = game.deduce(observation, self.logs[seat]) if game.deduce else observation
        return self.views[seat]

    def text(self, action: int) -> str:
        """Return the text of an action of the seat to act."""
        return self.table.game.texts.action_text(self.seen(self.seat), action)

    def ways(self) -> dict[Path, int]:
        """Return the paths of the actions that the seat to act may try."""
        attempts, seen = self.table.game.attempts, self.seen(self.seat)
        actions = attempts.offers(seen) if attempts and self.seat not in (CHANCE, NOBODY) else self.legal
        return {self.table.game.texts.path(seen, action): action for action in actions}

    def heard_text(self, action: int, seat: int) -> str | None:
        """Return what a seat hears of an action; None for nothing."""
        return heard_text(self.text(action), self.table.game.visible_action(self.state, action, seat))

    def after(self, action: int) -> "MatchHistory":
        table, game, state = self.table, self.table.game, self.state.copy()
        heard: dict[int, bool | str] = {seat: game.visible_action(self.state, action, seat) for seat in table.listeners}
        game.rules.apply(state, action)
        said = game.answers(self.state, action, state) if game.answers else ()
        text = self.text(action)
        told = entries_by_seat(table.letters[self.seat], text, heard, said)
        logs = {seat: (*self.logs[seat], one) for seat, one in told.items()}
        if game.common_knowledge:
            logs |= dict.fromkeys(table.watchers, logs[NOBODY])
        logs[CHANCE] = (*self.logs[CHANCE], told[NOBODY]._replace(text=text))
        turns = (*self.turns, game.rules.current_seat(state))
        return MatchHistory(table, state, (*self.actions, action), (*self.texts, text), turns, logs)


def initial_history(game: Game, options: Options) -> MatchHistory:
    """Return the history before the first action.

    Raises:
        Refused: "bad-option".
    """
    letters = {seat.number: seat.letter for seat in game.seats(options)}
    table, state = Viewpoints(game, options, letters | {CHANCE: "chance"}, (*letters, NOBODY)), game.begin(options)
    return MatchHistory(
        table, state, (), (), (game.rules.current_seat(state),), dict.fromkeys([CHANCE, *table.watchers], ())
    )


def sample(actions: list[int]) -> list[int]:
    """Return some of the actions, at regular intervals."""
    return actions[:: len(actions) // WIDTH + 1]


# The extent of a search


@dataclass
class LeakCoverage:
    """Counts what was compared, in one search or several."""

    histories: int = 0  # the number of short histories
    history_ply: int = 0  # the length of the longest one
    lines: int = 0  # the number of long random lines
    pairs: int = 0  # pairs of positions that a seat can't tell apart
    pair_ply: int = 0  # the depth of the deepest pair
    alone: int = 0  # positions with secrets for which no counterfactual was found

    @property
    def message(self) -> Message:
        """The counts in a sentence."""
        if not self.histories:
            return Message("Leak check: nothing to look for, because every seat may know everything.")
        return Message(
            "Leak check: short histories: {histories}, up to ply {history_ply}; long lines: {lines}; "
            "pairs compared: {pairs}, deepest at ply {pair_ply}; "
            "positions where no other secret could be found: {alone}.",
            **vars(self),
        )


# What a seat receives

NARRATION = Narration("leaks")
OBSERVATION = "observation"
LEGAL = "legal actions"
MOVES = "list of moves"
TENSOR = "tensor"  # of programs that learn
SHORT = 8  # a complaint lists all actions of a history up to this length
SeatView = Mapping[str, Any]  # name -> content; its order and length count too
View = Callable[["MatchHistory", int], SeatView]  # what a seat receives, or spectators (NOBODY)


def seat_view(history: MatchHistory, seat: int) -> SeatView:
    """Return everything that a seat receives in a house."""
    game, seen = history.table.game, history.seen(seat)
    ways = history.ways() if seat == history.seat else {}
    scene = scene_with_paths(game, seen, ways)._asdict()
    return {
        OBSERVATION: seen,
        LEGAL: list(ways.values()),  # none if another seat acts
        MOVES: game.describe_log(history.logs[seat], 0, NARRATION) if game.describe_log else None,
        TENSOR: encoded(game, seen, seat) if game.encoding and seat != NOBODY else None,
        **{name: tuple(part.items()) if isinstance(part, Mapping) else part for name, part in scene.items()},
    }


def differences(
    seat: int, one: MatchHistory, other: MatchHistory, views: tuple[SeatView, SeatView], ignored: Sequence[str] = ()
) -> Iterator[str]:
    """Complain that a seat can tell two histories apart by the parts of these views that differ."""
    for name, content in views[0].items():
        if content != views[1][name] and name not in ignored:
            whole, changed = " ".join(one.texts) or "the start", _changed(one, other)
            yield f"seat {seat} must not tell {whole} from {changed}, but it can, by its {name}"


def _changed(one: MatchHistory, other: MatchHistory) -> str:
    """Describe how a history differs from another."""
    start = "" if one.table.options == other.table.options else "another start and "
    if len(one.texts) <= SHORT:
        return start + (" ".join(other.texts) or "nothing played")
    pairs = enumerate(zip(other.texts, one.texts, strict=True), 1)
    changes = [f"{text} for {was} at ply {ply}" for ply, (text, was) in pairs if text != was]
    return f"{start}the same actions with {', '.join(changes) or 'nothing changed'}"


# Other starts: with other secrets that chance created, or other values of secret options

CHANGES_TRIED = 40  # changes tried until a game accepts one
SHIFT = 3  # the most by which numbers are moved
SEEDS = 1 << 32


def has_other_starts(game: Game) -> bool:
    """Tell whether anything is secret before the first action."""
    return game.generate is not None or any(option.is_secret for option in game.options)


def random_start(game: Game, options: Options, choose: Choose) -> MatchHistory:
    """Return a start with newly generated secrets, if the game generates any."""
    make = game.generate
    if make is None:
        return initial_history(game, options)
    found = make(options, choose(SEEDS).to_bytes(4, "big"))
    secret = {option.name for option in game.options if option.is_secret}
    return initial_history(game, {name: found[name] if name in secret else value for name, value in options.items()})


def altered_start(game: Game, options: Options, choose: Choose) -> MatchHistory | None:
    """Return the start with one change in a secret option, or None if the game accepts no change tried."""
    secret = [option for option in game.options if option.is_secret]
    for _ in range(CHANGES_TRIED if secret else 0):
        option, number = secret[choose(len(secret))], choose(len(CHANGES) + 1)
        value = option.choices[choose(len(option.choices))][0]
        if number < len(CHANGES):
            value = deepcopy(options[option.name])
            CHANGES[number](value, choose)
        if value != options[option.name]:
            try:
                return initial_history(game, game.check_options({**options, option.name: value}))
            except Refused:
                pass
    return None


def _within(values: Any) -> Iterator[Any]:
    """Yield every list and mapping within `values`."""
    if isinstance(values, list | dict):
        yield values
        for value in values if isinstance(values, list) else values.values():
            yield from _within(value)


def _list_of_many(whole: Any, choose: Choose) -> list[Any]:
    """Return a random list of lists or mappings within `whole`, or an empty one if there is none."""
    found = [one for one in _within(whole) if isinstance(one, list) and all(isinstance(it, list | dict) for it in one)]
    return found[choose(len(found))] if found else []


def _put_in_another_order(whole: Any, choose: Choose) -> None:
    one = _list_of_many(whole, choose)
    one.sort(key=lambda _: choose(SEEDS))


def _leave_one_out(whole: Any, choose: Choose) -> None:
    one = _list_of_many(whole, choose)
    if one:
        del one[choose(len(one))]


def _put_another(whole: Any, choose: Choose) -> None:
    """Replace a number or text, found by a random descent from the whole, with another one of the same type."""
    holder, value = None, whole
    while isinstance(value, list | dict) and value:
        keys = list(value) if isinstance(value, dict) else range(len(value))
        holder, key = value, keys[choose(len(keys))]
        value = holder[key]
    leaves = [it for one in _within(whole) for it in (one if isinstance(one, list) else one.values())]
    likes = [it for it in leaves if type(it) is type(value) and it != value]
    if holder and likes:
        holder[key] = likes[choose(len(likes))]


def _shift_all(whole: Any, choose: Choose) -> None:
    """Move everything in one direction: add the same number to one coordinate of all lists of the same length."""
    points = [one for one in _within(whole) if isinstance(one, list) and one and all(type(it) is int for it in one)]
    if points:
        size = len(points[choose(len(points))])
        place, by = choose(size), 1 + choose(SHIFT)
        for point in points:
            if len(point) == size:
                point[place] += by


CHANGES: tuple[Callable[[Any, Choose], None], ...] = (_put_in_another_order, _leave_one_out, _put_another, _shift_all)


# What seats hear must not reveal more than what they see


def audibility_faults(history: MatchHistory, continued: Iterable[MatchHistory]) -> Iterator[str]:
    """Complain about who hears the last actions of the continued histories.

    A seat hears its own actions.  Spectators hear no more than every seat.  If a seat hears two actions differently, it
    must also see a difference; otherwise the list of moves would reveal what the observation hides.
    """
    where = f"after {' '.join(history.texts) or 'no action'}"
    looks: dict[Hashable, MatchHistory] = {}
    for then in continued:
        words, hears = then.texts[-1], {seat: then.logs[seat][-1].text for seat in then.table.listeners}
        if hears.get(history.seat, words) != words:
            yield f"{where} seat {history.seat} does not hear its own {words}"
        if hears[NOBODY] and (None in hears.values() or (hears[NOBODY] == words and {*hears.values()} != {words})):
            yield f"{where} spectators hear {hears[NOBODY]}, and not every seat does"
        for seat in hears:
            other = looks.setdefault((seat, repr(then.seen(seat))), then)
            yield from _heard_apart(where, seat, then, other)


def counterfactual_audibility_faults(
    history: MatchHistory, other: MatchHistory, action: int, seat: int
) -> Iterator[str]:
    """Complain if a seat that can't tell two histories apart hears an action differently, but sees no difference."""
    if not other.is_accepted(action) or history.heard_text(action, seat) == other.heard_text(action, seat):
        return
    then, other_then = history.after(action), other.after(action)
    if then.seat == other_then.seat and then.seen(seat) == other_then.seen(seat):
        yield from _heard_apart(f"after {' '.join(history.texts)}", seat, then, other_then)


def _heard_apart(where: str, seat: int, one: MatchHistory, other: MatchHistory) -> Iterator[str]:
    """Complain if a seat hears a difference between two histories but sees none, unless the match is over."""
    sounds = [history.logs[seat][-1].text for history in (other, one)]
    if sounds[0] != sounds[1] and one.state != other.state and one.seat != NOBODY:
        yield f"{where} seat {seat} hears {sounds[0] or 'nothing'} or {sounds[1] or 'nothing'}, but sees no difference"


# Counterfactuals: replays of a line with other secrets, which one seat can't tell from the original

REPLAY_STEPS = 100  # actions tried in addition to one per ply, before a replay gives up
Line = Sequence[MatchHistory]  # the history after every ply, beginning with the start


def counterfactual(line: Line, begin: MatchHistory, seat: int, is_wild: bool, choose: Choose) -> list[MatchHistory]:
    """Replay `line` from `begin` so that a seat hears the same, and return the longest sequence of histories found.

    Actions that the seat heard in full are repeated.  For the others, the original action is tried first, or last if
    `is_wild`.  If `begin` is a history of the line, the action after it differs from that of the line.
    """
    first = len(begin.actions)
    path, best = [begin], [begin]
    ways = [_continued(line, begin, seat, is_wild, choose)]
    for _ in range(REPLAY_STEPS + len(line) - first):
        found = next(ways[-1], None)
        if found:
            path.append(found)
            best = max(best, path[:], key=len)
            if len(path) == len(line) - first:
                break
            ways.append(_continued(line, found, seat, is_wild, choose))
        elif len(ways) > 1:  # a dead end
            ways.pop()
            path.pop()
        else:
            break
    return best[1:]


def _continued(line: Line, history: MatchHistory, seat: int, is_wild: bool, choose: Choose) -> Iterator[MatchHistory]:
    """Yield the histories in which the seat hears the same of the next action as in the line."""
    ply = len(history.actions)
    told, turn = line[ply + 1].logs[seat][-1], line[ply + 1].seat
    for action in _candidates(line[ply], line[ply + 1], history, seat, is_wild, choose):
        if history.heard_text(action, seat) == told.text:
            found = history.after(action)
            if found.seat == turn and found.logs[seat][-1] == told:
                yield found


def _candidates(
    before: MatchHistory, then: MatchHistory, history: MatchHistory, seat: int, is_wild: bool, choose: Choose
) -> Iterator[int]:
    """Yield alternatives to the action that led from `before` to `then`, the most promising ones first."""
    played, is_same = then.actions[-1], history is before
    is_open = not is_same and history.is_accepted(played)
    if then.logs[seat][-1].text == then.texts[-1] and is_open and history.text(played) == then.texts[-1]:
        yield played  # no other action has this text
        return
    likely = []
    if not is_wild and not is_same:
        index = before.legal.index(played) if played in before.legal else 0
        counterpart = history.legal[index : index + 1]  # the action with the same index: in another maze, the same cell
        likely = [action for action in (played, *counterpart) if history.is_accepted(action)]
    yield from dict.fromkeys(likely)
    for action in _shuffled(history.legal[:], choose):
        if action not in likely and action != played:
            yield action
    if is_wild and is_open:
        yield played


def _shuffled(actions: list[int], choose: Choose) -> Iterator[int]:
    while actions:
        index = choose(len(actions))
        actions[index], actions[-1] = actions[-1], actions[index]
        yield actions.pop()


# Long random lines

LINE_PLIES = 60  # of a line
MARKS = (1, 2, 3, 5, 7, 10, 14, 20, 30, 40, 50, 60)  # plies at which counterfactual lines are searched
FOUND = 2  # counterfactual lines for each seat at each of these plies
TRIES = 8  # attempts to find these lines
SPOTS = 3  # earlier positions in which the two lines are also compared
DODGES = 3  # actions tried to avoid the end of the match, so that lines become long
ANEW = 10  # up to this ply, a completely new start may still look the same; later, the start is only altered
HEARD = 10  # positions of a line in which everything that may be heard next is checked


class LongLine:
    """One random line, and the comparisons along it."""

    def __init__(
        self, game: Game, options: Options, choose: Choose, looked: LeakCoverage, view: View = seat_view
    ) -> None:
        self.view = view
        self.game = game
        self.options = options
        self.choose = choose
        self.looked = looked
        self.histories = [random_start(game, options, choose)]  # after every ply
        self.views: dict[int, dict[int, SeatView]] = {}  # a cache by ply
        self._play()

    def _play(self) -> None:
        history = self.histories[0]
        while len(self.histories) <= LINE_PLIES and history.seat != NOBODY:
            history, actions = self.histories[-1], self.histories[-1].legal
            for _ in range(DODGES):
                then = history.after(actions[self.choose(len(actions))])
                if then.seat != NOBODY:
                    break
            history = then
            self.histories.append(history)

    def complaints(self) -> Iterator[str]:
        """Complain about differences between the line and counterfactual ones, and about what is heard."""
        self.looked.lines += 1
        for seat in self.histories[0].table.listeners:
            for mark in MARKS:
                if mark < len(self.histories) and self.histories[mark].seat != NOBODY:
                    yield from self._at(self.histories[: mark + 1], seat)
        for history in self.histories[:: len(self.histories) // HEARD + 1]:
            yield from audibility_faults(history, [history.after(action) for action in sample(history.legal)])

    def _at(self, line: Line, seat: int) -> Iterator[str]:
        """Compare the last position of a line with counterfactual ones that the seat can't tell apart."""
        last, found = line[-1], 0
        plies = [ply for ply, words in enumerate(last.texts) if last.logs[seat][ply].text != words]  # not heard in full
        for number in range(TRIES if plies or has_other_starts(self.game) else 0):
            begin = self._begin(line, plies, number)
            path = counterfactual(line, begin, seat, self.choose(2) == 1, self.choose) if begin else []
            yield from self._compared(line, path)
            found += len(path) > 0 and len(path[-1].actions) == len(line) - 1 and path[-1].state != last.state
            if found == FOUND:
                return
        self.looked.alone += bool(plies) and not found

    def _begin(self, line: Line, plies: Sequence[int], number: int) -> MatchHistory | None:
        """Return where a counterfactual departs from a line: before a ply that the seat did not hear in full, or at a start."""
        way = self.choose(4) if has_other_starts(self.game) else 0
        if way == 0 and plies:
            back = number // 2 + 1  # every other attempt goes further back; older secrets may be public by now
            return line[plies[-min(back, len(plies)) if number % 2 == 0 else self.choose(len(plies))]]
        if way == 1 and len(line) <= ANEW:
            return random_start(self.game, self.options, self.choose)
        return altered_start(self.game, line[0].table.options, self.choose)

    def _compared(self, line: Line, path: Sequence[MatchHistory]) -> Iterator[str]:
        """Compare the last position of two lines, and some before it, for all seats that can't tell them apart."""
        spots = {len(path) - 1, *(self.choose(len(path)) for _ in range(SPOTS))} if path else set()
        for other in (path[spot] for spot in sorted(spots)):
            ply = len(other.actions)
            history, other_views = line[ply], _views(other, self.view)
            if ply not in self.views:
                self.views[ply] = _views(history, self.view)
            for seat, view in self.views[ply].items():
                if other.known(seat) == history.known(seat) and other.state != history.state:
                    self.looked.pairs += 1
                    self.looked.pair_ply = max(self.looked.pair_ply, ply)
                    yield from differences(seat, history, other, (view, other_views[seat]))
                    if ply + 1 < len(line):
                        yield from counterfactual_audibility_faults(history, other, line[ply + 1].actions[-1], seat)


# The search

HISTORIES = 1500  # short histories, in order of length
LINES = 12  # long random lines
STARTS = 4  # additional starts for short histories


def find_leaks(
    game: Game,
    options: Options,
    histories: int,
    lines: int = LINES,
    looked: LeakCoverage | None = None,
    view: View = seat_view,
) -> Iterator[str]:
    """Complain about anything that lets a seat tell apart what it must not; count in `looked` what was compared.

    `view` returns what a seat receives, as values that `==` compares: by default what it receives in a house.  A game
    without secrets has no leaks.
    """
    looked = looked or LeakCoverage()
    if game.has_secrets:
        yield from _in_short_histories(game, options, histories, looked, view)
        for number in range(lines):
            yield from LongLine(game, options, chooser(number), looked, view).complaints()


def _views(history: MatchHistory, view: View) -> dict[int, SeatView]:
    return {seat: view(history, seat) for seat in history.table.watchers}


def _in_short_histories(game: Game, options: Options, count: int, looked: LeakCoverage, view: View) -> Iterator[str]:
    """Compare the short histories that a seat may not tell apart, and in a house the scenes of equal observations."""
    known: dict[Hashable, tuple[MatchHistory, SeatView]] = {}
    alike: dict[Hashable, tuple[MatchHistory, SeatView]] = {}
    for history, continued in _short_histories(game, options, count):
        looked.histories += 1
        looked.history_ply = max(looked.history_ply, len(history.actions))
        yield from audibility_faults(history, continued)
        for seat, received in _views(history, view).items() if history.seat != NOBODY else ():
            other, other_received = known.setdefault((seat, history.known(seat)), (history, received))
            yield from differences(seat, history, other, (received, other_received))
            if view is seat_view:  # others may contain more of the log
                other, other_received = alike.setdefault((seat, repr(received[OBSERVATION])), (history, received))
                yield from differences(seat, history, other, (received, other_received), ignored=(OBSERVATION, MOVES))


def _short_histories(game: Game, options: Options, left: int) -> Iterator[tuple[MatchHistory, list[MatchHistory]]]:
    """Yield the shortest histories, breadth first, each with its continuations."""
    choose, waiting = chooser(0), deque([initial_history(game, options)])
    if has_other_starts(game):
        waiting += [random_start(game, options, choose) for _ in range(STARTS)]
    while waiting and left:
        history, left = waiting.popleft(), left - 1
        continued = [history.after(action) for action in sample(history.legal)]
        yield history, continued
        waiting += continued[: max(0, left - len(waiting))]
