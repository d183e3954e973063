"""Notices: what happens in matches of days, told to residents who have asked for it, by Web Push and by e-mail."""
