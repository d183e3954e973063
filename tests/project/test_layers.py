"""The layers of docs/design.md: modules import only downwards, and nothing outside a game's folder names the game."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

from sources import parsed, statements

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "ludoteka"
LAYERS = (  # from bottom to top
    ("compilation", "late_module", "opening", "web"),
    ("core",),
    ("games", "search"),
    (
        "players",
        "surfaces",
        "records",
        "client",
    ),  # a record replays a match of any game, and imports no game
    ("review", "puzzles", "pictures", "library"),  # judge matches and positions with a search; what programs import
    ("referee",),  # tells a player what to decide on
    ("store",),  # stores what the referee decided
    ("server", "terminal", "arena", "learning", "testing"),
    ("research",),  # plays with what the arena has
    ("features",),  # what can be left out of a house
    ("house",),
    ("commands", "bench"),
    ("cli",),
    ("__main__", "__init__"),  # of the program, and of the library
)
HEIGHT = {package: height for height, layer in enumerate(LAYERS) for package in layer}
BLIND = (
    "surfaces",
    "search",
    "records",
    "referee",
    "review",
    "puzzles",
    "pictures",
)  # packages that are given a game or its scene, and never import a game
SOURCES = sorted([*PACKAGE.rglob("*.py"), *(ROOT / "bench").glob("*.py")])
GAMES = sorted(path.parent.name for path in PACKAGE.glob("games/*/__init__.py"))
FIRST = ("labyrinth", "moksha", "quagmire", "scripta", "tavlei")  # no text outside their folders mentions these at all
ASKED = r"""games[./]{0}\b|games\(\)\[["']{0}|(game|name)\)? *([!=]==?|in|is) *\(?["'`]{0}["'`]"""  # is it this game?
HELP = PACKAGE / "features" / "help" / "pages"  # tells people about the games; one without a page does without
TEXTS = [
    path
    for path in PACKAGE.rglob("*")
    if path.is_file()
    and path.suffix not in (".pyc", ".png", ".webp", ".ico", ".ttf", ".woff2")
    and HELP not in path.parents
]


def package_of(path):
    """Return our package that contains a file, such as "core" or "games.tavlei"."""
    if not path.is_relative_to(PACKAGE):
        return "bench"
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    if len(parts) == 1:
        return parts[0]
    return ".".join(parts[:2]) if parts[0] == "games" and len(parts) > 2 else parts[0]


@cache
def imports(path):
    """Return the full names of all modules that a file imports, also within functions."""
    names = []
    for node in statements(parsed(path)):
        if isinstance(node, ast.Import):
            names += [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: imports are written in full"
            deeper = node.module in ("ludoteka", "ludoteka.games")
            names += [f"{node.module}.{name.name}" for name in node.names] if deeper else [node.module]
    return names


def ours_imported(path):
    """Yield our packages that a file imports, named as by `package_of`."""
    for name in imports(path):
        parts = name.split(".")
        if parts[0] == "ludoteka" and parts[1:] and parts[1] in HEIGHT:
            is_game = parts[1] == "games" and parts[2:] and parts[2] in GAMES
            yield ".".join(parts[1:3]) if is_game else parts[1]


def name_of(path):
    return path.relative_to(ROOT).as_posix()


def wrong_imports(is_wrong):
    """Return the imports for which a predicate of our own package and the imported one holds, by file."""
    found = {name_of(path): {one for one in ours_imported(path) if is_wrong(package_of(path), one)} for path in SOURCES}
    return {name: packages for name, packages in found.items() if packages}


def test_modules_import_only_downwards():
    def is_upwards(own, other):
        here, there = own.split(".")[0], other.split(".")[0]
        return here != there and HEIGHT[there] >= HEIGHT[here]

    assert wrong_imports(is_upwards) == {}


def test_a_feature_never_imports_the_tables_of_another_feature():
    readers = [
        (name_of(path), name)
        for path in PACKAGE.glob("features/**/*.py")
        for name in imports(path)
        if re.fullmatch(r"ludoteka\.features\.\w+\.tables", name) and name.split(".")[2] not in path.parts
    ]
    assert readers == []


def test_a_game_never_imports_another_game():
    assert wrong_imports(lambda own, other: "games." in own and other.startswith("games") and other != own) == {}


def test_surfaces_search_records_and_referee_never_import_games():
    assert wrong_imports(lambda own, other: own in BLIND and other.startswith("games")) == {}


def test_only_one_module_imports_the_compiler():
    importers = [name_of(path) for path in SOURCES if "numba" in {name.split(".")[0] for name in imports(path)}]
    assert importers == ["src/ludoteka/core/twins.py"]


def test_the_process_that_serves_never_loads_the_compiler():
    code = "import sys, ludoteka.cli, ludoteka.house.run as run; print('numba' in sys.modules, 'numpy' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.split() == ["False", "False"]


def test_nothing_outside_the_folder_of_a_game_names_the_game():
    """The names of games other than the first five may be ordinary words, so only uses as the name of a game count."""
    words = {game: rf"\b{game}\b" if game in FIRST else ASKED.format(game) for game in GAMES}
    searched = {game: re.compile(word, re.IGNORECASE) for game, word in words.items()}
    texts = {path: path.read_text("utf-8") for path in TEXTS}
    named = {
        name_of(path): game
        for game, word in searched.items()
        for path, text in texts.items()
        if not path.is_relative_to(PACKAGE / "games" / game) and word.search(text)
    }
    assert named == {}


def test_nothing_outside_the_games_mentions_the_moderator_of_labyrinth():
    """Some folders and files are about the moderators of a house, whom Labyrinth doesn't know."""
    folders = (
        *("commands/account", "commands/ratings", "features/accounts", "features/moderation", "features/settings"),
        *("web/moderation", "web/reports"),
    )
    files = (
        *("server/http/pages.py", "server/people/names.py"),
        "store/migrations/versions/residents/0012_order.py",
        *("web/account/resident-page.js", "web/pages/closed.js", "web/settings/settings.js"),
        *(f"{home}locale/{language}.po" for home in ("", "web/") for language in ("ru", "cs")),
    )
    others = [PACKAGE / name for name in ("games", *folders, *files)]
    outside = [path for path in TEXTS if not any(path.is_relative_to(other) for other in others)]
    assert not [name_of(path) for path in outside if re.search("moderator", path.read_text("utf-8"), re.IGNORECASE)]


def test_every_package_has_a_layer():
    assert {package_of(path).split(".")[0] for path in SOURCES} <= set(HEIGHT)
