"""Profiles of users, and following them."""
