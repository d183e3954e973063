"""What accounts are made of: names, passwords, recovery codes and passkeys.  No I/O, and no clock: times are passed in."""
