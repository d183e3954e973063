"""The parts of accounts: names, passwords, recovery codes and passkeys.  No I/O, and no clock: times are passed in."""
