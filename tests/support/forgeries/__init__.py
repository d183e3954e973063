"""What forgers send."""
