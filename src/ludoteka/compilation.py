"""Compiled modules: whether there are any, and what they need (`setup.py` compiles them if asked to).

Compiled or not, a module does the same.  It remains beside its source, which the twins and the dialect check read.
"""

from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, TypeGuard, TypeVar

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr  # noqa: PLC0414 - mypy exports only names with an alias
else:

    def mypyc_attr(**settings):
        """Leave a class as it is; only the compiler reads the settings.

        A class with `allow_interpreted_subclasses` can also be pickled: creating an object then doesn't initialize it.
        """
        return lambda one: one


OURS = "ludoteka."
Class = TypeVar("Class", bound=type)


def compiled_modules() -> list[str]:
    """Return the modules of this installation that are compiled, such as "core/scene"; usually there are none."""
    home = Path(__file__).parent
    files = [file.relative_to(home) for suffix in EXTENSION_SUFFIXES for file in home.rglob(f"*{suffix}")]
    return sorted({str(file.with_name(file.name.partition(".")[0])) for file in files})


def _is_extension(module: ModuleType) -> bool:
    return str(module.__file__).endswith(tuple(EXTENSION_SUFFIXES))


def is_function(value: Any) -> TypeGuard[FunctionType]:
    """Tell whether a value is a plain function, interpreted or compiled; functions of libraries in C do not count."""
    is_ours = isinstance(value, BuiltinFunctionType) and str(value.__module__).startswith(OURS)
    return is_ours or isinstance(value, FunctionType)


def source_file(module: ModuleType) -> Path:
    """Return the Python file of a module, also if the module was loaded from the extension beside it."""
    file = Path(str(module.__file__))
    return file.with_name(f"{file.name.partition('.')[0]}.py") if _is_extension(module) else file


@cache
def as_written(module: ModuleType) -> ModuleType:
    """Return a module with functions in Python: itself, or if it is compiled, a new one with the same classes."""
    spec = spec_from_file_location(module.__name__, source_file(module))
    if not _is_extension(module) or spec is None or spec.loader is None:
        return module
    written = module_from_spec(spec)
    spec.loader.exec_module(written)
    vars(written).update({name: value for name, value in vars(module).items() if isinstance(value, type)})
    return written


def python_class(one: Class) -> Class:
    """Leave a class as it is; the compiler makes a C structure only of classes without such a decorator.

    For classes that have subclasses, cached properties or weak references, or whose base is a built-in type.
    """
    return one
