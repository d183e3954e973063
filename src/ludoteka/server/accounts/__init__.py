"""Accounts over HTTP: registration, sign-in, sessions, tokens and account settings."""
