"""The evaluations of XII Scripta: `readable` was made by hand; `features` is what a network sees."""
