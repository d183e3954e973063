"""Notifications by Web Push and e-mail of what waits for users."""
