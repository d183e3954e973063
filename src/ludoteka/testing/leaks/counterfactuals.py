"""The same history with other secrets: played again so that one seat cannot tell the difference."""

from collections.abc import Iterator, Sequence

from ludoteka.testing.leaks.histories import MatchHistory
from ludoteka.testing.walks import Choose

STEPS = 100  # actions tried beyond one a ply, before a replay is content with how far it came
Line = Sequence[MatchHistory]  # a history after every ply, from none on


def secret_plies(line: Line, seat: int) -> list[int]:
    """Return the plies, counted from 0, of which a seat did not hear all."""
    last = line[-1]
    heard_of = zip(last.texts, last.logs[seat], strict=True)
    return [ply for ply, (words, told) in enumerate(heard_of) if told.text != words]


def counterfactual(line: Line, begin: MatchHistory, seat: int, is_wild: bool, choose: Choose) -> list[MatchHistory]:
    """Play `line` again from `begin` on, so that a seat knows the same of it, as far as that is found to go.

    Return the histories after `begin`.  What the seat heard in full is played as it was; of the rest what was played
    comes first, or last in a wild replay.  If `begin` is one of the line, its next action is another one.
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
    """Yield the histories in which the next action tells the seat what it told it in the line."""
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
    """Yield the actions worth a try instead of the one that led from `before` to `then`, the likely ones first."""
    played, is_same = then.actions[-1], history is before
    is_open = not is_same and history.is_accepted(played)
    if then.logs[seat][-1].text == then.texts[-1] and is_open and history.text(played) == then.texts[-1]:
        yield played  # no other has this text
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
    """Return the action that stands where `played` stood among the legal ones: in another maze the same cell."""
    index = before.legal.index(played) if played in before.legal else 0
    return history.legal[index : index + 1]


def _shuffled(actions: list[int], choose: Choose) -> Iterator[int]:
    while actions:
        index = choose(len(actions))
        actions[index], actions[-1] = actions[-1], actions[index]
        yield actions.pop()
