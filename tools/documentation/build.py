"""Build the documentation site in build/site (`make docs`).

The pages are first collected in one folder: those of docs/, some files beside it, the notebooks with what they print, and the
pages for players, which are part of the house.  Links are rewritten to where the pages then are, and the links of each index.md become its navigation.
Sphinx builds a site from this folder, and one more from the pages for players in each other language.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import nbformat
from http_api import calls_as_markdown
from notebooks import NOTEBOOKS, as_page, run_notebook

from descriptions import DOCUMENTS, written

ROOT = Path(__file__).parents[2]
HOUSE = ROOT / "src" / "ludoteka"
HELP = HOUSE / "features" / "help"
SITE = ROOT / "build" / "site"
OTHER_LANGUAGES = ("ru", "cs")  # of the pages for players
MOVED = {  # pages outside docs/, or with another address
    ROOT / "CONTRIBUTING.md": "contributing.md",
    ROOT / "CHANGELOG.md": "changelog.md",
    ROOT / "README.md": "index.md",  # where links to it lead
    ROOT / "deploy" / "README.md": "operating/deploying.md",
    ROOT / "docs" / "decisions" / "README.md": "decisions/index.md",
}
LINK = re.compile(r"(?P<text>\[(?:[^][]|\[[^][]*\])*\])\((?P<target>[^)\s:#]+)(?P<anchor>#[^)\s]*)?\)")
PAGES = (".md", ".ipynb")
CODE = re.compile(r"(?ms)(^```.*?^```$)")
SECTION = re.compile(r"(?m)^## (.+)$")
CALLS = "<!-- calls -->"  # where the calls of the HTTP API are inserted
THEMES = re.compile(r":root \{([^}]*)\}")  # the colours of the house: light, then dark


def sources() -> dict[Path, str]:
    """Return where each page and picture, and each example that pages offer for download, is collected, by its file."""
    docs = ROOT / "docs"
    found = {path: path.relative_to(docs).as_posix() for path in sorted(docs.rglob("*.md"))}
    found |= {path: f"play/{path.relative_to(HELP / 'pages').as_posix()}" for path in sorted(HELP.glob("pages/*/*.md"))}
    found |= {path: path.relative_to(HELP).as_posix() for path in sorted(HELP.glob("pictures/*"))}
    found |= {path: f"research/notebooks/{path.name}" for path in sorted(NOTEBOOKS.glob("*.ipynb"))}
    found |= {path: path.relative_to(ROOT).as_posix() for path in sorted(ROOT.glob("examples/*/*.py"))}
    return found | MOVED


def collect(folder: Path) -> None:
    """Write all pages and pictures into a folder that doesn't exist yet."""
    places = sources()
    for path, place in places.items():
        if path == ROOT / "README.md":
            continue
        target = folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".ipynb":
            collect_notebook(path, target)
            continue
        if path.suffix != ".md":
            shutil.copy(path, target)
            continue
        text = with_links(path.read_text("utf-8"), path, places)
        if target.name == "index.md":
            text = with_navigation(text, place)
        target.write_text(text.replace(CALLS, calls_as_markdown()) if CALLS in text else text, "utf-8")
    for name, document in DOCUMENTS.items():
        (folder / "build" / name).write_text(written(document()), "utf-8")


def collect_notebook(path: Path, target: Path) -> None:
    """Write a notebook as a page with the output of its cells, and beside it as the file that the page offers."""
    files = target.parent / "files"
    files.mkdir(exist_ok=True)
    shutil.copy(path, files)
    nbformat.write(as_page(run_notebook(path), path.name), target)


def with_links(text: str, path: Path, places: dict[Path, str]) -> str:
    """Return the text of a page with links to where the other pages are collected; what is no page is not linked."""
    here = Path(places[path]).parent

    def link(found: re.Match[str]) -> str:
        target = Path(os.path.normpath(path.parent / found["target"]))
        if target not in places:
            return found["text"][1:-1] if target.exists() else found[0]
        address = Path(os.path.relpath(places[target], here)).as_posix()
        if target.suffix != ".md" or language_of(places[target]) == language_of(places[path]):
            return f"{found['text']}({address}{found['anchor'] or ''})"
        return f'<a href="{address.removesuffix(".md")}.html">{found["text"][1:-1]}</a>'  # a page of another site

    return "".join(part if index % 2 else LINK.sub(link, part) for index, part in enumerate(CODE.split(text)))


def language_of(place: str) -> str:
    """Return the language of the site to which a page belongs."""
    return next((language for language in OTHER_LANGUAGES if place.startswith(f"play/{language}/")), "en")


def with_navigation(text: str, place: str) -> str:
    """Return a page with its links as the navigation, in their order and under the titles of the sections."""
    intro, *sections = SECTION.split(text)
    named = zip(["", *sections[::2]], [intro, *sections[1::2]], strict=True)
    trees = [_tree(caption, part, is_titled=place == "index.md") for caption, part in named]
    return text.replace(intro, f"{intro}\n\n{''.join(trees)}", 1)


def _tree(caption: str, text: str, *, is_titled: bool) -> str:
    """Return the pages to which a section links; the start page also says what they are called in the navigation."""
    links = {found["target"]: found["text"][1:-1] for found in LINK.finditer(text) if found["target"].endswith(PAGES)}
    if not links:
        return ""
    pages = [f"{title} <{page}>" if is_titled else page for page, title in links.items()]
    return "\n".join(["```{toctree}", ":hidden:", f":caption: {caption}" if caption else "", *pages, "```", "", ""])


def house_colours() -> str:
    """Return the colours of the house's pages as a style sheet for the site, whose readers can choose the theme."""
    style = (HOUSE / "web" / "common" / "style.css").read_text("utf-8")
    blocks = zip(("light", "dark"), THEMES.findall(style), strict=False)
    return "\n".join(f'html[data-theme="{theme}"] {{{colours}}}' for theme, colours in blocks)


def build(source: Path, target: Path, language: str, settings: dict[str, str]) -> None:
    """Build one site, or exit with what is wrong."""
    environment = os.environ | settings | {"LUDOTEKA_DOCS_LANGUAGE": language}
    options = ("--quiet", "--fail-on-warning", "--keep-going", "--jobs=auto", "--builder=html")
    command = [sys.executable, "-m", "sphinx", *options, f"--conf-dir={Path(__file__).parent}"]
    done = subprocess.run([*command, str(source), str(target)], env=environment, check=False)  # noqa: S603 - our own pages
    if done.returncode:
        sys.exit("The site was not built: see the warnings above.")


def main() -> None:
    """Build all of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--site", type=Path, default=SITE, help="the folder to write; what is in it is deleted")
    parser.add_argument(
        "--versions", default="", help="the address of the list of versions, from the site: ../versions.json"
    )
    options = parser.parse_args()
    pages = options.site.with_name(f"{options.site.name}-pages")
    for folder in (options.site, pages):
        shutil.rmtree(folder, ignore_errors=True)
    collect(pages)
    colours = pages / "house.css"
    colours.write_text(house_colours(), "utf-8")
    settings = {"LUDOTEKA_DOCS_COLOURS": str(colours), "LUDOTEKA_DOCS_VERSIONS": options.versions}
    build(pages, options.site, "en", settings)
    for language in OTHER_LANGUAGES:
        build(pages / "play" / language, options.site / "play" / language, language, settings)


if __name__ == "__main__":
    main()
