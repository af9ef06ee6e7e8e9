"""`python -m outflank.protocol`, and where the frozen program starts."""

import sys

from outflank.protocol.cli import main

if __name__ == "__main__":
    sys.exit(main())
