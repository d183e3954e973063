"""The pictures of the rules pages, by the clauses they belong to.  The tests play them through."""

from ludoteka.core.game import Diagram

DIAGRAMS: dict[str, Diagram] = {}
