"""A match as a conversation with one seat: what it sees and hears as text, and what it says (docs/research/language-models.md)."""
