"""Rules of every kind: all topologies, turns, swaps and seasons, and tiny boards."""

ALL = [
    "plane:5x5",
    "plane:4x6 first=blue",
    "cylinder:4x5",
    "torus:4x4",
    "plane:1x1",
    "cylinder:1x3",
    "torus:2x1",
    "plane:4x4 turns=random",
    "cylinder:3x4 turns=random",
    "torus:4x3 turns=random",
    "plane:4x4 swap=pieces",
    "torus:3x3 swap=pieces first=blue",
    "cylinder:4x3 swap=sides",
    "plane:3x4 swap=sides",
    "plane:4x3 seasons=1231/2312/3123",
    "cylinder:4x3 seasons=1122/2211/1212 years=12/21",
    "torus:3x3 seasons=123/231/312 no-move=discard",
    "torus:3x3 seasons=112/221/112 turns=random",
    "cylinder:3x3 seasons=111/222/333 turns=random no-move=discard",
    "plane:3x3 seasons=121/212/121 swap=sides",
]
