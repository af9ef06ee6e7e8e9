"""The other end of the pipe: matches between engines, what they prove, and whether an engine keeps to its
protocol."""
