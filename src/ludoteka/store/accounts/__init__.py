"""Stored accounts, with their sign-in methods and sessions."""
