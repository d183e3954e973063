"""The house on the network.  Start reading at `run`, `app` and `house`.

This package is thin: the referee decides and the store keeps.
"""
