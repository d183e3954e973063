"""Stored notification settings, push subscriptions and pending notifications."""
