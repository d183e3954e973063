"""The owner's settings of a house."""
