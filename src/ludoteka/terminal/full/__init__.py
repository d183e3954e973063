"""The client in full screen."""
