"""The ratings of a house: the first server to do so rates each rated match once, in the order in which matches end.

Every rated match has the next number, and the numbers are primary keys: if two servers rate at the same time, one of them
writes nothing and starts again with what the other has written.  An annulled match is taken out of the sequence: what
followed from it in its game at its speed is rated again, and it has a row without a holder at the next number.
"""
