"""The reports of an experiment: kept as lines of JSON in a file, and summed up."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from math import sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any, BinaryIO

import msgspec
from filelock import FileLock, Timeout

from ludoteka.core.message import Message, Refused
from ludoteka.research.llm.matches import Report, Terms

CONFIDENCE = NormalDist().inv_cdf(0.975)  # 95 % lie within


@contextmanager
def owning(file: Path | None) -> Iterator[None]:
    """Keep other experiments from a file of reports.

    Raises:
        Refused: "file-in-use", if another one has it; "no-file", if it can't be used, also later.
    """
    try:
        with ExitStack() as stack:
            if file:
                file.parent.mkdir(parents=True, exist_ok=True)
                lock = FileLock(file.with_name(f".{file.name}.lock"))  # released by the system if the process is killed
                stack.enter_context(lock.acquire(timeout=0))
            yield
    except Timeout as error:
        raise Refused("file-in-use", Message("Another experiment is writing to {file}.", file=str(file))) from error
    except OSError as error:
        text = Message("{name} cannot be used: {reason}.", name=str(file), reason=str(error.strerror or error))
        raise Refused("no-file", text) from error


def read_reports(file: Path | None, terms: Terms) -> list[Report]:
    """Return the reports in a file; none if it doesn't exist.  A last line that was cut off is left out.

    Raises:
        Refused: "other-terms", if a report has other terms; "bad-results", if a line is none.
    """
    if file is None or not file.exists():
        return []
    reports = []
    *lines, _ = file.read_bytes().split(b"\n")
    for line in lines:
        try:
            report = msgspec.json.decode(line, type=Report)
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            raise Refused("bad-results", Message("{file} contains something else.", file=str(file))) from error
        if report.terms != terms:
            text = Message("{file} contains results under other terms: name another file.", file=str(file))
            raise Refused("other-terms", text)
        reports.append(report)
    return reports


def add_report(file: Path | None, report: Report) -> None:
    """Append a report to a file, in place of a last line that was cut off."""
    if file is None:
        return
    with file.open("a+b") as out:
        size = out.tell()
        if size and not _ends_line(out, size):
            out.seek(0)
            out.truncate(out.read().rfind(b"\n") + 1)
        out.write(msgspec.json.encode(report) + b"\n")


def _ends_line(file: BinaryIO, size: int) -> bool:
    file.seek(size - 1)
    return file.read(1) == b"\n"


class Summary(msgspec.Struct, frozen=True):
    """The sums over matches.

    Attributes:
        points: the mean of the points of a match.
        low: with `high`, Wilson's interval of 95 %; an approximation if there are draws.
        overlooked: as in a report; only of games with hindsight.
        covered: the share of all places that the model has visited; None in games without hindsight.
    """

    matches: int
    wins: int
    draws: int
    losses: int
    points: float
    low: float
    high: float
    ended: dict[str, int]
    turns: int
    answers: int
    refused: dict[str, int]
    repeated: int
    prompt_tokens: int | None
    completion_tokens: int | None
    seconds: float
    overlooked: dict[str, int]
    covered: float | None


def summarize(reports: Sequence[Report]) -> Summary:
    """Sum up reports; there must be one at least."""
    points = [report.points for report in reports]
    low, high = wilson(sum(points), len(points))
    places = sum(report.places or 0 for report in reports)
    return Summary(
        matches=len(reports),
        wins=points.count(1.0),
        draws=points.count(0.5),
        losses=points.count(0.0),
        points=round(sum(points) / len(points), 4),
        low=round(low, 4),
        high=round(high, 4),
        ended=dict(Counter(report.ended for report in reports)),
        turns=sum(report.turns for report in reports),
        answers=sum(report.answers for report in reports),
        refused=_added(report.refused for report in reports),
        repeated=sum(report.repeated for report in reports),
        prompt_tokens=_total([report.prompt_tokens for report in reports]),
        completion_tokens=_total([report.completion_tokens for report in reports]),
        seconds=round(sum(report.seconds for report in reports), 3),
        overlooked=_added(report.overlooked or {} for report in reports),
        covered=round(sum(report.visited or 0 for report in reports) / places, 4) if places else None,
    )


def wilson(points: float, count: int) -> tuple[float, float]:
    """Return Wilson's interval of 95 % for the mean of so many points in so many matches (Wilson, 1927)."""
    share, square = points / count, CONFIDENCE**2
    middle = (share + square / (2 * count)) / (1 + square / count)
    reach = CONFIDENCE / (1 + square / count) * sqrt(share * (1 - share) / count + square / (4 * count**2))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def summary_rows(summary: Summary) -> list[tuple[Message, str]]:
    """Return the rows of a table for people: what was counted, and the number."""
    rows = [
        (Message("Matches"), str(summary.matches)),
        (Message("Won, drawn, lost"), f"{summary.wins}, {summary.draws}, {summary.losses}"),
        (Message("Points per match (95 %)"), f"{summary.points:.2f} ({summary.low:.2f} … {summary.high:.2f})"),
        (Message("Forfeited, cut"), f"{summary.ended.get('forfeit', 0)}, {summary.ended.get('cut', 0)}"),
        (Message("Actions, answers"), f"{summary.turns}, {summary.answers}"),
        (Message("Refused tries"), _listed(summary.refused)),
        (Message("Refused tries that were repeated"), str(summary.repeated)),
        (Message("Tokens read, written"), f"{_known(summary.prompt_tokens)}, {_known(summary.completion_tokens)}"),
        (Message("Seconds"), f"{summary.seconds:.1f}"),
    ]
    if summary.covered is not None:
        rows.append((Message("Overlooked what was said"), _listed(summary.overlooked)))
        rows.append((Message("Places visited"), f"{summary.covered:.0%}"))
    return rows


def _listed(counts: dict[str, int]) -> str:
    return f"{sum(counts.values())}" + "".join(f"\n{count} × {name}" for name, count in counts.items())


def _known(count: int | None) -> str:
    return "?" if count is None else str(count)


def _added(counts: Iterable[dict[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for one in counts:
        total.update(one)
    return dict(total.most_common())


def _total(counts: list[Any]) -> int | None:
    return None if None in counts else sum(counts)
