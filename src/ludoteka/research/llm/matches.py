"""A match of a language model against the computer: played, and measured by what was said aloud."""

from collections import Counter
from random import Random
from typing import Any

import msgspec

from ludoteka.core.message import VALUE, Refused
from ludoteka.games import find_game
from ludoteka.players.computer import choose_prepared_action
from ludoteka.research.conversation.local import LocalTable, seated_setup
from ludoteka.research.llm.players import Model, Said
from ludoteka.research.llm.prompts import read_action, refusal_prompt, system_prompt, turn_prompt
from ludoteka.surfaces.texts import Texts

SEED_BYTES = 32
PLAYED, FORFEIT, CUT = (
    "played",
    "forfeit",
    "cut",
)  # how a match ended: by the rules, by refusals in a row, or as too long


class Terms(msgspec.Struct, frozen=True):
    """What all matches of an experiment have in common; results under other terms are not comparable."""

    player: str  # the name of the model, or the command
    game: str
    options: dict[str, Any]
    level: int  # of the computer at the other seats
    seed: int
    language: str
    with_board: bool  # whether the model sees the board, or only hears what is said
    with_actions: bool  # whether it is told what it can play
    history: int | None  # turns that it is told again with each question; None for all
    tries: int  # refusals in a row after which it forfeits
    plies: int  # after which a match is cut and counts as a draw


class Match(msgspec.Struct, frozen=True):
    """One match of an experiment: its number, and the seat of the model."""

    number: int
    seat: str


class Report(msgspec.Struct, frozen=True):
    """What happened in one match.

    Attributes:
        ended: "played", by the rules; "forfeit", after too many refusals in a row; "cut", as too long.
        points: 1 if the model alone is best, 1/2 if it shares that or the match was cut, otherwise 0.
        turns: actions that the model played.
        answers: how often it was asked.
        refused: its tries that were refused, by code; "no-action" if there was none in an answer.
        repeated: how many of them had been refused already, with nothing played since.
        prompt_tokens: as the model reports them; None if it didn't for every answer.
        overlooked: what the model could have known by what was said aloud, and played against: sentences of the game's
            hindsight, with their numbers; None in a game without hindsight.
        visited: the places where it has been; None in a game without hindsight.
        places: how many there were.
        chat: everything that was said to the model and by it.
        heard: everything that was said aloud in the match.
    """

    terms: Terms
    match: Match
    ended: str
    result: dict[str, int]
    points: float
    plies: int
    turns: int
    answers: int
    refused: dict[str, int]
    repeated: int
    prompt_tokens: int | None
    completion_tokens: int | None
    seconds: float
    overlooked: dict[str, int] | None
    visited: int | None
    places: int | None
    chat: list[Said]
    heard: list[str]


def first_prompt(terms: Terms, match: Match, texts: Texts) -> list[Said]:
    """Return what a model would be told at its first turn."""
    return Play(terms, match, texts).prompt()


def play_match(terms: Terms, match: Match, model: Model, texts: Texts) -> Report:
    """Let a model play a match to its end.  Raises Refused: "model-failed"."""
    return Play(terms, match, texts).run(model)


class Play:
    """A match that is being played, and what is counted in it.

    The seed of the terms and the number decide the dice, what chance creates, and the choices of the computers; matches
    with the same number but another seat have the same.
    """

    def __init__(self, terms: Terms, match: Match, texts: Texts) -> None:
        game = find_game(terms.game)
        seed = Random(f"{terms.seed}/{match.number}").randbytes(SEED_BYTES)  # noqa: S311 - these numbers are not secret
        setup = seated_setup(game, terms.options, match.seat, terms.level, seed)
        self._terms, self._match, self._texts = terms, match, texts
        self._table = LocalTable(setup, texts, choose_prepared_action)
        self._chat: list[Said] = [{"role": "system", "content": system_prompt(game, texts.language)}]
        self._refused: Counter[str] = Counter()
        self._tried: set[tuple[int, str]] = set()  # how much was played, and what was refused then
        self._repeated = self._turns = self._answers = 0
        self._tokens: list[tuple[int | None, int | None]] = []
        self._seconds = 0.0

    def prompt(self) -> list[Said]:
        """Return what the model is told at the next turn, with what it remembers."""
        self._settle()
        terms = self._terms
        told = turn_prompt(self._table, with_board=terms.with_board, with_actions=terms.with_actions)
        self._chat.append({"role": "user", "content": told})
        return self._remembered()

    def run(self, model: Model) -> Report:
        """Play to the end.  Raises Refused: "model-failed"."""
        ended = PLAYED
        while self._settle():
            self.prompt()
            if not self._act(model):
                ended = FORFEIT
                break
        if not self._table.is_over and ended == PLAYED:
            ended = CUT
        if ended == FORFEIT:
            self._table.resign()
        return self._report(ended)

    def _settle(self) -> bool:
        """Let the others act until it is the model's turn; return False if the match is over, or too long."""
        while self._table.referee.number < self._terms.plies and self._table.step():
            pass
        return self._table.is_mine and self._table.referee.number < self._terms.plies

    def _act(self, model: Model) -> bool:
        """Ask the model until it plays an action; return False after too many refusals in a row."""
        for _ in range(self._terms.tries):
            reply = model.ask(self._remembered())
            self._answers += 1
            self._seconds += reply.seconds
            self._tokens.append((reply.prompt_tokens, reply.completion_tokens))
            self._chat.append({"role": "assistant", "content": reply.text})
            action = ""
            try:
                action = read_action(reply.text)
                self._table.act(action)
            except Refused as refused:
                self._note(refused, action)
            else:
                self._turns += 1
                return True
        return False

    def _note(self, refused: Refused, action: str) -> None:
        self._refused[refused.code] += 1
        tried = self._table.played, action
        self._repeated += tried in self._tried
        self._tried.add(tried)
        self._chat.append({"role": "user", "content": refusal_prompt(refused, self._texts)})

    def _remembered(self) -> list[Said]:
        """Return the rules, the present turn, and as many turns before it as the terms let the model remember."""
        if self._terms.history is None:
            return list(self._chat)
        turns = [
            index
            for index, said in enumerate(self._chat)
            if said["role"] == "user" and not said["content"].startswith("REFUSED: ")
        ]
        first = turns[max(0, len(turns) - 1 - self._terms.history)]
        return [self._chat[0], *self._chat[first:]]

    def _report(self, ended: str) -> Report:
        table = self._table
        result = dict(table.result or {})
        overlooked, visited, places = self._hindsight()
        return Report(
            terms=self._terms,
            match=self._match,
            ended=ended,
            result=result,
            points=_points(ended, result, self._match.seat),
            plies=len(table.referee.match.actions),
            turns=self._turns,
            answers=self._answers,
            refused=dict(sorted(self._refused.items())),
            repeated=self._repeated,
            prompt_tokens=_sum([prompt for prompt, _ in self._tokens]),
            completion_tokens=_sum([completion for _, completion in self._tokens]),
            seconds=round(self._seconds, 3),
            overlooked=overlooked,
            visited=visited,
            places=places,
            chat=self._chat,
            heard=table.transcript(),
        )

    def _hindsight(self) -> tuple[dict[str, int] | None, int | None, int | None]:
        """Return what the model overlooked, how many places it visited, and how many there were."""
        match, seat = self._table.referee.match, self._match.seat
        seen = match.hindsight()
        revealed = match.reveal()
        if seen is None or revealed is None:
            return None, None, None
        own = [one for one, entry in zip(seen, match.log(), strict=True) if entry.seat == seat]
        facts = Counter(VALUE.sub("…", fact.text) for one in own for fact in one.facts)
        return dict(sorted(facts.items())), len(seen[-1].visited.get(seat, ())) if seen else 0, len(revealed.places)


def _points(ended: str, result: dict[str, int], seat: str) -> float:
    if ended == FORFEIT:
        return 0.0
    if ended == CUT or not result:
        return 0.5
    others = [value for letter, value in result.items() if letter != seat]
    best = max(others, default=0)
    return 0.5 if result[seat] == best else float(result[seat] > best)


def _sum(counts: list[int | None]) -> int | None:
    known = [count for count in counts if isinstance(count, int)]
    return sum(known) if len(known) == len(counts) else None
