"""Notifications of users about correspondence matches, by Web Push and e-mail."""
