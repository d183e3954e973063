"""The evaluations of Quagmire: `readable` was made by hand; `features` is what a network sees of two seats."""
