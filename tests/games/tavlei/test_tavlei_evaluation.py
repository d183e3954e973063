"""What the evaluation of Tavlei says of the positions of random matches, and which moves it calls loud."""

from random import Random

from ludoteka.core.grid import cells
from ludoteka.core.match import Match
from ludoteka.games import games
from ludoteka.games.tavlei.evaluation import readable as evaluation
from ludoteka.games.tavlei.rules import ATTACKER, ATTACKERS, DEFENDER, DEFENDERS, EMPTY, EXIT, KING, SIDE, STEPS

GAME = games()["tavlei"]


def positions():
    for seed in range(3):
        match, chance = Match(GAME), Random(seed)
        while (texts := match.legal_texts()) and len(match.actions) < 60:
            yield match.state.copy()
            match.play(chance.choice(texts))


def reachable(board, origin):
    """List the cells that a king could move to from a cell, the exits among them."""
    for step in STEPS:
        for away in (1, 2, 3):
            target = origin + away * step
            if board[target] not in (EMPTY, EXIT):
                break
            yield target


def plain_score(state):
    """Compute the attackers' score as the constants describe it, without tables."""
    board, king = state.board, state.board.index(KING)
    score = 100 * board.count(ATTACKER) - 60 * board.count(DEFENDER) - 1120
    exits = sum(board[target] == EXIT for target in reachable(board, king))
    if exits and state.turn == DEFENDERS:
        return score - 5000
    inner = [target for target in reachable(board, king) if board[target] == EMPTY]
    routes = sum(any(board[next_] == EXIT for next_ in reachable(board, target)) for target in inner)
    siege = sum(board[king + step] == ATTACKER for step in STEPS)
    return score - 40 * exits - 10 * len(inner) - 25 * routes + 20 * siege


def test_the_score_is_what_the_constants_say():
    for state in positions():
        assert evaluation.evaluate(state, ATTACKERS) == -evaluation.evaluate(state, DEFENDERS) == plain_score(state)


def test_every_move_that_captures_or_ends_the_match_is_loud():
    for state in positions():
        for action in GAME.legal(state):
            after = state.copy()
            GAME.rules.apply(after, action)
            pieces = [sum(one.board[place] in (ATTACKER, DEFENDER) for place in cells(SIDE)) for one in (state, after)]
            if pieces[0] != pieces[1] or (GAME.rules.is_terminal(after) and GAME.rules.returns(after, state.turn) > 0):
                assert evaluation.is_loud(state, action)
