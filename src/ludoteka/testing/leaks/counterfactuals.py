"""Counterfactuals: replays of a line with other secrets, which one seat can't tell from the original."""

from collections.abc import Iterator, Sequence

from ludoteka.testing.leaks.histories import MatchHistory
from ludoteka.testing.walks import Choose

STEPS = 100  # actions tried in addition to one per ply, before a replay gives up
Line = Sequence[MatchHistory]  # the history after every ply, beginning with the start


def secret_plies(line: Line, seat: int) -> list[int]:
    """Return the plies, counted from 0, that a seat did not hear in full."""
    last = line[-1]
    heard_of = zip(last.texts, last.logs[seat], strict=True)
    return [ply for ply, (words, told) in enumerate(heard_of) if told.text != words]


def counterfactual(line: Line, begin: MatchHistory, seat: int, is_wild: bool, choose: Choose) -> list[MatchHistory]:
    """Replay `line` from `begin` so that a seat hears the same, and return the longest sequence of histories found.

    Actions that the seat heard in full are repeated.  For the others, the original action is tried first, or last if
    `is_wild`.  If `begin` is a history of the line, the action after it differs from that of the line.
    """
    first = len(begin.actions)
    path, best = [begin], [begin]
    ways = [_continued(line, begin, seat, is_wild, choose)]
    for _ in range(STEPS + len(line) - first):
        found = next(ways[-1], None)
        if found:
            path.append(found)
            best = max(best, path[:], key=len)
            if len(path) == len(line) - first:
                break
            ways.append(_continued(line, found, seat, is_wild, choose))
        elif len(ways) > 1:  # a dead end
            ways.pop()
            path.pop()
        else:
            break
    return best[1:]


def _continued(line: Line, history: MatchHistory, seat: int, is_wild: bool, choose: Choose) -> Iterator[MatchHistory]:
    """Yield the histories in which the seat hears the same of the next action as in the line."""
    ply = len(history.actions)
    told, turn = line[ply + 1].logs[seat][-1], line[ply + 1].seat
    for action in _candidates(line[ply], line[ply + 1], history, seat, is_wild, choose):
        if history.heard_text(action, seat) == told.text:
            found = history.after(action)
            if found.seat == turn and found.logs[seat][-1] == told:
                yield found


def _candidates(
    before: MatchHistory, then: MatchHistory, history: MatchHistory, seat: int, is_wild: bool, choose: Choose
) -> Iterator[int]:
    """Yield alternatives to the action that led from `before` to `then`, the most promising ones first."""
    played, is_same = then.actions[-1], history is before
    is_open = not is_same and history.is_accepted(played)
    if then.logs[seat][-1].text == then.texts[-1] and is_open and history.text(played) == then.texts[-1]:
        yield played  # no other action has this text
        return
    likely = [] if is_wild or is_same else [played, *_counterpart(before, played, history)]
    likely = [action for action in likely if history.is_accepted(action)]
    yield from dict.fromkeys(likely)
    for action in _shuffled(history.legal[:], choose):
        if action not in likely and action != played:
            yield action
    if is_wild and is_open:
        yield played


def _counterpart(before: MatchHistory, played: int, history: MatchHistory) -> list[int]:
    """Return the action with the same index among the legal ones as `played`: in another maze, the same cell."""
    index = before.legal.index(played) if played in before.legal else 0
    return history.legal[index : index + 1]


def _shuffled(actions: list[int], choose: Choose) -> Iterator[int]:
    while actions:
        index = choose(len(actions))
        actions[index], actions[-1] = actions[-1], actions[index]
        yield actions.pop()
