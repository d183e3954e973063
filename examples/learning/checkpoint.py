"""Files from which a training goes on: the arrays of a tree, and the recipe by which they were made."""

import json

import jax
import jax.numpy as jnp
import numpy as np


def write(file, tree, recipe):
    """Write the arrays of a tree, all at once."""
    part = file.with_name(f"{file.name}.part")
    with part.open("wb") as stream:
        np.savez(stream, *jax.tree.leaves(tree), recipe=np.array(json.dumps(recipe)))
    part.replace(file)


def read(file, fresh, recipe):
    """Return the tree in a file, which has the structure of a fresh one; the fresh one if there is no file.

    Raises:
        SystemExit: the file was made by another recipe.
    """
    if not file.exists():
        return fresh
    with np.load(file) as arrays:
        if json.loads(str(arrays["recipe"])) != recipe:
            raise SystemExit(f"{file} was begun by {arrays['recipe']}: remove it, or choose another folder.")
        leaves = [jnp.asarray(arrays[f"arr_{i}"]) for i in range(len(arrays.files) - 1)]
    return jax.tree.unflatten(jax.tree.structure(fresh), leaves)
