"""Tables: matches in this process, or in a house elsewhere."""
