"""What the moderator says: codes, sentences and refusals."""
