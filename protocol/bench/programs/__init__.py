"""Benchmarks of whole programs at pipes: flags on short clocks, and how long a client waits."""
