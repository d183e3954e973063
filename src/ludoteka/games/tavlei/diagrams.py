"""The diagrams of the rules pages, by clause.  The tests play them through."""

from ludoteka.core.game import Diagram

MOVES = {  # clauses 1–3
    "crossing": Diagram("9/9/9/9/k8/9/9/4a4/9 a", reach="e2", refused={"e2-e5": "only-king-stands-there"}),
    "throne-taken": Diagram("9/9/9/9/4k4/9/9/4a4/9 a", reach="e2", refused={"e2-e8": "path-blocked"}),
    "king-walks": Diagram("9/9/9/9/3k5/9/9/9/9 d", reach="d5", refused={"d5-h5": "king-too-far"}),
    "king-at-home": Diagram("9/9/9/9/4k4/9/9/9/9 d", reach="e5", refused={"e5-e9": "king-too-far"}),
}
CAPTURES = {  # clauses 4, 5, 7, 8
    "pressed": Diagram("9/7k1/4a4/9/9/2ad5/9/9/9 a", ("e7-e4",), captured=("d4",)),
    "stepping-between": Diagram("9/4d2k1/9/9/9/3a1a3/9/9/9 d", ("e8-e4",)),
    "coming-back": Diagram("9/4d2k1/9/9/9/3a1a3/9/9/9 d", ("e8-e4", "f4-f5", "h8-h7", "f5-f4"), captured=("e4",)),
    "three-at-once": Diagram("1a7/7k1/9/3d5/3a5/1da1ad3/9/9/3d5 d", ("d1-d4",), captured=("c4", "d5", "e4")),
    "corner": Diagram("9/4a2k1/9/9/3a5/3d5/9/9/9 a", ("e8-e4",)),
    "edge": Diagram("9/7k1/9/9/9/d4a3/9/9/9 a", ("f4-b4",)),
    "exit": Diagram("2a6/9/9/9/4k4/9/9/9/1d7 a", ("c9-c1",), captured=("b1",)),
    "throne-empty": Diagram("2a6/7k1/9/9/3d5/9/9/9/9 a", ("c9-c5",), captured=("d5",)),
    "throne-held": Diagram("2a6/9/9/9/3dk4/9/9/9/9 a", ("c9-c5",)),
    "attacker-by-throne": Diagram("1a7/2d4k1/9/9/3a5/9/9/9/9 d", ("c8-c5",), captured=("d5",)),
    "anvil": Diagram("1a7/9/9/9/9/7d1/4a4/4k4/9 d", ("h4-e4",), captured=("e3",)),
    "hammer": Diagram("1a7/9/4k4/9/2da5/9/9/9/9 d", ("e7-e5",), captured=("d5",)),
}
KING = {  # clauses 5–7, 9
    "king-in-field": Diagram("9/9/9/9/9/2ak5/9/9/4a4 a", ("e1-e4",), captured=("d4",), winner="a"),
    "king-by-exit": Diagram("9/9/9/2a6/9/9/9/9/1k7 a", ("c6-c1",), captured=("b1",), winner="a"),
    "king-on-throne": Diagram("9/9/9/4a4/3aka3/1a7/9/9/9 a", ("b4-e4",), captured=("e5",), winner="a"),
    "king-by-throne": Diagram("9/9/9/9/9/3aka3/9/9/4a4 a", ("e1-e3",), captured=("e4",), winner="a"),
    "king-by-throne-safe": Diagram("9/9/9/9/9/3ak2a1/9/9/9 a", ("h4-f4",)),
}
END = {  # clause 9
    "escape": Diagram("4a4/9/1a7/k2a5/a1d6/9/9/9/9 d", ("a6-a9",), winner="d"),
    "no-move": Diagram("9/9/a8/da7/k1a6/da7/a8/9/9 a", ("c5-b5",), winner="a"),
}
START = Diagram("3aaa3/4a4/4d4/a3d3a/aaddkddaa/a3d3a/4d4/4a4/3aaa3 a")
DIAGRAMS = {"start": START, **MOVES, **CAPTURES, **KING, **END}
