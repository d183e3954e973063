"""What one person is shown of a match, as plain data (docs/protocol.md): a whole view, or a change of an earlier one.

Views are built from the observation of one seat; nothing is stripped from a state.
"""

import secrets
from functools import partial
from typing import Any

from ludoteka.core.rules import NOBODY
from ludoteka.core.scene import Piece, Scene, TrackedScene, follow_pieces, track_pieces
from ludoteka.referee.context import RefereeContext
from ludoteka.referee.events import Occupant
from ludoteka.referee.referee import Referee
from ludoteka.referee.views.curtain import curtained_seat, is_board_hidden, playable_seats
from ludoteka.referee.views.details import (
    EVERYBODY_PRESENT,
    Content,
    Presence,
    personal_details,
    seat_details,
    shared_details,
)
from ludoteka.referee.views.encoded_scene import EncodedScene
from ludoteka.referee.views.names import name_players, player_names, uses_names
from ludoteka.referee.views.narration import narration_of
from ludoteka.referee.views.status_text import status_text

WITHOUT_PATHS: dict[str, Any] = {"paths": {}, "previews": {}, "shortcuts": {}, "prompts": {}, "choices": ()}


class Snapshot:
    """What one person is shown at one time; views and changes are built from it."""

    def __init__(self, referee: Referee, viewpoint: int, details: Content, scene: EncodedScene) -> None:
        self.number = referee.number  # of the last event
        self.move_count = len(referee.actors)
        self.viewpoint = viewpoint  # the seat whose view is shown
        self.details = details
        self.scene = scene
        self.shows_actions: bool = details["yours"]
        self.is_over = details["result"] is not None


class Views:
    """The views of one match.  Each scene continues the one before it, so that pieces keep their ids."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self.run = secrets.token_urlsafe(6)  # names this sequence of scenes; ids of pieces are valid within it
        game = referee.game
        self._uses_names = uses_names(game.seats(referee.setup.options))
        self._is_open = not game.has_secrets  # every seat sees the same scene
        self._shared: tuple[Any, Content] = None, {}  # the moment and the shared details at that moment
        self._people: tuple[Occupant, ...] = ()  # the people for which `_seats` is valid
        self._seats: dict[str, list[Content]] = {}  # by the letters of the viewer's own seats
        # By seat: the event number of the newest scene, this scene, and the encoded scene
        self._scenes: dict[int, tuple[int, Scene, EncodedScene]] = {}
        self._drawn: dict[int, tuple[Piece, ...]] = {}  # by seat: the pieces of this scene, as the game drew them
        self._numbers = {one.letter: one.number for one in game.seats(referee.setup.options)}
        self._letters = {number: letter for letter, number in self._numbers.items()}

    def take_snapshot(
        self, holder: str, context: RefereeContext, presence: Presence = EVERYBODY_PRESENT, lifted: str = ""
    ) -> Snapshot:
        """Return what a person sees now; `lifted` is the seat for which the curtain is lifted."""
        referee = self.referee
        mine = referee.seats_of(holder)
        moment = referee.number, context, presence
        if self._shared[0] != moment:
            self._shared = moment, shared_details(referee, context, presence)
        viewpoint = self._viewpoint(holder, mine, lifted)
        playable = playable_seats(referee, holder, lifted)
        details = {
            **self._shared[1],
            **personal_details(referee, holder, playable, context),
            "seats": self._seat_details(mine, context, presence),
            "curtain": curtained_seat(referee, holder, lifted),
            "seat": self._letters.get(viewpoint),
        }
        return Snapshot(referee, viewpoint, details, self.encoded_scene(viewpoint))

    def _seat_details(self, mine: list[str], context: RefereeContext, presence: Presence) -> list[Content]:
        """Return the occupants of all seats; cached while everybody is present and nobody changes seats."""
        if presence.left_at:
            return seat_details(self.referee, mine, context, presence)
        people = tuple(self.referee.occupants.values())
        if self._people != people:
            self._people, self._seats = people, {}
        key = ",".join(mine)
        if key not in self._seats:
            known = [seat for seats in self._seats.values() for seat in seats]
            fresh = seat_details(self.referee, mine, context, presence)
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
            "visibility": setup.visibility,
            "host_knows_secrets": setup.host_knows_secrets,
            **snapshot.details,
            "scene": snapshot.scene.build_whole(snapshot.shows_actions),
            "moves": self._moves(0, snapshot.viewpoint),
        }

    def can_send_change(self, before: Snapshot, after: Snapshot) -> bool:
        """Tell whether `after` may be sent as a change; in games with private views only from the same viewpoint."""
        return before.viewpoint == after.viewpoint or not self.referee.game.has_private_views

    def build_change(self, before: Snapshot, after: Snapshot) -> dict[str, Any]:
        """Return what differs between two snapshots, by the keys of a view."""
        old = before.details
        change = {name: value for name, value in after.details.items() if value is not old[name] and value != old[name]}
        if after.scene is not before.scene or after.shows_actions != before.shows_actions:
            scene = after.scene.build_change(before.scene, after.shows_actions, before.shows_actions)
            change |= {"scene": scene} if scene else {}
        if after.number != before.number:
            moves = self._moves(self._unchanged_moves(before, after), after.viewpoint)
            change |= {"moves": moves} if moves["list"] or moves["from"] < before.move_count else {}
        return change

    def _unchanged_moves(self, before: Snapshot, after: Snapshot) -> int:
        """Return how many of the moves shown before are still there and look the same."""
        if self.referee.game.has_private_views and before.is_over != after.is_over:
            return 0  # everything is revealed at the end
        lengths = [int(event.text) for event in self.referee.events_after(before.number) if event.kind == "back"]
        return min([before.move_count, *lengths])

    def _viewpoint(self, holder: str, mine: list[str], lifted: str) -> int:
        """Return the seat whose view is shown to this person.

        This is the seat for which a curtain was lifted; else NOBODY while a curtain is down; else their seat that must
        act or throw, their first seat, or NOBODY for spectators.
        """
        if lifted:
            return self._numbers[lifted]
        if is_board_hidden(self.referee, holder, lifted):
            return NOBODY
        to_act = self.referee.thrower or self.referee.match.letter(self.referee.seat)
        if to_act in mine:
            return self._numbers[to_act]
        return self._numbers[mine[0]] if mine else NOBODY

    def _moves(self, first: int, seat: int) -> dict[str, Any]:
        """Return the moves from index `first` on: who acted, what the seat heard, and sentences if the game has them."""
        game, match = self.referee.game, self.referee.match
        if not game.keeps_log:
            listed: list[list[Any]] = [
                [letter, text] for letter, text in zip(self.referee.actors[first:], match.actions[first:], strict=True)
            ]
            for entry, remarks in zip(listed, match.remarks[first:], strict=False):
                if remarks:
                    entry.append([one.plain() for one in remarks])
            return {"from": first, "list": listed}
        is_revealed = game.has_private_views and self.referee.result is not None  # everybody may know all at the end
        log = match.log(None if is_revealed else seat)
        entries: list[list[Any]] = [[one.seat, one.text] for one in log[first:]]
        names = player_names(self.referee) if self._uses_names else {}
        if game.says:
            for entry, sentences in zip(entries, game.says(log, first, narration_of(self.referee)), strict=True):
                entry.append([(one.named(names) if names else one).plain() for one in sentences])
        return {"from": first, "list": entries}

    def scene(self, seat: int) -> Scene:
        """Return the scene of a seat: pieces keep their ids from the scene before, and marks show the last action."""
        return self._newest(seat)[1]

    def encoded_scene(self, seat: int) -> EncodedScene:
        """Return the scene of a seat, encoded."""
        return self._newest(seat)[2]

    def _newest(self, seat: int) -> tuple[int, Scene, EncodedScene]:
        key = NOBODY if self._is_open else seat
        number, earlier, before = self._scenes.get(key, (-1, None, None))
        if number != self.referee.number:
            scene, places = self._continue(key, earlier, is_next=number == self.referee.number - 1)
            redraw = partial(_draw, self.referee, key)  # a reference to these views would make a cycle
            shown = name_players(scene, player_names(self.referee)) if self._uses_names else scene
            encoded = EncodedScene(shown, status_text(self.referee, shown.status), redraw)
            self._scenes[key] = self.referee.number, scene, encoded
            if before and not self._uses_names:  # whoever changed their name is called so everywhere
                encoded.compare(before, places)
            if before:
                before.release()
        return self._scenes[key]

    def release(self) -> None:
        """Free what was needed to show the match to several clients at once, such as the paths in its scenes.

        It would take more memory than the match.  For a client that comes later, it is made again.
        """
        for key, (number, scene, encoded) in self._scenes.items():
            self._scenes[key] = number, scene._replace(**WITHOUT_PATHS), encoded
            encoded.release()

    def _continue(self, key: int, earlier: Scene | None, is_next: bool) -> TrackedScene:
        """Return the current scene as the continuation of an earlier one; `is_next`: it is one event later."""
        referee, state = self.referee, self.referee.match.previous_state
        current, drawn = _draw(referee, key), self._drawn.get(key, ())
        self._drawn[key] = current.pieces
        if referee.seat == NOBODY and referee.game.reveal:
            places = {piece.place for piece in (*current.pieces, *(earlier.pieces if earlier else ()))}
            return TrackedScene(
                track_pieces(None, current), places
            )  # no piece and no mark continues when all is revealed
        if earlier and is_next and referee.last_kind == "act":
            return follow_pieces(earlier, current, drawn)
        if earlier and is_next and referee.last_kind != "back":  # nothing moves, and the marks of the last action stay
            marks = earlier.marks
        elif state is None:
            marks = current.marks
        else:
            previous = _draw(referee, key, state)
            earlier = earlier or track_pieces(None, previous)
            marks = track_pieces(previous, current).marks
        scene, places = follow_pieces(earlier, current, drawn)
        return TrackedScene(scene._replace(marks=marks), places)


def _draw(referee: Referee, seat: int, state: Any = None) -> Scene:
    """Return the scene of a seat in an earlier state, or in the current one."""
    match = referee.match
    if state is None and referee.seat == NOBODY:  # people may end a match while a seat could still act
        return match.reveal() or match.game.scene(match.seen(seat), [])
    return match.scene(seat if referee.game.has_secrets else match.seat, state)  # without secrets, all see the same
