"""The accounts of a house: who they are, how they sign in, and the browsers that are signed in."""
