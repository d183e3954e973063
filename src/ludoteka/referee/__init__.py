"""The authority over one match: who may do what, in which order, and what each seat hears.  No I/O."""
