"""The maze: scenario files, their check, the generator and the drawing for moderators."""
