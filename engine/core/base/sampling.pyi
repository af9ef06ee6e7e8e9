# Kernels for compiled modules only: nothing here is for Python.
