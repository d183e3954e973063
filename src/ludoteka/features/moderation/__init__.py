"""Moderation: reports, blocks, bans, and the log of what moderators do."""
