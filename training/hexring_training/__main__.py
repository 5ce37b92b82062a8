"""Entry point of ``python -m hexring_training``."""

from .cli import main

main()
