"""What somebody with an account may do in the house."""

ROLES = ("resident", "moderator", "owner")  # each may do what those before may; a moderator keeps order among people
RESIDENT = ROLES[0]
