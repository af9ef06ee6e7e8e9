# Nothing here is called from C: the header marks the module as a compiled one.
