"""The summary of a tournament: as structs for JSON, and as tables for people."""

from collections import Counter
from collections.abc import Collection, Iterator
from statistics import fmean

import msgspec
from rich import box
from rich.console import RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from ludoteka.arena.ratings import BOUND, Interval, estimate_strengths, log_likelihood_ratio, sprt_decision
from ludoteka.arena.tournament import Duel, Tournament
from ludoteka.core.message import Message
from ludoteka.surfaces.texts import Texts


class PlayerSummary(msgspec.Struct):
    """How one player did."""

    name: str
    elo: Interval
    games: int
    mean_seconds: float  # per decision
    longest_seconds: float


class PairingSummary(msgspec.Struct):
    """How the first of two players did against the second."""

    players: tuple[str, str]
    won: int
    drawn: int
    lost: int
    score: Interval  # 0 … 1
    mean_return: float | None  # of the first player's seats, in a game with scores


class SprtSummary(msgspec.Struct):
    """How far the sequential test is."""

    elo0: float
    elo1: float
    ratio: float  # the logarithm of the likelihood ratio
    bound: float
    decision: str  # "elo0", "elo1" or ""


class TournamentSummary(msgspec.Struct):
    """What the games say."""

    game: str
    options: dict[str, object]
    games: int
    mean_plies: float
    ends: dict[str, int]  # the number of games by how they ended: win, draw, limit
    best_seats: dict[str, int]  # the number of games by the letter of the seat that did best alone
    players: list[PlayerSummary]
    pairings: list[PairingSummary]
    sprt: SprtSummary | None


def summarize(
    tournament: Tournament, duels: Collection[Duel], has_scores: bool, sprt: tuple[float, float] | None
) -> TournamentSummary:
    """Return the summary of the results so far; `sprt` are the differences in Elo to decide between."""
    results = [game for duel in duels for game in duel.games]
    ends = {"win": 0, "draw": 0, "limit": 0} | Counter(result.end for result in results)
    best = Counter(
        letter
        for result in results
        for letter, value in result.returns.items()
        if list(result.returns.values()).count(value) == 1 and value == max(result.returns.values())
    )
    pairings = tournament.results(duels)
    found = estimate_strengths(pairings, len(tournament.players))
    return TournamentSummary(
        tournament.terms.game,
        tournament.terms.options,
        len(results),
        fmean(result.plies for result in results) if results else 0.0,
        ends,
        {letter: best[letter] for letter in sorted({letter for result in results for letter in result.returns})},
        [_player(name, elo, duels) for name, elo in zip(tournament.players, found.ratings, strict=True)],
        [
            _pairing(names, score, duels, has_scores)
            for names, score in zip(tournament.pairings, found.scores, strict=True)
        ],
        sprt_summary(tournament, duels, sprt) if sprt else None,
    )


def sprt_summary(tournament: Tournament, duels: Collection[Duel], sprt: tuple[float, float]) -> SprtSummary:
    """Return how far the sequential test of the first pairing is."""
    ratio = log_likelihood_ratio(tournament.results(duels)[0].scores, *sprt)
    return SprtSummary(*sprt, ratio, BOUND, sprt_decision(ratio))


def _player(name: str, elo: Interval, duels: Collection[Duel]) -> PlayerSummary:
    own = [(duel, duel.seconds[duel.players.index(name)]) for duel in duels if name in duel.players]
    decisions = sum(times[0] for _, times in own)
    seconds = sum(times[1] for _, times in own)
    longest = max((times[2] for _, times in own), default=0.0)
    games = sum(len(duel.games) for duel, _ in own)
    return PlayerSummary(name, elo, games, seconds / max(1, decisions), longest)


def _pairing(names: tuple[str, str], score: Interval, duels: Collection[Duel], has_scores: bool) -> PairingSummary:
    results = [game for duel in duels if duel.players == names for game in duel.games]
    counts = Counter(result.score for result in results)
    returns = [result.returns[letter] for result in results for letter in result.seats.split()]
    mean = fmean(returns) if has_scores and returns else None
    return PairingSummary(names, counts[1], counts[0.5], counts[0], score, mean)


def summary_parts(summary: TournamentSummary, texts: Texts) -> Iterator[RenderableType]:
    """Yield the parts of the report for people."""
    say = texts.say
    yield _players_table(summary, texts)
    yield _pairings_table(summary, texts)
    text = Message(
        "Won: {won}. Drawn: {drawn}. Stopped at the limit: {limit}. Mean length in plies: {plies}.",
        won=summary.ends["win"],
        drawn=summary.ends["draw"],
        limit=summary.ends["limit"],
        plies=f"{summary.mean_plies:.0f}",
    )
    yield Text(say(text))
    yield Text(f"{say(Message('Won by seat:'))} {', '.join(f'{seat} {n}' for seat, n in summary.best_seats.items())}")
    if sprt := summary.sprt:
        values = {"elo0": f"{sprt.elo0:g}", "elo1": f"{sprt.elo1:g}", "ratio": f"{sprt.ratio:.2f}"}
        decisions = {
            "elo1": Message("SPRT: {ratio}; accepted: {elo1} Elo rather than {elo0}.", **values),
            "elo0": Message("SPRT: {ratio}; rejected: {elo0} Elo rather than {elo1}.", **values),
            "": Message("SPRT: {ratio}; undecided between {elo0} and {elo1} Elo.", **values),
        }
        yield Text(say(decisions[sprt.decision]))


def _players_table(summary: TournamentSummary, texts: Texts) -> RichTable:
    titles = (Message("Player"), "Elo", "95 %", Message("Games"), Message("s per move"), Message("longest"))
    table = _table(titles, texts)
    for player in sorted(summary.players, key=lambda one: -one.elo.value):
        elo = (f"{round(player.elo.value):+d}", f"{player.elo.low:+.0f} … {player.elo.high:+.0f}")
        table.add_row(
            player.name, *elo, str(player.games), f"{player.mean_seconds:.3f}", f"{player.longest_seconds:.3f}"
        )
    return table


def _pairings_table(summary: TournamentSummary, texts: Texts) -> RichTable:
    titles = (Message("Pairing"), "+", "=", "−", Message("Score"), "95 %")
    has_scores = any(pairing.mean_return is not None for pairing in summary.pairings)
    table = _table((*titles, *([Message("Mean score")] if has_scores else [])), texts)
    for pairing in summary.pairings:
        low, high = 100 * pairing.score.low, 100 * pairing.score.high
        score = (f"{100 * pairing.score.value:.1f} %", f"{low:.1f} … {high:.1f} %")
        mean = [] if pairing.mean_return is None else [f"{pairing.mean_return:+.2f}"]
        table.add_row(
            " – ".join(pairing.players), str(pairing.won), str(pairing.drawn), str(pairing.lost), *score, *mean
        )
    return table


def _table(titles: Collection[Message | str], texts: Texts) -> RichTable:
    table = RichTable(box=box.SIMPLE_HEAD)
    for index, title in enumerate(titles):
        text = texts.say(title) if isinstance(title, Message) else title
        table.add_column(text, justify="right" if index else "left", no_wrap=True)
    return table
