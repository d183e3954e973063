"""What `import ludoteka` loads and offers: the standard library and msgspec are enough, and the reference page lists it all."""

import inspect
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import ludoteka

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/library.md").read_text("utf-8")
ENTRIES = dict(re.findall(r"^\| `([\w.]+)(\(.*?\))?` \|", PAGE, re.MULTILINE))  # name -> signature in the tables
CREATED = ("Match", "Computer")  # classes that programs create themselves

WHOLE_USE = """
import sys
import ludoteka
assert "ludoteka.core" not in sys.modules
for name in ludoteka.games():
    match = ludoteka.Match(name, seed=1)
    computer = ludoteka.Computer(level=1, seed=1)
    for _ in range(6):
        if match.seat == "chance":
            match.throw()
        else:
            match.play(computer.choose(match))
    assert str(match) and match.svg()
    text = str(match.record(reveal=True))
    assert ludoteka.Match.from_record(text).record(reveal=True).plies == ludoteka.read_record(text).plies
others = {name.partition(".")[0] for name in sys.modules} - set(sys.stdlib_module_names) - {"__main__"}
print(*sorted(others))
"""


@pytest.fixture
def bare(tmp_path):
    """A folder with msgspec and this package, and nothing else that is installed."""
    (tmp_path / "msgspec").symlink_to(Path(msgspec.__file__).parent)
    (tmp_path / "ludoteka").symlink_to(ROOT / "src" / "ludoteka")
    return tmp_path


def test_all_games_play_draw_read_write_and_choose_with_msgspec_alone(bare):
    answer = subprocess.run(
        [sys.executable, "-S", "-W", "error", "-c", WHOLE_USE],
        check=False,  # the error is shown
        env={"PYTHONPATH": str(bare), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
    )
    assert (answer.stdout.split(), answer.stderr) == (["ludoteka", "msgspec"], "")


def test_importing_the_package_loads_no_other_module_of_it():
    code = "import sys, ludoteka; print(*sorted(name for name in sys.modules if name.startswith('ludoteka')))"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.split() == ["ludoteka"]


def test_games_is_a_function_and_a_package():
    assert "tavlei" in ludoteka.games()
    assert ludoteka.games.find_game("tavlei") is ludoteka.games()["tavlei"]


def test_every_exported_name_exists_and_is_described():
    assert {*ludoteka.__all__} <= {*dir(ludoteka)}
    for name in ludoteka.__all__:
        assert getattr(ludoteka, name).__doc__, name
    with pytest.raises(AttributeError):
        _ = ludoteka.nothing


def signature_of(member):
    """Return the parameters of a function or class, without annotations; "" for a property."""
    if not callable(member):
        return ""
    parameters = [one for one in inspect.signature(member).parameters.values() if one.name != "self"]
    plain = [one.replace(annotation=inspect.Parameter.empty) for one in parameters]
    return str(inspect.Signature(plain))


def test_the_page_lists_every_exported_name_with_its_signature():
    offered = {name: getattr(ludoteka, name) for name in ludoteka.__all__ if name != "games"}
    created = {name: one for name, one in offered.items() if name in CREATED or not isinstance(one, type)}
    listed = {name: ENTRIES[name] for name in [*offered, "games"]}
    assert listed == {
        **dict.fromkeys(offered, ""),
        **{name: signature_of(one) for name, one in created.items()},
        "games": "()",
    }


def test_the_page_lists_every_public_attribute_with_its_signature():
    offered = {
        f"{owner}.{name}": signature_of(getattr(getattr(ludoteka, owner), name))
        for owner in (*CREATED, "View")
        for name in vars(getattr(ludoteka, owner))
        if not name.startswith("_")
    }
    listed = {name: ENTRIES[name] for name in ENTRIES if name.partition(".")[0] in (*CREATED, "View") and "." in name}
    fields = {f"View.{name}" for name in ("seat", "scene", "log")} | {"Computer.level"}  # set by the constructors
    assert listed == {**offered, **dict.fromkeys(fields, "")}


def test_the_page_lists_nothing_that_does_not_exist():
    for name in ENTRIES:
        owner, _, field = name.partition(".")
        described = getattr(ludoteka, owner)
        assert not field or hasattr(described, field) or field in annotations_of(described), name


def annotations_of(described):
    """Return the names of fields: declared ones, and those that a docstring lists."""
    return {*getattr(described, "__annotations__", ()), *re.findall(r"^\s+(\w+):", described.__doc__, re.MULTILINE)}
