"""Monte Carlo tree search: the value of positions, from many simulations that favour the actions that did well so far.

For any number of seats: every seat prefers what is best for itself, and throws are drawn at random.  A simulation goes down
the tree to a new position, which a playout judges, or the evaluation if the game has one.  Positions whose result is
certain are solved, and so are those from which a seat can reach a win, or whose actions are all solved.

The module is written in the rules dialect; bind it to a game with `core.twins`.  All numbers are integers, so the compiled and
the interpreted search agree.  Sources: L. Kocsis and C. Szepesvari, Bandit based Monte-Carlo planning, 2006 (UCT); D. Silver
and others, Mastering the game of Go without human knowledge, 2017 (the form of the bonus); M. Winands and others, Monte-Carlo
tree search solver, 2008.
"""

from typing import Any, NamedTuple

from ludoteka.core.rules import (
    CHANCE,
    apply,
    assign,
    current_seat,
    digest,
    evaluate,
    is_terminal,
    legal_actions,
    returns,
)
from ludoteka.search.control import LIMIT, NODES, QUIET_LEFT, SCORED, STOP, end_value, quiet_after
from ludoteka.search.playout import playout, random_action

PLIES = 256  # the longest way down the tree
CAPACITY = 1 << 20  # nodes of a tree at most; a full tree grows no more
PLAYOUT = 1000  # plies; a longer playout counts as a draw
WIN = 1_000_000  # the value of a win; an evaluation is always closer to 0
HALF = 400  # the evaluation that is worth half a win, in hundredths of a plain piece
BONUS = 40  # how much the search explores, in hundredths of the range of values
NO_DIGEST = -1  # a placeholder if there are no earlier positions
NONE = 0  # no node, because the root is nobody's child
USED, JUDGED, REPEATING, STRIDE, LOW, HIGH = range(6)  # the numbers of MctsWorkspace.numbers


class MctsWorkspace(NamedTuple):
    """The memory for a search, owned by the caller.  Node 0 is the root; the children of a node lie side by side."""

    states: Any  # three: the root, on the way down the tree, and for playouts
    buffer: Any  # MAX_ACTIONS; scratch space
    actions: Any  # of each node: the action that leads to it
    seats: Any  # of each node: who acts there
    firsts: Any  # of each node: its first child
    counts: Any  # of each node: how many children it has; 0 until it is expanded
    visits: Any  # of each node
    solved: Any  # of each node: 1 if its values are certain
    refuges: Any  # of each node: the solved child that is best for the seat to act, or NONE
    totals: Any  # STRIDE for each node: the sums of the values for each seat over its visits
    biases: Any  # of each child of the root: what is added to its values when they are compared
    path: Any  # PLIES + 1; the nodes on the way down
    marks: Any  # PLIES + 1; the digests of their positions
    past: Any  # the digests of the positions whose next occurrence is a draw
    order: Any  # the numbers of the seats in the game
    values: Any  # STRIDE; the result of a simulation for each seat
    generator: Any  # see `search.playout`
    numbers: Any  # how many nodes are USED; whether positions are JUDGED by an evaluation; whether repeated ones are draws; STRIDE; the LOWest and HIGHest value so far
    control: Any  # see `search.control`


def open_root(workspace: Any) -> None:
    """Enter the results of the actions at the root that end the game; the root has its children already."""
    state, child = workspace.states[1], workspace.firsts[0]
    workspace.visits[0] = 1
    for _ in range(workspace.counts[0]):
        assign(state, workspace.states[0])
        apply(state, workspace.actions[child])
        if is_terminal(state):
            workspace.solved[child] = 1
            judge(workspace, state, True)
            workspace.path[1] = child
            ascend(workspace, 1)
        child += 1


def simulate(workspace: Any) -> None:
    """Simulate until workspace.control says to stop, or the root is solved.  Its NODES are the simulations."""
    control = workspace.control
    while control[NODES] < control[LIMIT] and control[STOP] == 0 and workspace.solved[0] == 0:
        ply = descend(workspace)
        ascend(workspace, ply)
        control[NODES] += 1


def descend(workspace: Any) -> int:
    """Go down the tree to a position to judge; fill workspace.values and return its ply."""
    state, ply, node, quiet_left = workspace.states[1], 0, 0, workspace.control[QUIET_LEFT]
    assign(state, workspace.states[0])
    workspace.path[0], workspace.marks[0] = 0, mark_of(workspace, state)
    while workspace.visits[node] > 0 and workspace.solved[node] == 0 and ply < PLIES and grow(workspace, node, state):
        node = chosen_child(workspace, node, ply, state)
        action = workspace.actions[node]
        quiet_left = quiet_after(workspace.control, state, action, quiet_left)
        apply(state, action)
        ply += 1
        workspace.path[ply], workspace.marks[ply] = node, mark_of(workspace, state)
        if workspace.visits[node] == 0 and (is_terminal(state) or is_drawn(workspace, ply, quiet_left)):
            workspace.solved[node] = 1
    if workspace.solved[node] != 0 and workspace.visits[node] > 0:
        recall_solved(workspace, node)
    else:
        judge(workspace, state, workspace.solved[node] != 0)
    return int(ply)


def mark_of(workspace: Any, state: Any) -> int:
    """Return the digest of a position, if it matters whether it is repeated."""
    return digest(state, 0) if workspace.numbers[REPEATING] != 0 else NO_DIGEST


def is_drawn(workspace: Any, ply: int, quiet_left: int) -> bool:
    """Tell whether a position is a draw by quiet play, or repeats one on the way down, or draws by repetition after the first action."""
    if quiet_left <= 0:
        return True
    mark = workspace.marks[ply]
    if workspace.numbers[REPEATING] == 0:
        return False
    for i in range(ply):
        if workspace.marks[i] == mark:
            return True
    if ply > 1:
        for known in workspace.past:
            if known == mark:
                return True
    return False


def judge(workspace: Any, state: Any, is_certain: bool) -> None:
    """Fill workspace.values with what a position is worth: its result, its evaluation, or the result of a playout."""
    is_over, end = is_terminal(state), workspace.states[2]
    is_judged = not is_over and not is_certain and workspace.numbers[JUDGED] != 0
    if not (is_over or is_certain or is_judged):
        assign(end, state)
        playout(end, workspace.buffer, workspace.generator, PLAYOUT)
    for seat in workspace.order:
        value = 0
        if is_over:
            value = end_value(workspace.control, returns(state, seat), WIN)
        elif is_judged:
            value = evaluate(state, seat)
            if workspace.control[SCORED] == 0:  # in games with scores, an evaluation is compared with scores as it is
                value = value * WIN // (abs(value) + HALF)
        elif not is_certain:
            value = end_value(workspace.control, returns(end, seat), WIN)
        workspace.values[seat] = value
        workspace.numbers[LOW] = min(workspace.numbers[LOW], value)
        workspace.numbers[HIGH] = max(workspace.numbers[HIGH], value)


def recall_solved(workspace: Any, node: int) -> None:
    """Fill workspace.values with the values of a solved node."""
    for seat in workspace.order:
        workspace.values[seat] = value_of(workspace, node, seat)


def value_of(workspace: Any, node: int, seat: int) -> int:
    """Return the mean value of a node for a seat."""
    return int(workspace.totals[node * workspace.numbers[STRIDE] + seat] // workspace.visits[node])


def grow(workspace: Any, node: int, state: Any) -> bool:
    """Make the children of a node, unless it has them; tell whether it has any."""
    if workspace.counts[node] > 0:
        return True
    first = workspace.numbers[USED]
    if first + len(workspace.buffer) > len(workspace.actions):
        return False
    count = legal_actions(state, workspace.buffer)
    for i in range(count):
        workspace.actions[first + i] = workspace.buffer[i]
    adopt(workspace, node, count, current_seat(state))
    return bool(count > 0)


def adopt(workspace: Any, node: int, count: int, seat: int) -> None:
    """Make the `count` next free nodes the children of a node at which `seat` acts."""
    workspace.firsts[node], workspace.counts[node], workspace.seats[node] = workspace.numbers[USED], count, seat
    workspace.numbers[USED] += count


def chosen_child(workspace: Any, node: int, ply: int, state: Any) -> int:
    """Return the child to visit: a random one at a throw, otherwise the one with the highest value and bonus.

    Solved children have nothing new to tell, so they are visited only at throws.
    """
    first, last, seat = workspace.firsts[node], workspace.firsts[node] + workspace.counts[node], workspace.seats[node]
    if seat == CHANCE:
        action, child = random_action(state, workspace.buffer, workspace.generator), first
        while workspace.actions[child] != action:
            child += 1
        return int(child)
    bonus, best, chosen = bonus_of(workspace, node), 0, NONE
    usual = value_of(workspace, node, seat)
    for child in range(first, last):
        if workspace.solved[child] != 0:
            continue
        if ply == 0 and workspace.visits[child] == 0:
            return int(child)
        value = value_of(workspace, child, seat) if workspace.visits[child] > 0 else usual
        value += bonus // (1 + workspace.visits[child])
        if ply == 0:
            value += workspace.biases[child - first]
        if chosen == NONE or value > best:
            chosen, best = child, value
    return int(chosen)


def bonus_of(workspace: Any, node: int) -> int:
    """Return the bonus of an action that was never tried at a node: it grows with the square root of the visits."""
    spread = max(1, workspace.numbers[HIGH] - workspace.numbers[LOW])
    return int(spread * BONUS // 100 * root_of(workspace.visits[node] * 10_000 // workspace.counts[node]) // 100)


def root_of(number: int) -> int:
    """Return the integer square root of a number, by Newton's method."""
    root = max(1, number)
    after = (root + 1) // 2
    while after < root:
        root = after
        after = (root + number // root) // 2
    return root


def ascend(workspace: Any, ply: int) -> None:
    """Enter the values of a simulation for every node on the way down, and solve those that it makes certain.

    A seat gets no less than the best of its solved children gives it.
    """
    stride, below = workspace.numbers[STRIDE], NONE
    while ply >= 0:
        node = workspace.path[ply]
        if below != NONE and workspace.solved[below] != 0 and workspace.seats[node] != CHANCE:
            note_solved(workspace, node, below)
        if workspace.refuges[node] != NONE:
            take_refuge(workspace, node)
        workspace.visits[node] += 1
        for seat in workspace.order:
            if workspace.solved[node] != 0:
                workspace.totals[node * stride + seat] = workspace.values[seat] * workspace.visits[node]
            else:
                workspace.totals[node * stride + seat] += workspace.values[seat]
        below = node
        ply -= 1


def note_solved(workspace: Any, node: int, child: int) -> None:
    """Enter a solved child; the node is solved if this is a win for the seat to act, or if all its children are solved."""
    seat, best, first = workspace.seats[node], workspace.refuges[node], workspace.firsts[node]
    if best == NONE or value_of(workspace, child, seat) > value_of(workspace, best, seat):
        workspace.refuges[node] = child
        if workspace.control[SCORED] == 0 and value_of(workspace, child, seat) >= WIN:
            workspace.solved[node] = 1
            return
    for one in range(first, first + workspace.counts[node]):
        if workspace.solved[one] == 0:
            return
    workspace.solved[node] = 1


def take_refuge(workspace: Any, node: int) -> None:
    """Let the best solved child of a node count in place of the result, if it is better for the seat to act or certain."""
    refuge, seat = workspace.refuges[node], workspace.seats[node]
    if workspace.solved[node] != 0 or value_of(workspace, refuge, seat) > workspace.values[seat]:
        recall_solved(workspace, refuge)
