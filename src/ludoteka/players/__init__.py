"""Computer players: an observation goes in, an action comes out."""
