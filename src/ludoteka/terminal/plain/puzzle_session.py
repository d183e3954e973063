"""A puzzle in the terminal: the board, a task, and typed actions."""

from ludoteka.core.game import Game
from ludoteka.core.message import Message, Refused
from ludoteka.puzzles.puzzle import (
    RIGHT,
    SOLVED,
    WRONG,
    Attempt,
    Puzzle,
    attempt_puzzle,
    explain_solution,
    next_pick,
    solver_seat,
    task,
)
from ludoteka.surfaces.palette import palette_of
from ludoteka.surfaces.texts import Texts
from ludoteka.terminal.plain.screen import PROMPT, Screen, edit_lines, read_line
from ludoteka.terminal.suggestions import spellings, spelt_like

HINT, SOLUTION, BOARD, QUIT = "hint", "solution", "board", "quit"  # what can be typed beside actions


class PuzzleSession:
    """One puzzle that a person solves by typing actions."""

    def __init__(self, game: Game, puzzle: Puzzle, texts: Texts) -> None:
        self.game, self.puzzle, self.texts = game, puzzle, texts
        self.screen = Screen(texts)
        self.screen.dress(palette_of(game.folder))
        self.solver = solver_seat(game, puzzle)
        self.screen.sits_opposite = self.solver.sits_opposite
        self.attempt: Attempt = attempt_puzzle(game, puzzle, ())

    def run(self) -> None:
        """Ask for actions until the puzzle is solved, given up or left."""
        edit_lines()
        self.screen.say(Message("Puzzle {number}: {game}", number=self.puzzle.number, game=self.game.title))
        self._draw()
        self.screen.say(task(self.game, self.puzzle))
        self.screen.say(Message("Type an action; or hint, solution, board or quit."))
        while self.attempt.verdict != SOLVED:
            line = read_line(PROMPT, QUIT)
            if line == QUIT:
                return
            if line == HINT:
                self._hint()
            elif line == SOLUTION:
                self.screen.say(Message("The solution: {actions}", actions=" ".join(self.puzzle.solution)))
                return
            elif line == BOARD:
                self._draw()
            elif line:
                self._try(line)

    def _hint(self) -> None:
        pick = next_pick(self.game, self.puzzle, self.attempt)
        if pick is None:  # the turn has begun with other actions, which may be as good
            self.attempt = attempt_puzzle(self.game, self.puzzle, self.attempt.before)
            pick = next_pick(self.game, self.puzzle, self.attempt)
            self._draw()
        self.screen.say(Message("Hint: begin with {pick}.", pick=pick or "…"))

    def _try(self, line: str) -> None:
        match = self.attempt.match
        scene = match.scene()
        text = spelt_like(line, scene.paths, spellings(scene, self.texts)) or line
        known = len(match.actions)
        try:
            self.attempt = attempt_puzzle(self.game, self.puzzle, (*self.attempt.actions, text))
        except Refused as refused:
            self.screen.say(refused.message)
            return
        if self.attempt.verdict == WRONG:
            self.screen.say(Message("That isn't the best. Try again from the position on the board."))
            return
        replies = self.attempt.match.actions[known + 1 :]
        self._draw()
        if self.attempt.verdict == RIGHT:
            self.screen.say(Message("Right. The answer is {actions}. Go on.", actions=" ".join(replies)))
        elif self.attempt.verdict == SOLVED:
            self.screen.say(Message("Solved."))
            for reason in explain_solution(self.attempt, self.puzzle):
                self.screen.say(reason)

    def _draw(self) -> None:
        scene = self.attempt.match.scene(self.solver.number)
        self.screen.draw(scene)
        self.screen.conclude(scene)
