"""A late module is imported when it is first used, and is then like the module itself."""

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from ludoteka.core.twins import bound_twin
from ludoteka.late_module import LateModule

SOURCE = "NUMBER = {number}\n\n\ndef double(number):\n    return number * 2\n"


def _double(module, number):
    return module.double(number)


@pytest.fixture
def source(tmp_path, monkeypatch):
    """The source of the module `late_one`, which is not imported yet."""
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path / "late_one.py"
    sys.modules.pop("late_one", None)


def test_it_is_imported_when_something_of_it_is_first_needed(source):
    source.write_text(SOURCE.format(number=7), "utf-8")
    late = LateModule("late_one")
    assert "late_one" not in sys.modules
    assert late
    assert (late.NUMBER, late.double(4)) == (7, 8)
    assert late.double is sys.modules["late_one"].double
    with pytest.raises(AttributeError):
        assert late.nothing


def test_whoever_uses_it_first_in_several_threads_finds_it_complete(source):
    source.write_text(f"NUMBERS = sum(range(1_000_000))\n{SOURCE.format(number=7)}", "utf-8")
    late = LateModule("late_one")
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(_double, [late] * 8, range(8))) == [0, 2, 4, 6, 8, 10, 12, 14]


def test_it_can_have_a_twin(source):
    source.write_text(SOURCE.format(number=7), "utf-8")
    assert bound_twin(LateModule("late_one")).double(4) == 8


def test_an_import_that_fails_says_why_each_time(source):
    source.write_text("raise ImportError('not today')\n", "utf-8")
    late = LateModule("late_one")
    for _ in range(2):
        with pytest.raises(ImportError, match="not today"):
            assert late.NUMBER
