"""Language models set against the levels of the computer, and what they play, try and overlook (docs/research/language-models.md)."""
