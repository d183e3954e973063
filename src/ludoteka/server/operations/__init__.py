"""What the people who run a house need: metrics, logs, limits and the clock."""
