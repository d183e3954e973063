"""Houses that are killed in the middle of a write, and what a database says of half-done things."""
