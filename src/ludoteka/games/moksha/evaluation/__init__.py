"""The evaluation of Moksha: `readable` was made by hand; it counts in `sets` of cells."""
