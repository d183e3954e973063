"""Stored moderation: reports, the moderation log, bans and blocks."""
