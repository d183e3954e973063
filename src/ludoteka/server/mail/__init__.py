"""Mails to residents: letters in their language, and the mail server of the operator that sends them (docs/operating/running.md)."""
