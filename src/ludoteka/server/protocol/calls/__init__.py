"""The calls of the HTTP API, by what they are about, as the description lists them."""
