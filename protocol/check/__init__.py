"""Whether an engine keeps to GTP or NBoard."""
