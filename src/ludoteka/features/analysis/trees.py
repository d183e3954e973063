"""Analyses as records, and records as analyses: the tree of moves is a main line with variations.

A background process calls these functions, so this module imports neither web server nor database.
"""

import time
from collections.abc import Sequence

import msgspec

from ludoteka.core.match import Match
from ludoteka.core.message import Message
from ludoteka.features.analysis.positions import MOST_MOVES, MOST_PLIES, AnalysisTree, open_game
from ludoteka.records.match_record import MOST_NESTED, TOO_DEEP, MatchRecord, Ply, decode, result_text, turn_numbers
from ludoteka.records.replay import replay
from ludoteka.server.protocol.messages import BAD_MESSAGE, TOO_LARGE, encode, read_message

MOST_REPLAYED = 20_000  # actions, when the lines of a tree are replayed one after another
TOO_LONG = Message("The analysis is too long.")
_tree_decoder = msgspec.json.Decoder(AnalysisTree)


def encode_tree(body: bytes) -> bytes:
    """Return the tree of moves of a record, as JSON; only its main line is checked.

    Raises:
        Refused: "bad-record", "no-such-game", "no-analysis", "too-large", or the game's own reason.
    """
    record = MatchRecord.parse(decode(body))
    game = open_game(record.game)
    options = replay(record, game).options
    moves: list[tuple[int, str, str]] = []
    _add_moves(record.plies, 0, moves)
    if len(moves) > MOST_MOVES or len(record.plies) > MOST_PLIES:
        raise TOO_LARGE(TOO_LONG)
    return encode(
        AnalysisTree(game=game.name, options=options, position=record.position, comment=record.comment, moves=moves)
    )


def _add_moves(plies: Sequence[Ply], parent: int, moves: list[tuple[int, str, str]]) -> None:
    """Add the actions of a line, which follows the move `parent`, and of its variations."""
    for ply in plies:
        if ply.resigns:
            continue
        moves.append((parent, ply.text, ply.comment))
        number = len(moves)
        for variation in ply.variations:
            _add_moves(variation, parent, moves)
        parent = number


def write_tree(body: bytes) -> str:
    """Return the record of a tree of moves, all of which are checked.

    Raises:
        Refused: "bad-message", "no-such-game", "no-analysis", "bad-option", "bad-position", "too-large", or the game's
            own reason.
    """
    return _RecordWriter(read_message(_tree_decoder, body)).record().text()


class _RecordWriter:
    """Writes a tree as a record: the first move that follows another one continues the line, the rest are variations."""

    def __init__(self, tree: AnalysisTree) -> None:
        self._tree = tree
        self._game = open_game(tree.game)
        self._start = Match(self._game, tree.options, tree.position)
        self._order = [seat.letter for seat in self._game.seats(self._start.options)]
        self._following: list[list[int]] = [[] for _ in range(len(tree.moves) + 1)]
        self._replayed = 0
        self._end = self._start
        for number, (parent, _, _) in enumerate(tree.moves, 1):
            if parent >= number:
                raise BAD_MESSAGE(Message("A move must stand after the one that it follows."))
            self._following[parent].append(number)

    def record(self) -> MatchRecord:
        plies = self._line(self._following[0], [], 0)
        return MatchRecord(
            self._game.name,
            self._game.rules_version,
            self._start.options,
            self._tree.position,
            date=time.strftime("%Y.%m.%d", time.gmtime()),
            result=result_text(self._end.returns(), has_scores=self._game.scores is not None),
            comment=self._tree.comment,
            plies=plies,
        )

    def _line(self, choices: Sequence[int], before: list[str], depth: int) -> tuple[Ply, ...]:
        """Return the line that begins after the actions `before` with the first of the `choices`; the others are its alternatives."""
        if depth > MOST_NESTED:
            raise TOO_LARGE(TOO_DEEP)
        line = list[Sequence[int]]()
        while choices:
            line.append(choices)
            choices = self._following[choices[0]]
        moves = [self._tree.moves[number - 1] for number, *_ in line]
        texts = [text for _, text, _ in moves]
        turns = self._turns(before, texts, is_main=depth == 0)
        plies = []
        for index, (_, text, comment) in enumerate(moves):
            path, others = before + texts[:index], line[index][1:]
            variations = tuple(self._line([other], path, depth + 1) for other in others)
            plies.append(Ply(text, number=turns[index], comment=comment, variations=variations))
        return tuple(plies)

    def _turns(self, before: Sequence[str], texts: Sequence[str], *, is_main: bool) -> list[int]:
        """Play a line, and return the turn numbers of its moves; 0 for one that does not begin a turn."""
        self._replayed += len(before) + len(texts)
        if self._replayed > MOST_REPLAYED or len(before) + len(texts) > MOST_PLIES:
            raise TOO_LARGE(TOO_LONG)
        match, actors = Match(self._game, self._start.options, self._tree.position), []
        for text in (*before, *texts):
            actors.append(str(match.letter(match.seat)))
            match.play(text)
        if is_main:
            self._end = match
        return turn_numbers(actors, self._order)[len(before) :]
