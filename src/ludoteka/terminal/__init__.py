"""The terminal client: in full screen or as plain lines, at a table here or in a house elsewhere; tools for records."""
