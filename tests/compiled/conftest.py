"""These tests take two minutes, most of them for the C compiler, so only campaigns run them."""

from plugins.campaign import IS_CAMPAIGN

collect_ignore_glob = [] if IS_CAMPAIGN else ["test_*.py"]
