"""The owner's part of a house: its settings, facts about it, and becoming its first owner."""
