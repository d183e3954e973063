"""The pictures of the rules pages, by the clauses they belong to.  The tests play them through."""

from ludoteka.core.game import Diagram

DIAGRAMS = {
    "start": Diagram("2ovqvtvuvdvmv/8/8/8/8/8/8/M^D^U^T^Q^O^2 w"),
}
