"""The write statements of moderation, in the order in which a batch executes them."""

from sqlalchemy import Executable, bindparam, delete, insert, update

from ludoteka.store.moderation.tables import acts, blocks, reports, shut_outs

INSERT_REPORT = insert(reports)
CLOSE_REPORT = (
    update(reports)
    .where(reports.c.id == bindparam("which"), reports.c.closed_at.is_(None))
    .values(closed_at=bindparam("when"))
)
INSERT_ACT = insert(acts)
EMPTY_ACTS = update(acts).where(acts.c.about == bindparam("whose")).values(detail="", reason="")
FORGET_REPORTS = delete(reports).where(
    (reports.c.reporter == bindparam("whose")) | (reports.c.about == bindparam("whose"))
)
INSERT_SHUT_OUT = insert(shut_outs)
DELETE_SHUT_OUT = delete(shut_outs).where(shut_outs.c.act == bindparam("which"))
FORGET_SHUT_OUTS = delete(shut_outs).where(shut_outs.c.until < bindparam("before"))
INSERT_BLOCK = insert(blocks)
DELETE_BLOCK = delete(blocks).where(blocks.c.blocker == bindparam("whose"), blocks.c.blocked == bindparam("of_whom"))
DELETE_BLOCKS = delete(blocks).where(
    (blocks.c.blocker == bindparam("whose")) | (blocks.c.blocked == bindparam("whose"))
)

ORDER: tuple[Executable, ...] = (
    INSERT_REPORT,
    CLOSE_REPORT,
    FORGET_REPORTS,
    EMPTY_ACTS,
    INSERT_ACT,  # before the rows that refer to it
    FORGET_SHUT_OUTS,
    DELETE_SHUT_OUT,
    INSERT_SHUT_OUT,
    DELETE_BLOCK,
    DELETE_BLOCKS,
    INSERT_BLOCK,
)
