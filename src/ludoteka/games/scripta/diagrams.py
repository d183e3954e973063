"""The diagrams of the rules pages, by clause.  The tests play them through."""

from ludoteka.core.game import Diagram

START = {"start": Diagram("y:15/0/0:- g:15/0/0:- y -")}
TURN = {  # clauses 4, 5, 7
    "entering": Diagram("y:15/0/0:- g:15/0/0:- y 123", ("in/1",)),
    "one-man": Diagram("y:15/0/0:- g:15/0/0:- y 123", ("in/1", "1/3", "3/6")),
    "reach": Diagram("y:9/0/0:4*2,11*3,17 g:9/0/0:2*2,8*3,20 y 236", reach="11"),
    "around": Diagram("y:5/0/0:12*4,23*6 g:9/0/0:2*2,8*3,20 y 245", ("23/28",)),
}
ENCOUNTERS = {  # clauses 6, 8, 9
    "held": Diagram("y:14/0/0:10 g:11/0/0:13*2,14*2 y 34", refused={"10/13": "point-held", "10/14": "point-held"}),
    "capture": Diagram("y:14/0/0:10 g:12/0/0:13,14*2 y 34", ("10/13",)),
    "on-the-way": Diagram("y:14/0/0:10 g:12/0/0:13,14*2 y 34", ("10/13", "13/17")),
    "re-entering": Diagram(
        "y:3/1/0:9*2,17*4,20*5 g:11/0/0:2*2,5,30 y 255",
        ("in/5",),
        refused={"in/2": "point-held", "9/14": "captured-first"},
    ),
}
END = {  # clauses 10, 12
    "not-home": Diagram("y:0/0/0:30,31*5,34*5,36*4 g:5/0/0:7*4,20*6 y 16", refused={"31/off": "not-all-home"}),
    "home": Diagram("y:0/0/0:30,31*5,34*5,36*4 g:5/0/0:7*4,20*6 y 16", ("30/31", "31/off")),
    "exact": Diagram("y:0/0/9:31*3,35*3 g:5/0/0:7*4,20*6 y 2", ("35/off",), refused={"35/37": "past-the-end"}),
    "too-far": Diagram("y:0/0/9:36*6 g:5/0/0:7*4,20*6 y 456", refused={"36/off": "not-exact"}),
    "last": Diagram("y:0/0/14:36 g:0/0/13:32*2 y 126", ("36/off",), winner="y"),
}

DIAGRAMS = {**START, **TURN, **ENCOUNTERS, **END}
