"""The termbase (docs/terms.md): finding translations that use other words than its terms."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import catalogues

TERMS = catalogues.ROOT / "docs" / "terms.md"
GAMES = catalogues.ROOT / "src" / "ludoteka" / "games"
HELP = catalogues.ROOT / "src" / "ludoteka" / "features" / "help" / "pages"
HEADINGS = {"ru": "Russian", "cs": "Czech"}
FRACTION = re.compile(r"(?<![\w.:])\d+\.\d+(?![\w.]*\.\d)(?!\w)")
COUNTED = re.compile(r"\{(?:count|amount|most|left|times|[a-z]+_count)\} +(?!(?:and|at|for|in|is|of|or|to)\b)[^\W\d_]")


class Term(NamedTuple):
    """One thing, the term for it in one language, and the words that are not used for it."""

    thing: str
    term: str
    banned: re.Pattern[str]
    games: tuple[str, ...]  # in which these words are banned; empty for everywhere


class Breach(NamedTuple):
    """A text that breaks a rule of the termbase."""

    path: str  # relative to the root
    text: str
    fault: str


@cache
def terms(language: str) -> list[Term]:
    """Return the terms of a language."""
    section = TERMS.read_text("utf-8").partition(f"## {HEADINGS[language]}\n")[2].partition("\n## ")[0]
    rows = [row.strip("| ").split("|") for row in section.splitlines() if row.startswith("| ")][1:]
    return [_term(*(cell.strip() for cell in [*row, ""][:4])) for row in rows]


def _term(thing: str, term: str, banned: str, games: str) -> Term:
    words = (re.escape(word).replace(r"\*", r"\w*") for word in banned.split(", "))
    pattern = re.compile("|".join(rf"(?<!\w){word}(?!\w)" for word in words), re.IGNORECASE)
    return Term(thing, term, pattern, tuple(games.split(", ")) if games else ())


def breaches() -> Iterator[Breach]:
    """Yield every breach in the catalogues, in the rules pages of the games, and in the help."""
    for home in catalogues.homes():
        yield from _uncounted(home)
        for language in catalogues.LANGUAGES:
            for path, text in _translations(home, language):
                yield from _faults(home, language, path, text)
    for language in catalogues.LANGUAGES:
        for path in sorted((HELP / language).iterdir()):
            about = GAMES / path.stem  # the page of a game has its name
            for line in path.read_text("utf-8").splitlines():
                yield from _faults(about if about.is_dir() else HELP, language, path, line)


def _uncounted(home: Path) -> Iterator[Breach]:
    """Yield the English texts with a number beside a noun that has no plural."""
    for one in catalogues.source_catalogue(home):
        if not one.msgid_plural and COUNTED.search(one.msgid):
            yield Breach(one.occurrences[0][0], one.msgid, "a counted thing without a plural")


def _translations(home: Path, language: str) -> Iterator[tuple[Path, str]]:
    path = catalogues.catalogue_path(home, language)
    for translation in catalogues.read_translations(home, language):
        yield from ((path, text) for text in (translation.msgstr, *translation.msgstr_plural.values()))
    page = home / f"rules.{language}.md"
    if page.is_file():
        yield from ((page, line) for line in page.read_text("utf-8").splitlines())


def _faults(home: Path, language: str, path: Path, text: str) -> Iterator[Breach]:
    name = path.relative_to(catalogues.ROOT).as_posix()
    game = home.name if home.parent.name == "games" else "house"
    for term in terms(language):
        if (not term.games or game in term.games) and (found := term.banned.search(text)):
            yield Breach(name, text, f"{found[0]!r} instead of {term.term!r}")
    if FRACTION.search(text):
        yield Breach(name, text, "a decimal point instead of a comma")


if __name__ == "__main__":
    for breach in breaches():
        print(f"{breach.path}: {breach.text}\n    {breach.fault}")  # noqa: T201 - the result of the tool
