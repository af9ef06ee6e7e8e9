"""Benchmarks, from the command line."""
