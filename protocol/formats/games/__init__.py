"""Records of each format: spellings read as games that the rules have played, and written again."""
