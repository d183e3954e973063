"""Many players at once, the proxy between them and several servers, and a check of what was stored."""
