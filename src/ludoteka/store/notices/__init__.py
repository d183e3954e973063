"""Notices: what residents want to be told, in which browsers, and what is still to be told."""
