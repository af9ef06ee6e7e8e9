"""The compiled modules of engine.core for any CPU; filled by the build."""
