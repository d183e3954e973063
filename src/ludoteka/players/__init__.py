"""Who decides for a seat: an observation goes in, an action comes out."""
