"""A match as the rules see it: a game, options and actions, which replay to the same position anywhere."""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from types import MappingProxyType
from typing import Any, Final

from ludoteka.compilation import mypyc_attr
from ludoteka.core.game import (
    QUIET_ACTIONS,
    Answers,
    Game,
    Hindsight,
    LogEntry,
    Options,
    RefusedAttempt,
    Sentences,
    everything_is_visible,
)
from ludoteka.core.legal_paths import LegalPaths, LegalPrompts
from ludoteka.core.message import Message, Refused, RefusedAloud, share_messages
from ludoteka.core.notation import bad_text
from ludoteka.core.rules import CHANCE, NOBODY, makes_progress
from ludoteka.core.scene import Mark, PanelEntry, Path, Scene

NOT_LISTED: Final = array("q")
NO_WAYS: Final[Mapping[Path, int]] = MappingProxyType({})
REPETITIONS: Final = 3  # the third occurrence of a position is a draw, if the option says so
DIGEST_SIZE: Final = 12  # bytes, so many that no two positions have the same digest
QUIET_SHOWN: Final = 60  # the panel shows the number of quiet actions from here on
MOST_ENTRIES: Final = 10_000  # of logs, shared by all matches


@mypyc_attr(allow_interpreted_subclasses=True)
class Match:
    """The state of one match and the actions that led to it.  Raises Refused: "bad-option", "bad-position"."""

    def __init__(self, game: Game, options: Any = None, position: str | None = None) -> None:
        self.game = game
        self.options = game.check_options({} if options is None else options)
        self.position = position
        self.state: Any = game.begin(self.options, position)
        self.previous_state: Any = None  # the state before the last action, from which a scene derives its marks
        self._letters: dict[int, str | None] = {seat.number: seat.letter for seat in game.seats(self.options)}
        self._letters |= {CHANCE: "chance", NOBODY: None}
        self.actions: list[str] = []
        self._numbers = array("q")  # of the same actions, in the rules, if the game reveals its secrets at the end
        self.log_entries: list[LogEntry] = []  # all actions and answers, if the game keeps a log
        self._private_entries: dict[int, Mapping[int, LogEntry]] = {}  # by index: what seats heard instead, by seat
        self.remarks: list[Sentences] = []  # on each action, in a game that makes them
        self.marks: tuple[Mark, ...] = ()  # of the game's own, on the last action
        self._counts_positions = self.options.get("repetition") == "draw"
        self._occurred = bytearray()  # the digests of all positions, if they are counted: their texts would take more
        self._repeated: dict[str, int] = {}  # how often a position has occurred, if more than once
        self._counts_quiet = self.options.get("quiet") == "draw"
        self.quiet_actions = 0  # in a row, up to now; always 0 where they are not counted
        self.draw_reason = ""  # "repetition" or "quiet", if the match ended in such a draw
        self.seat = NOBODY  # the seat to act, CHANCE at a throw, NOBODY when the match is over
        self._legal: list[int] | None = None  # a cache for the current state, like the next five
        self._packed_legal = NOT_LISTED  # the same after `release`
        self._offered: list[int] | None = None  # in a game with attempts
        self._ways: dict[Path, int] | None = None
        self._seen: dict[int, Any] = {}  # by seat
        self._logs: dict[int, tuple[LogEntry, ...]] = {}
        self._count()

    @property
    def position_text(self) -> str:
        return str(self.game.texts.position_text(self.state))

    @property
    def past(self) -> list[str]:
        """The texts of the positions whose next occurrence is a draw; empty if the option does not count repetitions."""
        return [text for text, count in self._repeated.items() if count >= REPETITIONS - 1]

    @property
    def quiet_actions_left(self) -> int | None:
        """How many more quiet actions in a row make a draw; None where they are not counted."""
        return QUIET_ACTIONS - self.quiet_actions if self._counts_quiet else None

    def letter(self, seat: int) -> str | None:
        """Return the name of a seat in texts: its letter, "chance", or None for nobody."""
        return self._letters[seat]

    def legal(self) -> list[int]:
        """Return the legal actions; none when the match is over."""
        if self._legal is None:
            known = self._packed_legal.tolist()
            self._legal = known or ([] if self.draw_reason else self.game.legal(self.state))
        return self._legal

    def legal_texts(self) -> list[str]:
        """Return the texts of the legal actions, sorted.  In a game with attempts, one text may stand for many actions."""
        texts = [self.text_of(action) for action in self.legal()]
        return sorted(map(self.game.attempts.list_entry, texts) if self.game.attempts else texts)

    def text_of(self, action: int) -> str:
        """Return the text of an action of the seat to act, or of a throw."""
        fixed = self.game.fixed_paths
        return fixed.action_text(action) if fixed else self.game.texts.action_text(self.seen(), action)

    def read(self, text: str) -> Path:
        """Return the picks that a text means, whether they are legal or not.  Raises Refused: "bad-text"."""
        return self.game.texts.read(None if self.game.fixed_paths else self.seen(), text)

    def seen(self, seat: int | None = None, before: Any = None) -> Any:
        """Return what a seat sees, or saw in the state `before` the last action; by default, the seat to act.

        Legality and action texts depend only on what the seat to act sees.
        """
        seat = self.seat if seat is None else seat
        if before is not None:
            return self._view(before, seat, self.log(seat)[:-1])
        if seat not in self._seen:
            self._seen[seat] = self._view(self.state, seat, self.log(seat))
        return self._seen[seat]

    def _view(self, state: Any, seat: int, log: tuple[LogEntry, ...]) -> Any:
        observation = self.game.rules.observe(state, seat)
        return self.game.deduce(observation, log) if self.game.deduce else observation

    def log(self, seat: int | None = None) -> tuple[LogEntry, ...]:
        """Return the log of a seat, or everything that was said if no seat is given.  Empty if the game keeps no log."""
        seat = seat if seat is None or self.game.has_private_views else NOBODY  # who hears what everybody hears
        if seat is None:
            return tuple(self.log_entries)
        if seat not in self._logs:
            heard, listener = self.log_entries.copy(), NOBODY if seat == CHANCE else seat
            for index, entries in self._private_entries.items():
                heard[index] = entries.get(listener, heard[index])
            self._logs[seat] = tuple(heard)
        return self._logs[seat]

    def offers(self) -> list[int]:
        """Return the actions that the seat to act may try, based on what it knows."""
        attempts = self.game.attempts
        if attempts is None or self.seat in (CHANCE, NOBODY):
            return self.legal()
        if self._offered is None:
            self._offered = attempts.offers(self.seen())
        return self._offered

    def acceptable(self) -> list[int]:
        """Return the actions that the seat to act may try and that would not be refused."""
        return [action for action in self.offers() if self.accepts(action)]

    def ways(self) -> Mapping[Path, int]:
        """Return the paths of the actions that the seat to act may try, or of the possible throws."""
        if self._ways is None:
            seen, path = self.seen(), self.game.texts.path
            self._ways = {path(seen, action): action for action in self.offers()}
        return self._ways

    def scene(self, seat: int | None = None, before: Any = None) -> Scene:
        """Return the scene of a seat, or the one it saw `before` the last action; by default, of the seat to act.

        Only the scene of the seat to act contains paths.
        """
        return self.game.with_pieces(self.frame(seat, before), self.state if before is None else before)

    def frame(self, seat: int | None = None, before: Any = None) -> Scene:
        """Return the same as `scene`, but without the pieces of a game with a board."""
        seat, game = self.seat if seat is None else seat, self.game
        acts = before is None and seat == self.seat and seat not in (CHANCE, NOBODY)
        more: dict[str, Any] = {}  # collected, because to copy a scene takes a while
        if acts and game.fixed_paths:
            scene = game.scene(self.seen(seat), self.legal())
            more["paths"] = LegalPaths(game.fixed_paths, self.legal())
            if game.fixed_paths.prompts:
                more["prompts"] = LegalPrompts(game.fixed_paths.prompts, self.legal())
        else:
            scene = scene_with_paths(game, self.seen(seat, before), self.ways() if acts else NO_WAYS)
        if self.marks and before is None:
            more["marks"] = (*scene.marks, *self.marks)
        if self.quiet_actions >= QUIET_SHOWN:
            count = Message("{count} of {limit}", count=self.quiet_actions, limit=QUIET_ACTIONS)
            more["panel"] = (*scene.panel, PanelEntry(Message("Moves without progress"), count))
        return scene._replace(**more) if more else scene

    def frame_without_paths(self, seat: int) -> Scene:
        """Return the frame of a seat with the game's own marks on the last action, and nothing that anybody could do."""
        scene = self.game.scene(self.seen(seat), [])
        return scene._replace(marks=(*scene.marks, *self.marks)) if self.marks else scene

    def accepts(self, action: int) -> bool:
        """Tell whether an action is legal now."""
        attempts = self.game.attempts
        return attempts.accepts(self.state, action) if attempts else action in self.legal()

    def returns(self) -> dict[str, int] | None:
        """Return 1, 0 or -1, or the score, by the letters of the seats; None until the match is over."""
        if self.seat != NOBODY:
            return None
        return {seat.letter: self.game.rules.returns(self.state, seat.number) for seat in self.game.seats(self.options)}

    def check(self, text: str) -> int:
        """Return the legal action that `text` names.  Raises Refused: "game-over", "bad-text", or the game's own."""
        self._check_not_over()
        path = self.read(text)
        known = self.action_of(path)
        if known is None and self.game.texts.derives_text and any(path == way[: len(path)] for way in self.ways()):
            raise bad_text(self.example())
        return self.find(path) if known is None or self.game.attempts else known

    def find(self, path: Path) -> int:
        """Return the legal action of these picks.  Raises the same as `check`."""
        self._check_not_over()
        attempts = self.game.attempts
        if attempts:
            action = attempts.action(self.seen(), path)
            if attempts.accepts(self.state, action):
                return action
            refused = attempts.refusal(self.state, action)
            if self.log_entries and attempts.is_refused_aloud(self.state, self.seen(), action):
                raise RefusedAloud(refused, self.text_of(action))
            raise refused
        known = self.action_of(path)
        if known is None:
            raise self.game.texts.refusal(self.seen(), path, self.example())
        return known

    def action_of(self, path: Path) -> int | None:
        """Return the action of this path, or None if it is not among those that the seat to act may try."""
        if self.game.fixed_paths is None:
            return self.ways().get(path)
        action = self.game.fixed_paths.actions.get(path)
        return action if action in (self._packed_legal or self.legal()) else None

    def example(self) -> str:
        """Return the text of an action that the seat to act may try, or "…" if there is none."""
        path = None if self.seat == CHANCE else next(iter(self.ways()), None)
        return self.game.texts.text(self.seen(), path) if path else "…"

    def _check_not_over(self) -> None:
        if self.seat == NOBODY:
            raise Refused("game-over", Message("The match is over."))

    def play(self, text: str) -> int:
        """Play the action that `text` names and return it.  A refusal changes nothing.  Raises the same as `check`."""
        action = self.check(text)
        self.play_action(action, text)
        return action

    def play_action(self, action: int, text: str = "") -> None:
        """Play a legal action, which was written as `text`; by default, as the game writes it."""
        text = text or self.text_of(action)
        if self._counts_quiet:
            is_progress = getattr(self.game.rules, "makes_progress", makes_progress)(self.state, action)
            self.quiet_actions = 0 if is_progress else self.quiet_actions + 1
        self.previous_state = self.state.copy()
        if self.game.keeps_log:
            self._play_and_log(action)
        else:
            self.game.rules.apply(self.state, action)
        if self.game.remarks:
            self.remarks.append(share_messages(self.game.remarks(self.previous_state, action, self.state)))
        if self.game.marks:
            self.marks = self.game.marks(self.previous_state, action, self.state)
        self._legal, self._packed_legal = None, NOT_LISTED
        self._offered, self._ways, self._seen, self._logs = None, None, {}, {}
        self.actions.append(text)
        if self.game.reveal:
            self._numbers.append(action)
        self._count()

    def reveal(self, length: int | None = None) -> Scene | None:
        """Return the scene of a match that is over, after `length` actions or all; None where the game has none."""
        return self.game.reveal(self._states(length)) if self.game.reveal else None

    def hindsight(self) -> list[Hindsight] | None:
        """Return hindsight of each action of a match that is over; None where the game has none."""
        return self.game.hindsight(self._states(None), self.log()) if self.game.hindsight else None

    def _states(self, length: int | None) -> Iterator[Any]:
        """Yield the state at the start and after each action: always the same object, changed in place."""
        state = self.game.begin(self.options, self.position)
        yield state
        for action in self._numbers[:length]:
            self.game.rules.apply(state, action)
            yield state

    def _play_and_log(self, action: int) -> None:
        game, letter, text = self.game, str(self.letter(self.seat)), self.text_of(action)
        # Where all seats hear the same, the log of NOBODY is everybody's
        seats = [one for one in self._letters if one != CHANCE] if game.has_private_views else [NOBODY]
        heard = (
            {}
            if game.visible_action is everything_is_visible
            else {seat: game.visible_action(self.state, action, seat) for seat in seats}
        )
        game.rules.apply(self.state, action)
        said = game.answers(self.previous_state, action, self.state) if game.answers else ()
        told = entries_by_seat(letter, text, {seat: heard.get(seat, True) for seat in seats}, said)
        public = share_entry(told[NOBODY]._replace(text=text))
        if private := {one: share_entry(entry) for one, entry in told.items() if entry != public}:
            self._private_entries[len(self.log_entries)] = private
        self.log_entries.append(public)

    def add_attempt(self, attempt: RefusedAttempt) -> None:
        """Add to the last entry of the log what was refused aloud after it: it is heard, but is no action."""
        self.log_entries[-1] = self.log_entries[-1]._replace(attempt=attempt)
        last = len(self.log_entries) - 1
        if private := self._private_entries.get(last):
            self._private_entries[last] = {one: entry._replace(attempt=attempt) for one, entry in private.items()}
        self._offered, self._ways, self._seen, self._logs = None, None, {}, {}

    def release(self) -> None:
        """Free what was needed to show the position, except what the seat to act deduced, whose action is read next.

        The legal actions stay as an array: a list, with an object for each, would take most of the memory of the match.
        """
        if self._legal is not None:
            self._packed_legal, self._legal = array("q", self._legal), None
        if self.game.attempts:  # whose actions are found without them
            self._offered = self._ways = None
        for cache in (self._seen, self._logs):
            for seat in [one for one in cache if one != self.seat or not self.game.deduce]:
                del cache[seat]

    def _count(self) -> None:
        """Count the position; note a draw if it has occurred too often or nothing has progressed for too long."""
        repeats = self._count_position() if self._counts_positions else 0
        if not self.game.rules.is_terminal(self.state):
            is_quiet = self.quiet_actions >= QUIET_ACTIONS
            self.draw_reason = "repetition" if repeats >= REPETITIONS else "quiet" if is_quiet else ""
        self.seat = NOBODY if self.draw_reason else self.game.rules.current_seat(self.state)

    def _count_position(self) -> int:
        """Return how often the position has occurred up to now."""
        text = self.position_text
        digest = blake2b(text.encode(), digest_size=DIGEST_SIZE).digest()
        if digest not in self._occurred:
            self._occurred += digest
            return 1
        repeats = self._repeated[text] = self._repeated.get(text, 1) + 1
        return repeats


def replay_actions(game: Game, options: Options, position: str | None, actions: Sequence[str]) -> Match:
    """Return a match after these actions."""
    match = Match(game, options, position)
    for text in actions:
        match.play(text)
    return match


@lru_cache(MOST_ENTRIES)
def share_entry(entry: LogEntry) -> LogEntry:
    """Return the same object for equal entries, because many seats and matches have them."""
    return entry


def entries_by_seat(letter: str, text: str, heard: Mapping[int, bool | str], said: Answers) -> dict[int, LogEntry]:
    """Return the log entry of each seat for an action; `heard` and `said` come from `Game.visible_action` and `Game.answers`."""
    by_seat = said if isinstance(said, Mapping) else dict.fromkeys(heard, said)
    return {
        seat: LogEntry(letter, heard_text(text, hears), tuple(by_seat.get(seat, ()))) for seat, hears in heard.items()
    }


def heard_text(text: str, heard: bool | str) -> str | None:
    """Return what a seat hears of an action; None for nothing."""
    return heard if isinstance(heard, str) else text if heard else None


def scene_with_paths(game: Game, seen: Any, ways: Mapping[Path, int]) -> Scene:
    """Return the scene of a seat as the game describes it, with the paths of its actions and the prompts for each pick."""
    scene, prompt = game.scene(seen, list(ways.values())), game.texts.prompt
    if not ways:
        return scene
    paths = game.texts.texts_by_path(seen, ways)
    prompts: dict[Path, Message] = {}
    if prompt:
        begun = {path[:length]: None for path in paths for length in range(len(path))}
        prompts = {picked: prompt(seen, picked) for picked in begun}
    more = {picks: paths[path] for picks, path in scene.shortcuts.items()}
    return scene._replace(paths=paths | more, prompts=prompts)
