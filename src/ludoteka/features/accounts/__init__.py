"""Accounts: names, passwords, passkeys, sessions, tokens for programs, and e-mail."""
