"""The house: its parts, put together, and the application that serves them."""
