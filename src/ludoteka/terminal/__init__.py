"""The terminal client: full screen or plain lines, for a table here or in a house elsewhere; and tools for records."""
