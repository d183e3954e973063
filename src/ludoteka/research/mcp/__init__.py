"""An MCP server through which an assistant or agent plays a match as one seat (docs/research/language-models.md)."""
