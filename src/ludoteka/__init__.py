"""Ludoteka: five board games for people and programs.

Programs import what they need from here; docs/library.md describes it.  A name is loaded when it is first used, so
`import ludoteka` costs nothing, and the games need nothing but the standard library and msgspec.
"""

from importlib import import_module

TYPE_CHECKING = False  # type checkers take it for true; importing typing would take longer than this module
if TYPE_CHECKING:
    from ludoteka.core.game import Game as Game
    from ludoteka.core.message import Refused as Refused
    from ludoteka.games import games as games
    from ludoteka.library.computers import Computer as Computer
    from ludoteka.library.computers import Line as Line
    from ludoteka.library.computers import analyse as analyse
    from ludoteka.library.matches import Match as Match
    from ludoteka.library.matches import read_record as read_record
    from ludoteka.library.views import View as View
    from ludoteka.records.match_record import MatchRecord as MatchRecord
    from ludoteka.records.match_record import Ply as Ply

__version__ = "1.0.0"
__all__ = ["Computer", "Game", "Line", "Match", "MatchRecord", "Ply", "Refused", "View", "analyse", "games", "read_record"]  # fmt: skip

_MODULES = {
    "Computer": "library.computers",
    "Game": "core.game",
    "Line": "library.computers",
    "Match": "library.matches",
    "MatchRecord": "records.match_record",
    "Ply": "records.match_record",
    "Refused": "core.message",
    "View": "library.views",
    "analyse": "library.computers",
    "read_record": "library.matches",
}


def __getattr__(name: str) -> object:
    if name == "games":
        return import_module("ludoteka.games")  # a package that can be called
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"ludoteka.{_MODULES[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
