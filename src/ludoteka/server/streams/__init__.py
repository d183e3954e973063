"""NDJSON streams over HTTP, for programs: the events of an account and of a match."""
