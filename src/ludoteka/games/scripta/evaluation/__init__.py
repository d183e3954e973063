"""The evaluations of XII Scripta: `readable` was made by hand; `exact` adds the endgame table for the `last_men`; `features` is what a network sees."""
