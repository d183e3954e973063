"""The authority over one match: who may do what and when, and what each seat is shown.  No I/O."""
