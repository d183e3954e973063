"""The terminal client: full screen or plain lines, for a table here or in a house on the network; and tools for records."""
