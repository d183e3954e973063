"""Keeping order: reports, what is done about them, its log, blocks, and addresses that are shut out."""
