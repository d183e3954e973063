"""Modules that are imported when they are first used, because their tables take a while."""

from importlib import import_module
from types import ModuleType


class LateModule(ModuleType):
    """Stands for the module of the same name, and takes over what it contains as soon as any of it is needed."""

    def __getattr__(self, name: str) -> object:
        module = import_module(self.__name__)
        vars(self).update(vars(module))
        return getattr(module, name)
