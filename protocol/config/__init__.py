"""Options in a file, the pages of the sessions, and `outflank config`."""
