"""The evaluations of Quagmire: `learned` is a network for two seats; `exact` adds the endgame table for the `last_pawns`; `features` is what the network sees; `readable` was made by hand."""
