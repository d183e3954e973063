"""The diagrams of the rules pages, by clause.  The tests play them through."""

from ludoteka.core.game import Diagram

START = {"start": Diagram("2ovqvtvuvdvmv/8/8/8/8/8/8/M^D^U^T^Q^O^2 w")}  # clause 2
MOVES = {  # clauses 4–8
    "reach": Diagram("8/8/8/8/3T^4/8/8/6mv1 w", reach="d4"),
    "push": Diagram("8/8/8/3dv4/8/8/8/3Q^4 w", ("d1-d5",)),
    "push-two": Diagram("8/8/3u^4/3dv4/3T^4/8/8/8 w", ("d4-d6",), refused={"d4-d7": "blocked-at-edge"}),
    "own-behind": Diagram("8/3U^4/3dv4/3T^4/8/8/8/8 w", refused={"d5-d6": "blocked-by-own"}),
    "squeeze": Diagram("8/8/8/3d^4/3O^d^3/8/8/8 w", ("d4-e5",)),
    "on-the-diagonal": Diagram("8/8/5d^2/8/3O^4/8/8/8 w", refused={"d4-g7": "blocked-on-diagonal"}),
    "turn": Diagram("8/8/8/8/8/8/1U^6/6mv1 w", ("b2-b4=v",)),
    "turned": Diagram("8/8/8/8/1Uv6/8/8/6mv1 w", reach="b4"),
}
GIFTS = {  # clauses 9–11
    "spare": Diagram("8/8/8/3dv4/8/8/8/3Q^4 w", ("d1-d4>d5",)),
    "given": Diagram("8/8/8/3u<4/3T^4/8/8/8 b"),
    "after-pushing": Diagram("8/8/8/3dv4/8/8/8/3Q^4 w", ("d1-d5>d6",)),
    "nothing-to-spare": Diagram("8/8/3dv4/8/8/8/8/3Q^4 w", ("d1-d5",), refused={"d1-d5>d6": "no-spare-step"}),
    "sideways": Diagram("8/8/8/5mv2/3Q^4/8/8/8 w", ("d4-f4>f5",)),
    "no-arrow": Diagram(
        "8/8/8/8/2mvU^4/3dv4/8/8 w", refused={"d4>c4": "no-arrow-that-way", "d4>d3": "no-arrow-that-way"}
    ),
    "rolling": Diagram("8/8/8/1M^D^U>T^Q^O^1/1mvdvu<tvqvov1/8/8/8 w"),
}
END = {  # clauses 12–15
    "shut-in": Diagram("M^7/8/8/8/8/8/8/6dv1 w", ("pass",)),
    "moksha": Diagram("8/8/8/3dv4/3M^4/8/8/8 w", ("d4>d5",), winner="w"),
    "moksha-after-pushing": Diagram("8/8/8/3dv4/3M^4/8/8/8 w", ("d4-d5>d6",), winner="w"),
    "moksha-out-of-reach": Diagram("8/8/3dv4/8/3M^4/8/8/8 w", ("d4-d5",), refused={"d4-d5>d6": "no-spare-step"}),
    "last-cube": Diagram("8/8/8/3ov4/3D^4/8/8/8 w", ("d4>d5",), captured=("d5",), winner="w"),
    "nobody-can": Diagram("8/7M^/8/8/8/8/8/mv7 w", ("h7-h8",)),
}

DIAGRAMS = {**START, **MOVES, **GIFTS, **END}
