"""Messages of the protocol: lines of JSON, the shapes of what stands in them, and errors."""
