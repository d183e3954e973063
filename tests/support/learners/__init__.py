"""Programs that learn: what the leak check needs to look at what they receive."""
