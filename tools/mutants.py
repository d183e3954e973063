"""Mutants: how many small faults in the sources the tests notice (`make mutants`).

`tests/mutants.toml` names modules, drawn by lot, and the tests that matter for each.  In a copy of the tree one place of a
module is changed, and its tests run: they kill the mutant if one of them fails or does not end.  Each result is added to a
file, so that an interrupted run goes on.  `--same-as` tries the mutants of an earlier run, with other tests or sources, and
`--compare` shows whose fate differs.
"""

import argparse
import difflib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import chdir, suppress
from dataclasses import asdict, dataclass
from functools import partial
from importlib.util import cache_from_source
from itertools import accumulate, chain
from pathlib import Path
from queue import SimpleQueue
from random import Random
from time import monotonic
from typing import Any

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parents[1]
PACKAGE = Path("src", "ludoteka")
FOLDERS = ("core", "games", "referee", "store", "server", "search", "tournaments", "accounts")
MODULES = 20
SAMPLE = 20  # mutants of each module; one with fewer places to change has hardly any logic, and is not drawn
PATIENCE = 4  # times the unmutated run, and
GRACE = 20  # seconds more: the longest that the tests of a mutant may take
KILLED, ENDLESS, SURVIVED, GONE = FATES = ("killed", "timed out", "survived", "gone")
CONSOLE = Console(soft_wrap=True, highlight=False, markup=False)


@dataclass(frozen=True)
class Mutant:
    """A module with one small fault."""

    name: str  # the function, the lines that differ with - and +, and a number if another mutant is called the same
    source: str | None  # unless what it changes is gone


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant."""

    module: str
    mutant: str
    fate: str
    test: str  # the line about the one that failed
    seconds: float


def mutants(source: str) -> list[list[Mutant]]:
    """Return the mutants of a module, grouped by the place that is changed.

    Sentences are left alone: tests/project compares all of them with their translations.
    """
    import libcst  # noqa: PLC0415 - these take seconds, and a comparison needs none of them
    from libcst.metadata import MetadataWrapper, WhitespaceInclusivePositionProvider  # noqa: PLC0415
    from mutmut.mutation.file_mutation import create_mutations  # noqa: PLC0415

    with chdir(ROOT):  # mutmut looks for its settings in the current folder
        tree, mutations, *_ = create_mutations("", source)
    spans = MetadataWrapper(tree, unsafe_skip_copy=True).resolve(WhitespaceInclusivePositionProvider)
    lines = [0, *accumulate(len(line) for line in source.splitlines(keepends=True))]
    places: dict[int, list[Mutant]] = {}
    names: Counter[str] = Counter()
    for mutation in mutations:
        node, function, span = (
            mutation.original_node,
            mutation.contained_by_top_level_function,
            spans[mutation.original_node],
        )
        first, last = (lines[at.line - 1] + at.column for at in (span.start, span.end))
        before, after = tree.code_for_node(node), tree.code_for_node(mutation.mutated_node)
        is_whole = source[first:last] == before  # unlike a `match`, whose code lacks the indentation
        is_sentence = before.startswith("Message(") or (isinstance(node, libcst.SimpleString) and " " in before)
        if not isinstance(function, libcst.FunctionDef) or is_sentence or not is_whole:
            continue
        start, end = lines[span.start.line - 1], lines[span.end.line]
        change = source[start:first] + after + source[last:end]
        name = f"{function.name.value}\n{changed_lines(source[start:end], change)}"
        names[name] += 1
        number = f"\n({names[name]})" if names[name] > 1 else ""
        places.setdefault(id(node), []).append(Mutant(name + number, source[:start] + change + source[end:]))
    return list(places.values())


def changed_lines(before: str, after: str) -> str:
    """Return the lines that differ, with - and +, without their indentation."""
    lines = list(difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0))[2:]
    return "\n".join(f"{line[0]} {line[1:].strip()}" for line in lines if not line.startswith("@@"))


def draw(groups: Sequence[Sequence[Mutant]], chance: Random) -> list[Mutant]:
    """Draw mutants: at most one of each place, so that long calls don't outnumber conditions."""
    return [chance.choice(group) for group in chance.sample(groups, min(SAMPLE, len(groups)))]


def draw_modules(tree: Path, seed: int) -> list[str]:
    """Draw the modules: one of each folder, and the others from all that have logic."""
    chance, package = Random(seed), tree / PACKAGE  # noqa: S311 - the same draw in every run
    paths = [path for folder in FOLDERS for path in sorted((package / folder).rglob("*.py"))]
    ours = [path for path in paths if "migrations" not in path.parts]  # these never change
    found = [path for path in ours if len(mutants(path.read_text("utf-8"))) >= SAMPLE]
    firsts = [chance.choice([path for path in found if package / folder in path.parents]) for folder in FOLDERS]
    others = chance.sample([path for path in found if path not in firsts], MODULES - len(firsts))
    return sorted(path.relative_to(package).as_posix() for path in (*firsts, *others))


def choose(tree: Path, listing: Mapping[str, Any], earlier: Path | None) -> Iterator[tuple[str, list[Mutant]]]:
    """Yield each module and the mutants to try: a sample, or those of an earlier run."""
    for module in listing["modules"]:
        file = tree / PACKAGE / module
        groups = mutants(file.read_text("utf-8")) if file.is_file() else []
        if earlier is None:
            chance = Random(f"{listing['seed']} {module}")  # noqa: S311 - as above
            yield module, draw(groups, chance)
        else:
            found = {one.name: one for one in chain(*groups)}
            names = [one.mutant for one in read(earlier) if one.module == module]
            yield module, [found.get(name, Mutant(name, None)) for name in names]


class Workshop:
    """Copies of a tree, one for each process that runs tests; faults are put into the copies."""

    def __init__(self, tree: Path, folder: Path, size: int) -> None:
        self.size = size
        self._cache = folder / "cache"  # nobody else needs what is compiled from faulty sources
        self._copies: SimpleQueue[Path] = SimpleQueue()
        ignored = shutil.ignore_patterns(".*", "__pycache__", "node_modules", "build", "dist")
        for number in range(size):
            self._copies.put(Path(shutil.copytree(tree, folder / f"{number}" / "tree", symlinks=True, ignore=ignored)))

    def run(self, module: str, tests: Sequence[str], limit: float | None, mutant: Mutant | None) -> Outcome:
        """Run the tests of a module: of a mutant, or as it is."""
        if mutant and mutant.source is None:
            return Outcome(module, mutant.name, GONE, "", 0)
        copy, start = self._copies.get(), monotonic()
        file = copy / PACKAGE / module
        own = file.read_text("utf-8")
        try:
            if mutant and mutant.source:
                replace(file, mutant.source)
            fate, output = self._run_tests(copy, tests, limit)
        finally:
            replace(file, own)
            self._copies.put(copy)
        failures = [line for line in output.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return Outcome(module, mutant.name if mutant else "", fate, " ".join(failures), round(monotonic() - start, 1))

    def _run_tests(self, copy: Path, tests: Sequence[str], limit: float | None) -> tuple[str, str]:
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
        settings = {"PYTHONPATH": str(copy / "src"), "XDG_CACHE_HOME": str(self._cache), "PYTHONDONTWRITEBYTECODE": ""}
        log = copy.with_name("log")
        with log.open("wb") as output:
            process = subprocess.Popen(  # noqa: S603 - our own interpreter
                command, cwd=copy, env=os.environ | settings, stdout=output, stderr=output, start_new_session=True
            )
        with process:
            try:
                fate = KILLED if process.wait(limit) else SURVIVED
            except subprocess.TimeoutExpired:
                fate = ENDLESS
                process.send_signal(signal.SIGINT)  # lets the tests stop their servers
                with suppress(subprocess.TimeoutExpired):
                    process.wait(GRACE)
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # whatever is left of them
        return fate, log.read_text("utf-8", "replace")


def replace(file: Path, source: str) -> None:
    """Replace a source; without this, one written within a second of the last and as long would not be compiled again."""
    file.write_text(source, "utf-8")
    Path(cache_from_source(str(file))).unlink(missing_ok=True)


def try_mutants(
    workshop: Workshop, plan: Iterable[tuple[str, list[Mutant]]], tests: Mapping[str, list[str]], results: Path
) -> None:
    """Run the tests of each mutant that has no result, and add the results to the file."""
    done = {(one.module, one.mutant) for one in read(results)}
    for module, chosen in plan:
        missing = [one for one in chosen if (module, one.name) not in done]
        if not any(one.source for one in missing):
            whole = Outcome(module, "", SURVIVED, "", 0)
        else:
            whole = workshop.run(module, tests[module], None, None)
        if whole.fate == KILLED:
            raise SystemExit(f"{module}: its tests fail without a fault: {whole.test}")
        run = partial(workshop.run, module, tests[module], PATIENCE * whole.seconds + GRACE)
        with ThreadPoolExecutor(workshop.size) as pool, results.open("a", encoding="utf-8") as file:
            for one in pool.map(run, missing):
                file.write(f"{json.dumps(asdict(one), ensure_ascii=False)}\n")
                file.flush()


def read(results: Path) -> list[Outcome]:
    """Return the results in a file, if there is one."""
    lines = results.read_text("utf-8").splitlines() if results.is_file() else []
    return [Outcome(**json.loads(line)) for line in lines]


def report(runs: Mapping[str, list[Outcome]], listing: Mapping[str, Any]) -> None:
    """Print how many mutants of each module had which fate in each run, and the survivors, with known reasons."""
    reasons = {(one["module"], one["mutant"].strip()): one["reason"] for one in listing.get("equivalent", ())}
    table = Table("module", *(f"{fate} {run}".strip() for fate in FATES for run in runs))
    for module in (*listing["modules"], "all"):
        fates = {run: Counter(one.fate for one in runs[run] if module in (one.module, "all")) for run in runs}
        table.add_row(module, *(str(fates[run][fate]) for fate in FATES for run in runs), end_section=module == "all")
    CONSOLE.print(table)
    newest = list(runs.values())[-1]
    for one in newest:
        if one.fate == SURVIVED:
            reason = reasons.get((one.module, one.mutant), "")
            CONSOLE.print(f"\n{one.module}: {one.mutant}", f"\n  equivalent: {reason}" if reason else "")


def compare(before: list[Outcome], after: list[Outcome]) -> None:
    """Print the mutants with another fate than before."""
    fates = {(one.module, one.mutant): one.fate for one in before}
    for one in after:
        if (was := fates.get((one.module, one.mutant))) != one.fate:
            CONSOLE.print(f"\n{was} before, {one.fate} after: {one.module}: {one.mutant}\n{one.test}")


def main() -> None:
    """Try mutants, or do what the options ask for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tree", type=Path, default=ROOT, help="whose sources, tests and list to use")
    parser.add_argument("--list", type=Path, help="the list, if not tests/mutants.toml of the tree")
    parser.add_argument("--results", type=Path, default=ROOT / "build" / "mutants.jsonl", help="the file of results")
    parser.add_argument("--same-as", type=Path, help="results whose mutants to try, instead of a sample")
    parser.add_argument("--processes", type=int, default=1, help="how many mutants to try at once")
    parser.add_argument("--draw", action="store_true", help="draw modules for the list, and print them")
    parser.add_argument(
        "--compare", type=Path, nargs=2, metavar=("BEFORE", "AFTER"), help="compare two files of results"
    )
    asked = parser.parse_args()
    listing = tomllib.loads((asked.list or asked.tree / "tests" / "mutants.toml").read_text("utf-8"))
    if asked.draw:
        CONSOLE.print("\n".join(draw_modules(asked.tree, listing["seed"])))
    elif asked.compare:
        before, after = map(read, asked.compare)
        report({"before": before, "after": after}, listing)
        compare(before, after)
    else:
        asked.results.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as folder:
            workshop = Workshop(asked.tree, Path(folder), asked.processes)
            plan = choose(asked.tree, listing, asked.same_as)
            try_mutants(workshop, plan, listing["modules"], asked.results)
        report({"": read(asked.results)}, listing)


if __name__ == "__main__":
    main()
