"""Gumbel search with sequential halving, for many positions in lock-step.

After Danihelka et al., *Policy improvement by planning with Gumbel* (2022): at the root the best
moves by logit plus Gumbel noise share the simulations by sequential halving; below it a move is
taken where the improved policy is furthest ahead of the visits. The improved policy, softmax of
logits plus scaled completed values, is the target of learning.

All lanes run the same simulation at the same time; simulation i adds node i + 1 to every tree (a
lane that runs into a finished game wastes its node). Backups need no loop: ``path[leaf, k]`` is ±1
where node k lies on the way from the root to the leaf (the sign: same or other player to move).

Values are in [-1, 1], always for the player to move in that node.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from .network import ILLEGAL
from .rules import State, step

Evaluator = Callable[[State], tuple[jax.Array, jax.Array]]


@dataclass(frozen=True)
class SearchOptions:
    """What a search may spend and how far it trusts values over the policy."""

    simulations: int = 32
    considered: int = 16
    """Root moves that sequential halving starts with."""
    noise: float = 1.0
    """Scale of the Gumbel noise at the root; 0 plays to win."""
    visit_offset: float = 50.0
    value_scale: float = 0.3
    """Completed values in [0, 1] weigh (visit_offset + most visits) * value_scale logits."""


class Tree(NamedTuple):
    """B trees of N nodes."""

    code: jax.Array
    geometry: jax.Array
    logits: jax.Array
    raw: jax.Array
    """(B, N): the network's value, or -1 where the mover has already lost."""
    child: jax.Array
    """(B, N, A) int16: node number, -1 = none."""
    visits: jax.Array
    total: jax.Array
    terminal: jax.Array
    path: jax.Array


class NodeView(NamedTuple):
    """One node per lane: its logits and what is known of its moves, (B, A) each."""

    logits: jax.Array
    visits: jax.Array
    values: jax.Array
    """Completed: the mean of visited moves, a mixed estimate for the others."""
    bonus: jax.Array
    """The values in logits."""


class SearchResult(NamedTuple):
    """What a search found at the roots."""

    action: jax.Array
    policy: jax.Array
    value: jax.Array
    visits: jax.Array
    tree: Tree


def considered_visits(moves: int, simulations: int) -> np.ndarray:
    """(moves + 1, simulations): the visits a root move must have to be simulated at that time."""

    def sequence(count: int) -> list[int]:
        if count <= 1:
            return list(range(simulations))
        order, visits, alive = [], [0] * count, count
        rounds = math.ceil(math.log2(count))
        while len(order) < simulations:
            for _ in range(max(1, simulations // (rounds * alive))):
                order += visits[:alive]
                visits[:alive] = [v + 1 for v in visits[:alive]]
            alive = max(2, alive // 2)
        return order[:simulations]

    return np.asarray([sequence(i) for i in range(moves + 1)], np.int32)


def search(
    evaluate: Evaluator, state: State, key: jax.Array, options: SearchOptions
) -> SearchResult:
    """Search every lane of a batch."""
    tree = _root(evaluate, state, options.simulations + 1)
    moves = min(options.considered, tree.logits.shape[2])
    table = jnp.asarray(considered_visits(moves, options.simulations))
    legal_moves = jnp.sum(tree.logits[:, 0] > ILLEGAL / 2, axis=1)
    wanted = table[jnp.minimum(legal_moves, moves)].astype(jnp.float32)
    gumbel = options.noise * jax.random.gumbel(key, tree.logits[:, 0].shape)

    def simulate(i: jax.Array, tree: Tree) -> Tree:
        root = _look(tree, jnp.zeros_like(legal_moves), options)
        action = jnp.argmax(_root_score(root, gumbel, wanted[:, i]), axis=1).astype(jnp.int32)
        node, action = _descend(tree, action, options)
        return _expand(tree, evaluate, node, action, i + 1)

    tree = lax.fori_loop(0, options.simulations, simulate, tree)
    root = _look(tree, jnp.zeros_like(legal_moves), options)
    score = _root_score(root, gumbel, root.visits.max(1))
    policy = jax.nn.softmax(root.logits + root.bonus)
    return SearchResult(
        action=jnp.argmax(score, axis=1).astype(jnp.int32),
        policy=policy,
        value=(policy * root.values).sum(1),
        visits=root.visits,
        tree=tree,
    )


def _root(evaluate: Evaluator, state: State, nodes: int) -> Tree:
    """Trees of one node each."""
    logits, value = evaluate(state)
    lanes, moves = logits.shape

    def table(first: jax.Array) -> jax.Array:
        rest = jnp.zeros((lanes, nodes - 1, *first.shape[1:]), first.dtype)
        return jnp.concatenate([first[:, None], rest], axis=1)

    return Tree(
        code=table(state.code),
        geometry=table(state.geometry),
        logits=table(logits),
        raw=table(value),
        child=jnp.full((lanes, nodes, moves), -1, jnp.int16),
        visits=table(jnp.ones_like(value)),
        total=table(value),
        terminal=jnp.zeros((lanes, nodes), bool),
        path=jnp.zeros((lanes, nodes, nodes), jnp.int8).at[:, 0, 0].set(1),
    )


def _look(tree: Tree, node: jax.Array, options: SearchOptions) -> NodeView:
    """One node (B,) of every tree."""
    lane = jnp.arange(node.shape[0])
    logits = tree.logits[lane, node]
    child = tree.child[lane, node].astype(jnp.int32)
    known, child = child >= 0, jnp.maximum(child, 0)
    visits = jnp.where(known, jnp.take_along_axis(tree.visits, child, 1), 0.0)
    total = jnp.take_along_axis(tree.total, child, 1)
    values = jnp.where(known, -total / jnp.maximum(visits, 1.0), 0.0)
    prior = jnp.where(known, jnp.maximum(jax.nn.softmax(logits), 1e-12), 0.0)
    mean = (prior * values).sum(1) / jnp.maximum(prior.sum(1), 1e-12)
    count = visits.sum(1)
    mixed = (tree.raw[lane, node] + count * mean) / (1.0 + count)
    values = jnp.where(known, values, mixed[:, None])
    scale = (options.visit_offset + visits.max(1)) * options.value_scale
    return NodeView(logits, visits, values, scale[:, None] * 0.5 * (values + 1.0))


def _root_score(root: NodeView, gumbel: jax.Array, wanted: jax.Array) -> jax.Array:
    """Scores of the root moves; only legal moves with exactly the wanted visits are in play."""
    score = gumbel + root.logits - root.logits.max(1, keepdims=True) + root.bonus
    allowed = (root.visits == wanted[:, None]) & (root.logits > ILLEGAL / 2)
    return jnp.where(allowed, jnp.maximum(score, ILLEGAL), 2 * ILLEGAL)


def _interior_move(node: NodeView) -> jax.Array:
    """The move whose visits lag most behind the improved policy."""
    policy = jax.nn.softmax(node.logits + node.bonus)
    lag = policy - node.visits / (1.0 + node.visits.sum(1, keepdims=True))
    return jnp.argmax(jnp.where(node.logits > ILLEGAL / 2, lag, -2.0), axis=1).astype(jnp.int32)


def _descend(
    tree: Tree, action: jax.Array, options: SearchOptions
) -> tuple[jax.Array, jax.Array]:
    """From the root down to a node and a move of it that has no node yet or ends the game."""
    lane = jnp.arange(action.shape[0])

    def body(carry: tuple) -> tuple:
        node, action, going = carry
        child = tree.child[lane, node, action].astype(jnp.int32)
        going = going & (child >= 0) & ~tree.terminal[lane, jnp.maximum(child, 0)]
        node = jnp.where(going, child, node)
        return node, jnp.where(going, _interior_move(_look(tree, node, options)), action), going

    start = (jnp.zeros_like(action), action, jnp.ones(action.shape, bool))
    node, action, _ = lax.while_loop(lambda carry: jnp.any(carry[2]), body, start)
    return node, action


def _expand(
    tree: Tree, evaluate: Evaluator, node: jax.Array, action: jax.Array, new: jax.Array
) -> Tree:
    """Play the move, evaluate the position as node ``new``, and back its value up."""
    lane = jnp.arange(node.shape[0])
    child = tree.child[lane, node, action].astype(jnp.int32)
    fresh = child < 0
    leaf = jnp.where(fresh, new, child)
    state, won = step(State(tree.code[lane, node], tree.geometry[lane, node]), action)
    logits, value = evaluate(state)
    value = jnp.where(won, -1.0, value)
    behind = -tree.path[lane, node]
    row = jnp.where(jnp.arange(behind.shape[1])[None] == new, 1, behind).astype(jnp.int8)
    paths = tree.path.at[:, new].set(row)
    path = paths[lane, leaf].astype(jnp.float32)
    return Tree(
        code=tree.code.at[:, new].set(state.code),
        geometry=tree.geometry.at[:, new].set(state.geometry),
        logits=tree.logits.at[:, new].set(logits),
        raw=tree.raw.at[:, new].set(value),
        child=tree.child.at[lane, node, action].set(leaf.astype(jnp.int16), unique_indices=True),
        visits=tree.visits + jnp.abs(path),
        total=tree.total + path * jnp.where(fresh, value, -1.0)[:, None],
        terminal=tree.terminal.at[:, new].set(won),
        path=paths,
    )
