"""The evaluations of Tavlei: `readable` was made by hand; `learned` adds a network to it; `features` is what the network sees."""
