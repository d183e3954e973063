"""What one person is shown of a match, as plain data (docs/protocol.md): a whole view, or a change of an earlier one.

Views are built from the observation of one seat; nothing is stripped from a state.
"""

import secrets
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from ludoteka.core.board import follow_board
from ludoteka.core.match import Match
from ludoteka.core.message import Message, Refusal, Value
from ludoteka.core.rules import NOBODY
from ludoteka.core.scene import Mark, Scene, TrackedPieces, follow_pieces, track_pieces
from ludoteka.referee.commands import RefereeContext
from ludoteka.referee.projection import Roster
from ludoteka.referee.record_conversion import NOT_OVER
from ludoteka.referee.referee import Referee
from ludoteka.referee.seating import BAD_SEATS
from ludoteka.referee.views import details
from ludoteka.referee.views.details import Content, Presence
from ludoteka.referee.views.encoded_scene import EncodedScene
from ludoteka.referee.views.words import name_players, narration_of, player_names, status_text, uses_names

NO_SUCH_POSITION = Refusal("no-such-position", Message("The match has no such position."), 404)

SAME_ACTIONS: Final = (
    "salt",
    "hint",
    "offer",
    "decline",
)  # kinds of events after which a seat may do what it could before
MOST_PERSONS: Final = 16  # whose details are kept for a match: two who take turns and a spectator need six


class ShownScene(NamedTuple):
    """The newest scene of a seat: what the next one continues."""

    number: int  # of the event after which it was drawn
    tracked: TrackedPieces
    marks: tuple[Mark, ...]
    encoded: EncodedScene


Asked = tuple[Content, Content, int]  # shared details earlier and later, and the seat that hears the moves
NOTHING_ASKED: tuple[Asked, tuple[Content, Content]] = ({}, {}, NOBODY), ({}, {})


class Snapshot:
    """What one person is shown at one time; views and changes are built from it."""

    def __init__(
        self, referee: Referee, viewpoint: int, shared: Content, personal: Content, scene: EncodedScene
    ) -> None:
        self.number = referee.number  # of the last event
        self.move_count = len(referee.actors)
        self.viewpoint = viewpoint  # the seat whose view is shown
        self.shared = shared  # the details that are the same for everybody, in the same object
        self.personal = personal  # the details that differ from person to person
        self.scene = scene
        self.shows_actions: bool = personal["yours"]
        self.is_over = shared["result"] is not None

    @property
    def details(self) -> Content:
        """Everything beside the scene and the moves."""
        return {**self.shared, **self.personal}


class Views:
    """The views of one match.  Each scene continues the one before it, so that pieces keep their ids."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self.run = secrets.token_urlsafe(6)  # names this sequence of scenes; ids of pieces are valid within it
        game = referee.game
        self._uses_names = uses_names(game.seats(referee.setup.options))
        self._is_open = not game.has_secrets  # every seat sees the same scene
        self._moment: Any = None  # for which the next two are valid
        self._shared: Content = {}  # the shared details
        self._phase: tuple[object, ...] | None = None
        self._persons: dict[Any, tuple[int, Content]] = {}  # by phase and holder: viewpoint and personal details
        # Which shared change was built last, and this change: what differs in the details, and the moves
        self._asked, self._answer = NOTHING_ASKED
        # The names of players, and the roster for which they are valid
        self._names: tuple[Roster | None, Mapping[str, Value]] = None, {}
        self._people: tuple[object, ...] = ()  # the people and the number of hints for which `_seats` is valid
        self._seats: dict[str, list[Content]] = {}  # by the letters of the viewer's own seats
        self._scenes: dict[int, ShownScene] = {}  # by seat
        self._numbers = {seat.letter: seat.number for seat in game.seats(referee.setup.options)}
        self._letters = {number: letter for letter, number in self._numbers.items()}

    def take_snapshot(
        self, holder: str, context: RefereeContext, presence: Presence = details.EVERYBODY_PRESENT, lifted: str = ""
    ) -> Snapshot:
        """Return what a person sees now; `lifted` is the seat for which the curtain is lifted."""
        referee = self.referee
        mine = referee.seats_of(holder) if referee.result is None else referee.held_by(holder)  # who left has a result
        moment = referee.number, referee.roster, context, presence
        if self._moment != moment:
            self._moment = moment
            self._shared = details.shared_details(referee, context, presence)
            self._phase = details.phase_of_play(referee, context, presence)
        key = self._phase, holder
        if self._phase is None:
            viewpoint, personal = self._person(holder, mine, context, presence, lifted)
        elif key in self._persons:
            viewpoint, personal = self._persons[key]
        else:
            if len(self._persons) >= MOST_PERSONS:
                self._persons.clear()
            viewpoint, personal = self._persons[key] = self._person(holder, mine, context, presence, lifted)
        return Snapshot(referee, viewpoint, self._shared, personal, self.encoded_scene(viewpoint))

    def _person(
        self, holder: str, mine: list[str], context: RefereeContext, presence: Presence, lifted: str
    ) -> tuple[int, Content]:
        """Return the seat whose view is shown to a person, and their personal details."""
        viewpoint = self._viewpoint(holder, mine, lifted)
        playable = details.playable_seats(self.referee, holder, lifted)
        personal = details.personal_details(self.referee, holder, mine, playable, context)
        personal["seats"] = self._seat_details(mine, context, presence)
        personal["curtain"] = details.curtained_seat(self.referee, holder, lifted)
        personal["seat"] = self._letters.get(viewpoint)
        return viewpoint, personal

    def _seat_details(self, mine: list[str], context: RefereeContext, presence: Presence) -> list[Content]:
        """Return the occupants of all seats; cached while everybody is present and nobody changes seats."""
        if presence.left_at:
            return details.seat_details(self.referee, mine, context, presence)
        people = self.referee.roster, self.referee.hints.total()
        if self._people != people:
            self._people, self._seats = people, {}
        key = ",".join(mine)
        if key not in self._seats:
            known = [seat for seats in self._seats.values() for seat in seats]
            fresh = details.seat_details(self.referee, mine, context, presence)
            self._seats[key] = [known[known.index(seat)] if seat in known else seat for seat in fresh]
        return self._seats[key]

    def build_view(self, snapshot: Snapshot) -> dict[str, Any]:
        """Return a whole view, which needs no earlier one."""
        setup = self.referee.setup
        return {
            "id": setup.id,
            "room": self.run,
            "game": setup.game,
            "scores": self.referee.game.scores is not None,
            "turns_board": self.referee.game.turns_board,
            "visibility": setup.visibility,
            "host_knows_secrets": setup.host_knows_secrets,
            "rated": setup.rated,
            "tournament": setup.tournament or None,
            **snapshot.details,
            "scene": snapshot.scene.build_whole(snapshot.shows_actions),
            "moves": self._moves(0, snapshot.viewpoint),
        }

    def can_send_change(self, before: Snapshot, after: Snapshot) -> bool:
        """Tell whether `after` may be sent as a change; in games with private views only from the same viewpoint."""
        return before.viewpoint == after.viewpoint or not self.referee.game.has_private_views

    def build_change(self, before: Snapshot, after: Snapshot) -> dict[str, Any]:
        """Return what differs between two snapshots, by the keys of a view."""
        shared, moves = self._shared_change(before, after)
        change = shared | _difference(before.personal, after.personal)
        if after.scene is not before.scene or after.shows_actions != before.shows_actions:
            scene = after.scene.build_change(before.scene, after.shows_actions, before.shows_actions)
            change |= {"scene": scene} if scene else {}
        return change | moves

    def _shared_change(self, before: Snapshot, after: Snapshot) -> tuple[Content, Content]:
        """Return what differs in the shared details and in the moves; kept for others who saw the same before."""
        heard_by = after.viewpoint if self.referee.game.has_private_views else NOBODY
        earlier, later, listener = self._asked
        if earlier is not before.shared or later is not after.shared or listener != heard_by:
            changed: Content = {}
            if after.number != before.number:
                moves = self._moves(self._unchanged_moves(before, after), after.viewpoint)
                changed = {"moves": moves} if moves["list"] or moves["from"] < before.move_count else {}
            self._asked = before.shared, after.shared, heard_by
            self._answer = _difference(before.shared, after.shared), changed
        return self._answer

    def _unchanged_moves(self, before: Snapshot, after: Snapshot) -> int:
        """Return how many of the moves shown before are still there and look the same."""
        if self.referee.game.has_private_views and before.is_over != after.is_over:
            return 0  # everything is revealed at the end
        if after.number == before.number + 1 and self.referee.last_kind == "act":
            return before.move_count
        later = list(self.referee.events_after(before.number))
        lengths = [int(event.text) for event in later if event.kind == "back"]
        retold = [before.move_count - 1 for event in later if event.kind == "refusal"]  # it is told with the last move
        return max(0, min([before.move_count, *lengths, *retold]))

    def _viewpoint(self, holder: str, mine: list[str], lifted: str) -> int:
        """Return the seat whose view is shown to this person.

        This is the seat for which a curtain was lifted; else NOBODY while a curtain is down; else their seat that must
        act or throw, their first seat, or NOBODY for spectators.
        """
        if lifted:
            return self._numbers[lifted]
        if details.is_board_hidden(self.referee, holder, lifted):
            return NOBODY
        to_act = self.referee.thrower or self.referee.match.letter(self.referee.seat)
        if to_act in mine:
            return self._numbers[to_act]
        return self._numbers[mine[0]] if mine else NOBODY

    def _moves(self, first: int, seat: int) -> dict[str, Any]:
        """Return the moves from index `first` on: who acted, what the seat heard, and sentences if the game has them."""
        game, match = self.referee.game, self.referee.match
        if not game.keeps_log:
            pairs = zip(self.referee.actors[first:], match.actions[first:], strict=True)
            listed: list[list[Any]] = [[letter, text] for letter, text in pairs]
            for entry, remarks in zip(listed, match.remarks[first:], strict=False):
                if remarks:
                    entry.append([remark.plain() for remark in remarks])
            return {"from": first, "list": listed}
        is_revealed = game.has_private_views and self.referee.result is not None  # everybody may know all at the end
        log = match.log(None if is_revealed else seat)
        entries: list[list[Any]] = [[one.seat, one.text] for one in log[first:]]
        names = self._player_names()
        if game.describe_log:
            told = game.describe_log(log, first, narration_of(self.referee))
            for entry, sentences in zip(entries, told, strict=True):
                entry.append([(sentence.named(names) if names else sentence).plain() for sentence in sentences])
        return {"from": first, "list": entries}

    def encoded_scene(self, seat: int) -> EncodedScene:
        """Return the scene of a seat: pieces keep their ids from the scene before, and marks show the last action."""
        key = NOBODY if self._is_open else seat
        before = self._scenes.get(key)
        if before is None or before.number != self.referee.number:
            self._scenes[key] = self._show(key, before)
        return self._scenes[key].encoded

    def spectators_scene(self) -> Scene:
        """Return the scene that people without a seat see now, with the status of the match; for a picture."""
        scene = _draw(self.referee, NOBODY)
        tracked, marks = self._continue(NOBODY, None, scene)
        names = self._player_names()
        shown = name_players(scene._replace(pieces=tracked.pieces, marks=tuple(marks)), names)
        return shown._replace(status=status_text(self.referee, shown.status))

    def _player_names(self) -> Mapping[str, Value]:
        """Return the names of players by letter, if texts of the game use them."""
        roster = self.referee.roster
        if self._uses_names and self._names[0] is not roster:
            self._names = roster, player_names(self.referee)
        return self._names[1]

    def release(self) -> None:
        """Free what was needed to show the match to several clients at once, such as the paths in its scenes.

        It would take more memory than the match.  For a client that comes later, it is made again.
        """
        for shown in self._scenes.values():
            shown.encoded.release()
        self.referee.match.release()
        self._asked, self._answer = NOTHING_ASKED

    def _show(self, key: int, before: ShownScene | None) -> ShownScene:
        referee, scene = self.referee, _draw(self.referee, key)
        tracked, marks = self._continue(key, before, scene)
        redraw = partial(_draw, referee, key)  # a reference to these views would make a cycle
        names = self._player_names()
        shown = name_players(scene._replace(pieces=tracked.pieces), names) if names else scene
        status = status_text(referee, shown.status)
        encoded = EncodedScene(shown, [shown.pieces] if names else tracked.stacks, marks, status, redraw)
        if before:
            if before.number == referee.number - 1 and referee.last_kind in SAME_ACTIONS:
                encoded.position = before.encoded.position
            if not self._uses_names:  # a person who was renamed has the new name everywhere
                encoded.compare(before.encoded, tracked.old, tracked.new)
            before.encoded.release()
        kept = TrackedPieces(tracked.stacks, tracked.marks, (), (), tracked.slots)  # without what was compared
        return ShownScene(referee.number, kept, marks, encoded)

    def _continue(self, key: int, before: ShownScene | None, current: Scene) -> tuple[TrackedPieces, tuple[Mark, ...]]:
        """Return the pieces of the current scene as the continuation of an earlier one, and all marks."""
        referee, match = self.referee, self.referee.match
        if referee.seat == NOBODY and referee.game.reveal:
            tracked = self._follow(None, current)  # no piece and no mark continues when all is revealed
            return tracked._replace(old=before.tracked.pieces if before else ()), current.marks
        known = before and before.tracked
        is_next = before is not None and before.number == referee.number - 1
        if is_next and referee.last_kind == "act":
            tracked = self._follow(known, current)
            return tracked, (*current.marks, *tracked.marks)
        if before and is_next and referee.last_kind != "back":  # nothing moves, and the marks of the last action stay
            return self._follow(known, current), before.marks
        if match.previous_state is None:
            return self._follow(known, current), current.marks
        previous = self._follow(None, _draw(referee, key, match.previous_state), match.previous_state)
        marks = (*current.marks, *self._follow(previous, current).marks)
        return self._follow(known or previous, current), marks

    def _follow(self, before: TrackedPieces | None, scene: Scene, state: Any = None) -> TrackedPieces:
        """Return the pieces of a scene as the continuation of earlier ones; `state` is that of the scene, if it has passed."""
        board = self.referee.game.board
        if board is None:
            return follow_pieces(before and before.pieces, scene.pieces)
        return follow_board(board, before, self.referee.match.state if state is None else state)


def _difference(before: Content, after: Content) -> Content:
    return {name: value for name, value in after.items() if value is not before[name] and value != before[name]}


def _draw(referee: Referee, seat: int, state: Any = None) -> Scene:
    """Return the scene of a seat in an earlier state, or in the current one; without the pieces of a board."""
    match = referee.match
    if state is None and referee.seat == NOBODY:  # people may end a match while a seat could still act
        return match.reveal() or match.frame_without_paths(seat)
    return match.frame(seat if referee.game.has_secrets else match.seat, state)  # without secrets, all see the same


def build_position(
    referee: Referee, holder: str, number: int, line: Sequence[str] = (), letter: str = ""
) -> dict[str, Any]:
    """Return the scene after the first `number` actions of a match, as plain data; in a game with secrets, once it is over.

    A game that reveals its secrets shows the whole position; any other game shows what this person's seat saw.  In a
    game without secrets, a `line` of further actions may follow, which were not played.  With the `letter` of a seat, the
    scene is what that seat saw then.

    Raises:
        Refused: "not-over", "no-such-position", "bad-seats", or the game's reason why the line is not legal.
    """
    if referee.result is None and referee.game.has_secrets:
        raise NOT_OVER()
    if number > len(referee.actors) or (line and referee.game.has_secrets):
        raise NO_SUCH_POSITION()
    scene = _scene_after(referee, _viewpoint(referee, holder, letter), number, line)
    if uses_names(referee.game.seats(referee.setup.options)):
        scene = name_players(scene, player_names(referee))
    status = status_text(referee, scene.status) if number == len(referee.actors) and not line else scene.status
    own = [seat for seat in referee.game.seats(referee.setup.options) if seat.letter in referee.held_by(holder)]
    return {
        "number": number,
        "turned": len(own) == 1 and own[0].sits_opposite,
        "scene": EncodedScene(scene, [scene.pieces], scene.marks, status, lambda: scene).build_whole(
            shows_actions=False
        ),
    }


def _viewpoint(referee: Referee, holder: str, letter: str) -> int | None:
    """Return the seat whose view is shown; None if nothing is hidden.  Raises Refused: "bad-seats"."""
    if not letter and referee.game.reveal:
        return None
    wanted = [letter] if letter else referee.held_by(holder)
    seats = [seat.number for seat in referee.game.seats(referee.setup.options) if seat.letter in wanted]
    if letter and not seats:
        raise BAD_SEATS()
    return seats[0] if seats else NOBODY


def _scene_after(referee: Referee, viewpoint: int | None, number: int, line: Sequence[str]) -> Scene:
    revealed = referee.match.reveal(number) if viewpoint is None else None
    if revealed:
        return track_pieces(None, revealed)
    match = Match(referee.game, referee.setup.options, referee.setup.position)
    before = None
    for text in (*referee.match.actions[:number], *line):
        before = match.state.copy()
        match.play(text)
    earlier = track_pieces(None, match.scene(viewpoint, before)) if number or line else None
    return track_pieces(earlier, match.scene(viewpoint))
