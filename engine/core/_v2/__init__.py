"""The compiled modules of engine.core for x86-64-v2; filled by the build."""
