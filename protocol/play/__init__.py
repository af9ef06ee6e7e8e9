"""A board in the browser: the page, and the server that it talks to."""
