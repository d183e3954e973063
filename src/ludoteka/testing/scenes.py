"""Checks of scenes and boards: each can be drawn, the paths of the seat to act consist of places and choices that it shows, and diagrams can be played."""

from collections.abc import Iterator

from ludoteka.core.board import follow_board
from ludoteka.core.game import Diagram, Game
from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.core.scene import Scene, follow_pieces, track_pieces
from ludoteka.testing.texts import message_faults

SAMPLED = 6  # paths for which a scene foresees nothing, perhaps wrongly


def scenes(match: Match) -> Iterator[str]:
    """Complain about the scenes of all seats and of spectators."""
    game = match.game
    seats = game.seat_numbers(match.options)
    begin = game.begin(match.options, match.position)
    yield from _fixed_paths(match)
    for seat in (*seats, NOBODY):
        scene = match.scene(seat)
        for complaint in _drawn(scene, seats):
            yield f"in the scene of seat {seat} {complaint}"
        if game.deduce is None and scene.places != game.scene(game.rules.observe(begin, seat), []).places:
            yield f"in the scene of seat {seat} the places differ from those at the beginning"


def _fixed_paths(match: Match) -> Iterator[str]:
    texts = match.game.texts
    if texts.fixed_paths and match.scene().shortcuts:
        yield "a game with FIXED_PATHS can have no shortcuts"
    for action in match.legal() if texts.fixed_paths else ():
        path = texts.path(match.seen(), action)
        if not texts.fixed_paths or texts.fixed_paths.paths.get(action) != path:
            yield f"FIXED_PATHS does not have the path of action {action}"
        elif texts.fixed_paths.text(path) != texts.text(match.seen(), path):
            yield f"the text of {path} depends on more than the path, although the game has FIXED_PATHS"


def boards(match: Match) -> Iterator[str]:
    """Complain about a board whose pieces don't follow from its slots alone, or are also in the scene."""
    game, board = match.game, match.game.board
    if board is None:
        return
    if match.frame().pieces:
        yield "the scene has pieces, although the game has a board"
    slots, first = board.slots(match.state), board.slots(game.begin(match.options, match.position))
    if len(slots) != len(first):
        yield f"the board has {len(slots)} slots, and {len(first)} at the beginning"
    owners: dict[str, int] = {}
    for slot, what in enumerate(slots):
        for place in {piece.place for piece in board.stack(slot, what)}:
            if owners.setdefault(place, slot) != slot:
                yield f"{place!r} has pieces of the slots {owners[place]} and {slot}"
    if match.previous_state is not None:
        before = follow_board(board, None, match.previous_state)
        followed, compared = (
            follow_board(board, before, match.state),
            follow_pieces(before.pieces, board.draw(match.state)),
        )
        if (followed.pieces, followed.marks) != (compared.pieces, compared.marks):
            yield "the pieces that follow from the touched slots are not those of a comparison of all pieces"


def _drawn(scene: Scene, seats: list[int]) -> Iterator[str]:
    places = {place.name for place in scene.places}
    choices = {choice.name for choice in scene.choices}
    if len(places) < len(scene.places) or len(choices) < len(scene.choices) or places & choices:
        yield "two places or choices have the same name"
    if "" in places | choices:
        yield "a place or choice has no name"
    for piece in scene.pieces:
        if piece.place not in places:
            yield f"a {piece.kind} stands on {piece.place!r}, which is not a place"
        if len(piece.symbol) != 1 or piece.seat not in (*seats, CHANCE, NOBODY):
            yield f"a {piece.kind} of seat {piece.seat} has the symbol {piece.symbol!r}"
    if scene.focus and scene.focus not in places:
        yield f"the focus is {scene.focus!r}, which is not a place"
    yield from _misplaced(scene, places)
    yield from (
        f"{one.number} captured pieces {one.kind} of seat {one.seat}"
        for one in scene.captured
        if one.number < 1 or one.seat not in seats
    )
    yield from _said(scene)
    for path, text in scene.paths.items():
        if not path or not set(path) <= places | choices:
            yield f"the path {path} to {text} contains names that the scene does not have"


def _misplaced(scene: Scene, places: set[str]) -> Iterator[str]:
    for mark in (*scene.marks, *(mark for marks in scene.foreseen.values() for mark in marks)):
        for place in {mark.place, mark.to or mark.place} - places:
            yield f"the mark {mark.kind} is on {place!r}, which is not a place"
    for place in {place for course in scene.courses for place in course} - places:
        yield f"a course leads over {place!r}, which is not a place"


def foresight(match: Match) -> Iterator[str]:
    """Complain about captures that a game foresees wrongly, or does not foresee although it foresees others."""
    scene, game = match.scene(), match.game
    if not any(mark.kind == "captured" for marks in scene.foreseen.values() for mark in marks):
        return
    for path in [path for path in scene.paths if path in scene.foreseen] + list(scene.paths)[:SAMPLED]:
        state = match.state.copy()
        game.rules.apply(state, match.ways()[path])
        after = match.scene(match.seat, state)
        foreseen = {mark.place for mark in scene.foreseen.get(path, ()) if mark.kind == "captured"}
        stayed = {(piece.place, piece.seat) for piece in after.pieces}
        left = {piece.place for piece in scene.pieces if (piece.place, piece.seat) not in stayed}
        vanished = {
            mark.place for mark in track_pieces(track_pieces(None, scene), after).marks if mark.kind == "captured"
        }
        if not vanished <= foreseen <= left:
            yield f"{scene.paths[path]} captures on {sorted(vanished)}, which is not what the scene foresees"


def _said(scene: Scene) -> Iterator[str]:
    yield from message_faults(scene.status)
    for prompt in scene.prompts.values():
        yield from message_faults(prompt)
    parts = scene.places, scene.pieces, scene.choices, scene.panel, scene.captured
    labels = [one.label for labelled in parts for one in labelled]
    values = [entry.value for entry in scene.panel if not isinstance(entry.value, str | int)]
    words = [choice.words for choice in scene.choices]
    for message in (*labels, *values, *words):
        if message is not None:
            yield from message_faults(message)


def diagrams(game: Game) -> Iterator[str]:
    """Complain about a diagram that can't be played, or whose outcome is not the declared one."""
    for name, diagram in game.diagrams.items():
        try:
            complaints = list(_diagram(game, diagram))
        except Refused as refused:
            complaints = [f"is refused, {refused}"]
        for complaint in complaints:
            yield f"the diagram {name} {complaint}"


def _diagram(game: Game, diagram: Diagram) -> Iterator[str]:
    match = Match(game, position=diagram.position)
    for action in diagram.actions[:-1]:
        match.play(action)
    before = match.scene()
    if diagram.reach and not any(path[0] == diagram.reach for path in before.paths):
        yield f"shows no way from {diagram.reach}"
    for text, code in diagram.refused.items():
        yield from _refused(match, text, code)
    for action in diagram.actions[-1:]:
        match.play(action)
        captured = {mark.place for mark in track_pieces(before, match.scene()).marks if mark.kind == "captured"}
        if captured != set(diagram.captured):
            yield f"captures on {sorted(captured)}, not on {sorted(diagram.captured)}"
    winners = _winners(match)
    if winners != ([diagram.winner] if diagram.winner else []):
        yield f"is won by {winners or 'nobody'}"


def _winners(match: Match) -> list[str]:
    """Return the letters of the winners; with scores, those with the highest score, unless all scores are equal."""
    found = match.returns() or {}
    if match.game.scores is None:
        return [letter for letter, value in found.items() if value > 0]
    is_drawn = len(set(found.values())) < min(len(found), 2)
    return [letter for letter, value in found.items() if value == max(found.values()) and not is_drawn]


def _refused(match: Match, text: str, code: str) -> Iterator[str]:
    try:
        match.check(text)
    except Refused as refused:
        if refused.code != code:
            yield f"refuses {text} as {refused.code}, not {code}"
    else:
        yield f"lets {text} be played"
