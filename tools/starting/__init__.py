"""What `start.pyw` does: it installs the house if need be, opens it, and closes it with its window.

Nothing here needs more than Python.  An old Python must be able to read `texts`, `pythons` and the surfaces, to say that it is too old.
"""
