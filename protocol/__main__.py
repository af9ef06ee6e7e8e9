"""`python -m protocol`, and where the frozen program starts."""

import os
import sys

if not __package__ and not getattr(sys, "frozen", False):
    # Started as a file (protocol/own.py): both packages are those beside it, whatever is on the path.
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    import engine  # noqa: F401
    import protocol  # noqa: F401

    del sys.path[0]

from protocol.cli import main

if __name__ == "__main__":
    sys.exit(main())
