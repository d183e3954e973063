"""The house in other forms than the installed one: with compiled modules, with the oldest libraries."""
