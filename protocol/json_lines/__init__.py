"""Games and analyses over lines of JSON: requests with an id, reports, results, and errors as objects."""
