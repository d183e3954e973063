"""The maze: scenario files and their validation, the generator and the drawing for moderators."""
