"""Accounts over HTTP: who somebody is, how they register and sign in, and what they may do with their account."""
