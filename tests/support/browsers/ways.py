"""In which language and on which screen a page is looked at: the suite does it in one of three ways, a campaign in all."""

import pytest
from plugins.campaign import IS_CAMPAIGN

from browsers.visitor import NARROW

ENGLISH, RUSSIAN, CZECH = ("en", {}), ("ru", NARROW), ("cs", NARROW)  # Russian has the longest words


def ways(suite):
    """Parametrize a test with the language and the size of the window."""
    return pytest.mark.parametrize(("language", "size"), [ENGLISH, RUSSIAN, CZECH] if IS_CAMPAIGN else [suite])
