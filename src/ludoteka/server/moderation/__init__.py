"""Moderation: reports, moderation actions and their log, blocks and bans."""
