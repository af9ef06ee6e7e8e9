"""The NBoard protocol."""
