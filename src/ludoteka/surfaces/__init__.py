"""What shows a game to people: scenes as SVG and as text, rules as pages, messages in a reader's language.

A surface draws whatever scene it is given and knows no game.  It does no I/O but
reading catalogues, symbols and rules from the folders that it is told.

- `texts`: messages in English, Russian and Czech.
- `text`: a scene as lines for a terminal.
- `svg`: a scene as a picture for pages and notebooks.
- `page`: a game's rules as an article, with its diagrams drawn.
"""
