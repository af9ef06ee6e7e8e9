"""One position searched, solved and judged: requests, limits, reports, the kept tree."""
