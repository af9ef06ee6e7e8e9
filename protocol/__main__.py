"""`python -m protocol`, and where the frozen program starts."""

import sys

from protocol.cli import main

if __name__ == "__main__":
    sys.exit(main())
