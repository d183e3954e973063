"""The client as plain lines: for pipes, simple terminals and screen readers."""
