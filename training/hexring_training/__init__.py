"""Trains the hexring network: self-play, search and learning on one accelerator, in one process.

One set of weights plays the plane, the cylinder and the torus, rectangles included, with seasons
and random turns. The modules,
in dependency order:

    boards      topologies, sizes and cell names
    rules       batched positions; who wins, at the very move
    halo        padding that wraps where the board wraps
    fused       the trunk as fused kernels, for evaluation on a GPU
    network     the residual hex network
    grow        a larger network that begins as a smaller one
    search      batched Gumbel search with sequential halving
    replay      the ring of positions that learning draws from
    selfplay    many games at once, each lane on a board of its own
    learn       loss, optimizer, averaged weights
    arena       matches between two networks
    schedule    which boards are played, and when
    tensors     the safetensors format
    checkpoint  everything that training needs to go on
    progress    logs and the strength plot
    trainer     the loop that ties these together
    export      the network file and its golden vectors
    bench       speed
    cli         the commands
"""
