"""Streams of lines over HTTP, for programs: what happens to an account, and what happens in a match."""
