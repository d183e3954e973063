"""The diagrams of the rules pages, by clause.  The tests play them through."""

from ludoteka.core.game import Diagram

OTHERS = "l:s,s,s,s t:s,s,s,s r:s,s,s,s"
START = {"start": Diagram(f"b:s,s,s,s {OTHERS} b -")}
CIRCLE = {  # clauses 2, 3
    "entering": Diagram(f"b:s,s,s,s {OTHERS} b 6", ("s",)),
    "out-of-the-quagmire": Diagram(f"b:q,q,20,h4 {OTHERS} b 6", ("q",)),
    "capture": Diagram("b:s,s,s,16 l:s,s,s,8 t:s,s,s,s r:s,s,s,s b 4", ("16",)),
    "blocked": Diagram("b:s,s,s,16 l:s,s,s,6 t:s,s,s,s r:s,s,s,s b 4", refused={"16": "path-blocked"}),
}
HOME = {  # clause 5
    "to-the-edge": Diagram(f"b:s,s,s,47 {OTHERS} b 5", ("47",)),
    "one-too-many": Diagram(f"b:s,s,s,47 {OTHERS} b 6", ("47",)),
    "way-back": Diagram(f"b:s,s,48,h4 {OTHERS} b 6", ("48",)),
    "fixed": Diagram(f"b:s,s,h2,h4 {OTHERS} b 3", ("h2",), refused={"h4": "fixed-at-home"}),
}
CUTS = {  # clause 6
    "cut": Diagram(f"b:s,s,s,0 {OTHERS} b 2", ("0",)),
    "cut-backwards": Diagram(f"b:s,s,s,9 {OTHERS} b 1", ("9",)),
    "two-at-once": Diagram("b:s,s,s,0 l:s,s,s,38 t:s,s,s,34 r:s,s,s,s b 2", ("0",)),
    "cut-on-the-way-back": Diagram(f"b:48,h2,h3,h4 {OTHERS} b 4", ("48",)),
}
FENS = {  # clause 7
    "fen": Diagram(f"b:s,s,s,0 {OTHERS} b 3", ("0",)),
    "out-of-the-fen": Diagram(f"b:s,s,s,f1.3 {OTHERS} b 6", ("f1.3",)),
    "push": Diagram("b:s,s,s,0 l:s,s,s,f4.1 t:s,s,s,f3.2 r:s,s,s,f2.3 b 3", ("0",)),
    "push-into-own": Diagram("b:s,s,0,6 l:s,s,s,f4.1 t:s,s,s,f3.2 r:s,s,s,f2.3 b 3", refused={"0": "own-pawn-there"}),
}
END = {"last": Diagram(f"b:48,h2,h3,h4 {OTHERS} b 1", ("48",), winner="b")}  # clause 8

DIAGRAMS = {**START, **CIRCLE, **HOME, **CUTS, **FENS, **END}
