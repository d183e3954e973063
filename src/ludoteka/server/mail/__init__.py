"""E-mails to users, sent through the operator's mail server (docs/operating/running.md)."""
