"""Matches as pictures: cards for link previews, animations, and a page that replays a match offline (docs/embedding.md)."""
