"""The command line: `python -m hexring.cluster run FILE.toml --address auto --store FILE`."""

import argparse
import json
import sys

from hexring import Error
from hexring._progress import is_seen, lines


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m hexring.cluster", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="play what is not in the store yet")
    run.add_argument("file", metavar="FILE.toml", help="the experiment file")
    run.add_argument("--store", required=True, help="where the results are kept")
    run.add_argument(
        "--address", default="auto", help="the cluster: auto, HOST:PORT, ray://HOST:PORT or local"
    )
    run.add_argument("--quick", action="store_true", help="a few games of each setting only")
    run.add_argument("--json", action="store_true", help="print the summary as JSON")
    return parser.parse_args()


def main() -> int:
    """Run the command; the exit status is that of `hexring`."""
    arguments = _arguments()
    try:
        from hexring.cluster import run
        from hexring.cluster._driver import describe
    except ImportError as fault:
        print(f"error: {fault}: pip install 'hexring[cluster]' brings Ray", file=sys.stderr)
        return 2
    address = None if arguments.address == "local" else arguments.address
    try:
        summary = run(
            arguments.file,
            arguments.store,
            address=address,
            quick=arguments.quick,
            progress=None if is_seen() else lines(),
        )
    except (Error, ConnectionError) as fault:
        print(f"error: {fault}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"stopped; {arguments.store} has what is finished, run again to go on")
        return 130
    text = json.dumps(summary._asdict()) if arguments.json else describe(arguments.store, summary)
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
