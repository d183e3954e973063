"""What one person is shown of a match, as plain data."""
