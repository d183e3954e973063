"""Training: networks that learn to evaluate positions from games against themselves (docs/training.md)."""
