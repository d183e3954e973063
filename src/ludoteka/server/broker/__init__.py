"""How the servers of one house talk to each other and to the workers."""
