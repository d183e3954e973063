"""The evaluations of Moksha: `readable` was made by hand; `features` is what a network sees that learns to correct it."""
