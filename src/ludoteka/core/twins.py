"""Twins: copies of modules, bound to a game and optionally compiled.

No other module imports the compiler.  In a twin, our functions call each other's copies, and the functions of the
contract (`core.rules`) are those of the game.
"""

import hashlib
import os
import re
import sys
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from traceback import walk_tb
from types import FunctionType, ModuleType
from typing import Any, cast

from ludoteka.compilation import as_written, is_function
from ludoteka.core import rules as contract
from ludoteka.core.message import Message, Refused
from ludoteka.core.record import DIGEST_MASK, FOLD, digest_factors

PACKAGE = Path(__file__).parents[1]
SHARED = ("core", "search")  # what the code of every game may call, besides the package of the module that is bound
COMPILER = ("numba", "llvmlite", "numpy")
# In the compiler's error messages
PLACE = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)|(?P<other>\S+\.py) \((?P<at>\d+)\)')
CLUTTER = re.compile(r"Literal\[int\]\((?P<number>-?\d+)\)|, defined at .*")
SOURCES = (".py", ".json")  # what compiled code depends on; the weights of a network are compiled too
LONG = 16  # a longer tuple of integers becomes an array, which takes less time to compile
Function = Callable[..., Any]


def is_compiler_installed() -> bool:
    """Tell whether there is a compiler now, without loading it.  Where there is none, searches are interpreted."""
    return all(find_spec(name) for name in COMPILER)


def require_compiler() -> None:
    """Check that there is a compiler.  Raises Refused: "no-compiler"."""
    if not is_compiler_installed():
        text = Message("This command needs numba, which compiles the games. Install it with: pip install numba")
        raise Refused("no-compiler", text)


@cache
def compiled_twin(module: ModuleType, *game: ModuleType) -> Any:
    """Return the compiled twin of a rules module, or of a search bound to a game's modules (rules first).

    A search in which `IS_INLINED` is true becomes one piece of code, without calls.  It runs faster and takes longer to compile,
    too long with rules in which `IS_LONG` is true.
    """
    numba = _load_compiler()
    rules: Any = game[0] if game else module
    config: Any = numba.config  # its attributes are created at run time
    is_inlined = getattr(module, "IS_INLINED", False) and not getattr(rules, "IS_LONG", False)
    inlined = "inlined" if is_inlined else ""  # the cache does not tell functions compiled with other options apart
    bound, alone = (cache_folder(*modules) / inlined for modules in ((module, *game), (rules,)))
    unbound = (f"{PACKAGE.name}.core.", _home_of(rules))  # depends on no other module that is bound
    # Twins allocate nothing (the compiler then refuses to), and their caller keeps the arrays: no reference counts are needed
    nrt = {"_nrt": False} if hasattr(import_module("numba.core.options").DefaultOptions, "_nrt") else {}
    compiler: Any = partial(numba.njit, nogil=True, no_cfunc_wrapper=True, **nrt)

    def finish(function: FunctionType) -> Any:
        folder = alone if f"{function.__module__}.".startswith(unbound) else bound
        config.CACHE_DIR = str(folder)
        return compiler(cache=_is_writable(folder), forceinline=is_inlined)(function)

    shapes = rules.State.shapes
    written = {one.__name__: compiler(cache=False)(one) for one in (_assign(shapes), _digest(shapes))}
    return _Twins(game, finish, written, _frozen, _homes(module, *game)).twin(module)


def entry_point(function: Any, *arguments: Any) -> Function:
    """Return the machine code of a function of a compiled twin, for arguments of the same types as these.

    A call of it takes a few microseconds less than one of the function, which looks at the types of its arguments each time.
    """
    types = tuple(map(_load_compiler().typeof, arguments))
    return cast("Function", function.compile(types))


def _load_compiler() -> Any:
    try:
        import numba  # noqa: PLC0415 - the import takes a second, and interpreted play doesn't need it
    except ImportError as error:
        raise CompilationFailed(f"numba can't be imported: {error}") from None
    return numba


class CompilationFailed(Exception):
    """The compiler rejected a function: the reason in one sentence, with the place if the compiler reports it."""


@contextmanager
def short_compiler_errors() -> Iterator[None]:
    """Shorten the errors of the compiler in a block that runs compiled code.  Raises CompilationFailed."""
    try:
        yield
    except Exception as error:
        numba = sys.modules.get("numba")
        compiler = str(Path(str(numba.__file__)).parent) if numba else ""
        if numba and any(frame.f_code.co_filename.startswith(compiler) for frame, _ in walk_tb(error.__traceback__)):
            raise CompilationFailed(_sentence_of(error, compiler)) from None
        raise


def _sentence_of(error: Exception, compiler: str) -> str:
    """Return the first cause and the first line of our code in an error message of the compiler."""
    said = str(error)
    cause, *more = [line.strip() for line in said.splitlines() if not line.startswith("Failed in ")] or [""]
    signature = [line.removeprefix(">>> ") for line in more if line.startswith(">>> ")] if cause.endswith(":") else []
    places = [(one["file"] or one["other"], one["line"] or one["at"]) for one in PLACE.finditer(said)]
    loc = getattr(error, "loc", None)
    places += [(loc.filename, loc.line)] if loc else []
    ours = [
        f"{Path(file).name}:{line}: " for file, line in places if not str(Path(file).resolve()).startswith(compiler)
    ]
    reason = CLUTTER.sub(lambda found: found["number"] or "", " ".join([cause, *signature[:1]]))
    name = "" if loc else f"{type(error).__name__} "  # an internal error of the compiler
    return f"{ours[0] if ours else ''}the compiler does not take this: {name}{reason}"


@cache
def bound_twin(module: ModuleType, *game: ModuleType) -> Any:
    """Return the interpreted twin of a search bound to a game's modules (rules first)."""
    return _Twins(game, lambda one: one, {}, lambda one: one, _homes(module, *game)).twin(module)


@dataclass
class _Twins:
    game: tuple[ModuleType, ...]
    finish: Function  # applied to each copied function
    written: Mapping[str, Function]  # functions generated for the compiler
    keep: Function  # applied to everything else in a module
    homes: tuple[str, ...]  # prefixes of the names of modules to copy
    done: dict[str, ModuleType] = field(default_factory=dict)

    def twin(self, module: ModuleType) -> ModuleType:
        if module.__name__ in self.done:
            return self.done[module.__name__]
        twin = self.done[module.__name__] = ModuleType(module.__name__)
        own = {}
        for name, value in vars(as_written(module)).items():
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                own[name] = _copy(value, vars(twin))
            elif is_function(value) and f"{value.__module__}.".startswith(self.homes):
                setattr(twin, name, self.foreign(value))
            else:
                setattr(twin, name, self.keep(value))
        for name, copy in own.items():
            setattr(twin, name, self.finish(copy))
        return twin

    def foreign(self, function: FunctionType) -> Function:
        """Return the twin of a function from another module, or of a game's own version of a contract function."""
        name = function.__name__
        if function.__module__ != contract.__name__:
            return getattr(self.twin(sys.modules[function.__module__]), name)  # type: ignore[no-any-return]
        if name in self.written:
            return self.written[name]
        home = next((module for module in self.game if hasattr(module, name)), None)
        copy: Function = getattr(self.twin(home), name) if home else self.finish(_copy(function, vars(contract)))
        return copy


def _homes(*modules: ModuleType) -> tuple[str, ...]:
    """Return the prefixes of the modules whose functions have twins; `_edition` reads the sources of the same ones."""
    return (*(f"{PACKAGE.name}.{name}." for name in SHARED), *map(_home_of, modules))


def _home_of(module: ModuleType) -> str:
    return f"{module.__name__.rpartition('.')[0] or module.__name__}."


def _copy(function: FunctionType, scope: dict[str, Any]) -> FunctionType:
    copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
    copy.__module__, copy.__qualname__, copy.__doc__ = function.__module__, function.__qualname__, function.__doc__
    return copy


def _frozen(value: Any) -> Any:
    """Return a long tuple of integers, or an endgame table, as an array, and anything else unchanged."""
    if isinstance(value, array):
        return _array(value, f"int{8 * value.itemsize}")
    if isinstance(value, tuple) and len(value) > LONG and all(type(item) is int for item in value):
        return _array(value)
    return value


def _array(numbers: Sequence[int], kind: str = "int64") -> Any:
    import numpy  # noqa: PLC0415 - slow to import and rarely needed, like the compiler

    return numpy.array(numbers, dtype=kind)


def _assign(shapes: dict[str, int]) -> Function:
    """Generate `assign` for records of these shapes, in a form that compiles."""
    lines = ["def assign(target, source):"]
    for name, size in shapes.items():
        lines += _each(name, size, "target.{0} = source.{0}")
    return _written("assign", lines, {})


def _digest(shapes: dict[str, int]) -> Function:
    """Generate `digest` in the same way; it computes the same as `Record.digest`."""
    salt, *factors = digest_factors(1 + sum(size or 1 for size in shapes.values()))
    lines, scope, first = ["def digest(state, salt):", f" total = salt * {salt}"], {}, 0
    for name, size in shapes.items():
        scope[f"factors_of_{name}"] = _array(factors[first : first + size]) if size else factors[first]
        lines += _each(name, size, "total += state.{0} * factors_of_{0}")
        first += size or 1
    return _written("digest", [*lines, f" total &= {DIGEST_MASK}", f" return total ^ total >> {FOLD}"], scope)


def _each(name: str, size: int, statement: str) -> list[str]:
    return (
        [f" for i in range({size}):", f"  {statement.format(f'{name}[i]')}"] if size else [f" {statement.format(name)}"]
    )


def _written(name: str, lines: list[str], scope: dict[str, Any]) -> Function:
    exec("\n".join(lines), scope)  # noqa: S102 - the source contains only declared field names
    return cast("Function", scope[name])


def cache_folder(module: ModuleType, *game: ModuleType) -> Path:
    """Return the folder for the compiled code of a module bound to a game, in the user's cache directory.

    Each combination of the game's modules, such as the rules and an evaluation, has a folder of its own.
    The folder's name is a digest of everything that the code depends on.  The compiler's own cache checks only one file
    and ignores options and what a function calls, so it would return stale code after an edit in another file, and
    the code of another game or evaluation whose records have the same shape.
    """
    homes: dict[Path, None] = {}
    for one in (module, *game):  # a single module is its own home, as other files in its folder don't belong to it
        file = Path(str(one.__file__))
        homes[file if "." not in one.__name__ and not hasattr(one, "__path__") else file.parent] = None
    name = "+".join(one.__name__ for one in game or (module,))
    from platformdirs import user_cache_path  # noqa: PLC0415 - interpreted play does without libraries

    return user_cache_path("ludoteka") / "twins" / _edition(*homes) / name


def _is_writable(folder: Path) -> bool:
    """Tell whether a folder is writable.  Otherwise the compiler would write beside the sources, for all games alike."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


@cache
def _edition(*homes: Path) -> str:
    config = _load_compiler().config
    state = hashlib.sha256(f"{sys.version} {version('numba')} {version('numpy')} {config.BOUNDSCHECK}".encode())
    ours = (PACKAGE / "compilation.py", *(PACKAGE / name for name in SHARED))
    for home in sorted({*ours, *homes}):
        for source in sorted(home.rglob("*")) if home.is_dir() else [home]:
            if source.suffix in SOURCES:
                state.update(source.read_bytes())
    return state.hexdigest()[:16]
