"""Small networks that evaluate positions with integers: their `weights`, and the `outputs` that they compute; and `endgame_tables`."""
