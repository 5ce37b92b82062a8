"""Gumbel search with sequential halving, for many positions in lock-step.

After Danihelka et al., *Policy improvement by planning with Gumbel* (2022): at the root the best
moves by logit plus Gumbel noise share the simulations by sequential halving; below it a move is
taken where the improved policy is furthest ahead of the visits. The improved policy, softmax of
logits plus scaled completed values, is the target of learning.

All lanes run the same simulation at the same time; simulation i adds node i + 1 to every tree (a
lane that runs into a finished game wastes its node). Backups need no loop: ``path[leaf, k]`` says
whether node k lies on the way from the root to the leaf.

Who has no open cell under seasons passes, so players need not alternate: every node knows whose
view it is. Values are in [-1, 1], for the player to move in that node; totals are for the player to
move at the root.

**Random turns.** The value of a position is its chance before the coin is tossed, so one ply tells
how good a move is, and further plies in which players alternate would not. There the search looks
at one ply only, at as many different moves as it has simulations.

**Quick searches** (playout-cap randomisation, Wu, *Accelerating self-play learning in Go*, 2019):
most moves of self-play get few simulations and are not learnt from. There are more games, whose
outcomes the value needs, for the same time, and better policies in the moves that are learnt from.
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
from .rules import SWAPPED, State, step

Evaluator = Callable[[State], tuple[jax.Array, jax.Array]]
Full = jax.Array | bool
"""Whether a search has all simulations or is quick."""


@dataclass(frozen=True)
class SearchOptions:
    """What a search may spend and how far it trusts values over the policy."""

    simulations: int = 32
    considered: int = 16
    """Root moves that sequential halving starts with."""
    quick_simulations: int = 8
    quick_considered: int = 4
    noise: float = 1.0
    """Scale of the Gumbel noise at the root; 0 plays to win."""
    visit_offset: float = 50.0
    value_scale: float = 0.3
    """Completed values in [0, 1] weigh (visit_offset + most visits) * value_scale logits."""


class Tree(NamedTuple):
    """B trees of N nodes."""

    root: State
    code: jax.Array
    waits: jax.Array
    red: jax.Array
    """(B, N) bool: whether Red is to move."""
    logits: jax.Array
    raw: jax.Array
    """(B, N): the network's value, or -1 where the mover has already lost."""
    child: jax.Array
    """(B, N, A) int16: node number, -1 = none."""
    visits: jax.Array
    total: jax.Array
    """(B, N): of the values, for the player to move at the root."""
    terminal: jax.Array
    path: jax.Array
    """(B, N, N) bool"""

    def sign(self, red: jax.Array) -> jax.Array:
        """1 for the player to move at the root, -1 for the other; of (B,) or (B, A) players."""
        first = self.root.red.reshape(-1, *[1] * (red.ndim - 1))
        return jnp.where(red == first, 1.0, -1.0)

    def state(self, node: jax.Array) -> State:
        """The positions of one node (B,) of every tree."""
        lane = jnp.arange(node.shape[0])
        red, geometry = self.red[lane, node], self.root.geometry
        turned = geometry[:, jnp.asarray(SWAPPED)]
        return self.root._replace(
            code=self.code[lane, node],
            geometry=jnp.where((red == self.root.red)[:, None], geometry, turned),
            waits=self.waits[lane, node],
            red=red,
        )


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


def _wanted(options: SearchOptions, state: State, legal_moves: jax.Array, full: Full) -> jax.Array:
    """(simulations, B): the visits a root move must have to be simulated at that time."""

    def rows(simulations: int, considered: int) -> jax.Array:
        considered = min(considered, state.code[0].size)
        table = jnp.asarray(considered_visits(considered, simulations))
        halving = table[jnp.minimum(legal_moves, considered)].T
        number = jnp.arange(simulations)[:, None]
        each = number // jnp.clip(legal_moves, 1, simulations)[None]
        wanted = jnp.where(state.coin[None], each, halving)
        return jnp.pad(wanted, ((0, options.simulations - simulations), (0, 0)))

    whole = rows(options.simulations, options.considered)
    if full is True:
        return whole.astype(jnp.float32)
    quick = rows(options.quick_simulations, options.quick_considered)
    return jnp.where(full, whole, quick).astype(jnp.float32)


def search(
    evaluate: Evaluator, state: State, key: jax.Array, options: SearchOptions, full: Full = True
) -> SearchResult:
    """Search every lane of a batch, by all simulations or quickly."""
    tree = _root(evaluate, state, options.simulations + 1)
    legal_moves = jnp.sum(tree.logits[:, 0] > ILLEGAL / 2, axis=1)
    wanted = _wanted(options, state, legal_moves, full)
    gumbel = options.noise * jax.random.gumbel(key, tree.logits[:, 0].shape)

    def simulate(i: jax.Array, tree: Tree) -> Tree:
        root = _look(tree, jnp.zeros_like(legal_moves), options)
        action = jnp.argmax(_root_score(root, gumbel, wanted[i]), axis=1).astype(jnp.int32)
        node, action = _descend(tree, action, options)
        return _expand(tree, evaluate, node, action, i + 1)

    count = options.simulations
    if full is not True:
        count = jnp.where(full, count, options.quick_simulations)
    tree = lax.fori_loop(0, count, simulate, tree)
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
        root=state,
        code=table(state.code),
        waits=table(state.waits),
        red=table(state.red),
        logits=table(logits),
        raw=table(value),
        child=jnp.full((lanes, nodes, moves), -1, jnp.int16),
        visits=table(jnp.ones_like(value)),
        total=table(value),
        terminal=jnp.zeros((lanes, nodes), bool),
        path=jnp.zeros((lanes, nodes, nodes), bool).at[:, 0, 0].set(True),
    )


def _look(tree: Tree, node: jax.Array, options: SearchOptions) -> NodeView:
    """One node (B,) of every tree."""
    lane = jnp.arange(node.shape[0])
    logits = tree.logits[lane, node]
    child = tree.child[lane, node].astype(jnp.int32)
    known, child = child >= 0, jnp.maximum(child, 0)
    visits = jnp.where(known, jnp.take_along_axis(tree.visits, child, 1), 0.0)
    total = jnp.take_along_axis(tree.total, child, 1) * tree.sign(tree.red[lane, node])[:, None]
    values = jnp.where(known, total / jnp.maximum(visits, 1.0), 0.0)
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
    """From the root down to a node and a move of it that has no node yet or leads no further."""
    lane = jnp.arange(action.shape[0])

    def body(carry: tuple) -> tuple:
        node, action, going = carry
        child = tree.child[lane, node, action].astype(jnp.int32)
        going = going & (child >= 0) & ~tree.terminal[lane, jnp.maximum(child, 0)]
        node = jnp.where(going, child, node)
        return node, jnp.where(going, _interior_move(_look(tree, node, options)), action), going

    start = (jnp.zeros_like(action), action, ~tree.root.coin)
    node, action, _ = lax.while_loop(lambda carry: jnp.any(carry[2]), body, start)
    return node, action


def _expand(
    tree: Tree, evaluate: Evaluator, node: jax.Array, action: jax.Array, new: jax.Array
) -> Tree:
    """Play the move, evaluate the position as node ``new``, and back its value up."""
    lane = jnp.arange(node.shape[0])
    child = tree.child[lane, node, action].astype(jnp.int32)
    leaf = jnp.where(child < 0, new, child)
    state, won = step(tree.state(node), action)
    logits, value = evaluate(state)
    raw = tree.raw.at[:, new].set(jnp.where(won, -1.0, value))
    red = tree.red.at[:, new].set(state.red)
    row = tree.path[lane, node] | (jnp.arange(raw.shape[1])[None] == new)
    paths = tree.path.at[:, new].set(row)
    path = paths[lane, leaf]
    change = raw[lane, leaf] * tree.sign(red[lane, leaf])
    return tree._replace(
        code=tree.code.at[:, new].set(state.code),
        waits=tree.waits.at[:, new].set(state.waits),
        red=red,
        logits=tree.logits.at[:, new].set(logits),
        raw=raw,
        child=tree.child.at[lane, node, action].set(leaf.astype(jnp.int16), unique_indices=True),
        visits=tree.visits + path,
        total=tree.total + path * change[:, None],
        terminal=tree.terminal.at[:, new].set(won),
        path=paths,
    )
