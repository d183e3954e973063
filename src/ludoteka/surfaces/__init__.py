"""Surfaces show games to people: scenes as SVG and as text, rules as pages, messages in the reader's language.

A surface draws any scene and knows no game.  It reads catalogues, symbols and rules from the folders it is given, and does
no other I/O.
"""
