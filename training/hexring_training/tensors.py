"""The safetensors format, written and read by hand: it is eight bytes, some JSON and the data.

    u64 little endian   length of the header
    header              JSON: name -> {dtype, shape, data_offsets}; "__metadata__" -> strings
    data                the arrays one after the other, little endian, row by row
"""

import json
from pathlib import Path

import numpy as np

DTYPES = {"F16": np.float16, "F32": np.float32, "I8": np.int8, "I32": np.int32}
NAMES = {np.dtype(dtype): name for name, dtype in DTYPES.items()}


def write_tensors(path: Path, tensors: dict[str, np.ndarray], metadata: dict[str, str]) -> None:
    """Write arrays, in order of their names, and string metadata."""
    header, chunks, offset = {"__metadata__": metadata}, [], 0
    for name in sorted(tensors):
        array = np.ascontiguousarray(tensors[name])
        end = offset + array.nbytes
        header[name] = {
            "dtype": NAMES[array.dtype],
            "shape": list(array.shape),
            "data_offsets": [offset, end],
        }
        chunks.append(array.tobytes())
        offset = end
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(len(text).to_bytes(8, "little") + text + b"".join(chunks))


def read_tensors(path: Path) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """-> (arrays, metadata)"""
    raw = path.read_bytes()
    start = 8 + int.from_bytes(raw[:8], "little")
    if start > len(raw):
        raise ValueError(f"{path}: the header ends after the file, not a safetensors file")
    header = json.loads(raw[8:start])
    metadata = header.pop("__metadata__", {})
    tensors = {}
    for name, entry in header.items():
        first, last = (start + offset for offset in entry["data_offsets"])
        array = np.frombuffer(raw[first:last], DTYPES[entry["dtype"]])
        tensors[name] = array.reshape(entry["shape"])
    return tensors, metadata
