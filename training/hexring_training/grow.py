"""A larger network that begins as a smaller one.

More blocks: a new block's second convolution is zero, so it adds nothing until it has learnt
something. More channels: nobody reads a new channel at first (the weights from it are zero), so
that it changes nothing but the norms, which are means over all channels. The old channels' gains
make up for the larger number; and new channels of the sum carry a twentieth of what old ones do,
which moves a norm by less than a thousandth. Their own gains lift them to the size of the others,
so that whoever begins to read them learns at the usual pace.

All of that is drawn from a seed. See Chen, Goodfellow and Shlens, *Net2Net* (2016), for the idea.
"""

import math

import jax.numpy as jnp
import numpy as np

from .network import PLANES, Parameters, Shape, initial, shape_of

WHISPER = 0.05
"""What a new channel of the sum carries, relative to an old one."""


def complete(parameters: Parameters, seed: int = 0) -> Parameters:
    """Parameters of an older file as today's: new planes weigh nothing, new heads are drawn."""
    fresh = initial(shape_of(parameters), seed)
    stem = parameters["stem.w"]
    missing = PLANES - stem.shape[1]
    known = parameters | {"stem.w": jnp.pad(stem, ((0, 0), (0, missing), (0, 0)))}
    return {name: jnp.asarray(known.get(name, value)) for name, value in fresh.items()}


def grow(parameters: Parameters, shape: Shape, seed: int = 0) -> Parameters:
    """The same function, but for norms that differ by less than a thousandth."""
    old = shape_of(parameters)
    if shape == old:
        return parameters
    if shape.blocks < old.blocks or shape.channels < old.channels:
        raise ValueError(f"a network of {old} cannot become one of {shape}: expected a larger one")
    fresh = {name: np.array(value) for name, value in initial(shape, seed).items()}
    for name, value in parameters.items():
        fresh[name] = _widened(name, np.asarray(value), fresh[name], old.channels)
    for i in range(old.blocks, shape.blocks):
        fresh[f"b{i}.w2"][:] = 0
    return {name: jnp.asarray(value) for name, value in fresh.items()}


def _widened(name: str, old: np.ndarray, fresh: np.ndarray, width: int) -> np.ndarray:
    """One array: the old one in its corner, and what becomes of the rest."""
    kind = name.partition(".")[2]
    corner = tuple(slice(length) for length in old.shape)
    wide = fresh.shape[-1]
    if kind == "g":
        new = np.full_like(fresh, 0.5 / WHISPER)
        new[corner] = old * math.sqrt(width / wide)
        return new
    new = np.zeros_like(fresh)
    if kind == "w1" and name[0] == "b":
        new[:, :width, width:] = fresh[:, :width, width:]
    elif name == "stem.w" or (kind == "w2" and name[0] == "b"):
        scale = WHISPER * old.std() / fresh.std()
        new[:, : old.shape[1], width:] = scale * fresh[:, : old.shape[1], width:]
    new[corner] = old
    return new
