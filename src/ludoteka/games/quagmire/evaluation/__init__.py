"""The evaluations of Quagmire: `learned` is a network for two seats; `features` is what it sees; `readable` was made by hand."""
