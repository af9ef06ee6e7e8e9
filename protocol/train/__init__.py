"""Training, from the command line."""
