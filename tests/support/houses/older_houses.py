"""Databases as houses of older revisions left them."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from alembic.command import upgrade
from sqlalchemy import MetaData, create_engine, select

from ludoteka.store.backends.database import migration_config
from ludoteka.store.schema import REVISIONS

OLD = {  # rows written by a house of each revision: a match of one ply, and a finished match
    "0001": """
        insert into matches values
            ('m', 'tavlei', 1, '{"repetition": "draw"}', '\\x00', 1.0, '', null),
            ('over', 'tavlei', 0, '{}', '\\x00', 2.0, 'm', '{"a": 1, "d": -1}');
        insert into seats values ('m', 'a', 0, 'person', 0, 'anna'), ('m', 'd', 1, 'computer', 3, '');
        insert into events values ('m', 1, 'act', 'a', 'd9-b9', 'c1', 1.5);
    """,
    "0002": """
        insert into matches values
            ('m', 'tavlei', 1, '{"repetition": "draw"}', '\\x00', 1.0, '', null, 'anna', 'd'),
            ('over', 'tavlei', 0, '{}', '\\x00', 2.0, 'm', '{"a": 1, "d": -1}', '', '');
        insert into seats values ('m', 'a', 0, 'person', 0, 'anna', 'Anna'), ('m', 'd', 1, 'computer', 3, '', '');
        insert into guests values ('anna', 'Anna');
        insert into events values ('m', 1, 'act', 'a', 'd9-b9', 'c1', 1.5);
    """,
    "0003": """
        insert into matches values
            ('m', 'tavlei', 1, '{"repetition": "draw"}', '\\x00', 1.0, '', null, 'anna', 'd', null),
            ('over', 'tavlei', 0, '{}', '\\x00', 2.0, 'm', '{"a": 1, "d": -1}', '', '', '9/9/9/9/4k4/9/9/9/a8 a');
        insert into seats values ('m', 'a', 0, 'person', 0, 'anna', 'Anna'), ('m', 'd', 1, 'computer', 3, '', '');
        insert into guests values ('anna', 'Anna');
        insert into events values ('m', 1, 'act', 'a', 'd9-b9', 'c1', 1.5);
    """,
    "0004": """
        insert into matches values
            ('m', 'tavlei', 1, '{"repetition": "draw"}', '\\x00', 1.0, '', null, 'anna', 'd', null, '', 'private', null),
            ('new', 'tavlei', 1, '{}', '\\x00', 3.0, '', null, '', '', null, '5+3', 'public', null),
            ('over', 'tavlei', 0, '{}', '\\x00', 2.0, 'm', '{"a": 1, "d": -1}', '', '', '9/9/9/9/4k4/9/9/9/a8 a', '', 'public', null);
        insert into seats values ('m', 'a', 0, 'person', 0, 'anna', 'Anna'), ('m', 'd', 1, 'computer', 3, '', '');
        insert into guests values ('anna', 'Anna');
        insert into events values ('m', 1, 'act', 'a', 'd9-b9', 'c1', 1.5, 0);
    """,
    "0005": """
        insert into matches values
            ('m', 'tavlei', 1, '{"repetition": "draw"}', '\\x00', 1.0, '', null, 'anna', 'd', null, '', 'private', null, 0.0, false),
            ('new', 'tavlei', 1, '{}', '\\x00', 3.0, '', null, '', '', null, '5+3', 'public', null, 3.0, false),
            ('over', 'tavlei', 0, '{}', '\\x00', 2.0, 'm', '{"a": 1, "d": -1}', '', '', '9/9/9/9/4k4/9/9/9/a8 a', '', 'public', null, 3.0, false);
        insert into seats values ('m', 'a', 0, 'person', 0, 'anna', 'Anna'), ('m', 'd', 1, 'computer', 3, '', '');
        insert into guests values ('anna', 'Anna');
        insert into events values ('m', 1, 'act', 'a', 'd9-b9', 'c1', 1.5, 0);
    """,
}
REVIEW = '{"steps": [], "seats": [{"letter": "a", "title": "Attackers", "moves": 3}]}'
SUMMARY = '[{"letter": "a", "moves": 3}]'
OLD["0006"] = OLD["0005"] + f"; insert into reviews values ('over', 2, 1, 1, 4.0, '{REVIEW}')"  # noqa: S608 - fixed texts
OLD["0007"] = OLD["0006"].replace("'Anna'),", "'Anna', 'resident'),").replace("3, '', '')", "3, '', '', 'guest')")
OLD["0008"] = OLD["0007"].replace(", false)", ", false, false, null, null)")
OLD["0009"] = OLD["0008"]
OLD["0010"] = OLD["0008"].replace(", null, null)", ", null, null, '')")
OLD["0011"] = OLD["0010"]
OLD["0012"] = OLD["0011"].replace(", null, null, '')", ", null, null, '', null)")
OLD["0013"] = OLD["0012"]
CUP = """;
    insert into tournaments values ('cup', 'Cup', 'anna', 'swiss', 'tavlei', '{}', '5+3', false, 'public', 0, 60, 1.0, null, 2.0, null);
    insert into tournament_entries values ('cup', 'anna', 0, 1500.0, 1.0, 1.0, true), ('cup', 'boris', 0, 1400.0, 1.0, 1.0, true), ('cup', 'cyril', 0, 1300.0, 1.0, 1.0, true);
    insert into tournament_pairings values
        ('cup', 1, 1, 'anna', 'boris', 'over', 1.0, 0.0), ('cup', 1, 2, 'cyril', '', '', 1.0, 0.0),
        ('cup', 2, 1, 'cyril', 'anna', 'm', null, null), ('cup', 2, 2, 'boris', '', '', 1.0, null)
"""
OLD["0014"] = OLD["0013"].replace(f"'{REVIEW}')", f"'{REVIEW}', '{SUMMARY}')") + CUP
OLD["0015"] = OLD["0016"] = OLD["0017"] = OLD["0014"]
CUP_FOR_SEVERAL = """;
    insert into tournaments values ('cup', 'Cup', 'anna', 'swiss', 'tavlei', '{}', '5+3', false, 'public', 0, 60, 1.0, null, 2.0, null, 2);
    insert into tournament_entries values ('cup', 'anna', 0, 1500.0, 1.0, 1.0, true), ('cup', 'boris', 0, 1400.0, 1.0, 1.0, true), ('cup', 'cyril', 0, 1300.0, 1.0, 1.0, true);
    insert into tournament_pairings values
        ('cup', 1, 1, 'over', '["anna", "boris"]', '[1.0, 0.0]'), ('cup', 1, 2, '', '["cyril"]', '[1.0]'),
        ('cup', 2, 1, 'm', '["cyril", "anna"]', null), ('cup', 2, 2, '', '["boris"]', '[1.0]')
"""
OLD["0018"] = OLD["0017"].replace(CUP, CUP_FOR_SEVERAL)


def engine_of(place):
    is_file = isinstance(place, Path)
    return create_engine(f"sqlite:///{place}" if is_file else place.replace("postgresql", "postgresql+psycopg", 1))


@cache
def empty_file(revision):
    """Return the content of a file without rows of this revision, migrated from that of the revision before."""
    with TemporaryDirectory() as folder:
        file, older = Path(folder, "house.sqlite"), REVISIONS[: REVISIONS.index(revision)]
        file.write_bytes(empty_file(older[-1]) if older else b"")
        change(file, revision, [])
        return file.read_bytes()


def change(place, revision, statements):
    """Migrate a database to this revision and execute statements in it."""
    engine, config = engine_of(place), migration_config()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        upgrade(config, revision)
        for statement in statements:
            connection.exec_driver_sql(statement)
    engine.dispose()


def written_by(place, revision, more=""):
    """Create a database as a house of this revision would leave it, with more rows if they are given."""
    statements = filter(str.strip, f"{OLD[revision]};{more}".split(";"))
    if isinstance(place, Path):
        place.write_bytes(empty_file(revision))
        statements = [statement.replace("'\\x00'", "x'00'") for statement in statements]
    change(place, revision, statements)


def every_row(place, tables=None):
    """Every row of every table, by the table, as pairs of a column and its value, printed; `tables` are known, or looked up."""
    engine = engine_of(place)
    with engine.connect() as connection:
        if tables is None:
            tables = MetaData()
            tables.reflect(connection)
        found = {
            table.name: [
                {(key, repr(value)) for key, value in row.items()}
                for row in connection.execute(select(table)).mappings()
            ]
            for table in tables.sorted_tables
        }
    engine.dispose()
    return found
