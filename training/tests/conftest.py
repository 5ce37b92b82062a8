"""Tests are small and compile a lot: trade the speed of compiled code for that of compiling."""

import os
import sys
from pathlib import Path

os.environ.setdefault("XLA_FLAGS", "--xla_backend_optimization_level=0")
sys.path.insert(0, str(Path(__file__).parent))
