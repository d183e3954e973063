"""Tables: matches in this process, or in a house on the network."""
