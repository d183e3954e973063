"""What Sphinx has to know (decision 0060); `build.py` says the language and where the versions are listed."""

import os
import re
from pathlib import Path
from typing import Any

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

import ludoteka

HERE = Path(__file__).parent
WEB = Path(ludoteka.__file__).parent / "web"
LONGEST = 300  # characters of a signature that says something

project = "Ludoteka"
author = "the Ludoteka authors"
version = release = ludoteka.__version__
language = os.environ["LUDOTEKA_DOCS_LANGUAGE"]
is_whole = language == "en"  # the other sites are the pages for players alone
versions = os.environ["LUDOTEKA_DOCS_VERSIONS"] if is_whole else ""
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"] if is_whole else ["myst_parser"]
exclude_patterns = ["play/ru", "play/cs", "research/notebooks/files"]
nb_execution_mode = "off"  # notebooks.py has run them
nb_merge_streams = True
myst_heading_anchors = 4
myst_enable_extensions = ["html_image"]
highlight_language = "none"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
add_module_names = False
toc_object_entries_show_parents = "hide"

html_theme = "pydata_sphinx_theme"
html_title = "Ludoteka"
html_short_title = "Ludoteka"
html_logo = html_favicon = str(WEB / "common" / "emblem.svg")
html_static_path = [str(HERE / "style.css"), os.environ["LUDOTEKA_DOCS_COLOURS"]]
html_css_files = ["house.css", "style.css"]
html_show_sourcelink = False
html_copy_source = False
html_use_index = False
html_domain_indices = False
templates_path = [str(HERE / "templates")]
html_context = {"default_mode": "auto", "is_whole": is_whole}
html_sidebars = {"**": ["sidebar-nav-bs"], "index": []} if is_whole else {"**": ["contents"]}
html_theme_options = {
    "logo": {"text": "Ludoteka", "alt_text": ""} | ({} if is_whole else {"link": "../../index.html"}),
    "navbar_align": "left",
    "navbar_center": ["navbar-nav"] if is_whole else [],
    "header_links_before_dropdown": 6,
    "navbar_end": ["languages", "version-switcher" if versions else "version", "theme-switcher"],
    "check_switcher": False,
    "navigation_depth": 1,  # the decisions are listed on their own page
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": [],
    "footer_end": [],
    "search_as_you_type": True,
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
} | ({"switcher": {"json_url": versions, "version_match": version}} if versions else {})


def setup(app: Sphinx) -> None:
    """Let code blocks contain records of matches, and mend what readers would stumble over."""
    app.add_lexer("record", TextLexer)
    app.connect("html-page-context", mend_tables)
    if is_whole:
        app.connect("autodoc-process-signature", shorten_signature)
        app.connect("autodoc-skip-member", skip_fields)
        app.connect("autodoc-process-docstring", skip_introductions)


def mend_tables(app: Sphinx, page: str, template: str, context: dict[str, Any], document: Any) -> None:
    """Make the empty corner of a table an ordinary cell: a header without a text heads nothing."""
    if "body" in context:
        context["body"] = re.sub(r'<th( class="[^"]*")?><p></p></th>', "<td></td>", context["body"])


def shorten_signature(*event: Any) -> tuple[str, str | None] | None:
    """Leave out the parameters of a class that has dozens."""
    *_, signature, returned = event
    return ("(…)", returned) if signature and len(signature) > LONGEST else None


def skip_fields(*event: Any) -> bool | None:
    """Leave out the fields of a named tuple, which the signature lists."""
    _, _, _, member, _, _ = event
    return True if str(member.__doc__).startswith("Alias for field number") else None


def skip_introductions(*event: Any) -> None:
    """Leave out what a module says to those who read its source."""
    _, kind, _, _, _, lines = event
    if kind == "module":
        lines.clear()
