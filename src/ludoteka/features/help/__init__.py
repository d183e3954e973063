"""Help for people who play: Markdown in every language in pages/, and pictures."""
