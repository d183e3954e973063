"""The memory that only one object holds: what it refers to, less what modules, caches and classes refer to as well."""

import functools
import gc
import sys
import types

import msgspec

SHARED = (types.ModuleType, types.FunctionType, functools._lru_cache_wrapper, type)

RAW = 48  # bytes of msgspec's Raw itself; its own answer is wrong


def bytes_held_by(*roots):
    """Return how many bytes would be free if nobody had these objects any more."""
    shared = [
        one for one in gc.get_objects() if issubclass(type(one), SHARED)
    ]  # isinstance would ask dead weak proxies
    known = _reachable(shared, frozenset(map(id, roots)))
    return sum(_size(one) for one in _reachable(roots, known).values())


def _reachable(roots, known):
    found = {}
    waiting = list(roots)
    while waiting:
        one = waiting.pop()
        if id(one) not in known and id(one) not in found:
            found[id(one)] = one
            waiting += gc.get_referents(one)
            waiting += one if issubclass(type(one), dict) else ()  # the collector skips keys that are texts
            waiting += one.co_consts + one.co_names if type(one) is types.CodeType else ()  # nor does it see constants
    return found


def _size(one):
    kind = type(one)
    if kind is msgspec.Raw:
        return len(bytes(one)) + sys.getsizeof(b"") + RAW
    is_single = (kind is int and -6 < one < 257) or (kind is str and len(one) < 2)
    return 0 if is_single else sys.getsizeof(one)
