"""Picking an action: a walk through the paths of a scene, one name at a time; and the cursor's way over the board."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ludoteka.core.scene import Path, Place, trie

ASIDE = 3  # how much worse a step to the side is than one ahead, as in `web/board/gestures.js`
ASTRAY = 2  # factor for what is more to the side than ahead


class Picked(NamedTuple):
    """The result of a pick."""

    kind: str  # "action"; "more" if the path goes on; "wrong" if it leads nowhere, and the house says why; or "none"
    text: str = ""  # of the action
    path: Path = ()  # that leads nowhere


class Picker:
    """The names picked so far."""

    def __init__(self) -> None:
        self._root: dict[str, object] = {}
        self.path: list[str] = []

    def begin(self, paths: Mapping[Path, str]) -> None:
        """Replace the paths; keep what is picked if it still leads somewhere."""
        self._root = trie(paths)
        if self.path and self._node(self.path) is None:
            self.path = []

    def _node(self, path: Sequence[str]) -> dict[str, object] | None:
        node: object = self._root
        for name in path:
            node = node.get(name) if isinstance(node, dict) else None
        return node if isinstance(node, dict) else None

    @property
    def targets(self) -> list[str]:
        """The names that can be picked next."""
        return [name for name in self._node(self.path) or {} if name]

    @property
    def action(self) -> str:
        """The action that the picked path completes, or ""."""
        return str((self._node(self.path) or {}).get("", ""))

    def pick(self, name: str) -> Picked:
        """Pick a name: the next on the path, the last again to end it, or the first of another path."""
        if name in self.targets:
            return self._step(name)
        if self.path and self.path[-1] == name:
            return self.finish()
        if name in self._root:
            self.path = []
            return self._step(name)
        wrong = (*self.path, name)
        self.path = []
        return Picked("wrong", path=wrong)

    def _step(self, name: str) -> Picked:
        self.path.append(name)
        return Picked("more") if self.targets else self.finish()

    def finish(self) -> Picked:
        """Finish with the path picked so far."""
        text, self.path = self.action, []
        return Picked("action", text) if text else Picked("none")

    def cancel(self) -> None:
        """Undo the last pick."""
        self.path = self.path[:-1]


def neighbour(places: Sequence[Place], name: str, step: tuple[int, int]) -> str:
    """Return the next place from `name` in a direction, right or down positive; `name` itself if there is none."""
    origin = next((place for place in places if place.name == name), None)
    if origin is None:
        return places[0].name if places else ""
    best, least = name, float("inf")
    for place in places:
        across, down = place.x - origin.x, place.y - origin.y
        ahead = across * step[0] + down * step[1]
        aside = abs(across * step[1]) + abs(down * step[0])
        distance = (ahead + ASIDE * aside) * (ASTRAY if aside > ahead else 1)
        if ahead > 0.1 and distance < least and aside <= 3 * ahead:
            best, least = place.name, distance
    return best
