"""Programs that act for an account: streams of events, and commands in matches."""
