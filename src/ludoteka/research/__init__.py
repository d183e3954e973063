"""For students of games: environments, data, and language models (docs/research/index.md)."""
