"""The help of commands: of each game, and in the reader's language."""
